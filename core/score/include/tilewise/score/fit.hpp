#pragma once
// Constants fitted to measurements: a bounded coordinate search, the same result on every run. Only rows of
// products and operators of quality A and B take part, with the weights of scoring.

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
  Calibration calibration;
  std::vector<FittedConstant> constants;
  double rows = 0;
  double loss_before = 0;  // weighted mean of how far estimate and measurement are apart, at most 1 a row
  double loss_after = 0;
};

// True for a row that a fit may use.
[[nodiscard]] bool can_be_fitted(const Measurement& row);

// Fits to the rows given, starting from `start`. Which rows to hold apart is the caller's business: what is not
// in `rows` cannot influence the result.
[[nodiscard]] Fit fit_constants(const std::vector<Prepared*>& rows, const Calibration& start);

// core/data/calibration.json with the fitted values.
[[nodiscard]] std::string constants_file(const Fit& fit);

}  // namespace tilewise::score
