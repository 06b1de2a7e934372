#include "support/generate.hpp"

#include <tilewise/link.hpp>

namespace tilewise::testing {

namespace {

// One edit of a link as chats, mail programs and people make them.
std::string damaged(Random& random, std::string link) {
  const auto at = static_cast<std::size_t>(random.below(link.size()));
  switch (random.below(4)) {
    case 0:
      link.resize(at);
      break;
    case 1:
      link.erase(at, 1);
      break;
    case 2:
      link[at] = static_cast<char>(' ' + static_cast<char>(random.below(95)));
      break;
    default:
      link.insert(at, "&amp;");
      break;
  }
  return link;
}

std::string quoted(std::string_view text) {
  std::string json = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') json += '\\';
    json += c;
  }
  return json + "\"";
}

std::string json_value(const FieldSpec& spec, const Value& value) {
  return is_numeric(spec.kind) ? write_number(value.number) : quoted(write_value(spec, value));
}

// A JSON scenario without the columns' own values.
std::string json_of(const Scenario& scenario) {
  std::string json = "{\"devices\":[";
  for (const Column& column : scenario.columns) {
    if (json.back() != '[') json += ',';
    json += quoted(column.device);
  }
  json += ']';
  for (const auto& [field, value] : scenario.values.entries()) {
    const FieldSpec& spec = spec_of(field);
    json += ',' + quoted(spec.name) + ':' + json_value(spec, value);
  }
  return json + "}";
}

Scenario scenario_for(Random& random) {
  return random.chance(3) ? generate_any_scenario(random) : generate_scenario(random);
}

std::string explain_request(Random& random) {
  static constexpr std::string_view paths[] = {
      "devices.0.time.total_s",  "devices.0.memory.total_bytes", "devices.0.flops.model_flops",
      "devices.1.time.items.0",  "devices.0.rate.tokens_per_s",  "devices.0.memory.items.1.bytes",
      "devices.7.time.total_s",  "devices.0.flops.mfu",          "",
      "devices.0.no_such_number"};
  constexpr struct {
    std::string_view of;
    std::string_view path;
  } others[] = {{"limits", "devices.0.limits.0.value"},
                {"limits", "devices.0.limits.1.margin"},
                {"limits", "devices.0.breakpoints.0.at"},
                {"limits", "devices.0.precision.formats.1.total_s"},
                {"limits", "devices.0.rent_or_buy.break_even_share"},
                {"compare", "pairs.0.ratio"},
                {"compare", "pairs.0.waterfall.1.to_s"},
                {"compare", "pairs.0.must_be.0.value"},
                {"compare", "devices.0.sensitivities.0.lower_s"},
                {"compare", "devices.0.budget.days.run_s"},
                {"fit", "devices.0.value"},
                {"fit", "devices.1.total_s"},
                {"fit", "devices.no_such_number.value"}};
  std::string of;
  std::string_view path = paths[random.below(sizeof paths / sizeof paths[0])];
  if (random.chance(6)) {
    const auto& other = others[random.below(sizeof others / sizeof others[0])];
    of = "\"of\":" + quoted(other.of) + ",";
    path = other.path;
  }
  return "{" + of + "\"path\":" + quoted(path) + ",\"scenario\":" + quoted(write_link(scenario_for(random))) +
         "}";
}

std::string sweep_request(Random& random) {
  if (random.chance(2)) {
    Scenario scenario = scenario_for(random);
    const FieldSpec& axis = spec_of(Field::sweep_axis);
    scenario.values.set(axis.field, read_value(axis, generate_text(random, axis)));
    return write_link(scenario);
  }
  const std::string from = write_number(random.whole(1, 16));
  return "{\"axis\":\"b\",\"from\":" + from +
         ",\"scale\":\"log\",\"scenario\":" + quoted(write_link(scenario_for(random))) +
         ",\"steps\":9,\"to\":512}";
}

}  // namespace

std::string generate_request(Random& random, std::string_view function) {
  if (function == "version" || function == "catalogue") return std::string();
  if (function == "explain") return explain_request(random);
  if (function == "sweep") return sweep_request(random);
  const Scenario scenario = scenario_for(random);
  if (random.chance(8)) return damaged(random, write_link(scenario));
  if (random.chance(4)) return json_of(scenario);
  return write_link(scenario);
}

}  // namespace tilewise::testing
