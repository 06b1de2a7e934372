#include "support/catch.hpp"
#include "support/generate.hpp"

#include <tilewise/json_reader.hpp>
#include <tilewise/link.hpp>
#include <tilewise/scenario_json.hpp>

#include <algorithm>

using namespace tilewise;
using tilewise::testing::Random;

namespace {

std::size_t index_below(Random& random, std::size_t limit) {
  return static_cast<std::size_t>(random.below(limit));
}

std::string noise(Random& random) {
  std::string text;
  for (auto length = random.below(6); length > 0; --length) {
    constexpr std::string_view usual = "~&=%+#?.\"[]{}\\ 1aZ-_\xE4\xBD\xA0";
    text +=
        random.chance(6) ? static_cast<char>(random.below(256)) : usual[index_below(random, usual.size())];
  }
  return text;
}

// Everything that can go wrong in a scenario, on top of everything that is right.
Scenario any_scenario(Random& random) {
  Scenario scenario = tilewise::testing::generate_any_scenario(random);
  for (auto count = random.below(4); count > 0; --count) {
    const FieldSpec& spec = vocabulary()[index_below(random, vocabulary().size())];
    const Value value = random.chance(2) ? invalid_value(noise(random)) : read_value(spec, noise(random));
    if (random.chance(2)) {
      scenario.values.set(spec.field, value);
    } else {
      scenario.columns[index_below(random, scenario.columns.size())].overrides.set(spec.field, value);
    }
  }
  for (auto count = random.below(4); count > 0; --count) {
    const std::string key = random.chance(2) ? noise(random) : "d" + std::to_string(random.below(10)) + ".bw";
    scenario.unknown.emplace_back(key, noise(random));
  }
  if (random.chance(8)) scenario.columns.clear();
  if (random.chance(8) && !scenario.columns.empty()) scenario.columns.back().device = noise(random);
  return scenario;
}

Scenario sorted(Scenario scenario) {
  std::sort(scenario.unknown.begin(), scenario.unknown.end());
  return scenario;
}

}  // namespace

TEST_CASE("A link means the scenario it was written for", "[link][round-trip]") {
  Random random(1);
  int wrong = 0;
  for (int i = 0; i < 2000; ++i) {
    const Scenario scenario = any_scenario(random);
    const LinkReading reading = read_link(write_link(scenario));
    if (reading.refused || reading.tag != TagState::right || !(reading.scenario == canonical(scenario)))
      ++wrong;
  }
  CHECK(wrong == 0);
}

TEST_CASE("A link that is read and written again is the same link", "[link][round-trip]") {
  Random random(2);
  int wrong = 0;
  for (int i = 0; i < 2000; ++i) {
    const std::string link = write_link(any_scenario(random));
    if (write_link(read_link(link).scenario) != link) ++wrong;
  }
  CHECK(wrong == 0);
}

TEST_CASE("A canonical scenario is its own canonical form", "[link][round-trip]") {
  Random random(3);
  int wrong = 0;
  for (int i = 0; i < 2000; ++i) {
    const Scenario once = canonical(any_scenario(random));
    if (!(canonical(once) == once)) ++wrong;
  }
  CHECK(wrong == 0);
}

TEST_CASE("A JSON scenario means the scenario it was written for", "[scenario-json][round-trip]") {
  Random random(4);
  int wrong = 0;
  for (int i = 0; i < 2000; ++i) {
    const Scenario scenario = canonical(any_scenario(random));
    const ScenarioReading reading = read_request_scenario(dump_json(write_scenario_json(scenario)));
    if (reading.refused || !(sorted(reading.scenario) == sorted(scenario))) ++wrong;
  }
  CHECK(wrong == 0);
}
