#include <tilewise/budget.hpp>

#include <cmath>

namespace tilewise {
namespace {

constexpr double tokens_a_parameter = 20;
constexpr double flops_a_parameter_and_token = 6;
constexpr double seconds_a_day = 86400;

double goodput(const ColumnEstimate& estimate) { return estimate.column->supply.goodput; }

}  // namespace

double OptimalParameters::value() const { return std::sqrt(flops.base() / (flops_a_parameter_and_token * tokens_a_parameter)); }

std::optional<OpsPerSecond> training_speed(const Resolved& resolved, const ColumnEstimate& estimate) {
  if (resolved.workload != Workload::train || !estimate.time || !estimate.flops) return std::nullopt;
  return estimate.column->ranks * estimate.flops->model / estimate.time->step;
}

TrainingBudget budget_of_flops(const ColumnEstimate& estimate, OpsPerSecond speed, Ops flops) {
  TrainingBudget out;
  out.flops = flops;
  out.parameters = OptimalParameters{flops}.value();
  out.tokens = tokens_a_parameter * out.parameters;
  out.time = flops / speed / goodput(estimate);
  if (estimate.cost) out.cost = estimate.cost->per_hour * (in_seconds(out.time) / 3600);
  return out;
}

TrainingBudget budget_of_days(const ColumnEstimate& estimate, OpsPerSecond speed, double days) {
  return budget_of_flops(estimate, speed, speed * seconds(days * seconds_a_day) * goodput(estimate));
}

std::optional<TrainingBudget> budget_of_money(const ColumnEstimate& estimate, OpsPerSecond speed, Dollars money) {
  if (!estimate.cost || estimate.cost->per_hour <= Dollars(0)) return std::nullopt;
  return budget_of_days(estimate, speed, money / estimate.cost->per_hour / 24);
}

TrainingBudget budget_of_model(const ColumnEstimate& estimate, OpsPerSecond speed, double parameters) {
  const double each = flops_a_parameter_and_token * tokens_a_parameter * parameters;
  return budget_of_flops(estimate, speed, ops(each * parameters));
}

}  // namespace tilewise
