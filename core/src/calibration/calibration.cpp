#include <tilewise/calibration.hpp>

#include <iterator>

#include "base/packed_number.hpp"

namespace tilewise {
namespace {

#include "calibration_table.inc"

struct Values {
  double number[std::size(committed_places)];
};

// Digits and power of ten are exact, so that the quotient is the double nearest to the decimal.
Values unpacked() {
  Values values{};
  const std::uint8_t* digits = committed_digits;
  for (std::size_t i = 0; i < std::size(committed_places); ++i) {
    double power = 1;
    for (int place = 0; place < committed_places[i]; ++place) power *= 10;
    values.number[i] = static_cast<double>(read_packed(digits)) / power;
  }
  return values;
}

const Values& committed() {
  static const Values values = unpacked();
  return values;
}

}  // namespace

std::span<const CalibrationConstant> calibration_constants() { return constant_table; }

std::span<const CalibrationFile> calibration_files() { return file_table; }

Calibration default_calibration() { return Calibration(committed().number); }

std::vector<double> committed_values() { return {std::begin(committed().number), std::end(committed().number)}; }

}  // namespace tilewise
