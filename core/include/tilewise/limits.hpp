#pragma once
// What gives out first on a device, and where along a growing input: every limit with its margin, and the first value
// at which each one starts or stops to break. Only comparisons of estimates; an input is tried as if it had been asked.

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <tilewise/estimate.hpp>
#include <tilewise/measured.hpp>

namespace tilewise {

enum class LimitKind { memory, communication, precision, evaluation, compute, bandwidth, ttft, tpot, step, cost, power };
inline constexpr std::size_t limit_count = 11;
[[nodiscard]] const char* word(LimitKind kind);

// The step's time that links may bind before communication counts as the limit.
inline constexpr double communication_threshold = 0.25;
// What binds more than this part of the step sets its pace.
inline constexpr double pace_threshold = 0.5;

struct Limit {
  LimitKind kind = LimitKind::memory;
  bool applies = false;             // has both numbers, or a state of its own
  bool breaks = false;
  std::optional<double> value;      // bytes, share of the step, s, USD or W
  std::optional<double> threshold;  // the most it may be
  std::string_view code;            // why, in words

  // Part of the threshold that is left; below zero where it breaks.
  [[nodiscard]] std::optional<double> margin() const;
};

// In the order of LimitKind, `limit_count` of them.
[[nodiscard]] std::vector<Limit> limits_of(const Resolved& resolved, const ColumnEstimate& estimate);

// An input that grows: batch, micro-batch, sequence, devices, layers.
struct GrowthAxis {
  std::string_view name;  // "batch"
  std::string_view key;   // link key: "b"
  double from = 1;        // what is asked now
  double unit = 1;        // values are from, then whole multiples of this
  double to = 1;
};

struct Breakpoint {
  LimitKind kind = LimitKind::memory;
  double at = 0;           // the first value where it is other than now
  bool starts = true;      // false: it stops to break there
};

// The axes that mean something for the column.
[[nodiscard]] std::vector<GrowthAxis> growth_axes(const Resolved& resolved, const ResolvedColumn& column);

// The column's limits with the axis at a value; empty where the scenario has no answer there.
class GrowthTrial {
 public:
  GrowthTrial(const Resolved& resolved, std::size_t column);
  [[nodiscard]] std::vector<Limit> at(const GrowthAxis& axis, double value) const;
  [[nodiscard]] Scenario scenario_at(const GrowthAxis& axis, double value) const;
  [[nodiscard]] const Pins& pins() const { return pins_; }

 private:
  void share_batch(Scenario& scenario, const GrowthAxis& axis, double value) const;

  Scenario scenario_;  // the column alone
  Pins pins_;
  double accumulation_ = 1;
  double data_ranks_ = 1;
  double micro_batch_ = 1;
  bool training_ = false;
};

// Scans the axis and refines: shares of waves and of links go up and down, so no bisection from end to end.
[[nodiscard]] std::vector<Breakpoint> find_breakpoints(const GrowthTrial& trial, const GrowthAxis& axis);

// The first that stops the work as the input grows; what only sets the pace (compute, bandwidth) does not.
[[nodiscard]] std::optional<Breakpoint> first_of(const std::vector<Breakpoint>& found);

}  // namespace tilewise
