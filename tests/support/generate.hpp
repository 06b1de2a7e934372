#pragma once
// Generated scenarios: the same seed gives the same scenarios on every machine, so that a failure which
// prints its seed can be repeated. No library, no clock, no global state.

#include <cstdint>
#include <string>
#include <string_view>

#include <tilewise/scenario.hpp>

namespace tilewise::testing {

// SplitMix64 (Steele, Lea, Flood 2014): eight lines, and every seed is a good one.
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}

  [[nodiscard]] std::uint64_t next();
  [[nodiscard]] std::uint64_t below(std::uint64_t limit);            // 0 … limit − 1
  [[nodiscard]] bool chance(std::uint64_t one_in) { return below(one_in) == 0; }
  // A whole number in [low, high], small ones as likely as large ones: sizes spread over many magnitudes.
  [[nodiscard]] double whole(double low, double high);

 private:
  std::uint64_t state_;
};

// Text that read_value() accepts for the field, as write_value() writes it.
[[nodiscard]] std::string generate_text(Random& random, const FieldSpec& spec);

// A scenario that this version computes: a preset model, one to eight devices, a workload, a batch and a
// length, and some further fields of Support::now. Every value is valid by itself.
[[nodiscard]] Scenario generate_scenario(Random& random);

// A scenario of the whole vocabulary, also what is not computed yet, sometimes with unknown devices.
[[nodiscard]] Scenario generate_any_scenario(Random& random);

// A request of one function of the text API: mostly a link, sometimes JSON, sometimes a damaged link. One
// line.
[[nodiscard]] std::string generate_request(Random& random, std::string_view function);

}  // namespace tilewise::testing
