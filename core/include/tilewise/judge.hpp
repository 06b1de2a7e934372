#pragma once
// Estimate -> Verdict: who is fastest and by what factor, what does not fit, what binds. Only comparisons of
// numbers that are already there.

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include <tilewise/estimate.hpp>

namespace tilewise {

struct Comparison {
  std::size_t index = 0;        // column
  double time_ratio = 1;        // its time over the fastest's
  double more_time_share = 0;   // 0.46: takes 46 % more time
  double less_speed_share = 0;  // 0.32: reaches 32 % less speed, what the 2018 essay calls "32 % slower"
};

struct Verdict {
  std::string code;                        // verdict.fastest, verdict.single, verdict.none-fits, verdict.no-time
  std::optional<std::size_t> fastest;      // among columns that fit, or whose memory is not published
  std::optional<std::size_t> next;
  double ratio_to_next = 1;
  std::vector<Comparison> comparisons;     // every column with a time, in column order
  std::vector<std::size_t> does_not_fit;
  std::vector<std::size_t> tight;
  std::vector<std::size_t> without_time;   // unknown device, or a rate that is not published
};

[[nodiscard]] Verdict judge(const Estimate& estimate);

}  // namespace tilewise
