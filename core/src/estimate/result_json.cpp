#include <tilewise/result_json.hpp>

#include <tilewise/fixes.hpp>
#include <tilewise/json_out.hpp>
#include <tilewise/json_reader.hpp>
#include <tilewise/limits.hpp>

namespace tilewise {
namespace {

using nlohmann::json;

json items_json(const std::vector<MemoryItem>& list) {
  json items = json::array();
  for (const MemoryItem& item : list) {
    json entry = json::object();
    put(entry, "name", item.name);
    put(entry, "bytes", in_bytes(item.bytes));
    push(items, std::move(entry));
  }
  return items;
}

json memory_json(const MemoryEstimate& memory) {
  json out = json::object();
  put(out, "total_bytes", in_bytes(memory.total));
  put(out, "capacity_bytes", memory.capacity);
  if (memory.fits == Fits::no) put(out, "missing_bytes", in_bytes(memory.missing));
  put_json(out, "items", items_json(memory.items));
  if (memory.pool) {
    put(out, "pool_bytes", in_bytes(*memory.pool));
    put(out, "pool_tokens", memory.pool_tokens);
  }
  if (memory.host_items.empty()) return out;
  put(out, "host_bytes", in_bytes(memory.host_total));
  put(out, "host_capacity_bytes", memory.host_capacity);
  put_json(out, "host_items", items_json(memory.host_items));
  return out;
}

json fixes_json(const std::vector<Fix>& fixes) {
  json out = json::array();
  for (const Fix& fix : fixes) {
    json entry = json::object();
    put(entry, "set", fix.set);
    put(entry, "total_bytes", in_bytes(fix.total));
    put(entry, "fits", word(fix.fits));
    push(out, std::move(entry));
  }
  return out;
}

json time_json(const Resolved& resolved, const TimeEstimate& time) {
  json out = json::object();
  put(out, "total_s", in_seconds(time.total));
  switch (resolved.workload) {
    case Workload::prefill: put(out, "prefill_s", in_seconds(time.step)); break;
    case Workload::decode:
      put(out, "decode_s_per_token", in_seconds(time.step));
      put(out, "decode_s", in_seconds(time.total));
      break;
    case Workload::serve:
      put(out, "ttft_s", in_seconds(*time.first_token));
      put(out, "tpot_s", in_seconds(time.step));
      break;
    case Workload::matmul:
    case Workload::train: put(out, "step_s", in_seconds(time.step)); break;
  }
  if (time.run) put(out, "run_s", in_seconds(*time.run));
  json items = json::array();
  for (const TimeItem& item : time.items) {
    json entry = json::object();
    put(entry, "name", item.name);
    put(entry, "seconds", in_seconds(item.seconds));
    put(entry, "bound", word(item.bound));
    push(items, std::move(entry));
  }
  put_json(out, "items", std::move(items));
  return out;
}

json rate_json(const RateEstimate& rate) {
  json out = json::object();
  if (rate.tokens_per_s) put(out, "tokens_per_s", *rate.tokens_per_s);
  if (rate.tokens_per_s_per_user) put(out, "tokens_per_s_per_user", *rate.tokens_per_s_per_user);
  if (rate.sequences_per_s) put(out, "sequences_per_s", *rate.sequences_per_s);
  put(out, "steps_per_s", rate.steps_per_s);
  return out;
}

json flops_json(const FlopsEstimate& flops) {
  json out = json::object();
  put(out, "model_flops", in_ops(flops.model));
  put(out, "hardware_flops", in_ops(flops.hardware));
  put(out, "mfu", flops.mfu);
  put(out, "hfu", flops.hfu);
  put(out, "implied_peak", in_ops_per_second(flops.peak));
  return out;
}

// What does not apply is absent.
void put_known(json& out, const char* key, const std::optional<double>& number) {
  if (number) put(out, key, number);
}
template <Dim D>
void put_known(json& out, const char* key, const std::optional<Quantity<D>>& quantity) {
  if (quantity) put(out, key, quantity->base());
}

json energy_json(const EnergyEstimate& energy) {
  json out = json::object();
  put(out, "power_w", energy.power);
  put(out, "per_step_j", energy.per_step);
  put_known(out, "per_token_j", energy.per_token);
  put_known(out, "per_sequence_j", energy.per_sequence);
  put_known(out, "per_answer_j", energy.per_answer);
  put_known(out, "run_j", energy.run);
  put_known(out, "run_building_j", energy.run_building);
  put_known(out, "run_co2_kg", energy.run_co2_kg);
  put(out, "per_hour_co2_kg", energy.per_hour_co2_kg);
  return out;
}

json cost_json(const CostEstimate& cost) {
  json out = json::object();
  put(out, "per_hour_usd", cost.per_hour);
  put_known(out, "per_million_tokens_usd", cost.per_million_tokens);
  put_known(out, "run_usd", cost.run);
  return out;
}

json band_json(const Band& band) {
  json out = json::object();
  put(out, "of", "time.total_s");
  put(out, "low", in_seconds(band.low));
  put(out, "high", in_seconds(band.high));
  put(out, "basis", band.basis);
  put(out, "rows", band.rows);
  return out;
}

json precision_json(const ResolvedColumn& column) {
  json out = json::object();
  put(out, "asked", column.precision.asked);
  if (column.precision.used) {
    put(out, "used", word(*column.precision.used));
  } else {
    put_null(out, "used");
  }
  put_flag(out, "native", column.precision.native);
  put(out, "code", column.precision.code);
  return out;
}

json tiles_json(const EssayTiles& tiles) {
  json out = json::object();
  put(out, "side", tiles.side);
  put(out, "a", tiles.a_tiles);
  put(out, "b", tiles.b_tiles);
  put(out, "loads", tiles.loads);
  put(out, "bytes", in_bytes(tiles.bytes));
  return out;
}

json indices(const std::vector<std::size_t>& list) {
  json out = json::array();
  for (std::size_t index : list) push(out, static_cast<double>(index));
  return out;
}

}  // namespace

// What is left of each limit now; where one gives out as an input grows is a question of its own.
json limits_json(const Resolved& resolved, const ColumnEstimate& estimate) {
  json out = json::array();
  for (const Limit& limit : limits_of(resolved, estimate)) {
    if (!limit.applies && limit.code.empty()) continue;
    json entry = json::object();
    put(entry, "limit", word(limit.kind));
    put_flag(entry, "breaks", limit.breaks);
    put(entry, "margin", limit.margin());
    put(entry, "value", limit.value);
    put(entry, "threshold", limit.threshold);
    put(entry, "code", limit.code);
    push(out, std::move(entry));
  }
  return out;
}

json issue_json(const Issue& issue) {
  json out = json::object();
  put(out, "code", issue.code);
  put(out, "path", issue.path);
  put(out, "severity", word(issue.severity));
  json params = json::object();
  for (const Param& param : issue.params) {
    if (const double* number = std::get_if<double>(&param.value)) {
      put(params, param.name.c_str(), *number);
    } else {
      put(params, param.name.c_str(), *std::get_if<std::string>(&param.value));
    }
  }
  put_json(out, "params", std::move(params));
  return out;
}

json envelope(json result, const Issues& issues) {
  json out = json::object();
  put(out, "schema", 1);
  put_json(out, "result", std::move(result));
  json list = json::array();
  for (const Issue& issue : issues) push(list, issue_json(issue));
  put_json(out, "issues", std::move(list));
  return out;
}

json column_json(const Resolved& resolved, const ColumnEstimate& estimate) {
  const ResolvedColumn& column = *estimate.column;
  json out = json::object();
  put(out, "index", static_cast<double>(column.index));
  put(out, "id", column.id);
  put_flag(out, "known", column.device != nullptr);
  put(out, "fits", word(estimate.memory.fits));
  if (const Value* own = resolved.scenario.columns[column.index].overrides.find(Field::own_name)) {
    put(out, "name", own->text);
  } else if (column.device != nullptr) {
    put(out, "name", column.device->name);
  }
  if (!column.usable) {
    put_null(out, "time");
    put_null(out, "memory");
    return out;
  }
  put(out, "count", column.count);
  put(out, "ranks", column.ranks);
  put(out, "batch", column.batch);
  put_json(out, "memory", memory_json(estimate.memory));
  if (estimate.memory.fits == Fits::no) put_json(out, "fixes", fixes_json(find_fixes(resolved, column)));
  put_json(out, "precision", precision_json(column));
  put_json(out, "time", estimate.time ? time_json(resolved, *estimate.time) : json(nullptr));
  put_json(out, "rate", estimate.rate ? rate_json(*estimate.rate) : json(nullptr));
  put_json(out, "flops", estimate.flops ? flops_json(*estimate.flops) : json(nullptr));
  if (estimate.time) {
    put(out, "bound", word(estimate.time->bound));
  } else {
    put_null(out, "bound");
  }
  if (column.pin.times()) {
    json measured = json::object();
    put(measured, "efficiency", column.pin.roofline / column.pin.measured);
    put_json(out, "measured", std::move(measured));
  }
  put_json(out, "energy", estimate.energy ? energy_json(*estimate.energy) : json(nullptr));
  put_json(out, "cost", estimate.cost ? cost_json(*estimate.cost) : json(nullptr));
  if (estimate.band) put_json(out, "band", band_json(*estimate.band));
  if (estimate.tiles) put_json(out, "tiles", tiles_json(*estimate.tiles));
  put_json(out, "limits", limits_json(resolved, estimate));
  return out;
}

json verdict_json(const Verdict& verdict) {
  json out = json::object();
  put(out, "code", verdict.code);
  if (verdict.fastest) put(out, "fastest", static_cast<double>(*verdict.fastest));
  if (verdict.next) {
    put(out, "next", static_cast<double>(*verdict.next));
    put(out, "ratio_to_next", verdict.ratio_to_next);
  }
  json comparisons = json::array();
  for (const Comparison& comparison : verdict.comparisons) {
    json entry = json::object();
    put(entry, "index", static_cast<double>(comparison.index));
    put(entry, "time_ratio", comparison.time_ratio);
    put(entry, "more_time_share", comparison.more_time_share);
    put(entry, "less_speed_share", comparison.less_speed_share);
    push(comparisons, std::move(entry));
  }
  put_json(out, "comparisons", std::move(comparisons));
  put_json(out, "does_not_fit", indices(verdict.does_not_fit));
  put_json(out, "tight", indices(verdict.tight));
  put_json(out, "without_time", indices(verdict.without_time));
  return out;
}

json assumptions_json(const std::vector<Assumption>& assumptions) {
  json out = json::array();
  for (const Assumption& assumption : assumptions) {
    json entry = json::object();
    put(entry, "path", assumption.path);
    put(entry, "value", assumption.value);
    put(entry, "code", assumption.code);
    push(out, std::move(entry));
  }
  return out;
}

}  // namespace tilewise
