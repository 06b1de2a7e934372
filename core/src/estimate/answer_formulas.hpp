#pragma once
// Formulas of answers that are made of estimates: comparisons, margins, what a training budget buys. Internal.

#include <tilewise/formula.hpp>

namespace tilewise {

// Part of a threshold that is left.
struct MarginLeft {
  static constexpr FormulaInfo info{"limits.margin", "1 - value / threshold", ""};
  double amount = 0;
  double threshold = 1;
  [[nodiscard]] double value() const { return 1 - amount / threshold; }
};

// Levels of a waterfall: the one before, and what one bound takes more or less on the other device.
struct WaterfallLevel {
  static constexpr FormulaInfo info{"compare.level", "level + (other - base)", ""};
  Seconds level;
  Seconds other;
  Seconds base;
  [[nodiscard]] Seconds value() const { return level + (other - base); }
};

struct TimeRatio {
  static constexpr FormulaInfo info{"compare.ratio", "other / base", ""};
  Seconds other;
  Seconds base;
  [[nodiscard]] double value() const { return other / base; }
};

// Cost grows with the price of a chip-hour in proportion.
struct EqualPrice {
  static constexpr FormulaInfo info{"compare.price", "other_cost / cost_at_one_dollar", ""};
  Dollars other;
  Dollars at_one;
  [[nodiscard]] double value() const { return other / at_one; }
};

// Of training on all ranks, model FLOPs in a second.
struct TrainingSpeed {
  static constexpr FormulaInfo info{"budget.speed", "ranks * model_flops / step_time", ""};
  double ranks = 1;
  Ops model;
  Seconds step;
  [[nodiscard]] OpsPerSecond value() const { return ranks * model / step; }
  template <class V>
  void inputs(V& v) const {
    v("ranks", ranks);
    v("model_flops", model);
    v("step_time", step);
  }
};

struct FlopsOfDays {
  static constexpr FormulaInfo info{"budget.flops-of-days", "speed * (days * 86400) * goodput", ""};
  OpsPerSecond speed;
  double days = 0;
  double goodput = 1;
  [[nodiscard]] Ops value() const { return speed * seconds(days * 86400) * goodput; }
  template <class V>
  void inputs(V& v) const {
    v("speed", speed);
    v("days", days);
    v("goodput", goodput);
  }
};

struct DaysOfMoney {
  static constexpr FormulaInfo info{"budget.days-of-money", "usd / per_hour / 24", ""};
  Dollars money;
  Dollars per_hour;
  [[nodiscard]] double value() const { return money / per_hour / 24; }
  template <class V>
  void inputs(V& v) const {
    v("usd", money);
    v("per_hour", per_hour);
  }
};

// Six FLOPs a parameter and token, twenty tokens a parameter.
struct FlopsOfModel {
  static constexpr FormulaInfo info{"budget.flops-of-model", "6 * 20 * parameters * parameters", "chinchilla"};
  double parameters = 0;
  [[nodiscard]] Ops value() const { return ops(6.0 * 20 * parameters * parameters); }
  template <class V>
  void inputs(V& v) const {
    v("parameters", parameters);
  }
};

struct OptimalTokens {
  static constexpr FormulaInfo info{"budget.tokens", "20 * parameters", "chinchilla"};
  double parameters = 0;
  [[nodiscard]] double value() const { return 20 * parameters; }
  template <class V>
  void inputs(V& v) const {
    v("parameters", parameters);
  }
};

// Hours that made no progress included.
struct BudgetTime {
  static constexpr FormulaInfo info{"budget.time", "flops / speed / goodput", ""};
  Ops work;
  OpsPerSecond speed;
  double goodput = 1;
  [[nodiscard]] Seconds value() const { return work / speed / goodput; }
  template <class V>
  void inputs(V& v) const {
    v("flops", work);
    v("speed", speed);
    v("goodput", goodput);
  }
};

struct BudgetCost {
  static constexpr FormulaInfo info{"budget.cost", "per_hour * (run_time / 3600)", ""};
  Dollars per_hour;
  Seconds time;
  [[nodiscard]] Dollars value() const { return per_hour * (in_seconds(time) / 3600); }
  template <class V>
  void inputs(V& v) const {
    v("per_hour", per_hour);
    v("run_time", time);
  }
};

}  // namespace tilewise
