#include "support/catch.hpp"

#include <tilewise/link.hpp>
#include <tilewise/link_text.hpp>

using namespace tilewise;

namespace {

constexpr const char* plain = "v=1&m=gpt2-xl&w=decode&s=2048&b=16&d=tpu-v4~rtx-4090&d2.n=2&t=R%26D%20a%3Db";

std::string tagged() { return std::string(plain) + "&k=" + tag_of(plain); }

std::string replaced(std::string text, std::string_view from, std::string_view to) {
  for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size())) {
    text.replace(at, from.size(), to);
  }
  return text;
}

// The link means what it meant, and nobody could tell that it was touched.
void check_repaired(const std::string& text) {
  CAPTURE(text);
  const LinkReading reading = read_link(text);
  CHECK(reading.tag == TagState::right);
  CHECK(reading.issues.empty());
  CHECK(reading.scenario == read_link(tagged()).scenario);
}

}  // namespace

TEST_CASE("The test's own link is read as it was meant", "[link][repair]") {
  const LinkReading reading = read_link(tagged());
  CHECK(reading.tag == TagState::right);
  REQUIRE(reading.scenario.values.has(Field::title));
  CHECK(reading.scenario.values.find(Field::title)->text == "R&D a=b");
  REQUIRE(reading.scenario.columns.size() == 2);
  CHECK(reading.scenario.columns[1].overrides.has(Field::count));
}

TEST_CASE("A link is read from an address, a hash, a query and alone", "[link][repair]") {
  for (const char* before : {"", "#", "?", "https://example.org/#", "https://example.org/a/?", "page.html#",
                             "/r/7/#", "https://example.org/?utm=1#", "file:///home/me/tilewise.html#"}) {
    check_repaired(before + tagged());
  }
}

TEST_CASE("A query is read when the hash holds no pairs", "[link][repair]") {
  check_repaired("https://example.org/?" + tagged() + "#top");
  check_repaired("https://example.org/?" + tagged() + "#");
}

TEST_CASE("An address without hash and query is an empty scenario", "[link][repair]") {
  for (const char* text :
       {"", "#", "?", "https://example.org/", "/index.html", "https://example.org/#", "  "}) {
    CAPTURE(text);
    const LinkReading reading = read_link(text);
    CHECK(reading.scenario == Scenario());
    CHECK(reading.issues.empty());
  }
}

TEST_CASE("%7E is the ~ it was", "[link][repair]") {
  check_repaired(replaced(tagged(), "~", "%7E"));
  check_repaired(replaced(tagged(), "~", "%7e"));
}

TEST_CASE("+ is the space it was", "[link][repair]") { check_repaired(replaced(tagged(), "%20", "+")); }

TEST_CASE("%26 is a separator where a known key follows, and stays a character in a title",
          "[link][repair]") {
  check_repaired(replaced(tagged(), "&", "%26"));
  check_repaired(replaced(tagged(), "&b=", "%26b="));
  check_repaired(replaced(tagged(), "&d2.n=", "%26d2.n="));
  check_repaired(replaced(tagged(), "&k=", "%26k="));
}

TEST_CASE("A link that was encoded as a whole is decoded", "[link][repair]") {
  std::string once = replaced(tagged(), "%", "%25");
  for (const auto& [from, to] : {std::pair{"&", "%26"}, std::pair{"=", "%3D"}, std::pair{"~", "%7E"}}) {
    once = replaced(once, from, to);
  }
  check_repaired(once);
  check_repaired("https%3A%2F%2Fexample.org%2F%23" + once);
  check_repaired("https://example.org/#" + once);
  check_repaired(replaced(once, "%", "%25"));
}

TEST_CASE("A link whose percent signs were encoded again is recognised by its tag", "[link][repair]") {
  check_repaired(replaced(tagged(), "%", "%25"));
}

TEST_CASE("A title that holds a percent sign is not decoded twice", "[link][repair]") {
  Scenario scenario;
  scenario.values.set(Field::title, text_value("100%20"));
  const LinkReading reading = read_link(write_link(scenario));
  CHECK(reading.tag == TagState::right);
  CHECK(reading.scenario.values.find(Field::title)->text == "100%20");
}

TEST_CASE("Without a tag a link that looks encoded twice is decoded", "[link][repair]") {
  CHECK(read_link("t=a%2520b").scenario.values.find(Field::title)->text == "a b");
  CHECK(read_link("t=%25E4%25BD%25A0").scenario.values.find(Field::title)->text == "\xE4\xBD\xA0");
  CHECK(read_link("t=100%25").scenario.values.find(Field::title)->text == "100%");
  CHECK(read_link("t=50%25ab").scenario.values.find(Field::title)->text == "50%ab");
  CHECK(read_link("t=50%2541").scenario.values.find(Field::title)->text == "50%41");
}

TEST_CASE("Brackets and quotes around a link and punctuation after it are dropped", "[link][repair]") {
  for (const char* end :
       {".", ",", ";", ":", "!", "?", ")", "'", "\"", "]", ">", "*", "_", "~", "...", ").", "&", " "}) {
    check_repaired(tagged() + end);
  }
  check_repaired("<https://example.org/#" + tagged() + ">");
  check_repaired("<" + tagged() + ">");
  check_repaired("(" + tagged() + ")");
  check_repaired("\"" + tagged() + "\",");
  check_repaired("**" + tagged() + "**");
}

TEST_CASE("&amp; is the & it was, however often it was escaped", "[link][repair]") {
  check_repaired(replaced(tagged(), "&", "&amp;"));
  check_repaired(replaced(tagged(), "&", "&amp;amp;"));
}

TEST_CASE("Line breaks in a link are dropped", "[link][repair]") {
  check_repaired(replaced(tagged(), "&d=", "\r\n&d="));
  check_repaired(tagged() + "\n");
}

TEST_CASE("Characters that software encoded or decoded on the way are spelt as they were", "[link][repair]") {
  check_repaired(replaced(tagged(), "gpt2", "%67pt2"));
  check_repaired(replaced(tagged(), "%20", " "));
  check_repaired(replaced(tagged(), "%3D", "%3d"));
  check_repaired(replaced(tagged(), "%3D", "="));
  const std::string chinese = "v=1&t=%E4%BD%A0%E5%A5%BD";
  const LinkReading reading = read_link("v=1&t=\xE4\xBD\xA0\xE5\xA5\xBD&k=" + tag_of(chinese));
  CHECK(reading.tag == TagState::right);
  CHECK(reading.scenario.values.find(Field::title)->text == "\xE4\xBD\xA0\xE5\xA5\xBD");
}

TEST_CASE("A marker that a site appends is reported and changes nothing", "[link][repair]") {
  const LinkReading reading = read_link("?" + tagged() + "&fbclid=abc");
  CHECK(reading.tag == TagState::right);
  REQUIRE(reading.issues.size() == 1);
  CHECK(reading.issues[0].code == "link.unknown-key");
  CHECK(reading.issues[0].path == "fbclid");
}

TEST_CASE("A known key after the tag was added by hand", "[link][repair]") {
  CHECK(read_link(tagged() + "&o=5").tag == TagState::wrong);
}

TEST_CASE("Percent-encoding keeps what every program keeps", "[link][repair]") {
  CHECK(percent_encoded("aZ09-.~:") == "aZ09-.~:");
  CHECK(percent_encoded("_*/?#&=+ %") == "%5F%2A%2F%3F%23%26%3D%2B%20%25");
  CHECK(percent_encoded("\xE4\xBD\xA0") == "%E4%BD%A0");
}

TEST_CASE("Percent-decoding leaves what is no code and makes the text valid", "[link][repair]") {
  CHECK(percent_decoded("%41%4a%4A") == "AJJ");
  CHECK(percent_decoded("100%") == "100%");
  CHECK(percent_decoded("%4") == "%4");
  CHECK(percent_decoded("%zz") == "%zz");
  CHECK(percent_decoded("%FF") == "\xEF\xBF\xBD");
  CHECK(percent_decoded("%E4%BD") == "\xEF\xBF\xBD\xEF\xBF\xBD");
}
