#pragma once
// How far measurements lie from the estimates of their kind: factors on an estimate that four fifths of the
// measured rows of the kind are within. From core/data/calibration/bands.json, which `tilewise calibrate`
// writes.

#include <cstdint>
#include <string_view>

#include <tilewise/quantity.hpp>
#include <tilewise/resolve.hpp>

namespace tilewise {

// What decides which measurements are near: what is timed ("gemm-shader-large", "decode"), and the kind of
// device.
struct BandKey {
  std::string_view subject;
  std::string_view kind;
  // How large a step is, as powers of two rounded down: the model's FLOPs on one rank, and the tokens that a pass works
  // on at once. Beyond the largest and below the smallest that were measured, a band is a guess.
  int flops = 0;
  int tokens = 0;
};
[[nodiscard]] BandKey band_key(const Resolved& resolved, const ResolvedColumn& column, Ops model);

struct BandFactors {
  double low = 1;
  double high = 1;
  double rows = 0;         // measurements behind them
  std::string_view basis;  // band.measured, .any-software, .beyond, .other-kinds; empty: nobody measured anything near
};
// The band is that of all software, read as if none was named.
[[nodiscard]] bool of_any_software(std::string_view subject);

[[nodiscard]] BandFactors band_factors(const BandKey& key);

}  // namespace tilewise
