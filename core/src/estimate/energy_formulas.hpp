#pragma once
// Formulas of power, energy, carbon and money. Internal to the estimate.

#include <cmath>

#include <tilewise/formula.hpp>

namespace tilewise {

// Part of a step that one bound sets the length of.
struct BoundShare {
  static constexpr FormulaInfo info{"power.share", "seconds / step", ""};
  Seconds sum;
  Seconds step;
  [[nodiscard]] double value() const { return sum / step; }
  template <class V>
  void inputs(V& v) const {
    v("seconds", sum);
    v("step", step);
  }
};

// What of the power between idle and limit is drawn. A chip with a small limit spends more of it on being awake at all;
// arithmetic draws by how much of the peak it reaches, and reaches the limit before the peak.
struct Activity {
  static constexpr FormulaInfo info{
      "power.activity",
      "min(1, awake * sqrt(100 / limit) + compute * utilisation + memory * memory_share + link * link_share)", "decode-power"};
  double awake = 0;
  Watts limit;
  double compute = 0;
  double utilisation = 0;
  double memory = 0;
  double memory_share = 0;
  double link = 0;
  double link_share = 0;
  [[nodiscard]] double value() const {
    return min(1, awake * std::sqrt(100 / in_watts(limit)) + compute * utilisation + memory * memory_share +
                      link * link_share);
  }
  template <class V>
  void inputs(V& v) const {
    v("awake", awake);
    v("limit", limit);
    v("compute", compute);
    v("utilisation", utilisation);
    v("memory", memory);
    v("memory_share", memory_share);
    v("link", link);
    v("link_share", link_share);
  }
};

// Never above the limit: a chip that would draw more runs slower instead.
struct ChipPower {
  static constexpr FormulaInfo info{
      "power.chip",
      "min(limit, idle + (limit - idle) * activity)", "decode-power"};
  Watts limit;
  Watts idle;
  double activity = 0;
  [[nodiscard]] Watts value() const { return min(limit, idle + (limit - idle) * activity); }
  template <class V>
  void inputs(V& v) const {
    v("limit", limit);
    v("idle", idle);
    v("activity", activity);
  }
};

struct AllPower {
  static constexpr FormulaInfo info{"power.all", "chips * power", ""};
  double chips = 1;
  Watts power;
  [[nodiscard]] Watts value() const { return chips * power; }
  template <class V>
  void inputs(V& v) const {
    v("chips", chips);
    v("power", power);
  }
};

struct EnergyPer {
  static constexpr FormulaInfo info{"energy.per", "power / per_second", ""};
  Watts power;
  double rate = 1;
  [[nodiscard]] Joules value() const { return Joules(power.base() / rate); }
  template <class V>
  void inputs(V& v) const {
    v("power", power);
    v("per_second", rate);
  }
};

struct AnswerEnergy {
  static constexpr FormulaInfo info{"energy.answer", "output_tokens * per_token", ""};
  double output = 1;
  Joules token;
  [[nodiscard]] Joules value() const { return output * token; }
  template <class V>
  void inputs(V& v) const {
    v("output_tokens", output);
    v("per_token", token);
  }
};

// Hours that made no progress draw as well.
struct RunEnergy {
  static constexpr FormulaInfo info{"energy.run", "power * run_time / goodput", ""};
  Watts power;
  Seconds time;
  double goodput = 1;
  [[nodiscard]] Joules value() const { return power * time / goodput; }
  template <class V>
  void inputs(V& v) const {
    v("power", power);
    v("run_time", time);
    v("goodput", goodput);
  }
};

struct BuildingEnergy {
  static constexpr FormulaInfo info{"energy.building", "usage_effectiveness * energy", ""};
  double effectiveness = 1;
  Joules energy;
  [[nodiscard]] Joules value() const { return effectiveness * energy; }
  template <class V>
  void inputs(V& v) const {
    v("usage_effectiveness", effectiveness);
    v("energy", energy);
  }
};

// In kg; the building's share is in the energy, once.
struct Carbon {
  static constexpr FormulaInfo info{"energy.carbon", "energy / 3600000 * grams_per_kwh / 1000", "llama-2-card"};
  Joules energy;
  double grams = 0;
  [[nodiscard]] double value() const { return energy.base() / 3600000 * grams / 1000; }
  template <class V>
  void inputs(V& v) const {
    v("energy", energy);
    v("grams_per_kwh", grams);
  }
};

struct HourCarbon {
  static constexpr FormulaInfo info{
      "energy.carbon-hour",
      "power * usage_effectiveness / 1000 * grams_per_kwh / 1000", "llama-2-card"};
  Watts power;
  double effectiveness = 1;
  double grams = 0;
  [[nodiscard]] double value() const { return power.base() * effectiveness / 1000 * grams / 1000; }
  template <class V>
  void inputs(V& v) const {
    v("power", power);
    v("usage_effectiveness", effectiveness);
    v("grams_per_kwh", grams);
  }
};

struct RentPerHour {
  static constexpr FormulaInfo info{"cost.rent", "chips * price", ""};
  double chips = 1;
  Dollars price;
  [[nodiscard]] Dollars value() const { return chips * price; }
  template <class V>
  void inputs(V& v) const {
    v("chips", chips);
    v("price", price);
  }
};

// A used hour carries its part of the purchase (a year has 8,766 hours), its electricity and that of the unused hours.
struct OwnPerHour {
  static constexpr FormulaInfo info{
      "cost.own",
      "chips * (purchase / (life_years * 8766 * usage) + electricity * usage_effectiveness * (power + idle * (1 / usage - 1)) / 1000)", ""};
  double chips = 1;
  Dollars purchase;
  double life_years = 1;
  double usage = 1;
  Dollars electricity;
  double effectiveness = 1;
  Watts power;
  Watts idle;
  [[nodiscard]] Dollars value() const {
    const double drawn = in_watts(power) + in_watts(idle) * (1 / usage - 1);
    return chips * (purchase / (life_years * 8766 * usage) + electricity * effectiveness * drawn / 1000);
  }
  template <class V>
  void inputs(V& v) const {
    v("chips", chips);
    v("purchase", purchase);
    v("life_years", life_years);
    v("usage", usage);
    v("electricity", electricity);
    v("usage_effectiveness", effectiveness);
    v("power", power);
    v("idle", idle);
  }
};

struct TokenCost {
  static constexpr FormulaInfo info{
      "cost.tokens",
      "1000000 * per_hour / (3600 * goodput * tokens_per_s)", ""};
  Dollars per_hour;
  double goodput = 1;
  double rate = 1;
  [[nodiscard]] Dollars value() const { return 1000000 * per_hour / (3600 * goodput * rate); }
  template <class V>
  void inputs(V& v) const {
    v("per_hour", per_hour);
    v("goodput", goodput);
    v("tokens_per_s", rate);
  }
};

struct RunCost {
  static constexpr FormulaInfo info{"cost.run", "per_hour * run_time / (3600 * goodput)", ""};
  Dollars per_hour;
  Seconds time;
  double goodput = 1;
  [[nodiscard]] Dollars value() const { return per_hour * time.base() / (3600 * goodput); }
  template <class V>
  void inputs(V& v) const {
    v("per_hour", per_hour);
    v("run_time", time);
    v("goodput", goodput);
  }
};

}  // namespace tilewise
