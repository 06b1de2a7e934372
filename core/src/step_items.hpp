#pragma once
// The parts of a step by name, gathered one after the other. Internal to the estimate.

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include <tilewise/estimate.hpp>

namespace tilewise {

class StepItems {
 public:
  explicit StepItems(Trace* trace) : trace_(trace) {}

  // Adds to the item `name`; `path` is where the explanation of this part is kept.
  void add(std::string_view name, Seconds time, Bound bound, std::string_view part, const PathText& path);
  [[nodiscard]] Seconds sum() const;
  // The step: its items, what bounds most of it, and the sum as `time.step_s`.
  [[nodiscard]] TimeEstimate finish();

 private:
  Trace* trace_;
  std::vector<TimeItem> items_;
  std::vector<std::vector<SumPart>> parts_;  // of each item
  std::array<Seconds, 4> by_bound_{};
};

}  // namespace tilewise
