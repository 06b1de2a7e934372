#pragma once
// Small folders of measurements for the tests of scoring.

#include <string>
#include <vector>

#include <tilewise/score/report.hpp>

namespace tilewise::testing {

// A device of round figures under two names: 100 TFLOP/s at 32 bit and 1,000 GB/s.
inline const char* const toy_devices =
    "name,id,override,note\n"
    "toy,a100-sxm4-80gb,peak=100&bw=1000,\n"
    "toy-2,a100-sxm4-80gb,peak=100&bw=1000,\n"
    "nobody,,,not stated\n";

inline const char* const ops_header = "id,group,device,op,rows,cols,elements,precision,software,metric,value,unit,quality\n";

// 25,000,000 numbers of 32 bit, two read and one written: 300 MB.
[[nodiscard]] std::string add_row(const std::string& id, const std::string& group, const std::string& device,
                                  const std::string& milliseconds);

// Shares of one half, no launch: the 300 MB take 0.6 ms, and 0.3 ms by the roofline.
[[nodiscard]] Calibration halves();

// The rows of one table, mapped by the committed names.
[[nodiscard]] std::vector<score::Measurement> mapped(const std::string& file, const std::string& text);

// The canonical link of the only question of a row; the reason when it has none.
[[nodiscard]] std::string link_of(score::Measurement row);

[[nodiscard]] const score::Summary* find_summary(const std::vector<score::Summary>& summaries, const std::string& name);

}  // namespace tilewise::testing
