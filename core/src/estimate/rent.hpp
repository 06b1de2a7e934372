#pragma once
// A chip rented against one that is bought: the terms of both. Internal to choices and their explanations.

#include <optional>

#include <tilewise/estimate.hpp>

#include "estimate/energy_formulas.hpp"

namespace tilewise {

struct RentTerms {
  Dollars rent;    // of an hour
  OwnPerHour own;  // of one chip
};
// nullopt where a price, the power limit or the time is not known.
[[nodiscard]] std::optional<RentTerms> rent_terms(const Resolved& resolved, const ColumnEstimate& estimate);

// Share u of the life at which both cost the same: rent·u·Y = purchase + e·(power·u + idle·(1 − u))·Y over Y hours.
struct BreakEven {
  static constexpr FormulaInfo info{
      "cost.break-even",
      "(purchase / (life_years * 8766) + electricity * usage_effectiveness / 1000 * idle) / "
      "(rent - electricity * usage_effectiveness / 1000 * (power - idle))",
      ""};
  RentTerms terms;
  [[nodiscard]] double watt_hour() const { return terms.own.electricity.base() * terms.own.effectiveness / 1000; }
  [[nodiscard]] double saved() const {
    return terms.rent.base() - watt_hour() * (in_watts(terms.own.power) - in_watts(terms.own.idle));
  }
  [[nodiscard]] double value() const {
    const OwnPerHour& own = terms.own;
    return (own.purchase.base() / (own.life_years * 8766) + watt_hour() * in_watts(own.idle)) / saved();
  }
  template <class V>
  void inputs(V& v) const {
    v("rent", terms.rent);
    v("purchase", terms.own.purchase);
    v("life_years", terms.own.life_years);
    v("electricity", terms.own.electricity);
    v("usage_effectiveness", terms.own.effectiveness);
    v("power", terms.own.power);
    v("idle", terms.own.idle);
  }
};

struct BreakEvenHours {
  static constexpr FormulaInfo info{"cost.break-even-hours", "share * (life_years * 8766)", ""};
  double share = 0;
  double life_years = 1;
  [[nodiscard]] double value() const { return share * (life_years * 8766); }
  template <class V>
  void inputs(V& v) const {
    v("share", share);
    v("life_years", life_years);
  }
};

}  // namespace tilewise
