#include "support/catch.hpp"
#include "support/generate.hpp"

#include <tilewise/scenario.hpp>

#include <cstring>
#include <limits>

using tilewise::read_number;
using tilewise::write_number;

TEST_CASE("Numbers are written as people write them", "[number]") {
  CHECK(write_number(0) == "0");
  CHECK(write_number(-0.0) == "0");
  CHECK(write_number(600) == "600");
  CHECK(write_number(0.55) == "0.55");
  CHECK(write_number(-2.5) == "-2.5");
  CHECK(write_number(936.2) == "936.2");
  CHECK(write_number(0.0001) == "0.0001");
  CHECK(write_number(300000000000) == "300000000000");
  CHECK(write_number(9007199254740993.0) == "9.007199254740992e15");
}

TEST_CASE("Exponents are written without a plus sign and without leading zeros", "[number]") {
  CHECK(write_number(1e18) == "1e18");
  CHECK(write_number(1.5e-7) == "1.5e-7");
  CHECK(write_number(1.7976931348623157e308) == "1.7976931348623157e308");
  CHECK(write_number(5e-324) == "5e-324");
}

TEST_CASE("Numbers that are none are named, and such a name is no number", "[number]") {
  CHECK(write_number(std::numeric_limits<double>::infinity()) == "inf");
  CHECK(write_number(-std::numeric_limits<double>::infinity()) == "-inf");
  CHECK(write_number(std::numeric_limits<double>::quiet_NaN()) == "nan");
  CHECK_FALSE(read_number("inf"));
  CHECK_FALSE(read_number("nan"));
}

TEST_CASE("Every double reads back as itself", "[number]") {
  tilewise::testing::Random random(20180110);
  int wrong = 0;
  for (int i = 0; i < 20000; ++i) {
    const std::uint64_t bits = random.next();
    double number = 0;
    std::memcpy(&number, &bits, sizeof number);
    if (number - number != 0) continue;
    const auto back = read_number(write_number(number));
    if (!back || *back != number) ++wrong;
  }
  CHECK(wrong == 0);
}

TEST_CASE("A decimal of up to 15 digits is written with the digits it was read with", "[number]") {
  tilewise::testing::Random random(7);
  std::string wrong;
  for (int i = 0; i < 20000; ++i) {
    std::string text = std::to_string(1 + random.below(9)) + ".";
    const auto digits = 1 + random.below(14);
    for (std::uint64_t digit = 1; digit < digits; ++digit) text += std::to_string(random.below(10));
    text += std::to_string(1 + random.below(9));
    const auto number = read_number(text);
    if (!number || write_number(*number) != text) wrong += text + " ";
  }
  CHECK(wrong == "");
}

TEST_CASE("Plain decimals and exponents are read", "[number]") {
  CHECK(read_number("600") == 600.0);
  CHECK(read_number("0.55") == 0.55);
  CHECK(read_number(".5") == 0.5);
  CHECK(read_number("-3") == -3.0);
  CHECK(read_number("2e6") == 2e6);
  CHECK(read_number("2.5E-3") == 0.0025);
  CHECK(read_number("007") == 7.0);
  CHECK(read_number("0e999999999999999999999") == 0.0);
}

TEST_CASE("What is around a number, or almost a number, is refused", "[number]") {
  for (const char* text : {"", " 1", "1 ", "+1", "1e+6", "1e", "1.", ".", "-", "--1", "0x10", "1,5", "1_000",
                           "1e1.5", "1f", "Infinity", "१", "1\n"}) {
    CAPTURE(text);
    CHECK_FALSE(read_number(text));
  }
  CHECK_FALSE(read_number(std::string_view("1\0", 2)));
}

TEST_CASE("Numbers too large or too small to hold are refused, not rounded to infinity or zero", "[number]") {
  CHECK_FALSE(read_number("1e309"));
  CHECK_FALSE(read_number("-1e999999999999"));
  CHECK_FALSE(read_number("1e-400"));
  CHECK(read_number("5e-324") == 5e-324);
  CHECK_FALSE(read_number(std::string(7000, '9')));
}
