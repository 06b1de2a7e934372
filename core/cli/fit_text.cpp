#include "fit_text.hpp"

#include <nlohmann/json.hpp>

#include "numbers.hpp"
#include "tables.hpp"

namespace tilewise::cli {
namespace {

using nlohmann::json;

std::string bytes_text(const json& value, const char* otherwise) {
  return value.is_null() ? otherwise : size(value.get<double>());
}

std::string time_text(const json& entry) {
  return entry["total_s"].is_null() ? "–" : duration(entry["total_s"].get<double>());
}

std::string value_text(const json& entry, const std::string& unit) {
  const std::string state = entry["state"].get<std::string>();
  if (state == "none") return unit == "chips" ? "more chips do not help" : "not even the smallest fits";
  if (state == "unknown") return "not known";
  if (entry.contains("model")) return entry["model"].get<std::string>();
  std::string text = count(entry["value"].get<double>()) + " " + unit;
  if (entry.contains("bounded_by")) text += " (all the model has)";
  if (state == "unlimited") text += " and more";
  return text;
}

std::string ranking_text(const json& result) {
  std::vector<TextRow> rows{{"device", "fits", "need", "capacity", "time", "power", "an hour", "a million tokens", "wishes"}};
  const auto known = [](const json& value, std::string (*print)(double)) {
    return value.is_null() ? std::string("–") : print(value.get<double>());
  };
  const auto watts = [](double value) { return si(value, "W"); };
  const auto dollars = [](double value) { return "$" + count(value); };
  for (const json& entry : result["ranking"]) {
    rows.push_back({entry["id"].get<std::string>(), entry["fits"].get<std::string>(),
                    bytes_text(entry["total_bytes"], "not known"),
                    bytes_text(entry["capacity_bytes"], "not published"), time_text(entry),
                    known(entry["power_w"], watts), known(entry["per_hour_usd"], dollars),
                    known(entry["per_million_tokens_usd"], dollars), entry["within"].get<bool>() ? "kept" : "broken"});
  }
  std::string out = aligned(rows);
  for (const json& one : result["left_out"]) {
    out += "left out by “" + one["filter"].get<std::string>() + "”: " + count(one["count"].get<double>()) + "\n";
  }
  return out;
}

}  // namespace

std::string fit_text(const json& envelope) {
  const json& result = envelope["result"];
  if (result.contains("ranking")) return ranking_text(result);
  const std::string unit = result["unit"].get<std::string>();
  std::vector<TextRow> rows{{"device", result["question"].get<std::string>(), "need", "capacity", "time"}};
  std::string links;
  for (const json& entry : result["devices"]) {
    rows.push_back({entry["id"].get<std::string>(), value_text(entry, unit),
                    bytes_text(entry["total_bytes"], "not known"),
                    bytes_text(entry["capacity_bytes"], "not published"), time_text(entry)});
    if (!entry["value"].is_null()) links += entry["id"].get<std::string>() + ": #" + entry["link"].get<std::string>() + "\n";
  }
  return aligned(rows, 2) + "\n" + links;
}

}  // namespace tilewise::cli
