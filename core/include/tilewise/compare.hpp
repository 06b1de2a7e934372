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

// What `key` of a device has to be for its total time to equal `target`; nullopt: no value within a factor of 1,024
// of what it is does that, because something else binds.
[[nodiscard]] std::optional<double> value_for_time(const Resolved& resolved, std::size_t column, std::string_view key,
                                                   Seconds target);

// The first value of an input from which the slower of two devices is the faster.
struct Crossover {
  std::string_view key;   // "b", "s"
  double at = 0;
};
[[nodiscard]] std::vector<Crossover> crossovers(const Resolved& resolved, std::size_t a, std::size_t b);

}  // namespace tilewise
