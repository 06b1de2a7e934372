#include "support/explained.hpp"

#include "support/call.hpp"
#include "support/catch.hpp"
#include "support/expression.hpp"

#include <set>
#include <vector>

#include <tilewise/catalogue.hpp>

namespace tilewise::testing {

using nlohmann::json;

namespace {

// Numbers that are counted, chosen, asked for or looked up rather than computed.
const std::set<std::string> plain_numbers = {"index", "count", "ranks", "batch", "band.rows", "tiles.side"};
const std::set<std::string> plain_members = {"index", "base",  "other", "catches_up", "devices", "considered",
                                             "fitting", "count", "tp",    "sp",         "pp",      "vp",
                                             "cp",      "ep",    "dp",    "z",          "lay",     "mb"};

// Each number asks for the whole answer again. The native build opens all of them; where a call costs ten
// times as much, under sanitizers and as WebAssembly, every seventh shows what differs there.
#if defined(__SANITIZE_ADDRESS__) || defined(__EMSCRIPTEN__)
constexpr std::size_t walk_stride = 7;
#elif defined(__has_feature)
constexpr std::size_t walk_stride = __has_feature(address_sanitizer) ? 7 : 1;
#else
constexpr std::size_t walk_stride = 1;
#endif

std::string word_in(const json& object, const char* key) {
  const auto* text =
      find_at(object, key) == nullptr ? nullptr : find_at(object, key)->get_ptr<const std::string*>();
  return text == nullptr ? "" : *text;
}
double number_in(const json& object, const char* key) {
  const json* found = find_at(object, key);
  return found != nullptr && found->is_number() ? found->get<double>() : -1;
}

// Paths of all numbers below `value`, list members by their index.
void collect(const json& value, const std::string& path, std::vector<std::string>& out) {
  if (value.is_number()) {
    out.push_back(path);
  } else if (value.is_array()) {
    for (std::size_t i = 0; i < value.size(); ++i) collect(value[i], path + "." + std::to_string(i), out);
  } else if (value.is_object()) {
    for (auto entry = value.begin(); entry != value.end(); ++entry) {
      collect(entry.value(), path.empty() ? entry.key() : path + "." + entry.key(), out);
    }
  }
}

double catalogue_number(const std::string& entry) {
  const std::size_t slash = entry.find('/');
  const Device* device = find_device(entry.substr(0, slash));
  REQUIRE(device != nullptr);
  const std::string field = entry.substr(slash + 1);
  if (field == "bandwidth_bytes_per_s") return device->bandwidth->base();
  if (field == "memory_bytes") return device->memory->base();
  if (field == "processor_count") return device->processor_count.value_or(-1);
  if (field == "matrix_unit_count") return device->matrix_unit_count.value_or(-1);
  if (field == "array_side") return device->array_side.value_or(-1);
  if (field == "power_limit_w") return device->power_limit->base();
  if (field == "estimated_power_w") return device->estimated_power->base();
  if (field == "least_power_w") return device->least_power->base();
  if (field == "rent_usd_per_hour") return *device->rent_usd_per_hour;
  if (field == "street_usd") return *device->street_usd;
  if (field == "msrp_usd") return *device->msrp_usd;
  if (field == "ranks_per_device") return device->ranks_per_device;
  const auto format = format_named(field.substr(field.find('.') + 1));
  REQUIRE(format.has_value());
  return device->peak_dense[static_cast<std::size_t>(*format)]->base();
}

bool starts(const std::string& text, const char* with) { return text.rfind(with, 0) == 0; }

// What a value that was searched for must satisfy; false for other formulas.
bool check_search(const std::string& formula, const Inputs& of) {
  if (formula == "limits.first-value") {
    CHECK((of.at("value_before") > of.at("threshold")) != (of.at("value_there") > of.at("threshold")));
  } else if (formula == "compare.must-be") {
    CHECK(of.at("time") == Approx(of.at("other_time")).epsilon(1e-6));
  } else if (formula == "compare.crossover") {
    CHECK((of.at("base_before") < of.at("other_before")) != (of.at("base_there") < of.at("other_there")));
  } else if (formula == "fit.largest") {
    CHECK(of.at("missing") <= 0);
    CHECK(of.at("missing_after") > 0);
  } else if (formula == "fit.found") {
    CHECK(of.at("missing") <= 0);
  } else {
    return false;
  }
  return true;
}

// One call: its value follows from its inputs, and every input from where it says it comes from.
void check_call(const json& call) {
  const std::string expression = word_in(call, "expression");
  const std::string formula = word_in(call, "formula");
  const double value = number_in(call, "value");
  CAPTURE(word_in(call, "path"), formula, expression);
  Inputs inputs;
  double sum = 0;
  double rest = 0;
  for (const json& input : *find_at(call, "inputs")) {
    const double given = number_in(input, "value");
    rest = inputs.empty() ? given : rest - given;
    inputs[word_in(input, "name")] = given;
    sum += given;
    CAPTURE(word_in(input, "name"));
    const json* from = find_at(input, "from");
    if (from != nullptr) {
      CHECK(number_in(*from, "value") == given);
      CHECK(word_in(*from, "unit") == word_in(input, "unit"));
      check_call(*from);
    }
    const std::string entry = word_in(input, "catalogue");
    if (!entry.empty()) CHECK(catalogue_number(entry) == given);
  }
  if (check_search(formula, inputs)) return;
  if (starts(expression, "sum of ")) {
    CHECK(sum == value);
  } else if (formula == "plan.work") {
    CHECK(rest == value);
  } else {
    const auto computed = evaluate(expression, inputs);
    REQUIRE(computed.has_value());
    CHECK(*computed == Approx(value).epsilon(1e-12));
  }
}

// `request` is what explain is asked beside the path.
void check_opens(json request, const std::string& path, double shown) {
  request["path"] = path;
  CAPTURE(request.dump());
  const json explained = parse_answer(call("explain", request.dump()));
  const json* result = find_at(explained, "result");
  REQUIRE(result != nullptr);
  CHECK_FALSE(result->is_null());
  if (result->is_null()) return;
  CHECK(number_in(*result, "value") == shown);
  check_call(*result);
}

double shown_at(const json& value, const std::string& path) {
  const json* found = find_at(value, path);
  return found != nullptr && found->is_number() ? found->get<double>() : -1;
}

}  // namespace

void check_estimate_opens(const json& scenario) {
  const auto* link = scenario.get_ptr<const std::string*>();
  const json answer = parse_answer(call("estimate", link != nullptr ? *link : scenario.dump()));
  const json* devices = find_at(answer, "result.devices");
  if (devices == nullptr) return;  // a request that has no result has no numbers to open
  json request = json::object();
  request["scenario"] = scenario;
  const auto check = [&](const std::string& path) {
    check_opens(request, path, shown_at(*find_at(answer, "result"), path));
  };
  for (std::size_t i = 0; i < devices->size(); ++i) {
    std::vector<std::string> paths;
    collect((*devices)[i], "", paths);
    for (std::size_t at = 0; at < paths.size(); at += walk_stride) {
      if (plain_numbers.count(paths[at]) == 0) check("devices." + std::to_string(i) + "." + paths[at]);
    }
  }
  const json& verdict = *find_at(answer, "result.verdict");
  if (verdict.contains("ratio_to_next")) check("verdict.ratio_to_next");
  for (std::size_t i = 0; i < verdict["comparisons"].size(); ++i) {
    for (const char* field : {"time_ratio", "more_time_share", "less_speed_share"}) {
      check("verdict.comparisons." + std::to_string(i) + "." + field);
    }
  }
}

void check_answer_opens(const std::string& name, const json& request) {
  const auto* link = request.get_ptr<const std::string*>();
  const json answer = parse_answer(call(name, link != nullptr ? *link : request.dump()));
  const json* result = find_at(answer, "result");
  REQUIRE(result != nullptr);
  if (result->is_null()) return;
  json asked = json::object();
  if (request.is_object() && request.contains("scenario")) {
    asked = request;
  } else {
    asked["scenario"] = request;
  }
  asked["of"] = name;
  std::vector<std::string> paths;
  collect(*result, "", paths);
  for (std::size_t at = 0; at < paths.size(); at += walk_stride) {
    const std::string& path = paths[at];
    const std::string member = path.substr(path.rfind('.') + 1);
    if (plain_members.count(member) == 1 || starts(path, "axis.")) continue;
    check_opens(asked, path, shown_at(*result, path));
  }
}

}  // namespace tilewise::testing
