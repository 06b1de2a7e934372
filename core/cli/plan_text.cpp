#include "plan_text.hpp"

#include <cmath>

#include <nlohmann/json.hpp>

#include "messages.hpp"
#include "numbers.hpp"
#include "tables.hpp"

namespace tilewise::cli {
namespace {

using nlohmann::json;

constexpr std::size_t most_shown = 12;

double number(const json& object, const char* name) { return object[name].get<double>(); }

// "tp 8, pp 4, dp 16, z 1": what differs from one rank.
std::string split_text(const json& plan) {
  std::string out;
  const auto add = [&](const std::string& text) { out += (out.empty() ? "" : " ") + text; };
  for (const char* key : {"tp", "pp", "vp", "cp", "ep", "dp"}) {
    if (number(plan, key) > 1) add(std::string(key) + "=" + count(number(plan, key)));
  }
  for (const char* key : {"sp", "z", "lay"}) {
    if (number(plan, key) > 0) add(std::string(key) + "=" + count(number(plan, key)));
  }
  if (plan["ac"] != "none") add("ac=" + plan["ac"].get<std::string>());
  if (number(plan, "mb") > 1) add("mb=" + count(number(plan, "mb")));
  return out.empty() ? "one rank" : out;
}

std::string money_text(const json& plan) {
  for (const char* key : {"run_usd", "per_million_tokens_usd"}) {
    if (plan.contains(key)) return "$" + count(number(plan, key));
  }
  return "–";
}

std::string energy_text(const json& plan) {
  if (plan.contains("run_j")) return si(number(plan, "run_j"), "J");
  return plan.contains("per_token_j") ? si(number(plan, "per_token_j"), "J/token") : "–";
}

TextRow plan_row(const json& plan) {
  TextRow row{count(number(plan, "devices")), duration(number(plan, "step_s")),
              count(number(plan, "tokens_per_s")), size(number(plan, "memory_bytes"))};
  if (plan.contains("run_s")) row.push_back(duration(number(plan, "run_s")));
  row.push_back(money_text(plan));
  row.push_back(energy_text(plan));
  row.push_back(split_text(plan));
  return row;
}

std::string plans_text(const std::vector<json>& plans) {
  TextRow head{"chips", "step", "tokens/s", "memory"};
  if (plans.front().contains("run_s")) head.emplace_back("run");
  head.emplace_back(plans.front().contains("run_s") ? "cost" : "$/M tokens");
  head.emplace_back("energy");
  const std::size_t text = head.size();
  head.emplace_back("split");
  std::vector<TextRow> rows{head};
  for (const json& plan : plans) rows.push_back(plan_row(plan));
  return aligned(rows, text);
}

std::string search_text(const json& search) {
  std::string out = count(number(search, "considered")) + " splits, " + count(number(search, "fitting")) + " fit\n";
  for (const json& reason : search["rejected"]) {
    out += "  " + count(number(reason, "count")) + ": " +
           std::string(text_of("labels", reason["code"].get<std::string>())) + "\n";
  }
  const json& front = search["front"];
  std::vector<json> shown;
  for (std::size_t i = 0; i < front.size() && i < most_shown; ++i) shown.push_back(front[i]);
  if (shown.empty()) return out;
  out += plans_text(shown);
  if (front.size() > most_shown) out += "and " + count(static_cast<double>(front.size() - most_shown)) + " more\n";
  out += "fastest: #" + front[0]["link"].get<std::string>() + "\n";
  if (search["best"] != "last") return out;
  return out + "least " + search["axis"].get<std::string>() + ": #" + front.back()["link"].get<std::string>() + "\n";
}

std::string budget_text(const json& budget) {
  if (budget["parts"].empty()) return {};
  std::vector<TextRow> rows{{"communication of the split asked for", "sent a step", "link busy", "waits", "at", "by"}};
  for (const json& part : budget["parts"]) {
    rows.push_back({part["name"].get<std::string>(), size(number(part, "sent_bytes")), duration(number(part, "busy_s")),
                    duration(number(part, "exposed_s")), si(number(part, "reached_bytes_per_s"), "B/s"),
                    part["algorithm"].get<std::string>()});
  }
  std::string out = aligned(rows, 5);
  for (const char* kind : {"data", "model"}) {
    if (number(budget[kind], "sent_bytes") <= 0) continue;
    out += std::string(kind) + " parallelism needs " + count(number(budget[kind], "needed_gbit_per_s")) +
           " Gbit/s for its traffic to end with the work" +
           (budget[kind]["passes_work"].get<bool>() ? ": more than the links give\n" : "\n");
  }
  return out;
}

std::string curve_text(const json& curve) {
  std::vector<TextRow> rows{{"chips", "step", "tokens/s", "per chip", "memory", "split"}};
  for (const json& point : curve) {
    if (point["plan"].is_null()) {
      rows.push_back({count(number(point, "devices")), "–", "–", "–", "–", "no split fits"});
      continue;
    }
    const json& plan = point["plan"];
    rows.push_back({count(number(plan, "devices")), duration(number(plan, "step_s")), count(number(plan, "tokens_per_s")),
                    count(100 * number(point, "efficiency")) + " %", size(number(plan, "memory_bytes")),
                    split_text(plan)});
  }
  return aligned(rows, 5);
}

}  // namespace

std::string plan_members(const std::string& counts, double days) {
  std::string out;
  if (counts == "all") {
    for (double one = 1; one <= 4096; one *= 2) out += (out.empty() ? "" : ",") + std::to_string(static_cast<int>(one));
  } else {
    for (const char c : counts) {
      if (c == ',' || (c >= '0' && c <= '9')) out += c;
    }
  }
  if (!out.empty()) out = "\"counts\":[" + out + "]";
  if (days > 0) out += std::string(out.empty() ? "" : ",") + "\"days\":" + std::to_string(days);
  return out.empty() ? "\"slices\":1" : out;
}

std::string plan_text(const json& envelope) {
  std::string out;
  for (const json& device : envelope["result"]["devices"]) {
    out += device["id"].get<std::string>() + ", " + count(number(device, "devices")) + " chips\n";
    const bool asked = device.contains("search") || device.contains("curve") || device.contains("deadline");
    if (!asked) out += "no splits of this scenario are searched\n";
    if (device.contains("search")) out += search_text(device["search"]);
    if (device.contains("communication")) out += budget_text(device["communication"]);
    if (device.contains("curve")) out += curve_text(device["curve"]);
    if (!device.contains("deadline")) continue;
    const json& deadline = device["deadline"];
    out += deadline.is_null() ? "no number of chips up to 4,096 is in time\n"
                              : plans_text({deadline}) + "#" + deadline["link"].get<std::string>() + "\n";
  }
  return out;
}

}  // namespace tilewise::cli
