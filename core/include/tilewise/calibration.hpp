#pragma once
// The constants of the time models: shares of published rates that kernels reach, and fixed costs. They are an
// argument of every estimate, never a global that something could change. Values, units and bounds come from
// core/data/calibration/*.json; `tilewise calibrate` fits them to measurements within those bounds. Their names in
// the code are in constants.hpp.
//
// Nothing here may depend on who measured.

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace tilewise {

// Place of a constant in a set of values.
using Constant = std::uint16_t;

// A set of values to estimate with. It owns nothing, like a span: whoever fits keeps the values.
class Calibration {
 public:
  explicit Calibration(const double* values) : values_(values) {}
  // Marks each constant that is asked for, so that a fit knows which rows one can matter to.
  Calibration(const double* values, std::uint8_t* asked) : values_(values), asked_(asked) {}

  [[nodiscard]] double operator[](Constant constant) const {
    if (asked_ != nullptr) asked_[constant] = 1;
    return values_[constant];
  }

 private:
  const double* values_;
  std::uint8_t* asked_ = nullptr;
};

// One constant as its file gives it.
struct CalibrationConstant {
  std::string_view name;
  std::string_view file;  // "products": of core/data/calibration
  std::string_view unit;  // "ratio", "factor", "count", "s", …
  double value = 0;
  double low = 0;         // physical bounds: no share above 1
  double high = 0;
  double rows = 0;        // measurements the value was fitted to; 0: taken from the source
  std::string_view source;
  Constant index = 0;
  Constant parent = 0;    // what a table falls back to without this one; its own index: nothing
};
[[nodiscard]] std::span<const CalibrationConstant> calibration_constants();

// Which lines of measurements the constants of a file are fitted to.
struct CalibrationFile {
  std::string_view name;
  std::string_view lines;  // "gemm-tensor gemm-shader ops"
};
[[nodiscard]] std::span<const CalibrationFile> calibration_files();

// The committed constants.
[[nodiscard]] Calibration default_calibration();

// The same as values to change.
[[nodiscard]] std::vector<double> committed_values();

}  // namespace tilewise
