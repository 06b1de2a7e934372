#include <tilewise/calibration.hpp>

#include <iterator>

namespace tilewise {
namespace {

#include "calibration_table.inc"

static_assert(sizeof(Calibration) == std::size(constant_table) * sizeof(double),
              "core/data/calibration.json and Calibration name the same constants");

}  // namespace

std::span<const CalibrationConstant> calibration_constants() { return constant_table; }

const Calibration& default_calibration() { return committed; }

}  // namespace tilewise
