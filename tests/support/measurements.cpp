#include "support/measurements.hpp"

#include <tilewise/calibration.hpp>

namespace tilewise::testing {

std::string add_row(const std::string& id, const std::string& group, const std::string& device,
                    const std::string& milliseconds) {
  return id + "," + group + "," + device + ",add,,,25000000,fp32,some,time," + milliseconds + ",ms,A\n";
}

Calibration halves() {
  static const std::vector<double> values = [] {
    std::vector<double> out = committed_values();
    for (const CalibrationConstant& constant : calibration_constants()) {
      const std::string_view name = constant.name.substr(constant.name.rfind('.') + 1);
      if (name == "compute_share" || name == "bandwidth_share" || name == "share") out[constant.index] = 0.5;
      if (name.find("_factor") != std::string_view::npos) out[constant.index] = 1;
      if (name == "launch_s") out[constant.index] = 0;
    }
    return out;
  }();
  return Calibration(values.data());
}

std::vector<score::Measurement> mapped(const std::string& file, const std::string& text) {
  score::Problems problems;
  const score::Table table = score::read_table({file, text}, problems);
  return score::read_measurements(table, score::Names::built_in(), problems);
}

std::string link_of(score::Measurement row) {
  std::vector<score::Measurement> rows;
  rows.push_back(std::move(row));
  const auto prepared = score::prepare(rows);
  if (!rows.front().reason.empty()) return rows.front().reason;
  if (prepared.front().links.size() != 1) return std::to_string(prepared.front().links.size()) + " links";
  const std::string& link = prepared.front().links.front();
  return link.substr(0, link.rfind("&k="));
}

const score::Summary* find_summary(const std::vector<score::Summary>& summaries, const std::string& name) {
  for (const score::Summary& summary : summaries) {
    if (summary.name == name) return &summary;
  }
  return nullptr;
}

}  // namespace tilewise::testing
