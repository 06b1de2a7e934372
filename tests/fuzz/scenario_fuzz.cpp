// Any text as a request: JSON or link. It is never a crash; what is read survives the way through JSON and
// the way through a link; every call answers with an envelope, and an estimate explains its time.

#include <tilewise/api.hpp>
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

// An answer is JSON with schema, result and issues; where there is a result or not, never neither.
nlohmann::json checked(const std::string& answer) {
  const JsonReading reading = read_json(answer);
  require(reading.issues.empty(), "an answer is JSON", answer);
  require(json_number_at(reading.value, "schema") == 1.0, "an answer names its schema", answer);
  const nlohmann::json* issues = json_find(reading.value, "issues");
  require(issues != nullptr && issues->is_array(), "an answer lists its issues", answer);
  const nlohmann::json* result = json_find(reading.value, "result");
  require(result != nullptr && (!result->is_null() || !issues->empty()), "no result without a reason", answer);
  return reading.value;
}

void check_answers(std::string_view text, const Scenario& scenario) {
  (void)checked(link(text));
  const nlohmann::json envelope = checked(estimate(text));
  if (envelope["result"].is_null()) return;
  nlohmann::json request = nlohmann::json::object();
  request["scenario"] = write_scenario_json(scenario);
  request["path"] = "devices.0.time.total_s";
  (void)checked(explain(dump_json(request)));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const ScenarioReading reading = read_request_scenario(text);
  require(!reading.refused || reading.scenario == Scenario(), "a refused scenario is empty", "");
  check_json(reading.scenario);
  check_link(reading.scenario);
  check_answers(text, reading.scenario);
  return 0;
}
