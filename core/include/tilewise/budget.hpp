#pragma once
// What a training budget buys: the model and the tokens that make the best of some FLOPs, money or days, at the speed
// of a training scenario; and the other way round, what the scenario's own model wants.

#include <optional>

#include <tilewise/estimate.hpp>
#include <tilewise/formula.hpp>

namespace tilewise {

// Compute-optimal training has about twenty tokens a parameter, and 6·N·D FLOPs (Hoffmann et al. 2022, table 3).
struct OptimalParameters {
  static constexpr FormulaInfo info{"budget.parameters", "sqrt(flops / 120)", "chinchilla"};
  Ops flops;
  [[nodiscard]] double value() const;
  template <class V>
  void inputs(V& v) const {
    v("flops", flops);
  }
};

struct TrainingBudget {
  Ops flops;
  double parameters = 0;
  double tokens = 0;
  Seconds time;                    // hours without progress included
  std::optional<Dollars> cost;
};

// Model FLOPs that the whole column does in a second; nullopt without a training time.
[[nodiscard]] std::optional<OpsPerSecond> training_speed(const Resolved& resolved, const ColumnEstimate& estimate);

[[nodiscard]] TrainingBudget budget_of_flops(const ColumnEstimate& estimate, OpsPerSecond speed, Ops flops);
[[nodiscard]] TrainingBudget budget_of_days(const ColumnEstimate& estimate, OpsPerSecond speed, double days);
// nullopt where the column has no price.
[[nodiscard]] std::optional<TrainingBudget> budget_of_money(const ColumnEstimate& estimate, OpsPerSecond speed, Dollars money);
// Twenty tokens for each parameter of a model.
[[nodiscard]] TrainingBudget budget_of_model(const ColumnEstimate& estimate, OpsPerSecond speed, double parameters);

}  // namespace tilewise
