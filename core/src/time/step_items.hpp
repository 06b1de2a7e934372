#pragma once
// The parts of a step by name, gathered one after the other. Internal to the estimate.

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <tilewise/measured.hpp>
#include <tilewise/time.hpp>

namespace tilewise {

// A path below another: put together only where it is kept.
[[nodiscard]] inline PathText below(const Trace* trace, const PathText& path, const char* rest) {
  return keeps(trace) ? path + rest : PathText();
}

// Where the time of a step is explained that a measurement stands for.
inline constexpr const char* modelled_path = "operators.modelled_s";

class StepItems {
 public:
  explicit StepItems(Trace* trace) : trace_(trace) {}

  // Adds to the item `name`; `path` is where the explanation of this part is kept.
  void add(std::string_view name, Seconds time, Bound bound, std::string_view part, const PathText& path);
  [[nodiscard]] const std::vector<TimeItem>& items() const { return items_; }
  [[nodiscard]] Seconds sum() const;
  // Every item at `share` of its time, which is explained at `share_path`; the new time at `name` below the item.
  void scale(double share, const char* share_path, const char* name);
  // The step: its items and what bounds most of it. Its time is the sum of the items, explained at `path`, unless
  // `step` gives it. A pin stretches all of it; the time without is then explained at modelled_path.
  [[nodiscard]] TimeEstimate finish(const char* path, const Pin& pin, std::optional<Seconds> step = std::nullopt);

 private:
  Trace* trace_;
  std::vector<TimeItem> items_;
  std::vector<std::vector<SumPart>> parts_;  // of each item
  std::array<Seconds, 4> by_bound_{};
};

}  // namespace tilewise
