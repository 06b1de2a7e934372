#include "numbers.hpp"

#include <array>
#include <cmath>
#include <cstdio>

namespace tilewise::cli {
namespace {

std::string printed(const char* format, int digits, double value) {
  std::array<char, 64> buffer{};
  std::snprintf(buffer.data(), buffer.size(), format, digits, value);
  return buffer.data();
}

// Four significant digits without an exponent and without trailing zeros.
std::string four_digits(double value) {
  const double size = std::fabs(value);
  int decimals = 3;
  for (double limit = 10; decimals > 0 && size >= limit; limit *= 10) --decimals;
  for (double limit = 1; decimals < 9 && size > 0 && size < limit; limit /= 10) ++decimals;
  std::string text = printed("%.*f", decimals, value);
  if (text.find('.') != std::string::npos) {
    while (text.back() == '0') text.pop_back();
    if (text.back() == '.') text.pop_back();
  }
  return text;
}

std::string grouped(double value) {
  std::string digits = printed("%.*f", 0, value);
  const std::size_t first = digits.front() == '-' ? 1 : 0;
  for (std::size_t place = digits.size(); place > first + 3;) {
    place -= 3;
    digits.insert(place, ",");
  }
  return digits;
}

struct Step {
  double size;
  const char* name;
};

template <std::size_t N>
std::string scaled(double value, const std::array<Step, N>& steps, std::string_view unit) {
  const Step* chosen = &steps.back();
  for (const Step& step : steps) {
    if (std::fabs(value) >= step.size) {
      chosen = &step;
      break;
    }
  }
  return four_digits(value / chosen->size) + " " + chosen->name + std::string(unit);
}

bool ends_with(std::string_view text, std::string_view end) {
  return text.size() >= end.size() && text.substr(text.size() - end.size()) == end;
}

}  // namespace

std::string count(double value) {
  if (value == std::floor(value) && std::fabs(value) < 1e15) return grouped(value);
  return std::fabs(value) >= 10000 ? grouped(value) : four_digits(value);
}

std::string duration(double seconds) {
  constexpr std::array steps = {Step{86400.0 * 2, "days"}, Step{7200, "h"}, Step{1, "s"},
                                Step{1e-3, "ms"},          Step{1e-6, "µs"}, Step{1e-9, "ns"}};
  if (seconds >= 86400.0 * 2) return four_digits(seconds / 86400) + " days";
  if (seconds >= 7200) return four_digits(seconds / 3600) + " h";
  return scaled(seconds, steps, "");
}

std::string size(double bytes) {
  constexpr std::array steps = {Step{1073741824.0, "GiB"}, Step{1048576.0, "MiB"}, Step{1024.0, "KiB"}, Step{1, "B"}};
  return scaled(bytes, steps, "");
}

std::string si(double value, std::string_view unit) {
  constexpr std::array steps = {Step{1e18, "E"}, Step{1e15, "P"}, Step{1e12, "T"},
                                Step{1e9, "G"},  Step{1e6, "M"},  Step{1e3, "k"}, Step{1, ""}};
  return scaled(value, steps, unit);
}

std::string quantity(double value, std::string_view unit) {
  if (unit == "s") return duration(value);
  if (unit == "B") return size(value);
  if (unit.empty()) return count(value);
  return si(value, unit);
}

std::string parameter(std::string_view name, double value) {
  if (ends_with(name, "_ops_per_s")) return si(value, "FLOP/s");
  if (ends_with(name, "_s")) return duration(value);
  if (ends_with(name, "_bytes") && name != "bytes") return size(value);
  return count(value);
}

}  // namespace tilewise::cli
