#include <tilewise/precision.hpp>

#include <array>
#include <span>

namespace tilewise {
namespace {

std::optional<OpsPerSecond> rate(const Device& device, Format format) {
  return device.peak_dense[static_cast<std::size_t>(format)];
}

std::optional<Format> fastest_16_bit(const Device& device) {
  const auto bf16 = rate(device, Format::bf16);
  const auto fp16 = rate(device, Format::fp16);
  if (bf16 && fp16) return *fp16 > *bf16 ? Format::fp16 : Format::bf16;
  if (bf16) return Format::bf16;
  if (fp16) return Format::fp16;
  return std::nullopt;
}

// What stands in for a format without a rate of its own, best first. 16 bit means the fastest of the two.
std::optional<Format> fallback(const Device& device, Format asked) {
  const auto first_with_rate = [&](std::span<const Format> candidates) -> std::optional<Format> {
    for (Format candidate : candidates) {
      if (rate(device, candidate)) return candidate;
    }
    return std::nullopt;
  };
  switch (asked) {
    case Format::fp4:
    case Format::fp8:
    case Format::int8:
    case Format::int4: {
      // Narrow weights are widened on the fly; the product runs in 16 bit.
      if (const auto wide = fastest_16_bit(device)) return wide;
      return first_with_rate(std::array{Format::fp32});
    }
    case Format::fp16:
      return first_with_rate(std::array{Format::bf16, Format::fp32});
    case Format::bf16:  // the range of bf16 does not fit fp16
    case Format::tf32:
      return first_with_rate(std::array{Format::fp32});
    default:
      return std::nullopt;
  }
}

}  // namespace

PrecisionChoice choose_precision(const Device& device, std::string_view asked) {
  PrecisionChoice choice;
  choice.asked = std::string(asked);
  if (asked == "auto") {
    choice.used = fastest_16_bit(device);
    choice.code = "precision.auto";
    choice.native = choice.used.has_value();
    if (!choice.used && rate(device, Format::fp32)) {
      choice.used = Format::fp32;
      choice.code = "precision.no-16-bit";
    }
  } else if (const auto format = format_named(asked)) {
    choice.native = rate(device, *format).has_value();
    if (choice.native) {
      choice.used = *format;
      const bool on_matrix_unit = *format != Format::int8 || device.int8_on_matrix_unit.value_or(true);
      choice.code = on_matrix_unit ? "precision.native" : "precision.not-on-matrix-unit";
    } else {
      choice.used = fallback(device, *format);
      choice.code = "precision.fallback";
    }
  }
  if (!choice.used) {
    choice.code = "precision.not-published";
    return choice;
  }
  choice.peak = rate(device, *choice.used);
  return choice;
}

}  // namespace tilewise
