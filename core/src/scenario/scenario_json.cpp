#include <tilewise/scenario_json.hpp>

#include <tilewise/defaults.hpp>
#include <tilewise/gather.hpp>
#include <tilewise/json_reader.hpp>

#include "base/raw_json.hpp"

namespace tilewise {
namespace {

using nlohmann::json;

Value numeric_value(const FieldSpec& spec, const json& value) {
  const std::optional<bool> flag = json_flag(value);
  if (flag && spec.kind == Kind::flag) return number_value(*flag ? 1 : 0);
  const std::optional<double> number = json_number(value);
  if (number) {
    Value read = read_value(spec, write_number(*number));
    if (read.valid) return read;
  }
  // The text that is kept must not read as a number in a link, or a wrong type would heal on the way.
  std::string raw = raw_of(value);
  return invalid_value(read_value(spec, raw).valid ? dump_json(value) : std::move(raw));
}

Value value_of(const Place& place, const json& value) {
  if (place.spec == nullptr) return {};
  if (is_numeric(place.spec->kind)) return numeric_value(*place.spec, value);
  const std::optional<std::string_view> text = json_text(value);
  return read_value(*place.spec, text ? std::string(*text) : dump_json(value));
}

// A device in a list: its name, or an object with the name in "id".
std::string device_id(const json& device) {
  const json* id = device.is_object() ? json_find(device, "id") : &device;
  if (id == nullptr) return {};
  const std::optional<std::string_view> text = json_text(*id);
  return text ? std::string(*text) : dump_json(*id);
}

const json* find_devices(const json& object) {
  const json* list = json_find(object, "devices");
  return list != nullptr ? list : json_find(object, "d");
}

void read_columns(const json& devices, Scenario& scenario) {
  const std::optional<std::string_view> text = json_text(devices);
  if (text) {
    scenario.columns = columns_of(*text);
  } else if (devices.is_array() && !devices.empty()) {
    for (const json& device : devices) {
      scenario.columns.push_back(Column{plain_device_id(device_id(device)), Values{}});
    }
  } else {
    // Not a list: shown as the name of a device nobody knows, never replaced by the default devices.
    scenario.columns.push_back(Column{plain_device_id(dump_json(devices)), Values{}});
  }
}

void read_overrides(const json& devices, Gatherer& gatherer) {
  if (!devices.is_array()) return;
  std::size_t index = 0;
  for (const json& device : devices) {
    const std::string prefix = "d" + std::to_string(++index) + ".";
    if (!device.is_object()) continue;
    for (auto member = device.begin(); member != device.end(); ++member) {
      if (member.key() == "id") continue;
      const Place place = place_of(prefix + member.key());
      gatherer.put(place, value_of(place, member.value()), raw_of(member.value()));
    }
  }
}

void read_members(const json& object, Gatherer& gatherer) {
  for (auto member = object.begin(); member != object.end(); ++member) {
    const Place place = place_of(member.key());
    gatherer.put(place, value_of(place, member.value()), raw_of(member.value()));
  }
}

ScenarioReading refuse(const char* code, std::vector<Param> params) {
  ScenarioReading reading;
  reading.refused = true;
  reading.issues.push_back(Issue{code, "", Severity::error, std::move(params)});
  return reading;
}

ScenarioReading refuse_above(const char* code, std::size_t found, std::size_t limit) {
  return refuse(code,
                {Param{"found", static_cast<double>(found)}, Param{"limit", static_cast<double>(limit)}});
}

bool changes_columns(const json& object) {
  for (auto member = object.begin(); member != object.end(); ++member) {
    if (changes_default_column(place_of(member.key()))) return true;
  }
  return false;
}

ScenarioReading from_link(LinkReading link) {
  ScenarioReading reading;
  reading.scenario = std::move(link.scenario);
  reading.issues = std::move(link.issues);
  reading.tag = link.tag;
  reading.from_link = true;
  reading.refused = link.refused;
  return reading;
}

}  // namespace

ScenarioReading read_scenario_json(const json& object, const LinkContext& context) {
  if (!object.is_object()) return refuse("scenario.not-an-object", {});
  const json* devices = find_devices(object);
  ScenarioReading reading;
  if (devices != nullptr) {
    read_columns(*devices, reading.scenario);
  } else if (changes_columns(object)) {
    reading.scenario.columns = columns_of(default_devices());
  }
  if (reading.scenario.columns.size() > link_devices_limit) {
    return refuse_above("link.too-many-devices", reading.scenario.columns.size(), link_devices_limit);
  }
  if (object.contains("devices") && object.contains("d")) {
    report(reading.issues, "link.duplicate-key", "d", Severity::note,
           {{"key", "d"}, {"ignored", raw_of(object["d"])}});
  }
  Gatherer gatherer(reading.scenario, reading.issues);
  if (devices != nullptr) read_overrides(*devices, gatherer);
  read_members(object, gatherer);
  if (gatherer.over_limit()) {
    return refuse_above("link.too-many-pairs", gatherer.count(), link_pairs_limit);
  }
  finish_reading(reading.scenario, context, reading.issues);
  return reading;
}

ScenarioReading read_scenario_json(const json& object) {
  return read_scenario_json(object, current_link_context());
}

ScenarioReading read_scenario_part(const json& part) {
  const std::optional<std::string_view> link = json_text(part);
  return link ? from_link(read_link(*link)) : read_scenario_json(part);
}

ScenarioReading read_request_scenario(std::string_view text) {
  std::string_view start = text;
  if (start.substr(0, 3) == "\xEF\xBB\xBF") start.remove_prefix(3);  // byte order mark
  const std::size_t first = start.find_first_not_of(" \t\r\n");
  if (first == std::string_view::npos || start[first] != '{') return from_link(read_link(text));
  JsonReading json_reading = read_json(text);
  if (has_error(json_reading.issues)) {
    ScenarioReading reading;
    reading.refused = true;
    reading.issues = std::move(json_reading.issues);
    return reading;
  }
  ScenarioReading reading = read_scenario_json(json_reading.value);
  reading.issues.insert(reading.issues.begin(), json_reading.issues.begin(), json_reading.issues.end());
  return reading;
}

}  // namespace tilewise
