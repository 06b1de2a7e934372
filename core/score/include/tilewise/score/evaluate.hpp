#pragma once
// The core's answer for a row. Rows are resolved once; constants are an argument of every evaluation, so that a
// fit asks the same rows again and again.

#include <optional>
#include <string>
#include <vector>

#include <tilewise/calibration.hpp>
#include <tilewise/resolve.hpp>
#include <tilewise/score/measurement.hpp>
#include <tilewise/score/statistics.hpp>

namespace tilewise::score {

// A row with its scenarios resolved. Move-only use: columns point into the catalogue, nothing points inside.
struct Prepared {
  const Measurement* row = nullptr;
  std::vector<Resolved> resolved;  // one per ask
  std::vector<std::string> links;  // canonical
};

// Resolves the asks of every row; a row the core refuses gets its reason.
[[nodiscard]] std::vector<Prepared> prepare(std::vector<Measurement>& rows);

struct Answer {
  double estimate = 0;  // in the unit of the measurement, rates turned into time; verdicts 1 and 0
  double measured = 0;  // likewise
  std::optional<double> low;   // band
  std::optional<double> high;
  bool weights_fit = true;     // of Reading::fits: the weights alone
};

// nullopt: a rate it needs is not published.
[[nodiscard]] std::optional<Answer> evaluate(Prepared& prepared, Calibration calibration, TimeModel model,
                                             bool with_band);

// The cell a row is weighed in. "Best of" rows of a community count as one cell per family of devices.
[[nodiscard]] CellKey cell_of(const Measurement& row);

// |estimate / measured − 1|, and the same with its sign.
[[nodiscard]] double signed_error(const Answer& answer);

}  // namespace tilewise::score
