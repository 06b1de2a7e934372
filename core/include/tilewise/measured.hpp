#pragma once
// The user's own measurement of a column (key got). It says how far off the estimate is where it was made: every part
// of the time is stretched alike, and what the memory has more is an item of its own.

#include <vector>

#include <tilewise/quantity.hpp>

namespace tilewise {

struct Scenario;
struct Resolved;

// Of one column. Nothing measured: both pairs are zero.
struct Pin {
  Seconds measured;   // of a step; of serving, per token
  Seconds modelled;   // the same without the measurement
  Seconds roofline;   // the same at the published rates
  Bytes measured_memory;
  Bytes modelled_memory;

  [[nodiscard]] bool times() const { return measured > Seconds(0); }
};

// What measurements say, kept while other values of the scenario are asked: a measurement holds where it was made.
class Pins {
 public:
  Pins() = default;
  // Takes the measurements out of the scenario; those that cannot be used stay and are found by resolve().
  explicit Pins(Scenario& scenario);
  void apply_to(Resolved& resolved) const;

 private:
  std::vector<Pin> pins_;  // by column
};

}  // namespace tilewise
