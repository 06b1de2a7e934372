#include <tilewise/score/report_json.hpp>

#include <algorithm>
#include <cstdint>

#include <nlohmann/json.hpp>

#include <tilewise/score/words.hpp>

namespace tilewise::score {
namespace {

using json = nlohmann::ordered_json;

json number(const std::optional<double>& value) { return value ? json(*value) : json(nullptr); }

// Counts are whole.
json whole(double count) { return static_cast<std::int64_t>(count); }

json summary_json(const Summary& summary, const char* name, const char* device = nullptr) {
  json out = json::object();
  if (name != nullptr) out[name] = summary.name;
  if (device != nullptr) out[device] = summary.device;
  out["rows"] = whole(summary.rows);
  out["scored"] = whole(summary.scored);
  out["scored_share"] = summary.rows > 0 ? summary.scored / summary.rows : 0.0;
  out["median_error"] = number(summary.median_error);
  out["mean_error"] = number(summary.mean_error);
  out["bias"] = number(summary.bias);
  out["p90_error"] = number(summary.p90_error);
  out["in_band"] = number(summary.in_band);
  out["fits_right"] = number(summary.fits_right);
  out["roofline_median_error"] = number(summary.roofline_median_error);
  out["needs_many_devices"] = whole(summary.many_devices);
  out["set_aside"] = whole(summary.aside);
  out["assumed"] = whole(summary.assumed);
  out["stated_median_error"] = number(summary.stated_median_error);
  if (summary.ran_right) out["ran_right"] = *summary.ran_right;
  if (summary.out_of_memory_right) out["out_of_memory_right"] = *summary.out_of_memory_right;
  return out;
}

json summaries_json(const std::vector<Summary>& summaries, const char* name, const char* device = nullptr) {
  json out = json::array();
  for (const Summary& summary : summaries) out.push_back(summary_json(summary, name, device));
  return out;
}

// What `measured` and `estimate` are counted in.
const char* unit_of(const Measurement& row) {
  if (is_verdict(row.reading)) return "verdict";
  switch (row.reading) {
    case Reading::memory:
    case Reading::memory_of_tensors:
    case Reading::memory_item: return "byte";
    case Reading::largest_batch:
    case Reading::value: return "count";
    default: return row.combine == Combine::best ? "s/op" : "s";
  }
}

// Links that ask what was measured; a row about one operator only names its device by a link.
bool has_scenario(const Measurement& row) {
  return std::none_of(row.asks.begin(), row.asks.end(), [](const Ask& ask) { return ask.operators_only; });
}

json row_json(const RowScore& score) {
  const Measurement& row = *score.row;
  json out = json::object();
  out["id"] = row.id;
  out["file"] = row.file;
  out["row"] = row.row;
  out["line"] = row.line;
  out["group"] = row.group;
  out["device"] = row.device;
  out["device_id"] = row.device_id;
  out["software"] = row.software;
  out["subject"] = row.subject;
  out["unit"] = unit_of(row);
  out["counted"] = counts(score);
  if (score.scored) {
    out["measured"] = score.answer.measured;
    out["estimate"] = score.answer.estimate;
    if (is_verdict(row.reading)) {
      out["right"] = score.right;
    } else {
      out["error"] = score.error;
    }
    if (score.has_roofline) out["roofline_error"] = score.roofline_error;
    if (score.in_band) out["in_band"] = *score.in_band;
  } else {
    out["reason"] = row.reason;
    if (!row.detail.empty()) out["detail"] = row.detail;
  }
  if (!row.aside.empty()) out["set_aside"] = row.aside;
  out["assumed"] = row.assumed;
  out["links"] = score.links;
  out["scenario"] = has_scenario(row);
  out["source"] = row.source;
  out["source_url"] = row.source_url;
  return out;
}

json reasons_json(const std::vector<ReasonCount>& reasons) {
  json out = json::array();
  for (const ReasonCount& entry : reasons) {
    json one = json::object();
    one["line"] = entry.line;
    one["reason"] = entry.reason;
    one["text"] = sentence(entry.reason, entry.detail);
    one["rows"] = whole(entry.rows);
    one["first"] = entry.first;
    out.push_back(std::move(one));
  }
  return out;
}

json problems_json(const std::vector<ProblemCount>& problems) {
  json out = json::array();
  for (const ProblemCount& entry : problems) {
    json one = json::object();
    one["file"] = entry.problem.file;
    one["row"] = entry.problem.line;
    one["id"] = entry.problem.id;
    one["code"] = entry.problem.code;
    one["text"] = sentence(entry.problem.code, entry.problem.detail);
    one["rows"] = whole(entry.rows);
    out.push_back(std::move(one));
  }
  return out;
}

json fit_json(const Fit& fit) {
  json out = json::object();
  out["rows"] = whole(fit.rows);
  out["loss_before"] = fit.loss_before;
  out["loss_after"] = fit.loss_after;
  for (const FittedConstant& fitted : fit.constants) out["constants"][std::string(fitted.constant->name)] = fitted.value;
  return out;
}

}  // namespace

std::string report_json(const Report& report, std::size_t worst, bool with_rows) {
  json result = json::object();
  result["summary"] = summary_json(report.whole, nullptr);
  result["lines"] = summaries_json(report.lines, "line");
  result["files"] = summaries_json(report.files, "file");
  result["groups"] = summaries_json(report.cells, "group", "device");
  result["sources"] = summaries_json(report.groups, "group");
  result["devices"] = summaries_json(report.devices, "device");
  result["worst"] = json::array();
  for (const RowScore* row : worst_rows(report, worst)) result["worst"].push_back(row_json(*row));
  result["skipped"] = reasons_json(report.skipped);
  result["set_aside"] = reasons_json(report.aside);
  result["problems"] = problems_json(report.problems);
  if (report.fit) result["fit"] = fit_json(*report.fit);
  if (with_rows) {
    result["rows"] = json::array();
    for (const RowScore& row : report.rows) result["rows"].push_back(row_json(row));
  }
  json envelope = json::object();
  envelope["schema"] = 1;
  envelope["result"] = std::move(result);
  envelope["issues"] = json::array();
  return envelope.dump(2, ' ', false, json::error_handler_t::replace);
}

}  // namespace tilewise::score
