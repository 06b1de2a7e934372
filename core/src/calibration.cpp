#include <tilewise/calibration.hpp>

#include <iterator>

namespace tilewise {
namespace {

#include "calibration_table.inc"

}  // namespace

std::span<const CalibrationConstant> calibration_constants() { return constant_table; }

std::span<const CalibrationFile> calibration_files() { return file_table; }

Calibration default_calibration() { return Calibration(committed); }

std::vector<double> committed_values() { return {std::begin(committed), std::end(committed)}; }

}  // namespace tilewise
