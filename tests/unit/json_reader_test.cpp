#include "support/catch.hpp"

#include <tilewise/json_reader.hpp>

#include <cstdint>
#include <limits>

using namespace tilewise;
using nlohmann::json;

namespace {

std::string first_code(const JsonReading& reading) {
  return reading.issues.empty() ? std::string() : reading.issues.front().code;
}

double first_number(const JsonReading& reading, std::string_view name) {
  for (const Param& param : reading.issues.front().params) {
    if (param.name == name) return std::get<double>(param.value);
  }
  return -1;
}

std::string nested(std::size_t depth) { return std::string(depth, '[') + std::string(depth, ']'); }

}  // namespace

TEST_CASE("JSON text becomes the value it describes", "[json]") {
  const std::string text = R"({"a":[1,-2,2.5,true,false,null,"x",{}],"b":{"c":[]}})";
  const JsonReading reading = read_json(text);
  CHECK(reading.issues.empty());
  CHECK(dump_json(reading.value) == text);
}

TEST_CASE("Keys come out sorted", "[json]") {
  CHECK(dump_json(read_json(R"({"b":1,"a":2})").value) == R"({"a":2,"b":1})");
}

TEST_CASE("Broken text names the byte where reading stopped", "[json]") {
  const JsonReading reading = read_json(R"({"a": 1, "b" 2})");
  CHECK(first_code(reading) == "json.unreadable");
  CHECK(reading.issues.front().severity == Severity::error);
  CHECK(first_number(reading, "byte") == 14);
  CHECK(reading.value.is_null());
}

TEST_CASE("Text that is no JSON at all is unreadable", "[json]") {
  for (const char* text : {"", " ", "{", "[1,]", "{'a':1}", "nul", "1 2", "\"\xFF\"", "\"\\ud800\"", "\x01",
                           "[1}", "{\"a\":1,}", "NaN", "\xEF\xBB"}) {
    CAPTURE(text);
    const JsonReading reading = read_json(text);
    CHECK(first_code(reading) == "json.unreadable");
    CHECK(reading.value.is_null());
  }
}

namespace {

// The library's reading of the same text; what it refuses is not read.
bool same_as_library(const std::string& text) {
  const json theirs = json::parse(text, nullptr, false);
  const JsonReading ours = read_json(text);
  for (const Issue& issue : ours.issues) {
    if (issue.code == "json.duplicate-key") return true;  // there the library takes the last
  }
  if (theirs.is_discarded()) return !ours.issues.empty() && ours.value.is_null();
  return ours.issues.empty() && ours.value.type() == theirs.type() && ours.value == theirs;
}

}  // namespace

TEST_CASE("What is JSON and what it means is what the library says", "[json]") {
  for (const char* text : {"-0",
                           "-0.0",
                           "0",
                           "00",
                           "01",
                           "-",
                           "-a",
                           "+1",
                           ".5",
                           "1.",
                           "1.e2",
                           "1e",
                           "1e+",
                           "1e+2",
                           "1E-2",
                           "1e05",
                           "0e0",
                           "18446744073709551615",
                           "18446744073709551616",
                           "-9223372036854775808",
                           "-9223372036854775809",
                           "1e-999",
                           "123456789012345678901234567890",
                           "0.1",
                           "2.2250738585072014e-308",
                           "5e-324",
                           "1.7976931348623157e308",
                           "1.7976931348623159e308",
                           R"("\u0041\u00e9\u20ac\ud83d\ude00")",
                           R"("\ud83d")",
                           R"("\ude00")",
                           R"("\ud83d\u0041")",
                           R"("\u12G4")",
                           R"("\u12")",
                           R"("\x")",
                           R"("\"\\\/\b\f\n\r\t")",
                           "\"\t\"",
                           "\"a",
                           "\"\\",
                           "\"\xC3\xA9\"",
                           "\"\xC3\"",
                           "\"\xED\xA0\x80\"",
                           "\"\xF0\x9F\x98\x80\"",
                           "\xEF\xBB\xBF[1]",
                           "\xEF\xBB\xBF",
                           "tru",
                           "truefalse",
                           "[true false]",
                           "[,1]",
                           "[1,,2]",
                           "{\"a\":}",
                           "{\"a\"}",
                           "{1:2}",
                           "{\"a\":1 \"b\":2}",
                           "[}",
                           "{]",
                           "]",
                           " \r\n\t[ 1 , 2 ] ",
                           "[1] x",
                           "nan",
                           "Infinity",
                           "[]",
                           "{}",
                           "[[],{}]",
                           "{\"\":0}",
                           "/**/1",
                           "\f1"}) {
    CAPTURE(text);
    CHECK(same_as_library(text));
  }
}

TEST_CASE("Ten thousand mutated texts read as the library reads them", "[json]") {
  const std::string seed =
      R"({"a":[1,-2.5e3,true,null,"x\u00e9\n",{"b":"\ud83d\ude00"}],"c":{"d":[0.1,[]]},"e":"\u20ac"})";
  const std::string bytes = "{}[]\",:\\u019.eE+-tfn \x01\xC3\xA9";
  std::uint32_t state = 12345;
  const auto next = [&state](std::size_t below) {
    state = state * 1664525U + 1013904223U;
    return static_cast<std::size_t>(state >> 8U) % below;
  };
  for (int round = 0; round < 10000; ++round) {
    std::string text = seed;
    for (std::size_t edits = 1 + next(3); edits > 0; --edits) {
      const std::size_t at = next(text.size());
      const std::size_t kind = next(3);
      if (kind == 0) text[at] = bytes[next(bytes.size())];
      if (kind == 1) text.erase(at, 1);
      if (kind == 2) text.insert(at, 1, bytes[next(bytes.size())]);
    }
    CAPTURE(text);
    REQUIRE(same_as_library(text));
  }
}

TEST_CASE("Of equal keys the first wins, noted with its place", "[json]") {
  const JsonReading reading = read_json(R"({"a":1,"b":[0,{"c":1,"c":2}],"a":{"x":1,"x":2},"a":[3]})");
  CHECK(dump_json(reading.value) == R"({"a":1,"b":[0,{"c":1}]})");
  REQUIRE(reading.issues.size() == 3);
  CHECK(reading.issues[0].code == "json.duplicate-key");
  CHECK(reading.issues[0].path == "b.1.c");
  CHECK(reading.issues[0].severity == Severity::note);
  CHECK(reading.issues[1].path == "a");
  CHECK(reading.issues[2].path == "a");
}

TEST_CASE("Nesting is read to 64 levels and no further", "[json]") {
  CHECK(read_json(nested(64)).issues.empty());
  CHECK(first_code(read_json(nested(65))) == "json.too-deep");
  CHECK(first_code(read_json(nested(200000))) == "json.too-deep");
  CHECK(read_json(std::string(200000, '[')).value.is_null());
}

TEST_CASE("A text above a mebibyte is not read", "[json]") {
  const std::string inside = "\"" + std::string(json_size_limit - 2, 'a') + "\"";
  CHECK(read_json(inside).issues.empty());
  CHECK(first_code(read_json(inside + " ")) == "json.too-long");
}

TEST_CASE("A number too large to hold is an issue of its own", "[json]") {
  CHECK(first_code(read_json("[1e999]")) == "json.number-too-large");
  CHECK(json_number(read_json("18446744073709551616").value) == 18446744073709551616.0);
  CHECK(json_number(read_json("1e300").value) == 1e300);
}

TEST_CASE("Invalid UTF-8 is replaced on the way out", "[json]") {
  CHECK(dump_json(json("a\xFF")) == "\"a\xEF\xBF\xBD\"");
  CHECK(dump_json_indented(json::array({1})) == "[\n  1\n]");
}

TEST_CASE("Getters are empty where the type is another", "[json]") {
  const json value = read_json(R"({"n":1.5,"i":-3,"u":3,"t":"x","f":true,"o":{},"z":null})").value;
  CHECK(json_number_at(value, "n") == 1.5);
  CHECK(json_number_at(value, "i") == -3.0);
  CHECK(json_number_at(value, "u") == 3.0);
  CHECK(json_text_at(value, "t") == "x");
  CHECK(json_flag_at(value, "f") == true);
  for (const char* key : {"t", "f", "o", "z", "absent"}) CHECK_FALSE(json_number_at(value, key));
  for (const char* key : {"n", "f", "o", "z", "absent"}) CHECK_FALSE(json_text_at(value, key));
  for (const char* key : {"n", "t", "o", "z", "absent"}) CHECK_FALSE(json_flag_at(value, key));
  for (const json& other : {json(), json(1), json("n"), json::array({1})}) {
    CHECK(json_find(other, "n") == nullptr);
    CHECK_FALSE(json_number_at(other, "n"));
  }
}

TEST_CASE("Whole numbers are written without a fraction and nothing is written as infinite", "[json]") {
  CHECK(dump_json(json_of(64)) == "64");
  CHECK(dump_json(json_of(-0.0)) == "0");
  CHECK(dump_json(json_of(0.5)) == "0.5");
  CHECK(dump_json(json_of(9007199254740991.0)) == "9007199254740991");
  CHECK(dump_json(json_of(std::numeric_limits<double>::infinity())) == "null");
  CHECK(dump_json(json_of(std::numeric_limits<double>::quiet_NaN())) == "null");
}

TEST_CASE("Every value is written as the JSON library itself would write it", "[json]") {
  std::string controls;
  for (char c = 0; c < 127; ++c) controls += c;
  const json value = {{"controls", controls + "\x7F é 中 \U0001F600"},
                      {controls, nullptr},
                      {"numbers", {0.0, -0.0, 0.1, 1e300, 5e-324, -1.5e-7, 600.0, 1e15, 1e16, 123456789.125}},
                      {"whole", {0, -1, 18446744073709551615ULL, -9223372036854775807LL}},
                      {"flags", {true, false, nullptr}},
                      {"empty", {json::object(), json::array(), ""}},
                      {"deep", {{{"a", {{"b", {1, {{"c", 2}}}}}}}}}};
  CHECK(dump_json(value) == value.dump());
  CHECK(dump_json_indented(value) == value.dump(2));
}
