#include "limits_text.hpp"

#include <vector>

#include <nlohmann/json.hpp>

#include <tilewise/api.hpp>

#include "messages.hpp"
#include "numbers.hpp"
#include "requests.hpp"
#include "tables.hpp"

namespace tilewise::cli {
namespace {

using nlohmann::json;
using Row = TextRow;

std::string amount(const std::string& limit, const json& value) {
  if (value.is_null()) return "–";
  const double number = value.get<double>();
  if (limit == "memory") return size(number);
  if (limit == "communication" || limit == "compute" || limit == "bandwidth") return count(100 * number) + " %";
  if (limit == "cost") return "$" + count(number);
  if (limit == "power") return si(number, "W");
  return duration(number);
}

std::string limits_table(const json& device) {
  std::vector<Row> rows{{"limit", "now", "of", "left", "breaks", "why"}};
  for (const json& limit : device["limits"]) {
    const std::string name = limit["limit"].get<std::string>();
    rows.push_back({name, amount(name, limit["value"]), amount(name, limit["threshold"]),
                    limit["margin"].is_null() ? "–" : count(100 * limit["margin"].get<double>()) + " %",
                    limit["breaks"].get<bool>() ? "yes" : "no",
                    std::string(text_of("labels", limit["code"].get<std::string>()))});
  }
  return aligned(rows, 5);
}

std::string points_text(const json& device) {
  std::string out;
  for (const json& point : device["breakpoints"]) {
    out += "  " + point["limit"].get<std::string>() + (point["direction"] == "up" ? " from " : " no longer from ") +
           count(point["at"].get<double>()) + " (" + point["axis"].get<std::string>() + ")\n";
  }
  return out.empty() ? out : "As an input grows:\n" + out;
}

std::string formats_text(const json& device) {
  if (!device.contains("precision")) return {};
  std::vector<Row> rows{{"format", "time", "peak", "fits", "computed in", "risk"}};
  for (const json& format : device["precision"]["formats"]) {
    const std::string used = format["used"].get<std::string>();
    rows.push_back({format["asked"].get<std::string>(),
                    format["total_s"].is_null() ? "–" : duration(format["total_s"].get<double>()),
                    format["rate_ops_per_s"].is_null() ? "–" : si(format["rate_ops_per_s"].get<double>(), "FLOP/s"),
                    format["fits"].get<std::string>(), used.empty() ? "not supported" : used,
                    std::string(text_of("labels", format["risk"].get<std::string>()))});
  }
  const json& precision = device["precision"];
  const std::string best =
      precision.contains("best") ? "Fastest native format that fits: " + precision["best"].get<std::string>() + "\n" : "";
  return aligned(rows, 5) + best;
}

std::string rent_text(const json& device) {
  if (!device.contains("rent_or_buy")) return {};
  const json& rent = device["rent_or_buy"];
  const std::string prices = "Rent $" + count(rent["rent_usd_per_hour"].get<double>()) + " an hour, buy $" +
                             count(rent["purchase_usd"].get<double>()) + ": ";
  if (rent["break_even_share"].is_null()) return prices + "renting is cheaper however much it is used\n";
  return prices + "buying is cheaper from " + count(100 * rent["break_even_share"].get<double>()) + " % of its life, " +
         count(rent["break_even_hours"].get<double>()) + " hours\n";
}

}  // namespace

std::string limits_text(const json& envelope) {
  std::string out;
  for (const json& device : envelope["result"]["devices"]) {
    out += (out.empty() ? "" : "\n") + device["id"].get<std::string>() + "\n";
    if (!device.contains("limits")) continue;
    out += limits_table(device) + points_text(device) + formats_text(device) + rent_text(device);
  }
  return out;
}

std::string first_break_text(const json& estimate) {
  const std::string link = estimate["result"]["link"].get<std::string>();
  const json answer = json::parse(limits(with_members(link, "\"axis\":\"batch\"")));
  if (answer["result"].is_null()) return {};
  const json* first = nullptr;
  std::string name;
  for (const json& device : answer["result"]["devices"]) {
    if (!device.contains("first")) continue;
    for (const json& point : device["first"]) {
      if (first != nullptr && (*first)["at"].get<double>() <= point["at"].get<double>()) continue;
      first = &point;
      name = estimate["result"]["devices"][device["index"].get<std::size_t>()]["name"].get<std::string>();
    }
  }
  if (first == nullptr) return {};
  return "First to break as the batch grows: " + (*first)["limit"].get<std::string>() + " on " + name + " at " +
         count((*first)["at"].get<double>()) + ".\n";
}

}  // namespace tilewise::cli
