#pragma once
// Which number format a device really computes in when another one is asked for, and at what rate.
// A fallback is never silent: the choice carries a code that the answer shows.

#include <optional>
#include <string>
#include <string_view>

#include <tilewise/catalogue.hpp>

namespace tilewise {

struct PrecisionChoice {
  std::string asked;                  // word of the key `p`
  std::optional<Format> used;         // nullopt: no rate is published that could carry the work
  bool native = false;                // the device has a published rate for the asked format
  std::string_view code;              // precision.native, precision.auto, precision.fallback, …
  std::optional<OpsPerSecond> peak;   // dense, whole chip
};

// `asked` is a word of the key `p`. "auto" is the fastest native 16-bit format, bf16 on a tie; devices
// without one compute in fp32. Asked formats without a published rate fall back to what the vendor's
// libraries do: 8 and 4 bit are widened to 16 bit, bf16 is emulated in fp32, fp16 on a bf16-only matrix
// unit becomes bf16.
// Beside the matrix unit, where custom operators run: the dense fp32 rate; nullopt: not published.
[[nodiscard]] inline const std::optional<OpsPerSecond>& vector_rate(const Device& device) {
  return device.peak_dense[static_cast<std::size_t>(Format::fp32)];
}

[[nodiscard]] PrecisionChoice choose_precision(const Device& device, std::string_view asked);

}  // namespace tilewise
