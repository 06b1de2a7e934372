#include <tilewise/explain.hpp>

#include <vector>

#include <tilewise/estimate.hpp>
#include <tilewise/fixes.hpp>
#include <tilewise/json_out.hpp>
#include <tilewise/json_reader.hpp>
#include <tilewise/result_json.hpp>
#include <tilewise/roofline.hpp>

#include "explain/explain_answer.hpp"

namespace tilewise {
namespace {

using nlohmann::json;

constexpr int nesting_limit = 6;

class Explainer {
 public:
  Explainer(const Resolved& resolved, const ResolvedColumn& column) : resolved_(resolved), column_(column) {
    trace_.begin_device("devices." + write_number(static_cast<double>(column.index)) + ".");
    estimate_ = estimate_column(resolved, column, &trace_);
  }

  std::optional<json> at(std::string path) {
    const TracedCall* call = trace_.find(path);
    if (call == nullptr) return std::nullopt;
    return call_json(*call, nesting_limit);
  }

  // Numbers that are no part of an estimate.
  void add_roofline() { (void)roofline_of(resolved_, column_, estimate_, &trace_); }

  // Items may be addressed by their index in the result: the name is what formulas are kept under. The
  // totals of single-step workloads are their step.
  [[nodiscard]] std::string canonical(std::string_view path) const {
    const PathParts parts = path_parts(path);
    std::string out;
    for (std::size_t i = 0; i < parts.size(); ++i) {
      if (i > 0) out += '.';
      const bool host = i > 1 && parts[i - 1] == "host_items";
      const bool item = host || (i > 1 && parts[i - 1] == "items");
      const auto index = item ? index_of(parts[i]) : std::nullopt;
      out += index ? item_name(host ? parts[i - 1] : parts[i - 2], *index) : std::string(parts[i]);
    }
    const std::string prefix = "devices." + write_number(static_cast<double>(column_.index)) + ".";
    const bool served = resolved_.workload == Workload::serve;
    if (out == prefix + "time.total_s" && !served) out = prefix + step_name();
    // Tiles are counted where the one product is timed.
    const std::string tiles = prefix + "tiles.";
    if (out.rfind(tiles, 0) == 0) out = prefix + "operators.product." + out.substr(prefix.size());
    if (out == prefix + "time.step_s" && resolved_.workload != Workload::matmul &&
        resolved_.workload != Workload::train) {
      return {};
    }
    return out;
  }

 private:
  [[nodiscard]] std::string step_name() const {
    if (resolved_.workload == Workload::prefill) return "time.prefill_s";
    return resolved_.workload == Workload::decode ? "time.decode_s" : "time.step_s";
  }
  [[nodiscard]] std::string item_name(std::string_view group, std::size_t index) const {
    if (group == "memory" && index < estimate_.memory.items.size()) {
      return std::string(estimate_.memory.items[index].name);
    }
    if (group == "host_items" && index < estimate_.memory.host_items.size()) {
      return std::string(estimate_.memory.host_items[index].name);
    }
    if (group == "time" && estimate_.time && index < estimate_.time->items.size()) {
      return estimate_.time->items[index].name;
    }
    return {};
  }

  json input_json(const TracedInput& input, int depth) {
    json out = json::object();
    put(out, "name", input.name);
    put(out, "value", input.value);
    put(out, "unit", input.unit);
    if (input.target.empty()) return out;
    if (input.target.front() == '=') {
      const std::string key = input.target.substr(1);
      put(out, "key", key);
      default_source(key, out);
    } else if (input.target.front() == '@') {
      device_origin(input.target.substr(1), out);
    } else {
      const TracedCall* call = depth > 0 ? trace_.find(input.target) : nullptr;
      if (call != nullptr && is_undivided(*call)) {
        TracedInput whole = call->inputs.front();
        whole.name = input.name;
        return input_json(whole, depth);
      }
      put(out, "path", input.target);
      if (call != nullptr) put_json(out, "from", call_json(*call, depth - 1));
    }
    return out;
  }

  // Where a figure is from that holds when the scenario gives none.
  void default_source(std::string_view key, json& out) const {
    constexpr struct {
      std::string_view key;
      std::string_view code;
      std::string_view source;
    } figures[] = {{"ci", "assumption.grid-2024", "ember-2025"},
                   {"kwh", "assumption.electricity-2023", "eia-2023"},
                   {"life", "assumption.life-of-computers", "irs-946"}};
    for (const auto& figure : figures) {
      for (const Assumption& assumed : resolved_.assumptions) {
        if (figure.key == key && assumed.path == key && assumed.code == figure.code) put(out, "source", figure.source);
      }
    }
  }

  // The share of one rank of a chip that is one rank: no step worth showing.
  static bool is_undivided(const TracedCall& call) {
    return is_rank_share(call.formula) && call.inputs.back().value == 1;
  }

  // A number of the device: its catalogue entry, or the override that stands in for it.
  void device_origin(const std::string& field, json& out) const {
    const Values& overrides = resolved_.scenario.columns[column_.index].overrides;
    const std::string prefix = "d" + write_number(static_cast<double>(column_.index + 1)) + ".";
    if (field == "bandwidth_bytes_per_s" && overrides.has(Field::bandwidth)) {
      put(out, "key", prefix + "bw");
    } else if (field == "memory_bytes" && overrides.has(Field::memory)) {
      put(out, "key", prefix + "mem");
    } else if (field == "peak_ops_per_s" && (overrides.has(Field::peak) || overrides.has(Field::clock))) {
      put(out, "key", prefix + (overrides.has(Field::peak) ? "peak" : "clk"));
    } else if (field == "efficiency" || field == "measured") {
      put(out, "key", prefix + (field == "measured" ? "got" : "eff"));
    } else if (field == "power_limit_w" && overrides.has(Field::power_limit)) {
      put(out, "key", prefix + "tdp");
    } else if (field == "rent_usd_per_hour" && overrides.has(Field::price)) {
      put(out, "key", prefix + "price");
    } else if (field == "purchase_usd" && overrides.has(Field::purchase)) {
      put(out, "key", prefix + "buy");
    } else if (field == "least_power_w" && overrides.has(Field::idle_power)) {
      put(out, "key", prefix + "idle");
    } else {
      std::string entry = std::string(column_.device->id) + "/" + catalogue_field(field);
      if (field == "peak_ops_per_s" && column_.precision.used) {
        entry += '.';
        entry += word(*column_.precision.used);
      }
      put(out, "catalogue", entry);
    }
  }

  // Numbers that have a second field to stand in for the first.
  [[nodiscard]] std::string catalogue_field(const std::string& field) const {
    if (field == "purchase_usd") return column_.device->street_usd ? "street_usd" : "msrp_usd";
    if (field == "power_limit_w" && column_.supply.limit_estimated) return "estimated_power_w";
    return field;
  }

  json call_json(const TracedCall& call, int depth) {
    json out = json::object();
    put(out, "path", call.path);
    put(out, "formula", call.formula.id);
    put(out, "label", "formula." + std::string(call.formula.id));
    put(out, "expression", call.formula.expression);
    put(out, "value", call.value);
    put(out, "unit", call.unit);
    if (!call.formula.source.empty()) put(out, "source", call.formula.source);
    json inputs = json::array();
    for (const TracedInput& input : call.inputs) push(inputs, input_json(input, depth));
    put_json(out, "inputs", std::move(inputs));
    return out;
  }

  const Resolved& resolved_;
  const ResolvedColumn& column_;
  Trace trace_;
  ColumnEstimate estimate_;
};

// "devices.0.fixes.2.total_bytes": the need of the changed scenario, opened there.
std::optional<json> explain_fix(const Resolved& resolved, const ResolvedColumn& column, std::string_view number,
                                std::string_view field) {
  const std::vector<Fix> fixes = find_fixes(resolved, column);
  const auto index = index_of(number);
  if (!index || *index >= fixes.size() || field != "total_bytes") return std::nullopt;
  const std::string& pairs = fixes[*index].set;
  const Resolution changed = resolve_fix(resolved, column, pairs);
  auto out = explain_path(changed.resolved, "devices.0.memory.total_bytes");
  if (out) put(*out, "set", pairs);
  return out;
}

}  // namespace

std::optional<json> explain_path(const Resolved& resolved, std::string_view path) {
  const PathParts parts = path_parts(path);
  if (parts.size() < 2 || parts[0] != "devices") return std::nullopt;
  const auto index = index_of(parts[1]);
  if (!index || *index >= resolved.columns.size() || !resolved.columns[*index].usable) return std::nullopt;
  const ResolvedColumn& column = resolved.columns[*index];
  if (parts.size() == 5 && parts[2] == "fixes") return explain_fix(resolved, column, parts[3], parts[4]);
  Explainer explainer(resolved, column);
  if (parts.size() > 2 && parts[2] == "roofline") explainer.add_roofline();
  return explainer.at(explainer.canonical(path));
}

}  // namespace tilewise
