#include "support/catch.hpp"
#include "support/files.hpp"

#include <tilewise/json_reader.hpp>
#include <tilewise/scenario_json.hpp>

using namespace tilewise;
using nlohmann::json;

namespace {

json published_links() {
  const auto text = tilewise::testing::read_file(std::string(TILEWISE_SOURCE_DIR) + "/tests/links/v1.json");
  REQUIRE(text);
  JsonReading reading = read_json(*text);
  REQUIRE(reading.issues.empty());
  REQUIRE(reading.value.is_array());
  return reading.value;
}

std::string text_at(const json& entry, std::string_view key) {
  return std::string(json_text_at(entry, key).value_or(""));
}

const char* word(TagState tag) {
  return tag == TagState::right ? "right" : tag == TagState::wrong ? "wrong" : "missing";
}

// "code path, code path": what the reading noticed beside the tag.
std::string notices(const Issues& issues) {
  std::string text;
  for (const Issue& issue : issues) {
    if (issue.path == "k") continue;
    if (!text.empty()) text += ", ";
    text += issue.code + " " + issue.path;
  }
  return text;
}

}  // namespace

TEST_CASE("Every link ever published means the scenario it meant", "[links]") {
  const json links = published_links();
  CHECK(links.size() >= 16);
  for (const json& entry : links) {
    const std::string link = text_at(entry, "link");
    CAPTURE(link);
    const json* scenario = json_find(entry, "scenario");
    REQUIRE(scenario != nullptr);
    const LinkReading reading = read_link(link);
    CHECK_FALSE(reading.refused);
    CHECK(dump_json(write_scenario_json(reading.scenario)) == dump_json(*scenario));
    CHECK(word(reading.tag) == text_at(entry, "tag"));
    CHECK(notices(reading.issues) == text_at(entry, "notices"));
  }
}

TEST_CASE("Every link ever published keeps its meaning when it is copied again", "[links]") {
  for (const json& entry : published_links()) {
    const Scenario scenario = read_link(text_at(entry, "link")).scenario;
    CAPTURE(text_at(entry, "link"));
    CHECK(read_link(write_link(scenario)).scenario == canonical(scenario));
  }
}
