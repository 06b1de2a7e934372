#pragma once
// Numbers for people: "11.2 ms", "12.55 GiB", "1,024". Four significant digits.

#include <string>
#include <string_view>

namespace tilewise::cli {

[[nodiscard]] std::string count(double value);       // 1,024 and 0.4155
[[nodiscard]] std::string duration(double seconds);  // ns, µs, ms, s, h, days
[[nodiscard]] std::string size(double bytes);        // B, KiB, MiB, GiB
[[nodiscard]] std::string si(double value, std::string_view unit);  // 312 TFLOP/s

// A value with the unit of the core: "s", "B", "B/s", "FLOP", "" …
[[nodiscard]] std::string quantity(double value, std::string_view unit);

// A parameter of a message; the ending of its name is its unit.
[[nodiscard]] std::string parameter(std::string_view name, double value);

}  // namespace tilewise::cli
