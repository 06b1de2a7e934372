// The file of constants with fitted values: what it says otherwise stays as it is.

#include <cstdint>

#include <nlohmann/json.hpp>

#include <tilewise/score/fit.hpp>

namespace tilewise::score {
namespace {

using nlohmann::ordered_json;

constexpr const char* fitted_source = "measurements";

// 150 rather than 150.0.
ordered_json plain(double value) {
  const auto whole = static_cast<std::int64_t>(value);
  if (static_cast<double>(whole) == value) return whole;
  return value;
}

void take(ordered_json& constants, const FittedConstant& fitted) {
  const std::string name(fitted.constant->name);
  if (!constants.contains(name) || fitted.rows == 0) return;
  ordered_json& entry = constants[name];
  entry["value"] = plain(fitted.value);
  entry["rows"] = plain(fitted.rows);
  entry["source"] = fitted_source;
}

// One line an entry, as people edit it.
std::string lines_of(const ordered_json& object) {
  std::string out = "{\n";
  std::size_t left = object.size();
  for (const auto& [name, entry] : object.items()) {
    out += "    \"" + name + "\": " + entry.dump() + (--left > 0 ? ",\n" : "\n");
  }
  return out + "  }";
}

}  // namespace

std::string constants_file(const std::string& text, const Fit& fit) {
  ordered_json file = ordered_json::parse(text, nullptr, false);
  if (!file.is_object() || !file.contains("constants") || !file["constants"].is_object()) return {};
  for (const FittedConstant& fitted : fit.constants) take(file["constants"], fitted);
  std::string out = "{\n";
  std::size_t left = file.size();
  for (const auto& [name, part] : file.items()) {
    const bool table = part.is_object() && !part.empty();
    out += "  \"" + name + "\": " + (table ? lines_of(part) : part.dump()) + (--left > 0 ? ",\n" : "\n");
  }
  return out + "}\n";
}

}  // namespace tilewise::score
