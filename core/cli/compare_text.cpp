#include "compare_text.hpp"

#include <vector>

#include <nlohmann/json.hpp>

#include "numbers.hpp"
#include "tables.hpp"

namespace tilewise::cli {
namespace {

using nlohmann::json;
using Row = TextRow;

std::string id_of(const json& result, const json& index) {
  return result["devices"][index.get<std::size_t>()]["id"].get<std::string>();
}

std::string billions(double value) { return count(value / 1e9) + " billion"; }

std::string unit_of_key(const std::string& key) {
  if (key == "eff") return " of the roofline";
  return key == "peak" ? " TFLOP/s" : " GB/s";
}

std::string pair_text(const json& result, const json& pair) {
  const std::string other = id_of(result, pair["other"]);
  std::string out = other + " takes " + count(pair["ratio"].get<double>()) + "× the time of " +
                    id_of(result, pair["base"]) + "\n";
  std::vector<Row> rows{{"step", "from", "to"}};
  for (const json& part : pair["waterfall"]) {
    rows.push_back({part["bound"].get<std::string>(), duration(part["from_s"].get<double>()),
                    duration(part["to_s"].get<double>())});
  }
  out += aligned(rows);
  for (const json& must : pair["must_be"]) {
    const std::string key = must["key"].get<std::string>();
    out += "  as fast with " + id_of(result, pair["catches_up"]) + " " + key + " = " +
           count(must["value"].get<double>()) + unit_of_key(key) + "\n";
  }
  if (pair["must_be"].empty() && pair["ratio"] != 1.0) out += "  no single published figure would make them equal\n";
  if (pair.contains("price_must_be")) {
    const json& price = pair["price_must_be"];
    out += "  as cheap with " + id_of(result, price["index"]) + " at $" + count(price["usd_per_hour"].get<double>()) +
           " a chip-hour\n";
  }
  for (const json& point : pair["crossovers"]) {
    out += "  they change places at " + point["key"].get<std::string>() + " = " + count(point["at"].get<double>()) + "\n";
  }
  return out;
}

std::string sensitivity_text(const json& device) {
  if (!device.contains("sensitivities") || device["sensitivities"].empty()) return {};
  std::vector<Row> rows{{device["id"].get<std::string>(), "value", "at 0.8", "at 1.2"}};
  for (const json& one : device["sensitivities"]) {
    const std::string key = one["key"].get<std::string>();
    rows.push_back({key, count(one["value"].get<double>()) + unit_of_key(key), duration(one["lower_s"].get<double>()),
                    duration(one["higher_s"].get<double>())});
  }
  return aligned(rows);
}

std::string budget_text(const json& device) {
  if (!device.contains("budget")) return {};
  std::vector<Row> rows{{"budget of", "FLOPs", "parameters", "tokens", "time", "cost"}};
  for (const char* kind : {"model", "days", "flops", "usd"}) {
    const json& budget = device["budget"];
    if (!budget.contains(kind) || budget[kind].is_null()) continue;
    const json& one = budget[kind];
    rows.push_back({kind, si(one["flops"].get<double>(), "FLOP"), billions(one["parameters"].get<double>()),
                    billions(one["tokens"].get<double>()), duration(one["run_s"].get<double>()),
                    one["run_usd"].is_null() ? "no price listed" : "$" + count(one["run_usd"].get<double>())});
  }
  return aligned(rows);
}

}  // namespace

std::string compare_text(const json& envelope) {
  const json& result = envelope["result"];
  std::string out;
  for (const json& pair : result["pairs"]) out += pair_text(result, pair) + "\n";
  for (const json& device : result["devices"]) {
    const std::string own = sensitivity_text(device) + budget_text(device);
    if (!own.empty()) out += own + "\n";
  }
  return out;
}

std::string budget_members(double days, double usd, double flops) {
  const json members = {{"days", days}, {"usd", usd}, {"flops", flops}};
  const std::string text = members.dump();
  return text.substr(1, text.size() - 2);
}

}  // namespace tilewise::cli
