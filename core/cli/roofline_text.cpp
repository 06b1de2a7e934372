#include "roofline_text.hpp"

#include <vector>

#include <nlohmann/json.hpp>

#include "numbers.hpp"
#include "tables.hpp"

namespace tilewise::cli {
namespace {

using nlohmann::json;

std::string device_text(const json& device) {
  const std::string id = device["id"].get<std::string>();
  if (!device.contains("operators")) return id + ": a rate it needs is not published\n\n";
  const auto number = [](const json& of, const char* key) { return of[key].get<double>(); };
  std::string out = id + ": peak " + si(number(device, "peak_ops_per_s"), "FLOP/s") + ", memory " +
                    si(number(device, "bandwidth_bytes_per_s"), "B/s") + ", ridge at " +
                    count(number(device, "ridge_ops_per_byte")) + " FLOP/B\n";
  std::vector<TextRow> rows{{"operator", "FLOP/B", "reached", "rates allow", "share", "time"}};
  for (const json& one : device["operators"]) {
    const double rate = number(one, "rate_ops_per_s");
    const double ideal = number(one, "ideal_ops_per_s");
    rows.push_back({one["name"].get<std::string>(), count(number(one, "intensity_ops_per_byte")), si(rate, "FLOP/s"),
                    si(ideal, "FLOP/s"), count(100 * rate / ideal) + " %", duration(number(one, "time_s"))});
  }
  return out + aligned(rows) + "\n";
}

}  // namespace

std::string roofline_text(const json& envelope) {
  std::string out;
  for (const json& device : envelope["result"]["devices"]) out += device_text(device);
  return out;
}

}  // namespace tilewise::cli
