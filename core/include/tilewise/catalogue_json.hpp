#pragma once
// The catalogue as JSON: what the call `catalogue` answers and what overrides are compared with. Keys end
// in their unit; null is "not published".

#include <nlohmann/json_fwd.hpp>

#include <tilewise/catalogue.hpp>

namespace tilewise {

[[nodiscard]] nlohmann::json device_json(const Device& device);
[[nodiscard]] nlohmann::json model_json(const Model& model);
[[nodiscard]] nlohmann::json shape_json(const Shape& shape);  // as it stands in a model

// Arrays of all built-in entries, sorted by id.
[[nodiscard]] nlohmann::json devices_json();
[[nodiscard]] nlohmann::json models_json();

// {"devices": {alias: id}, "models": {alias: id}}
[[nodiscard]] nlohmann::json aliases_json();

}  // namespace tilewise
