#include "tables.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "messages.hpp"
#include "numbers.hpp"

namespace tilewise::cli {
namespace {

using nlohmann::json;
using Row = TextRow;

// Width on screen: every character of ours that is not ASCII is one column wide.
std::size_t width(const std::string& text) {
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
}

std::string word_or(const json& object, const char* key, const char* missing) {
  return object.contains(key) && object[key].is_string() ? object[key].get<std::string>() : missing;
}

std::string value_text(const json& scenario, const char* key) {
  if (!scenario.contains(key)) return {};
  const json& value = scenario[key];
  return value.is_string() ? value.get<std::string>() : count(value.get<double>());
}

std::string sentence(const json& scenario) {
  const std::string workload = value_text(scenario, "workload");
  if (workload == "matmul") return "matmul " + value_text(scenario, "matmul") + ", batch " + value_text(scenario, "batch");
  if (workload == "serve") {
    const std::string asked = value_text(scenario, "concurrent_sequences");
    return value_text(scenario, "model") + ", serve" + (asked.empty() ? "" : ", " + asked + " at once") +
           ", prompts of " + value_text(scenario, "sequence_length") + " tokens, " +
           value_text(scenario, "output_tokens") + " generated";
  }
  std::string out = value_text(scenario, "model") + ", " + workload + ", batch " + value_text(scenario, "batch");
  out += workload == "decode" ? ", " + value_text(scenario, "sequence_length") + " tokens in the cache, " +
                                    value_text(scenario, "output_tokens") + " generated"
                              : " × " + value_text(scenario, "sequence_length") + " tokens";
  return out;
}

// Of a step: a pass, a token.
double step_time(const json& time) {
  for (const char* key : {"prefill_s", "decode_s_per_token", "tpot_s", "step_s"}) {
    if (time.contains(key)) return time[key].get<double>();
  }
  return 0;
}

// As wide as that of the whole work, around the time that is shown.
std::string band_text(const json& device) {
  if (!device.contains("band")) return "as published";
  const json& band = device["band"];
  const std::string of = band["of"].get<std::string>();
  const double share = step_time(device["time"]) / device["time"][of.substr(of.find('.') + 1)].get<double>();
  return duration(band["low"].get<double>() * share) + " – " + duration(band["high"].get<double>() * share);
}

std::string rate_text(const json& rate) {
  if (rate.contains("tokens_per_s")) return count(rate["tokens_per_s"].get<double>()) + " tok/s";
  return count(rate["steps_per_s"].get<double>()) + " /s";
}

std::string memory_text(const json& memory) {
  const std::string total = size(memory["total_bytes"].get<double>());
  return memory["capacity_bytes"].is_null() ? total + " of not published"
                                            : total + " of " + size(memory["capacity_bytes"].get<double>());
}

Row device_row(const json& device) {
  const std::string name = word_or(device, "name", ("unknown device " + device["id"].get<std::string>()).c_str());
  if (device["memory"].is_null()) return {name, "–"};
  Row row{name};
  if (device["time"].is_null()) {
    row.insert(row.end(), {"not published", "–", "–", "–", "–"});
  } else {
    row.insert(row.end(), {duration(step_time(device["time"])), band_text(device), rate_text(device["rate"]),
                           device["bound"].get<std::string>(),
                           device["flops"].is_null() ? "–" : count(100 * device["flops"]["mfu"].get<double>()) + " %"});
  }
  row.push_back(memory_text(device["memory"]));
  row.push_back(device["fits"].get<std::string>());
  row.push_back(word_or(device["precision"], "used", "not published"));
  return row;
}

std::string names(const json& result, const json& indices) {
  std::string out;
  for (const json& index : indices) {
    if (!out.empty()) out += ", ";
    const json& device = result["devices"][index.get<std::size_t>()];
    out += word_or(device, "name", device["id"].get<std::string>().c_str());
  }
  return out;
}

std::string verdict_text(const json& result) {
  const json& verdict = result["verdict"];
  const auto name = [&](const char* key) { return names(result, json::array({verdict[key]})); };
  std::string out;
  if (verdict.contains("next")) {
    out += name("fastest") + " is fastest: " + count(verdict["ratio_to_next"].get<double>()) + "× " + name("next") + ".\n";
  } else if (!verdict.contains("fastest")) {
    out += std::string(text_of("labels", verdict["code"].get<std::string>())) + "\n";
  }
  if (!verdict["does_not_fit"].empty()) out += "Does not fit: " + names(result, verdict["does_not_fit"]) + ".\n";
  if (!verdict["tight"].empty()) out += "Tight, above 90 % of the memory: " + names(result, verdict["tight"]) + ".\n";
  if (result["scenario"].value("time_model", "") == "essay-2018") {
    for (const json& item : verdict["comparisons"]) {
      if (item["time_ratio"].get<double>() == 1) continue;
      out += names(result, json::array({item["index"]})) + " takes " +
             count(100 * item["more_time_share"].get<double>()) + " % more time; the essay's “" +
             count(100 * item["less_speed_share"].get<double>()) + " % slower” is 1 − t/t of the same two times.\n";
    }
  }
  return out;
}

// What the bands rest on, once for each basis.
std::string basis_text(const json& result) {
  std::string out;
  for (const json& device : result["devices"]) {
    if (!device.contains("band")) continue;
    const std::string text(text_of("labels", device["band"]["basis"].get<std::string>()));
    if (out.find(text) == std::string::npos) out += "Band: " + text + "\n";
  }
  return out;
}

std::string either(const json& part, std::initializer_list<std::pair<const char*, const char*>> keys,
                   std::string (*print)(double)) {
  for (const auto& [key, what] : keys) {
    if (part.contains(key)) return print(part[key].get<double>()) + what;
  }
  return "–";
}

std::string joules(double value) { return si(value, "J"); }
std::string money(double value) { return "$" + count(value); }

// Power, energy and cost; nothing where no device has any of them.
std::string supply_text(const json& result) {
  std::vector<Row> rows{{"device", "power", "energy", "cost", ""}};
  for (const json& device : result["devices"]) {
    if (!device.contains("energy") || device["time"].is_null()) continue;
    Row row{word_or(device, "name", "")};
    const json& energy = device["energy"];
    if (energy.is_null()) {
      row.insert(row.end(), {"not published", "–"});
    } else {
      row.push_back(si(energy["power_w"].get<double>(), "W"));
      row.push_back(either(energy, {{"run_j", " the run"}, {"per_answer_j", " an answer"}, {"per_sequence_j", " a sequence"}, {"per_step_j", " a step"}}, joules));
    }
    const json& cost = device["cost"];
    if (cost.is_null()) {
      row.insert(row.end(), {"no price listed", "–"});
    } else {
      row.push_back(money(cost["per_hour_usd"].get<double>()) + " an hour");
      row.push_back(either(cost, {{"run_usd", " the run"}, {"per_million_tokens_usd", " a million tokens"}}, money));
    }
    rows.push_back(std::move(row));
  }
  return rows.size() == 1 ? std::string() : aligned(rows) + "\n";
}

std::string assumptions_text(const json& assumptions) {
  std::string out;
  for (const json& item : assumptions) {
    out += (out.empty() ? "Assumed: " : ", ") + item["path"].get<std::string>() + "=" + item["value"].get<std::string>();
  }
  return out.empty() ? out : out + "\n";
}

}  // namespace

std::string aligned(const std::vector<Row>& rows, std::size_t text) {
  std::vector<std::size_t> widths;
  for (const Row& row : rows) {
    widths.resize(std::max(widths.size(), row.size()));
    for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], width(row[i]));
  }
  std::string out;
  for (const Row& row : rows) {
    std::string line;
    for (std::size_t i = 0; i < row.size(); ++i) {
      const std::string pad(widths[i] - width(row[i]), ' ');
      const std::string last = i + 1 < row.size() ? pad : std::string();
      line += i == 0 ? row[i] + pad : i < text ? "  " + pad + row[i] : "  " + row[i] + last;
    }
    out += line + "\n";
  }
  return out;
}

std::string issues_text(const json& envelope) {
  std::string out;
  for (const json& issue : envelope["issues"]) {
    const std::string path = issue["path"].get<std::string>();
    out += issue["severity"].get<std::string>() + (path.empty() ? "" : " " + path) + ": " +
           issue["message"].get<std::string>() + "\n";
  }
  return out;
}

std::string estimate_text(const json& envelope) {
  const json& result = envelope["result"];
  std::vector<Row> rows{{"device", "time", "band", "rate", "bound", "MFU", "memory", "fits", "precision"}};
  for (const json& device : result["devices"]) rows.push_back(device_row(device));
  std::string out = sentence(result["scenario"]) + " (time model " + value_text(result["scenario"], "time_model") + ")\n\n";
  out += aligned(rows) + "\n" + supply_text(result) + verdict_text(result) + basis_text(result) + assumptions_text(result["assumptions"]);
  return out + "Link: #" + result["link"].get<std::string>() + "\n";
}

std::string catalogue_text(const json& envelope) {
  const json& result = envelope["result"];
  const auto number = [](const json& value, std::string (*print)(double)) {
    return value.is_null() ? std::string("not published") : print(value.get<double>());
  };
  std::vector<Row> devices{{"device", "name", "released", "memory", "bandwidth", "bf16", "fp16"}};
  for (const json& device : result["devices"]) {
    const json& peak = device["peak_ops_per_s"];
    const auto rate = [](double value) { return si(value, "FLOP/s"); };
    devices.push_back({device["id"].get<std::string>(), device["name"].get<std::string>(), word_or(device, "release", "–"),
                       number(device["memory_bytes"], size),
                       number(device["bandwidth_bytes_per_s"], [](double value) { return si(value, "B/s"); }),
                       number(peak["bf16"], rate), number(peak["fp16"], rate)});
  }
  std::vector<Row> models{{"model", "name", "parameters", "active"}};
  for (const json& model : result["models"]) {
    models.push_back({model["id"].get<std::string>(), model["name"].get<std::string>(),
                      count(model["parameters"]["total"].get<double>()),
                      count(model["parameters"]["active"].get<double>())});
  }
  return aligned(devices) + "\n" + aligned(models);
}

std::string link_text(const json& envelope) {
  const json& result = envelope["result"];
  return "#" + result["link"].get<std::string>() + "\n" + result["scenario"].dump(2) + "\n";
}

std::string sweep_text(const json& envelope) {
  const json& result = envelope["result"];
  std::vector<Row> rows{{result["axis"]["key"].get<std::string>()}};
  for (const json& device : result["devices"]) rows[0].push_back(device["id"].get<std::string>());
  for (std::size_t i = 0; i < result["axis"]["values"].size(); ++i) {
    Row row{count(result["axis"]["values"][i].get<double>())};
    for (const json& device : result["devices"]) {
      const json& time = device["time_s"][i];
      row.push_back((time.is_null() ? std::string("–") : duration(time.get<double>())) +
                    (device["fits"][i] == "no" ? " (does not fit)" : ""));
    }
    rows.push_back(std::move(row));
  }
  return aligned(rows);
}

}  // namespace tilewise::cli
