#pragma once
// Constants fitted to measurements: a bounded coordinate search, the same result on every run. Only rows of quality
// A and B take part, with the weights of scoring. Each file of constants is fitted to its own lines, products
// first.

#include <string>
#include <string_view>
#include <vector>

#include <tilewise/calibration.hpp>
#include <tilewise/score/evaluate.hpp>

namespace tilewise::score {

struct FittedConstant {
  const CalibrationConstant* constant = nullptr;
  double value = 0;
  double rows = 0;  // measurements whose estimate depends on it
};

struct Fit {
  std::vector<double> values;  // one per constant, fitted or not
  std::vector<FittedConstant> constants;  // those that were fitted
  double rows = 0;
  double loss_before = 0;  // weighted mean of 1 − min(estimate, measured) / max(estimate, measured)
  double loss_after = 0;

  [[nodiscard]] Calibration calibration() const { return Calibration(values.data()); }
};

// True for a row that a fit may use.
[[nodiscard]] bool can_be_fitted(const Measurement& row);

// True where `only` names the file, or is empty.
[[nodiscard]] bool is_asked(std::string_view only, std::string_view file);

// Fits to the rows given, starting from `start` (the committed constants when it is empty); `only` as in Options.
// Which rows to hold apart is the caller's business: what is not in `rows` cannot influence the result.
[[nodiscard]] Fit fit_constants(const std::vector<Prepared*>& rows, std::string_view only = {},
                                std::vector<double> start = {});

// A file of core/data/calibration with the fitted values in place of its own. Empty: `text` is no such file.
[[nodiscard]] std::string constants_file(const std::string& text, const Fit& fit);

}  // namespace tilewise::score
