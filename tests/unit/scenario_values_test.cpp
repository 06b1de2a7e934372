#include "support/catch.hpp"

#include <tilewise/scenario.hpp>

using namespace tilewise;

namespace {

Value read(Field field, std::string_view text) { return read_value(spec_of(field), text); }
std::string canonical_text(Field field, std::string_view text) {
  const Value value = read(field, text);
  return value.valid ? write_value(spec_of(field), value) : "invalid";
}

}  // namespace

TEST_CASE("Whole numbers are whole and within their limits", "[values]") {
  CHECK(read(Field::batch, "16") == number_value(16));
  CHECK(read(Field::batch, "2e3") == number_value(2000));
  CHECK(read(Field::batch, "16.0") == number_value(16));
  for (const char* text : {"0", "-1", "1.5", "1e9", "", "x", "1e400"})
    CHECK(read(Field::batch, text) == invalid_value(text));
}

TEST_CASE("A value out of range is kept as it was written, never clamped", "[values]") {
  const Value value = read(Field::custom_share, "1.5");
  CHECK_FALSE(value.valid);
  CHECK(value.text == "1.5");
  CHECK(value.number == 0);
  CHECK(write_value(spec_of(Field::custom_share), value) == "1.5");
}

TEST_CASE("Flags are 0 and 1", "[values]") {
  CHECK(read(Field::gated, "0") == number_value(0));
  CHECK(read(Field::gated, "1") == number_value(1));
  CHECK_FALSE(read(Field::gated, "true").valid);
  CHECK_FALSE(read(Field::gated, "2").valid);
  CHECK_FALSE(read(Field::gated, "0.5").valid);
}

TEST_CASE("Words are words of the list", "[values]") {
  CHECK(read(Field::workload, "decode") == text_value("decode"));
  CHECK_FALSE(read(Field::workload, "Decode").valid);
  CHECK(read(Field::weight_format, "q4-k-m") == text_value("q4-k-m"));
}

TEST_CASE("Ids have up to 40 characters and end in a letter or digit", "[values]") {
  CHECK(is_id("llama-3.1-8b"));
  CHECK(is_id("a"));
  CHECK(is_id(std::string(40, 'a')));
  for (const char* text : {"", "-a", "a-", ".a", "a.", "A", "a b", "a_b", "a~b", "é"}) {
    CAPTURE(text);
    CHECK_FALSE(is_id(text));
  }
  CHECK_FALSE(is_id(std::string(41, 'a')));
}

TEST_CASE("A view may name a number by its whole path: 80 characters", "[values]") {
  CHECK(read(Field::view, std::string(80, 'a')).valid);
  CHECK_FALSE(read(Field::view, std::string(81, 'a')).valid);
  CHECK_FALSE(read(Field::view, "explain-0.memory.total_bytes").valid);
  CHECK_FALSE(read(Field::model, std::string(41, 'a')).valid);
}

TEST_CASE("Extents are whole numbers joined by x, as many as the field has", "[values]") {
  CHECK(canonical_text(Field::matmul, "256x1024x1024") == "256x1024x1024");
  CHECK(canonical_text(Field::matmul, "0256x1e3x7") == "256x1000x7");
  for (const char* text :
       {"256x1024", "1x1x1x1", "0x1x1", "1x1x", "x1x1", "1x-1x1", "1x1.5x1", "1X1X1", "1x1x2e9"}) {
    CAPTURE(text);
    CHECK(canonical_text(Field::matmul, text) == "invalid");
  }
  CHECK(canonical_text(Field::bottom_mlp, "512x256x64") == "512x256x64");
  CHECK(canonical_text(Field::torus, "4") == "4");
  CHECK(dims_of("256x1024x7") == std::vector<double>{256, 1024, 7});
  CHECK(dims_of("256x").empty());
}

TEST_CASE("A device list has one to eight ids", "[values]") {
  CHECK(canonical_text(Field::devices, "tpu-v4~v100") == "tpu-v4~v100");
  CHECK(canonical_text(Field::devices, "a~b~c~d~e~f~g~h") == "a~b~c~d~e~f~g~h");
  CHECK(canonical_text(Field::devices, "a~b~c~d~e~f~g~h~i") == "invalid");
  CHECK(canonical_text(Field::devices, "a~~b") == "invalid");
  CHECK(canonical_text(Field::devices, "") == "invalid");
}

TEST_CASE("A title loses control characters and characters that turn the reading direction", "[values]") {
  CHECK(read(Field::title, "a\tb\x7F\x01") == text_value("ab"));
  CHECK(read(Field::title, "evil\xE2\x80\xAEtxt") == text_value("eviltxt"));  // right-to-left override
  CHECK(read(Field::title,
             "a\xE2\x81\xA6"
             "b\xE2\x81\xA9") == text_value("ab"));  // isolates
  CHECK(read(Field::title,
             "a\xC2\x85"
             "b") == text_value("ab"));
  CHECK(read(Field::title, "\xE4\xBD\xA0\xE5\xA5\xBD") == text_value("\xE4\xBD\xA0\xE5\xA5\xBD"));
}

TEST_CASE("A title with broken UTF-8 shows the replacement character", "[values]") {
  CHECK(read(Field::title, "a\xFF") == text_value("a\xEF\xBF\xBD"));
  CHECK(read(Field::title, "\xED\xA0\x80").text == "\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD");  // a surrogate
  CHECK(read(Field::title, "\xC0\xAF").text == "\xEF\xBF\xBD\xEF\xBF\xBD");                  // overlong
}

TEST_CASE("A title has at most 80 characters, counted as people count them", "[values]") {
  std::string text;
  for (int i = 0; i < 80; ++i) text += "\xE4\xBD\xA0";
  CHECK(read(Field::title, text).valid);
  CHECK(read(Field::title, text + "a") == invalid_value(text + "a"));
}

TEST_CASE("A sweep names a field, a range within its limits and a scale", "[values]") {
  CHECK(canonical_text(Field::sweep_axis, "b:1..256:log") == "b:1..256:log");
  CHECK(canonical_text(Field::sweep_axis, "co:0..0.50") == "co:0..0.5");
  CHECK(canonical_text(Field::sweep_axis, "mm.k:1..1e4") == "mm.k:1..10000");
  CHECK(canonical_text(Field::sweep_axis, "bw:100..3000") == "bw:100..3000");
  for (const char* text :
       {"b", "b:1", "b:1..", "b:..5", "b:5..1", "b:5..5", "b:0..5", "b:1..2.5", "co:0..1:log", "w:1..2",
        "v:1..2", "base:1..8", "glu:0..1", "nothing:1..2", "b:1..2:lin", "mm.x:1..2"}) {
    CAPTURE(text);
    CHECK(canonical_text(Field::sweep_axis, text) == "invalid");
  }
  const auto range = range_of("b:1..256:log");
  REQUIRE(range);
  CHECK(range->key == "b");
  CHECK(range->from == 1);
  CHECK(range->to == 256);
  CHECK(range->logarithmic);
}

TEST_CASE("A measurement says what was measured", "[values]") {
  CHECK(canonical_text(Field::measured, "step:13.750") == "step:13.75");
  CHECK(canonical_text(Field::measured, "tpot:0.0118") == "tpot:0.0118");
  for (const char* text : {"13.75", "step:", "step:0", "step:-1", "speed:1", ":1", "step:1:2"}) {
    CAPTURE(text);
    CHECK(canonical_text(Field::measured, text) == "invalid");
  }
}

TEST_CASE("Values stand in the order of the vocabulary, each field once", "[values]") {
  Values values;
  values.set(Field::batch, number_value(4));
  values.set(Field::model, text_value("bert-large"));
  values.set(Field::batch, number_value(8));
  REQUIRE(values.entries().size() == 2);
  CHECK(values.entries()[0].first == Field::model);
  CHECK(values.entries()[1].second.number == 8);
  values.erase(Field::model);
  values.erase(Field::model);
  CHECK_FALSE(values.has(Field::model));
  CHECK(values.has(Field::batch));
}
