// Every claim of the gallery opens, and what it computes is what was written down when somebody last looked at it.
// REGEN=1 writes the numbers anew.

#include "support/answer.hpp"
#include "support/catch.hpp"
#include "support/files.hpp"
#include "support/golden.hpp"

#include <cmath>
#include <set>
#include <string>

using namespace tilewise::testing;
using nlohmann::json;

namespace {

const std::string claims_path = std::string(TILEWISE_SOURCE_DIR) + "/web/src/components/gallery/claims.json";
const std::string expected_path = std::string(TILEWISE_SOURCE_DIR) + "/tests/golden/gallery.json";

json read_json(const std::string& path) {
  const auto text = read_file(path);
  REQUIRE(text.has_value());
  json value = json::parse(*text, nullptr, false);
  REQUIRE(!value.is_discarded());
  return value;
}

double computed(const json& part) {
  const json answer = estimate_of(part["link"].get<std::string>());
  const double value = number_at(answer, part["path"].get<std::string>());
  return part.contains("over") ? value / number_at(answer, part["over"].get<std::string>()) : value;
}

}  // namespace

TEST_CASE("Every claim of the gallery opens, and its numbers are those on record", "[gallery]") {
  const json claims = read_json(claims_path);
  json record = json::object();
  for (const json& claim : claims) {
    json numbers = json::array();
    for (const json& part : claim["parts"]) {
      CAPTURE(claim["id"].get<std::string>(), part["link"].get<std::string>(), part["path"].get<std::string>());
      const double value = computed(part);
      CHECK(value > 0);
      numbers.push_back(value);
    }
    record[claim["id"].get<std::string>()] = numbers;
  }
  if (regenerating()) {
    REQUIRE(write_file(expected_path, record.dump(1) + "\n"));
    return;
  }
  const json expected = read_json(expected_path);
  REQUIRE(expected.size() == record.size());
  for (const json& claim : claims) {
    const std::string id = claim["id"].get<std::string>();
    REQUIRE(expected[id].size() == record[id].size());
    for (std::size_t i = 0; i < record[id].size(); ++i) {
      CAPTURE(id, i);
      // As far as a refit of the constants may move it before somebody reads the words again.
      const double within = claim["parts"][i]["within"].get<double>();
      CHECK(record[id][i].get<double>() == Approx(expected[id][i].get<double>()).epsilon(within));
    }
  }
}

TEST_CASE("The gallery has a row for every claim, in both languages, and says what it cannot compute yet", "[gallery]") {
  std::set<std::string> ids;
  for (const json& claim : read_json(claims_path)) {
    CAPTURE(claim["id"].get<std::string>());
    ids.insert(claim["id"].get<std::string>());
    for (const char* language : {"en", "zh"}) {
      CHECK(claim["claim"][language].get<std::string>().size() > 10);
      CHECK(claim["why"][language].get<std::string>().size() > 10);
      for (const json& part : claim["parts"]) CHECK_FALSE(part["what"][language].get<std::string>().empty());
    }
    CHECK((claim.contains("later") || !claim["parts"].empty()));
  }
  std::set<std::string> wanted;
  const auto add = [&](const char* letter, int count) {
    for (int i = 1; i <= count; ++i) wanted.insert(letter + std::to_string(i));
  };
  add("A", 13);
  add("B", 4);
  add("C", 5);
  add("D", 3);
  CHECK(ids == wanted);
}

TEST_CASE("What the gallery says of the essay's own numbers holds", "[gallery]") {
  for (const json& claim : read_json(claims_path)) {
    if (claim["section"] != "essay") continue;
    for (const json& part : claim["parts"]) {
      const std::string link = part["link"].get<std::string>();
      if (!part.contains("claimed") || link.find("tm=essay-2018") == std::string::npos) continue;
      CAPTURE(claim["id"].get<std::string>());
      CHECK(computed(part) == Approx(part["claimed"].get<double>()).epsilon(0.02));
    }
  }
}
