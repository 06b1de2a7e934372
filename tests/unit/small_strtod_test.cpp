// The modules' strtod against the machine's own: the same double, and the same end, for every text.

#include "support/catch.hpp"

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <random>
#include <string>

extern "C" double small_strtod(const char* text, char** end);

namespace {

bool agrees(const std::string& text) {
  char* end = nullptr;
  char* small_end = nullptr;
  const double expected = std::strtod(text.c_str(), &end);
  const double found = small_strtod(text.c_str(), &small_end);
  return end == small_end && std::memcmp(&expected, &found, sizeof found) == 0;
}

std::string printed(double number, int digits) {
  char text[64];
  std::snprintf(text, sizeof text, "%.*g", digits, number);
  return text;
}

double from_bits(std::uint64_t bits) {
  double number = 0;
  std::memcpy(&number, &bits, sizeof number);
  return number;
}

}  // namespace

TEST_CASE("The modules' strtod reads printed doubles of any length as the library does") {
  std::mt19937_64 random(7);
  int wrong = 0;
  for (int i = 0; i < 20000; ++i) {
    const double number = from_bits(random());
    if (!std::isfinite(number)) continue;
    if (!agrees(printed(number, 17))) ++wrong;
    if (!agrees(printed(number, 1 + i % 17))) ++wrong;
  }
  CHECK(wrong == 0);
}

TEST_CASE("The modules' strtod rounds what lies between two doubles as the library does") {
  // The smallest subnormal and its half, the largest double and the middle to the next, 2^53 + 1, and tails that
  // decide only after hundreds of digits.
  for (const char* text :
       {"4.9406564584124654e-324", "2.4703282292062327e-324", "2.4703282292062328e-324", "1.7976931348623157e308",
        "1.7976931348623158e308", "1.7976931348623159e308", "9007199254740993", "9007199254740993.0000000000000001",
        "2.2250738585072011e-308", "2.2250738585072014e-308", "1e23", "8.5e22", "0.1", "1e-400", "1e400"}) {
    CAPTURE(text);
    CHECK(agrees(text));
    CHECK(agrees("-" + std::string(text)));
  }
  const std::string half = "9007199254740993." + std::string(900, '0');
  CHECK(agrees(half));
  CHECK(agrees(half + "1"));
}

TEST_CASE("The modules' strtod ends where the library ends") {
  for (const char* text : {"0", "-0", "0.0", "5.", ".5", "1e", "1e+", "1e-5x", "-", "", ".", "x", "1,5", "12e3e4",
                           "0e999999999999", "1e999999999999", "1e-999999999999", "000000.00000e5"}) {
    CAPTURE(text);
    CHECK(agrees(text));
  }
}
