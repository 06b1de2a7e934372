#pragma once
// The constants of the time models: shares of published rates that kernels reach, and fixed costs. They are an
// argument of every estimate, never a global that something could change. Values, units and bounds come from
// core/data/calibration.json; `tilewise calibrate` fits them to measurements within those bounds.
//
// One set holds for all devices. Nothing here may depend on who measured.

#include <span>
#include <string_view>

namespace tilewise {

struct Calibration {
  double compute_share = 0;      // of the matrix rate, inside a large tile's loop
  double systolic_share = 0;     // of a systolic array's rate
  double bandwidth_share = 0;    // of the memory bandwidth
  double attention_share = 0;    // of the matrix rate, fused attention
  double tile_overhead = 0;      // elements: edge work of a tile against its area
  double loop_overhead = 0;      // products along K that start and end of a tile's loop cost
  double whole_wave_weight = 0;  // between counting waves as fractions (0) and as whole (1)
  double gpu_launch_s = 0;       // one launch under a framework's stream, back to back
  double compiled_launch_s = 0;  // a compiled program has no host between its operators

  bool operator==(const Calibration&) const = default;
};

// One constant as its file gives it.
struct CalibrationConstant {
  std::string_view name;
  std::string_view unit;  // "ratio", "count", "s"
  double value = 0;
  double low = 0;         // physical bounds: no share above 1
  double high = 0;
  double rows = 0;        // measurements the value was fitted to; 0: taken from the source
  std::string_view source;
  double Calibration::*field = nullptr;
};

[[nodiscard]] std::span<const CalibrationConstant> calibration_constants();

// The committed constants.
[[nodiscard]] const Calibration& default_calibration();

}  // namespace tilewise
