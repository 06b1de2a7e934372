#pragma once
// Scenario <-> JSON. The same vocabulary and rules as links, with the long names of the table:
//
//   {"version": 1, "model": "llama-2-70b", "workload": "decode",
//    "devices": ["tpu-v4", {"id": "rtx-4090", "bandwidth_gb_per_s": 900}]}
//
// Link keys are accepted as names too ("m", "d2.bw"), and so is a link in place of an object.

#include <string_view>

#include <nlohmann/json_fwd.hpp>

#include <tilewise/issue.hpp>
#include <tilewise/link.hpp>
#include <tilewise/scenario.hpp>

namespace tilewise {

struct ScenarioReading {
  Scenario scenario;
  Issues issues;                     // paths are link keys
  TagState tag = TagState::missing;  // of a link
  bool from_link = false;
  bool refused = false;  // unreadable or beyond the reading limits: the scenario is empty
};

// Reads an object. Names nobody knows are kept with their JSON text; a value of the wrong type is kept as
// an invalid one with its text; of two names for one field the first in alphabetical order wins.
[[nodiscard]] ScenarioReading read_scenario_json(const nlohmann::json& object, const LinkContext& context);
[[nodiscard]] ScenarioReading read_scenario_json(const nlohmann::json& object);

// The same for a part of a larger request: an object, or a string that holds a link.
[[nodiscard]] ScenarioReading read_scenario_part(const nlohmann::json& part);

// Text that is a JSON scenario when its first character other than white space is '{', a link otherwise.
[[nodiscard]] ScenarioReading read_request_scenario(std::string_view text);

// Long names, numbers as numbers, flags as true and false, each device an object with its overrides.
[[nodiscard]] nlohmann::json write_scenario_json(const Scenario& scenario);

// The JSON Schema of all this, made from the vocabulary.
[[nodiscard]] nlohmann::json write_scenario_schema();

}  // namespace tilewise
