#pragma once
// Formulas of plans: what a link must carry, what stays hidden, how a curve falls. Internal.

#include <tilewise/formula.hpp>

namespace tilewise {

// What a link must carry for its traffic to end with the work, in the unit links are sold in.
struct NeededLink {
  static constexpr FormulaInfo info{"plan.needed-link", "sent * 8 / work_time / 1000000000", ""};
  double sent = 0;
  double work = 1;
  [[nodiscard]] double value() const { return sent * 8 / work / 1e9; }
};

struct HiddenTime {
  static constexpr FormulaInfo info{"plan.hidden", "max(0, link_time - exposed)", ""};
  double busy = 0;
  double exposed = 0;
  [[nodiscard]] double value() const { return max(busy - exposed, 0); }
};

// Speed per chip over that of the first point of a curve.
struct CurveEfficiency {
  static constexpr FormulaInfo info{"plan.efficiency", "tokens_per_s / chips / (first_tokens_per_s / first_chips)", ""};
  double rate = 0;
  double chips = 1;
  double first_rate = 1;
  double first_chips = 1;
  [[nodiscard]] double value() const { return rate / chips / (first_rate / first_chips); }
};

}  // namespace tilewise
