#pragma once
// One split of a column, estimated: its memory and time, what it draws and costs, and which limit of the scenario it
// passes. Internal to plan.

#include <tilewise/plan.hpp>

#include "questions/plan_space.hpp"

namespace tilewise {

// The second axis of a front; less is better.
enum class Axis { tokens, memory, cost, energy };
[[nodiscard]] const char* word(Axis axis);
[[nodiscard]] double cost_on(Axis axis, const Plan& plan);

// Estimates splits of one column, changed in place.
class SplitEstimator {
 public:
  SplitEstimator(const Resolved& resolved, double devices);

  [[nodiscard]] Axis axis() const { return axis_; }
  [[nodiscard]] SplitSpace space(const PlanScope& scope) const;
  // nullptr: it holds. Otherwise the code of the reason.
  const char* try_split(const Split& split, Plan& plan);
  // What a plan of the front draws and costs.
  void add_supply(Plan& plan);

 private:
  struct Limits {
    double step = 0;
    double token = 0;
    double first = 0;
    double cost = 0;
    double power = 0;
  };
  [[nodiscard]] Axis axis_of(const Value* objective) const;
  [[nodiscard]] bool generates() const;
  [[nodiscard]] const Value* asked(Field field) const;
  [[nodiscard]] double limit(Field field) const;
  [[nodiscard]] double tokens() const;
  void place(const Split& split);
  void read_supply(Plan& plan) const;
  [[nodiscard]] const char* passed(const Plan& plan) const;
  [[nodiscard]] const char* paid(const Plan& plan) const;

  const Resolved& resolved_;
  ResolvedColumn column_;
  bool given_torus_ = false;
  bool own_attention_ = false;
  double cached_tokens_ = 0;
  std::optional<double> concurrency_;
  Limits limits_;
  Axis axis_ = Axis::memory;
};

}  // namespace tilewise
