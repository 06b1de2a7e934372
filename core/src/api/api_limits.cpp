// What breaks first, which format, rent or buy: questions about each device of a scenario, of the second module.

#include <tilewise/api.hpp>

#include <tilewise/choices.hpp>
#include <tilewise/json_out.hpp>
#include <tilewise/json_reader.hpp>
#include <tilewise/limits.hpp>
#include <tilewise/result_json.hpp>

#include "questions/answers.hpp"

namespace tilewise {
namespace {

using nlohmann::json;

json breakpoint_json(const GrowthAxis& axis, const Breakpoint& point) {
  json out = json::object();
  put(out, "limit", word(point.kind));
  put(out, "axis", axis.name);
  put(out, "key", axis.key);
  put(out, "at", point.at);
  put(out, "direction", point.starts ? "up" : "down");
  return out;
}

json formats_json(const FormatChoices& choices) {
  json out = json::object();
  json list = json::array();
  for (const FormatChoice& choice : choices.formats) {
    json entry = json::object();
    put(entry, "asked", choice.asked);
    put(entry, "used", choice.precision.used ? word(*choice.precision.used) : "");
    put_flag(entry, "native", choice.precision.native);
    put(entry, "code", choice.precision.code);
    put(entry, "rate_ops_per_s", choice.precision.peak);
    put(entry, "fits", word(choice.fits));
    put(entry, "total_s", choice.time);
    put(entry, "risk", choice.risk);
    push(list, std::move(entry));
  }
  put_json(out, "formats", std::move(list));
  if (choices.best) put(out, "best", choices.formats[*choices.best].asked);
  return out;
}

json rent_json(const RentOrBuy& choice) {
  json out = json::object();
  put(out, "rent_usd_per_hour", choice.rent);
  put(out, "purchase_usd", choice.purchase);
  put(out, "own_usd_per_hour", choice.own_per_hour);
  put(out, "break_even_share", choice.usage);
  put(out, "break_even_hours", choice.hours);
  return out;
}

// Axes of a request: all of the column, or the one asked for with its end.
std::vector<GrowthAxis> asked_axes(const json& body, const Resolved& resolved, const ResolvedColumn& column) {
  std::vector<GrowthAxis> axes = growth_axes(resolved, column);
  const auto asked = json_text_at(body, "axis");
  const auto to = json_number_at(body, "to");
  std::vector<GrowthAxis> out;
  for (GrowthAxis& axis : axes) {
    if (asked && *asked != axis.name && *asked != axis.key) continue;
    if (to && *to >= axis.from) axis.to = *to;
    out.push_back(axis);
  }
  return out;
}

json column_json(const json& body, const Resolved& resolved, const ResolvedColumn& column) {
  json out = json::object();
  put(out, "index", static_cast<double>(column.index));
  put(out, "id", column.id);
  if (!column.usable) return out;
  const ColumnEstimate estimate = estimate_column(resolved, column, nullptr, false);
  put_json(out, "limits", limits_json(resolved, estimate));
  const GrowthTrial trial(resolved, column.index);
  json points = json::array();
  json firsts = json::array();
  for (const GrowthAxis& axis : asked_axes(body, resolved, column)) {
    const std::vector<Breakpoint> found = find_breakpoints(trial, axis);
    for (const Breakpoint& point : found) push(points, breakpoint_json(axis, point));
    const auto first = first_of(found);
    if (first) push(firsts, breakpoint_json(axis, *first));
  }
  put_json(out, "breakpoints", std::move(points));
  put_json(out, "first", std::move(firsts));
  if (resolved.workload != Workload::serve) put_json(out, "precision", formats_json(choose_format(resolved, column.index)));
  const auto rent = rent_or_buy(resolved, estimate);
  if (rent) put_json(out, "rent_or_buy", rent_json(*rent));
  return out;
}

}  // namespace

json limits_now(const Resolved& resolved) {
  json out = json::object();
  json devices = json::array();
  for (const ResolvedColumn& column : resolved.columns) {
    json device = json::object();
    if (column.usable) {
      put_json(device, "limits", limits_json(resolved, estimate_column(resolved, column, nullptr, false)));
    }
    push(devices, std::move(device));
  }
  put_json(out, "devices", std::move(devices));
  return out;
}

json limits_result(const json& body, const Resolved& resolved) {
  json out = json::object();
  json devices = json::array();
  const auto only = json_number_at(body, "device");
  for (const ResolvedColumn& column : resolved.columns) {
    if (only && *only != static_cast<double>(column.index)) continue;
    push(devices, column_json(body, resolved, column));
  }
  put_json(out, "devices", std::move(devices));
  return out;
}

std::string limits(std::string_view request_text) {
  ResolvedRequest asked = read_resolved(request_text);
  if (!asked.usable) return answer(nullptr, asked.issues());
  return answer(limits_result(asked.request.body, asked.resolved()), asked.issues());
}

}  // namespace tilewise
