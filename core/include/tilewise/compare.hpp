#pragma once
// Two devices under one scenario: where the difference of their times comes from, which published figure a time hangs
// on, what a figure would have to be for the slower one to catch up, and where along an input they change places.

#include <optional>
#include <string_view>
#include <vector>

#include <tilewise/estimate.hpp>
#include <tilewise/measured.hpp>

namespace tilewise {

// One step, by what binds: `levels` begin at the time of one device, end at that of the other, and each part is the
// difference of two neighbours, so that the parts sum to the difference.
struct WaterfallPart {
  Bound bound = Bound::compute;
  Seconds from;
  Seconds to;
};
[[nodiscard]] std::vector<WaterfallPart> waterfall(const TimeEstimate& from, const TimeEstimate& to);

// The total time with one figure of a device a fifth lower and a fifth higher.
struct Sensitivity {
  std::string_view key;   // of the column: "bw"
  double value = 0;       // as it is, in the unit of the key
  Seconds lower;          // time with 0.8 of it
  Seconds higher;         // time with 1.2 of it
};
// Those that change anything, the strongest first.
[[nodiscard]] std::vector<Sensitivity> sensitivities(const Resolved& resolved, std::size_t column);

// What `key` of a device has to be for its total time to equal `target`: a published figure, or "eff", its share of the
// roofline. nullopt: no value within a factor of 1,024 of what it is, and no share up to the whole roofline, does that,
// because something else binds.
[[nodiscard]] std::optional<double> value_for_time(const Resolved& resolved, std::size_t column, std::string_view key,
                                                   Seconds target);

// The price of a chip-hour at which the dearer of two devices costs what the other does: for the run, or for a million
// tokens. nullopt without two such costs, or where they are equal.
struct PriceToMatch {
  bool first_dearer = true;
  std::string_view of;  // "run_usd", "per_million_tokens_usd"
  double usd_per_hour = 0;
};
[[nodiscard]] std::optional<PriceToMatch> price_to_match(const Resolved& resolved, const ColumnEstimate& first,
                                                         const ColumnEstimate& second);

// The first value of an input from which the slower of two devices is the faster.
struct Crossover {
  std::string_view key;   // "b", "s"
  double at = 0;
};
[[nodiscard]] std::vector<Crossover> crossovers(const Resolved& resolved, std::size_t a, std::size_t b);

}  // namespace tilewise
