#include "explain/explain_answer.hpp"

#include <tilewise/explain.hpp>
#include <tilewise/json_out.hpp>
#include <tilewise/link.hpp>
#include <tilewise/scenario_json.hpp>

namespace tilewise {

using nlohmann::json;

PathParts path_parts(std::string_view path) {
  PathParts parts;
  while (!path.empty()) {
    const std::size_t dot = path.find('.');
    parts.push_back(path.substr(0, dot));
    path = dot == std::string_view::npos ? std::string_view{} : path.substr(dot + 1);
  }
  return parts;
}

std::optional<std::size_t> index_of(std::string_view text) {
  const auto number = read_number(text);
  if (!number || *number < 0 || *number > 1e6) return std::nullopt;
  return static_cast<std::size_t>(*number);
}

const json* member_at(const json& value, const PathParts& parts, std::size_t count) {
  const json* at = &value;
  for (std::size_t i = 0; i < count && at != nullptr; ++i) {
    if (at->is_array()) {
      const auto index = index_of(parts[i]);
      at = index && *index < at->size() ? &(*at)[*index] : nullptr;
    } else {
      at = at->is_object() ? json_find(*at, parts[i]) : nullptr;
    }
  }
  return at;
}

std::optional<double> shown_at(const json& result, const PathParts& parts) {
  const json* found = member_at(result, parts, parts.size());
  return found != nullptr && found->is_number() ? std::optional(found->get<double>()) : std::nullopt;
}

bool names_number(const Asked& asked, const PathParts& parts, std::size_t least) {
  return parts.size() >= least && shown_at(asked.result, parts).has_value();
}

json given(std::string_view name, double value, std::string_view unit, std::string_view key) {
  json out = json::object();
  put(out, "name", name);
  put(out, "value", value);
  put(out, "unit", unit);
  if (!key.empty()) put(out, "key", key);
  return out;
}

json given(std::string_view name, const Explained& from) {
  if (!from) return given(name, 0);
  json out = given(name, amount(*from), json_text_at(*from, "unit").value_or(""));
  put(out, "path", json_text_at(*from, "path").value_or(""));
  put_json(out, "from", json(*from));
  return out;
}

double amount(const json& input) { return json_number_at(input, "value").value_or(0); }

json explanation(std::string_view path, const FormulaInfo& info, double value, std::string_view unit, const Inputs& inputs) {
  json out = json::object();
  put(out, "path", path);
  put(out, "formula", info.id);
  put(out, "label", "formula." + std::string(info.id));
  put(out, "expression", info.expression);
  put(out, "value", value);
  put(out, "unit", unit);
  if (!info.source.empty()) put(out, "source", info.source);
  json list = json::array();
  for (const json& input : inputs) push(list, json(input));
  put_json(out, "inputs", std::move(list));
  return out;
}

json explanation(std::string_view path, const FormulaInfo& info, double value, std::string_view unit,
                 InputCollector& inputs, const Inputs& known) {
  Inputs all;
  for (const TracedInput& input : inputs.take()) {
    json one = given(input.name, input.value, input.unit);
    for (const json& origin : known) {
      if (json_text_at(origin, "name") == input.name) one = origin;
    }
    all.push_back(std::move(one));
  }
  return explanation(path, info, value, unit, all);
}

Explained estimated(const Resolved& resolved, const std::string& path) { return explain_path(resolved, path); }

Explained estimated(const Scenario& scenario, const std::string& path, const Pins* pins) {
  Resolution resolution = resolve(scenario);
  if (pins != nullptr) pins->apply_to(resolution.resolved);
  Explained out = explain_path(resolution.resolved, path);
  if (out) put(*out, "link", write_link(scenario));
  return out;
}

Explained estimated_of_link(const json& link, const std::string& path) {
  const auto* text = link.get_ptr<const std::string*>();
  return text == nullptr ? std::nullopt : estimated(read_link(*text).scenario, path);
}

Explained lacking(const Scenario& scenario, const Pins* pins) {
  Explained missing = estimated(scenario, "devices.0.memory.missing_bytes", pins);
  return missing ? std::move(missing) : estimated(scenario, "devices.0.memory.lacking_bytes", pins);
}

const char* step_time_path(Workload workload) {
  switch (workload) {
    case Workload::prefill: return "time.prefill_s";
    case Workload::decode: return "time.decode_s_per_token";
    case Workload::serve: return "time.tpot_s";
    default: return "time.step_s";
  }
}

std::string column_path(std::size_t index) { return "devices." + write_number(static_cast<double>(index)) + "."; }

json bound_time(const Scenario& scenario, const Pins* pins, std::size_t index, Bound bound, std::string_view path) {
  Resolution resolution = resolve(scenario);
  if (pins != nullptr) pins->apply_to(resolution.resolved);
  const Resolved& resolved = resolution.resolved;
  const ColumnEstimate estimate = estimate_column(resolved, resolved.columns[index], nullptr, false);
  Inputs parts;
  for (const TimeItem& item : estimate.time->items) {
    if (item.bound != bound) continue;
    parts.push_back(given(item.name, explain_path(resolved, column_path(index) + "time.items." + item.name + ".seconds")));
  }
  return explanation(path, FormulaInfo{"time.item", "sum of the parts", ""}, in_seconds(time_bound_by(*estimate.time, bound)),
                     "s", parts);
}

}  // namespace tilewise
