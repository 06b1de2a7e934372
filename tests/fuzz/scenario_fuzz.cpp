// Any text as a request: JSON or link. It is never a crash; what is read survives the way through JSON and
// the way through a link.

#include <tilewise/json_reader.hpp>
#include <tilewise/scenario_json.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>

using namespace tilewise;

namespace {

void require(bool holds, const char* rule, const std::string& text) {
  if (holds) return;
  std::fprintf(stderr, "broken rule: %s\n%s\n", rule, text.c_str());
  std::abort();
}

// JSON objects do not keep the order of their members.
Scenario sorted(Scenario scenario) {
  std::sort(scenario.unknown.begin(), scenario.unknown.end());
  return scenario;
}

void check_json(const Scenario& scenario) {
  const std::string json = dump_json(write_scenario_json(scenario));
  if (json.size() > json_size_limit) return;
  const ScenarioReading again = read_request_scenario(json);
  require(!again.refused, "a written scenario is read", json);
  require(sorted(again.scenario) == sorted(scenario), "a written scenario is the same scenario", json);
}

void check_link(const Scenario& scenario) {
  const std::string link = write_link(scenario);
  if (link.size() > link_reading_limit) return;
  require(read_link(link).scenario == canonical(scenario), "a scenario survives its link", link);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const ScenarioReading reading = read_request_scenario(text);
  require(!reading.refused || reading.scenario == Scenario(), "a refused scenario is empty", "");
  check_json(reading.scenario);
  check_link(reading.scenario);
  return 0;
}
