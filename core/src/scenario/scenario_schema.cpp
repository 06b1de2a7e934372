#include <tilewise/scenario_json.hpp>

#include <nlohmann/json.hpp>

#include <tilewise/json_reader.hpp>

namespace tilewise {
namespace {

using nlohmann::json;

constexpr const char* id_pattern = "^[a-z0-9]([a-z0-9.-]{0,38}[a-z0-9])?$";
constexpr const char* view_pattern = "^[a-z0-9]([a-z0-9.-]{0,78}[a-z0-9])?$";
constexpr const char* number_pattern = "(\\d+(\\.\\d+)?|\\.\\d+)([eE]-?\\d+)?";

json words_json(std::string_view words) {
  json list = json::array();
  while (!words.empty()) {
    const std::size_t end = words.find(' ');
    list.push_back(std::string(words.substr(0, end)));
    if (end == std::string_view::npos) break;
    words.remove_prefix(end + 1);
  }
  return list;
}

std::string joined(std::string_view words) {
  std::string out(words);
  for (char& c : out) {
    if (c == ' ') c = '|';
  }
  return out;
}

std::string pattern_of(const FieldSpec& spec) {
  switch (spec.kind) {
    case Kind::id:
      return spec.field == Field::view ? view_pattern : id_pattern;
    case Kind::dims:
      return "^\\d+(x\\d+){" + write_number(spec.low - 1) + "," + write_number(spec.high - 1) + "}$";
    case Kind::range:
      return std::string("^[A-Za-z.]+:") + number_pattern + "\\.\\." + number_pattern + "(:log)?$";
    case Kind::measured:
      return "^(" + joined(spec.words) + "):" + number_pattern + "$";
    default:
      return {};
  }
}

json field_schema(const FieldSpec& spec) {
  json schema = json::object();
  schema["description"] = "Key \"" + std::string(spec.key) + "\" in links.";
  if (spec.kind == Kind::flag) {
    schema["enum"] = json::array({false, true, 0, 1});
    return schema;
  }
  if (is_numeric(spec.kind)) {
    schema["type"] = spec.kind == Kind::integer ? "integer" : "number";
    schema["minimum"] = json_of(spec.low);
    schema["maximum"] = json_of(spec.high);
    return schema;
  }
  schema["type"] = "string";
  if (spec.kind == Kind::word) schema["enum"] = words_json(spec.words);
  if (spec.kind == Kind::text) schema["maxLength"] = json_of(spec.high);
  const std::string pattern = pattern_of(spec);
  if (!pattern.empty()) schema["pattern"] = pattern;
  return schema;
}

// A device is a name, or an object with a name and what is changed for this column alone.
json device_schema() {
  json properties = json::object();
  properties["id"]["type"] = "string";
  properties["id"]["pattern"] = id_pattern;
  for (const FieldSpec& spec : vocabulary()) {
    const bool per_column = spec.scope == Scope::column || spec.scope == Scope::both;
    if (per_column) properties[std::string(spec.name)] = field_schema(spec);
  }
  json object = json::object();
  object["type"] = "object";
  object["properties"] = std::move(properties);
  object["required"] = json::array({"id"});
  json schema = json::object();
  json name = json::object();
  name["type"] = "string";
  name["pattern"] = id_pattern;
  schema["anyOf"] = json::array({std::move(name), std::move(object)});
  return schema;
}

json devices_schema(const FieldSpec& spec) {
  json schema = json::object();
  schema["description"] = "Key \"d\" in links; one column of the comparison each, order kept.";
  schema["type"] = "array";
  schema["minItems"] = json_of(spec.low);
  schema["maxItems"] = json_of(spec.high);
  schema["items"]["$ref"] = "#/$defs/device";
  return schema;
}

}  // namespace

json write_scenario_schema() {
  json properties = json::object();
  for (const FieldSpec& spec : vocabulary()) {
    if (spec.scope == Scope::column || spec.field == Field::tag) continue;
    properties[std::string(spec.name)] =
        spec.field == Field::devices ? devices_schema(spec) : field_schema(spec);
  }
  json schema = json::object();
  schema["$schema"] = "https://json-schema.org/draft/2020-12/schema";
  schema["title"] = "Tilewise scenario";
  schema["description"] =
      "What is asked: a workload and the devices it runs on. Everything is optional; what is absent has the "
      "default of its version. Unknown names are kept and reported.";
  schema["type"] = "object";
  schema["properties"] = std::move(properties);
  schema["$defs"]["device"] = device_schema();
  return schema;
}

}  // namespace tilewise
