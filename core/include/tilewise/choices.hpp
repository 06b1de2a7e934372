#pragma once
// Which number format to compute in on a device, and whether to rent or to buy it: each answer is the estimate of a
// scenario with that choice in place.

#include <optional>
#include <string_view>
#include <vector>

#include <tilewise/estimate.hpp>
#include <tilewise/measured.hpp>

namespace tilewise {

struct FormatChoice {
  std::string_view asked;            // word of the key `p`
  PrecisionChoice precision;
  std::optional<Seconds> time;       // as time.total_s
  Fits fits = Fits::unknown;
  std::string_view risk;             // code: risk.none, risk.loss-scaling, risk.evaluate, …
};

// Every format but auto, and the place of the best: the fastest that is native, fits and may carry the workload.
struct FormatChoices {
  std::vector<FormatChoice> formats;
  std::optional<std::size_t> best;
};
[[nodiscard]] FormatChoices choose_format(const Resolved& resolved, std::size_t column);

// A chip rented by the hour against one that is bought, paid over its life and fed with electricity.
struct RentOrBuy {
  double rent = 0;                  // USD per chip-hour
  double purchase = 0;              // USD per chip
  std::optional<double> usage;      // share of the life from which buying is cheaper; nullopt: never
  std::optional<double> hours;      // the same in used hours
  double own_per_hour = 0;          // USD per used hour at the scenario's usage
};
// nullopt where a price, the power limit or the time is not known.
[[nodiscard]] std::optional<RentOrBuy> rent_or_buy(const Resolved& resolved, const ColumnEstimate& estimate);

}  // namespace tilewise
