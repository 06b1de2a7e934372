#include <tilewise/result_json.hpp>

#include <tilewise/json_reader.hpp>

namespace tilewise {
namespace {

using nlohmann::json;

template <class T>
json or_null(const std::optional<T>& value) {
  return value ? json_of(base_of(*value)) : json(nullptr);
}

json memory_json(const MemoryEstimate& memory) {
  json out = json::object();
  out["total_bytes"] = json_of(in_bytes(memory.total));
  out["capacity_bytes"] = or_null(memory.capacity);
  json items = json::array();
  for (const MemoryItem& item : memory.items) {
    json entry = json::object();
    entry["name"] = std::string(item.name);
    entry["bytes"] = json_of(in_bytes(item.bytes));
    items.push_back(std::move(entry));
  }
  out["items"] = std::move(items);
  return out;
}

json time_json(const Resolved& resolved, const TimeEstimate& time) {
  json out = json::object();
  out["total_s"] = json_of(in_seconds(time.total));
  switch (resolved.workload) {
    case Workload::prefill: out["prefill_s"] = json_of(in_seconds(time.step)); break;
    case Workload::decode:
      out["decode_s_per_token"] = json_of(in_seconds(time.step));
      out["decode_s"] = json_of(in_seconds(time.total));
      break;
    case Workload::matmul:
    case Workload::train: out["step_s"] = json_of(in_seconds(time.step)); break;
  }
  if (time.run) out["run_s"] = json_of(in_seconds(*time.run));
  json items = json::array();
  for (const TimeItem& item : time.items) {
    json entry = json::object();
    entry["name"] = item.name;
    entry["seconds"] = json_of(in_seconds(item.seconds));
    entry["bound"] = word(item.bound);
    items.push_back(std::move(entry));
  }
  out["items"] = std::move(items);
  return out;
}

json rate_json(const RateEstimate& rate) {
  json out = json::object();
  if (rate.tokens_per_s) out["tokens_per_s"] = json_of(*rate.tokens_per_s);
  if (rate.tokens_per_s_per_user) out["tokens_per_s_per_user"] = json_of(*rate.tokens_per_s_per_user);
  if (rate.sequences_per_s) out["sequences_per_s"] = json_of(*rate.sequences_per_s);
  out["steps_per_s"] = json_of(rate.steps_per_s);
  return out;
}

json flops_json(const FlopsEstimate& flops) {
  json out = json::object();
  out["model_flops"] = json_of(in_ops(flops.model));
  out["hardware_flops"] = json_of(in_ops(flops.hardware));
  out["mfu"] = json_of(flops.mfu);
  out["hfu"] = json_of(flops.hfu);
  out["implied_peak"] = json_of(in_ops_per_second(flops.peak));
  return out;
}

json band_json(const Band& band) {
  json out = json::object();
  out["of"] = "time.total_s";
  out["low"] = json_of(in_seconds(band.low));
  out["high"] = json_of(in_seconds(band.high));
  out["basis"] = band.basis;
  out["rows"] = json_of(band.rows);
  return out;
}

json precision_json(const ResolvedColumn& column) {
  json out = json::object();
  out["asked"] = column.precision.asked;
  out["used"] = column.precision.used ? json(word(*column.precision.used)) : json(nullptr);
  out["native"] = column.precision.native;
  out["code"] = std::string(column.precision.code);
  return out;
}

json tiles_json(const EssayTiles& tiles) {
  json out = json::object();
  out["side"] = json_of(tiles.side);
  out["a"] = json_of(tiles.a_tiles);
  out["b"] = json_of(tiles.b_tiles);
  out["loads"] = json_of(tiles.loads);
  out["bytes"] = json_of(in_bytes(tiles.bytes));
  return out;
}

json indices(const std::vector<std::size_t>& list) {
  json out = json::array();
  for (std::size_t index : list) out.push_back(index);
  return out;
}

}  // namespace

json issue_json(const Issue& issue) {
  json out = json::object();
  out["code"] = issue.code;
  out["path"] = issue.path;
  out["severity"] = word(issue.severity);
  json params = json::object();
  for (const Param& param : issue.params) {
    if (const double* number = std::get_if<double>(&param.value)) {
      params[param.name] = json_of(*number);
    } else {
      params[param.name] = std::get<std::string>(param.value);
    }
  }
  out["params"] = std::move(params);
  return out;
}

json envelope(json result, const Issues& issues) {
  json out = json::object();
  out["schema"] = 1;
  out["result"] = std::move(result);
  json list = json::array();
  for (const Issue& issue : issues) list.push_back(issue_json(issue));
  out["issues"] = std::move(list);
  return out;
}

json column_json(const Resolved& resolved, const ColumnEstimate& estimate) {
  const ResolvedColumn& column = *estimate.column;
  json out = json::object();
  out["index"] = column.index;
  out["id"] = column.id;
  out["known"] = column.device != nullptr;
  out["fits"] = word(estimate.memory.fits);
  if (column.device != nullptr) out["name"] = std::string(column.device->name);
  if (!column.usable) {
    out["time"] = nullptr;
    out["memory"] = nullptr;
    return out;
  }
  out["count"] = json_of(column.count);
  out["ranks"] = json_of(column.ranks);
  out["batch"] = json_of(column.batch);
  out["memory"] = memory_json(estimate.memory);
  out["precision"] = precision_json(column);
  out["time"] = estimate.time ? time_json(resolved, *estimate.time) : json(nullptr);
  out["rate"] = estimate.rate ? rate_json(*estimate.rate) : json(nullptr);
  out["flops"] = estimate.flops ? flops_json(*estimate.flops) : json(nullptr);
  out["bound"] = estimate.time ? json(word(estimate.time->bound)) : json(nullptr);
  if (estimate.band) out["band"] = band_json(*estimate.band);
  if (estimate.tiles) out["tiles"] = tiles_json(*estimate.tiles);
  return out;
}

json verdict_json(const Verdict& verdict) {
  json out = json::object();
  out["code"] = verdict.code;
  if (verdict.fastest) out["fastest"] = *verdict.fastest;
  if (verdict.next) {
    out["next"] = *verdict.next;
    out["ratio_to_next"] = json_of(verdict.ratio_to_next);
  }
  json comparisons = json::array();
  for (const Comparison& comparison : verdict.comparisons) {
    json entry = json::object();
    entry["index"] = comparison.index;
    entry["time_ratio"] = json_of(comparison.time_ratio);
    entry["more_time_share"] = json_of(comparison.more_time_share);
    entry["less_speed_share"] = json_of(comparison.less_speed_share);
    comparisons.push_back(std::move(entry));
  }
  out["comparisons"] = std::move(comparisons);
  out["does_not_fit"] = indices(verdict.does_not_fit);
  out["tight"] = indices(verdict.tight);
  out["without_time"] = indices(verdict.without_time);
  return out;
}

json assumptions_json(const std::vector<Assumption>& assumptions) {
  json out = json::array();
  for (const Assumption& assumption : assumptions) {
    json entry = json::object();
    entry["path"] = assumption.path;
    entry["value"] = assumption.value;
    entry["code"] = assumption.code;
    out.push_back(std::move(entry));
  }
  return out;
}

}  // namespace tilewise
