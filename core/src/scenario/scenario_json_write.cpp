#include <tilewise/scenario_json.hpp>

#include <tilewise/gather.hpp>
#include <tilewise/json_reader.hpp>

#include "base/raw_json.hpp"

namespace tilewise {
namespace {

using nlohmann::json;

// The value `raw` is the text of, if it is exactly the text this core writes. It is read three levels down,
// as deep as it may come to stand in a scenario, so that what is written can be read again.
std::optional<json> exact_json(std::string_view raw) {
  constexpr std::string_view starts = "[{\"-0123456789tfn";
  if (raw.empty() || starts.find(raw.front()) == std::string_view::npos) return std::nullopt;
  const JsonReading reading = read_json("[[[" + std::string(raw) + "]]]");
  if (has_error(reading.issues)) return std::nullopt;
  const json& inner = reading.value[0][0][0];
  if (dump_json(inner) != raw) return std::nullopt;
  return inner;
}

bool needs_quotes(std::string_view text) {
  const std::optional<json> value = exact_json(text);
  if (!value) return false;
  const std::optional<std::string_view> string = json_text(*value);
  return !string || needs_quotes(*string);
}

json value_json(const FieldSpec& spec, const Value& value) {
  if (!is_numeric(spec.kind)) return json(value.text);
  if (!value.valid) return json_of_raw(value.text);
  if (spec.kind == Kind::flag) return json(value.number != 0);
  return json_of(value.number);
}

void write_values(const Values& values, json& object) {
  for (const auto& [field, value] : values.entries()) {
    const FieldSpec& spec = spec_of(field);
    object[std::string(spec.name)] = value_json(spec, value);
  }
}

// The device a key such as "d2.other" belongs to, if there is one and it can hold the name.
json* device_of(const Place& place, json& devices, std::string& name) {
  if (place.column == 0 || place.column > devices.size()) return nullptr;
  name = place.key.substr(place.key.find('.') + 1);
  return name == "id" ? nullptr : &devices[place.column - 1];
}

}  // namespace

std::string raw_of(const json& value) {
  const std::optional<std::string_view> text = json_text(value);
  return text && !needs_quotes(*text) ? std::string(*text) : dump_json(value);
}

json json_of_raw(std::string_view raw) {
  std::optional<json> value = exact_json(raw);
  if (value) {
    const std::optional<std::string_view> string = json_text(*value);
    if (!string || needs_quotes(*string)) return std::move(*value);
  }
  return json(std::string(raw));
}

json write_scenario_json(const Scenario& scenario) {
  json object = json::object();
  write_values(scenario.values, object);
  json devices = json::array();
  for (const Column& column : scenario.columns) {
    json device = json::object();
    device["id"] = column.device;
    write_values(column.overrides, device);
    devices.push_back(std::move(device));
  }
  for (const auto& [key, raw] : scenario.unknown) {
    std::string name;
    json* device = device_of(place_of(key), devices, name);
    if (device != nullptr) {
      (*device)[name] = json_of_raw(raw);
    } else {
      object[key] = json_of_raw(raw);
    }
  }
  if (!devices.empty()) object["devices"] = std::move(devices);
  return object;
}

}  // namespace tilewise
