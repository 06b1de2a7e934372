#include <tilewise/budget.hpp>

#include <cmath>

#include "estimate/answer_formulas.hpp"

namespace tilewise {
namespace {

double goodput(const ColumnEstimate& estimate) { return estimate.column->supply.goodput; }

}  // namespace

double OptimalParameters::value() const { return std::sqrt(flops.base() / 120); }

std::optional<OpsPerSecond> training_speed(const Resolved& resolved, const ColumnEstimate& estimate) {
  if (resolved.workload != Workload::train || !estimate.time || !estimate.flops) return std::nullopt;
  return TrainingSpeed{estimate.column->ranks, estimate.flops->model, estimate.time->step}.value();
}

TrainingBudget budget_of_flops(const ColumnEstimate& estimate, OpsPerSecond speed, Ops flops) {
  TrainingBudget out;
  out.flops = flops;
  out.parameters = OptimalParameters{flops}.value();
  out.tokens = OptimalTokens{out.parameters}.value();
  out.time = BudgetTime{flops, speed, goodput(estimate)}.value();
  if (estimate.cost) out.cost = BudgetCost{estimate.cost->per_hour, out.time}.value();
  return out;
}

TrainingBudget budget_of_days(const ColumnEstimate& estimate, OpsPerSecond speed, double days) {
  return budget_of_flops(estimate, speed, FlopsOfDays{speed, days, goodput(estimate)}.value());
}

std::optional<TrainingBudget> budget_of_money(const ColumnEstimate& estimate, OpsPerSecond speed, Dollars money) {
  if (!estimate.cost || estimate.cost->per_hour <= Dollars(0)) return std::nullopt;
  return budget_of_days(estimate, speed, DaysOfMoney{money, estimate.cost->per_hour}.value());
}

TrainingBudget budget_of_model(const ColumnEstimate& estimate, OpsPerSecond speed, double parameters) {
  return budget_of_flops(estimate, speed, FlopsOfModel{parameters}.value());
}

}  // namespace tilewise
