#include "support/catch.hpp"
#include "support/files.hpp"
#include "support/golden.hpp"

#include <tilewise/json_reader.hpp>
#include <tilewise/scenario_json.hpp>

using namespace tilewise;

namespace {

ScenarioReading read(std::string_view text) { return read_request_scenario(text); }

bool has_issue(const ScenarioReading& reading, std::string_view code, std::string_view path) {
  for (const Issue& issue : reading.issues) {
    if (issue.code == code && issue.path == path) return true;
  }
  return false;
}

std::string rewritten(std::string_view text) { return dump_json(write_scenario_json(read(text).scenario)); }

}  // namespace

TEST_CASE("A JSON scenario says with long names what a link says with keys", "[scenario-json]") {
  const ScenarioReading json = read(R"({"version":1,"model":"llama-2-70b","workload":"decode","batch":8,
    "devices":["tpu-v4",{"id":"rtx-4090","bandwidth_gb_per_s":900,"count":2}],"gated":true})");
  const ScenarioReading link =
      read("v=1&m=llama-2-70b&w=decode&b=8&d=tpu-v4~rtx-4090&d2.bw=900&d2.n=2&glu=1");
  CHECK(json.issues.empty());
  CHECK_FALSE(json.from_link);
  CHECK(link.from_link);
  CHECK(json.scenario == link.scenario);
}

TEST_CASE("Link keys are names too", "[scenario-json]") {
  const ScenarioReading reading = read(R"({"v":1,"m":"gpt2-xl","d":["tpu-v4"],"d1.bw":600,"d1.count":2})");
  CHECK(reading.issues.empty());
  CHECK(reading.scenario == read("v=1&m=gpt2-xl&d=tpu-v4&d1.bw=600&d1.n=2").scenario);
}

TEST_CASE("The devices may be given as one text", "[scenario-json]") {
  CHECK(read(R"({"devices":"tpu-v4~v100"})").scenario == read("d=tpu-v4~v100").scenario);
}

TEST_CASE("A scenario is written with numbers as numbers, flags as flags and devices as objects",
          "[scenario-json]") {
  CHECK(rewritten("m=gpt2-xl&b=8&co=0.5&glu=1&w=matmul&mm=1x2x3&d=tpu-v4~v100&d2.n=2&x=b:1..8") ==
        R"({"batch":8,"custom_share":0.5,"devices":[{"id":"tpu-v4"},{"count":2,"id":"v100-sxm2-16gb"}],)"
        R"("gated":true,"matmul":"1x2x3","model":"gpt2-xl","sweep_axis":"b:1..8","workload":"matmul"})");
}

TEST_CASE("Unknown names are reported, kept with their JSON and written again", "[scenario-json]") {
  const std::string text =
      R"({"batch":8,"devices":[{"future":{"a":[1,null]},"id":"tpu-v4"}],"later":[1.5,"x"],"text":"64","word":"abc"})";
  const ScenarioReading reading = read(text);
  CHECK(has_issue(reading, "link.unknown-key", "later"));
  CHECK(has_issue(reading, "link.unknown-key", "d1.future"));
  CHECK(rewritten(text) == text);
  const Scenario through_link = read(write_link(reading.scenario)).scenario;
  CHECK(through_link.unknown == reading.scenario.unknown);
}

TEST_CASE("A value of the wrong type is invalid and keeps its text", "[scenario-json]") {
  for (const char* value :
       {"\"64\"", "[1]", "{\"a\":1}", "null", "true", "1.5", "-1", "1e300", "\"0064\"", "\"\""}) {
    const std::string text = "{\"batch\":" + std::string(value) + "}";
    CAPTURE(text);
    const ScenarioReading reading = read(text);
    CHECK(has_issue(reading, "value.invalid", "b"));
    CHECK_FALSE(reading.scenario.values.find(Field::batch)->valid);
    CHECK(read(write_link(reading.scenario)).scenario == canonical(reading.scenario));
    CHECK(read(rewritten(text)).scenario == reading.scenario);
  }
  CHECK(has_issue(read(R"({"workload":5})"), "value.invalid", "w"));
  CHECK(has_issue(read(R"({"matmul":[256,1024,1024]})"), "value.invalid", "mm"));
  CHECK(has_issue(read(R"({"gated":2})"), "value.invalid", "glu"));
}

TEST_CASE("Devices of the wrong type are never replaced by the default ones", "[scenario-json]") {
  for (const char* value : {"5", "[]", "{}", "null", "[5]", "[{}]", "[{\"id\":5}]", "[null]", "\"\""}) {
    const std::string text = "{\"devices\":" + std::string(value) + "}";
    CAPTURE(text);
    const ScenarioReading reading = read(text);
    REQUIRE(reading.scenario.columns.size() == 1);
    CHECK(read(write_link(reading.scenario)).scenario.columns == reading.scenario.columns);
  }
}

TEST_CASE("A device name cannot smuggle in a second column", "[scenario-json]") {
  const ScenarioReading reading = read(R"({"devices":["tpu-v4~rtx-4090"]})");
  REQUIRE(reading.scenario.columns.size() == 1);
  CHECK(reading.scenario.columns[0].device == "tpu-v4%7Ertx-4090");
  CHECK(read(write_link(reading.scenario)).scenario.columns == reading.scenario.columns);
}

TEST_CASE("Of two names for one field one wins, noted", "[scenario-json]") {
  const ScenarioReading reading = read(R"({"b":16,"batch":8})");
  CHECK(has_issue(reading, "link.duplicate-key", "b"));
  CHECK(reading.scenario.values.find(Field::batch)->number == 16);
  CHECK(has_issue(read(R"({"d":["tpu-v4"],"devices":["rtx-4090"]})"), "link.duplicate-key", "d"));
  CHECK(has_issue(read(R"({"batch":8,"batch":9})"), "json.duplicate-key", "batch"));
}

TEST_CASE("The schema a file names is not part of the scenario", "[scenario-json]") {
  const ScenarioReading reading =
      read(R"({"$schema":"scenario.schema.json","schema":1,"k":"abcd","batch":8})");
  CHECK(reading.issues.empty());
  CHECK(reading.scenario == read("b=8").scenario);
}

TEST_CASE("Versions and retired names are treated as in links", "[scenario-json]") {
  CHECK(has_issue(read(R"({"version":9})"), "link.newer-version", "v"));
  CHECK(has_issue(read(R"({"devices":["4090"]})"), "device.alias", "d1"));
  CHECK(read(R"({"devices":["4090"]})").scenario.columns[0].device == "rtx-4090");
}

TEST_CASE("A scenario above the limits is refused", "[scenario-json]") {
  const ScenarioReading devices = read(R"({"devices":["a","b","c","e","f","g","h","i","j"]})");
  CHECK(devices.refused);
  CHECK(has_issue(devices, "link.too-many-devices", ""));
  std::string text = "{\"version\":1";
  for (int i = 0; i < 193; ++i) text += ",\"q" + std::to_string(i) + "\":1";
  const ScenarioReading pairs = read(text + "}");
  CHECK(pairs.refused);
  CHECK(pairs.scenario == Scenario());
  CHECK(has_issue(pairs, "link.too-many-pairs", ""));
}

TEST_CASE("What is no object is no scenario", "[scenario-json]") {
  CHECK(read_scenario_json(nlohmann::json(5)).refused);
  CHECK(has_issue(read_scenario_json(nlohmann::json::array()), "scenario.not-an-object", ""));
  const ScenarioReading broken = read("{\"batch\":8");
  CHECK(broken.refused);
  CHECK(has_issue(broken, "json.unreadable", "batch"));
}

TEST_CASE("Part of a request may be an object or a link", "[scenario-json]") {
  const nlohmann::json request = read_json(R"({"a":{"batch":8},"b":"#b=8"})").value;
  CHECK(read_scenario_part(request["a"]).scenario == read_scenario_part(request["b"]).scenario);
  CHECK(read_scenario_part(request["b"]).from_link);
}

TEST_CASE("White space and a byte order mark before JSON do no harm", "[scenario-json]") {
  CHECK(read("\xEF\xBB\xBF\n {\"batch\":8}").scenario == read("b=8").scenario);
}

TEST_CASE("Names of JavaScript's own object properties are kept like any other", "[scenario-json]") {
  const std::string text =
      R"({"__proto__":{"batch":5},"constructor":1,"devices":[{"__proto__":1,"id":"tpu-v4"}]})";
  CHECK_FALSE(read(text).scenario.values.has(Field::batch));
  CHECK(rewritten(text) == text);
}

TEST_CASE("The published JSON Schema is the one of this vocabulary", "[scenario-json]") {
  const std::string path = std::string(TILEWISE_SOURCE_DIR) + "/tests/golden/scenario.schema.json";
  const std::string schema = dump_json_indented(write_scenario_schema()) + "\n";
  if (tilewise::testing::regenerating()) REQUIRE(tilewise::testing::write_file(path, schema));
  CHECK(tilewise::testing::read_file(path) == schema);
}
