#include "software_text.hpp"

#include <nlohmann/json.hpp>
#include <tilewise/api.hpp>

#include "numbers.hpp"

namespace tilewise::cli {
namespace {

using nlohmann::json;

std::string speed(const json& program) { return count(program["tokens_per_s"].get<double>()); }

// Tokens a second at an edge of the program's band.
double edge(const json& program, const char* name) {
  return program["tokens_per_s"].get<double>() * program["total_s"].get<double>() /
         program[name].get<double>();
}

std::string device_line(const std::string& name, const json& programs) {
  const json& best = programs.front();
  const json& slowest = programs.back();
  std::string typical;
  for (const json& program : programs) {
    if (program["stack"] == "typical") typical = ", typical " + speed(program);
  }
  const auto named = [](const json& program) {
    return speed(program) + " (" + program["stack"].get<std::string>() + ")";
  };
  return "Software on " + name + ": best " + named(best) + typical + ", slowest " + named(slowest) +
         " tokens/s; with their bands " + count(edge(slowest, "high_s")) + " to " +
         count(edge(best, "low_s")) + ".\n";
}

}  // namespace

std::string software_text(const json& estimate) {
  const json answer = json::parse(software(estimate["result"]["link"].get<std::string>()));
  if (answer["result"].is_null()) return {};
  std::string out;
  for (const json& device : answer["result"]["devices"]) {
    if (device["programs"].size() < 2) continue;
    const json& shown = estimate["result"]["devices"][device["index"].get<std::size_t>()];
    out += device_line(shown["name"].get<std::string>(), device["programs"]);
  }
  return out;
}

}  // namespace tilewise::cli
