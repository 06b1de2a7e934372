#include <tilewise/api.hpp>

#include <tilewise/catalogue_json.hpp>
#include <tilewise/defaults.hpp>
#include <tilewise/estimate.hpp>
#include <tilewise/json_out.hpp>
#include <tilewise/json_reader.hpp>
#include <tilewise/judge.hpp>
#include <tilewise/link.hpp>
#include <tilewise/resolve.hpp>
#include <tilewise/result_json.hpp>
#include <tilewise/scenario_json.hpp>
#include <tilewise/storage.hpp>
#include <tilewise/sweep.hpp>

#include "questions/api_request.hpp"

namespace tilewise {
namespace {

using nlohmann::json;

constexpr const char* core_version = TILEWISE_VERSION;

// What cannot be, and what no published run backs.
void judge_shares(const Resolved& resolved, const Estimate& estimate, Issues& issues) {
  for (const ColumnEstimate& column : estimate.columns) {
    const ShareOfPeak share = judge_share(resolved, column);
    if (share == ShareOfPeak::usual) continue;
    const bool beyond = share == ShareOfPeak::impossible;
    report(issues, beyond ? "flops.beyond-peak" : "flops.above-published",
           "d" + write_number(static_cast<double>(column.column->index + 1)),
           beyond ? Severity::warning : Severity::note,
           {{"device", column.column->device->id}, {"share", beyond ? column.flops->hfu : column.flops->mfu}});
  }
}

json fields_json() {
  json fields = json::array();
  const Scenario empty;
  for (const FieldSpec& spec : vocabulary()) {
    json entry = json::object();
    put(entry, "key", spec.key);
    put(entry, "name", spec.name);
    constexpr const char* kinds[] = {"integer", "number", "flag", "word", "id", "ids", "dims", "text", "range", "measured"};
    constexpr const char* scopes[] = {"scenario", "column", "both", "display"};
    constexpr const char* supports[] = {"now", "later", "aside"};
    put(entry, "kind", kinds[static_cast<std::size_t>(spec.kind)]);
    put(entry, "scope", scopes[static_cast<std::size_t>(spec.scope)]);
    put(entry, "support", supports[static_cast<std::size_t>(spec.support)]);
    if (spec.kind == Kind::integer || spec.kind == Kind::number) {
      put(entry, "low", spec.low);
      put(entry, "high", spec.high);
    }
    if (!spec.words.empty()) put(entry, "words", spec.words);
    if (const auto standard = default_of(spec.field, empty)) put(entry, "default", write_value(spec, *standard));
    push(fields, std::move(entry));
  }
  return fields;
}

}  // namespace

std::string version() {
  json out = json::object();
  put(out, "version", core_version);
  put(out, "schema", schema_version);
  put(out, "revision", catalogue_revision);
  return answer(std::move(out), {});
}

std::string catalogue() {
  json out = json::object();
  put_json(out, "devices", devices_json());
  put_json(out, "models", models_json());
  put_json(out, "aliases", aliases_json());
  put_json(out, "fields", fields_json());
  json bits = json::object();
  for (const StorageFormat& format : storage_formats()) put(bits, format.word.data(), format.bits);
  put_json(out, "format_bits", std::move(bits));
  return answer(std::move(out), {});
}

std::string estimate(std::string_view request_text) {
  ResolvedRequest asked = read_resolved(request_text);
  if (!asked.usable) return answer(nullptr, asked.issues());
  const Resolved& resolved = asked.resolved();
  const Estimate estimate = estimate_all(resolved);
  judge_shares(resolved, estimate, asked.issues());
  json out = json::object();
  put_json(out, "scenario", write_scenario_json(resolved.scenario));
  put(out, "link", write_link(asked.request.reading.scenario));
  put_json(out, "assumptions", assumptions_json(resolved.assumptions));
  json columns = json::array();
  for (const ColumnEstimate& column : estimate.columns) push(columns, column_json(resolved, column));
  put_json(out, "devices", std::move(columns));
  put_json(out, "verdict", verdict_json(judge(estimate)));
  return answer(std::move(out), asked.issues());
}

std::string sweep(std::string_view request_text) {
  Request request = read_request(request_text);
  if (!request.readable) return answer(nullptr, request.reading.issues);
  Issues& issues = request.reading.issues;
  const SweepAxis axis = read_sweep_axis(request.body, request.reading.scenario, issues);
  if (axis.values.empty()) return answer(nullptr, issues);
  Issues found;
  json out = run_sweep(request.reading.scenario, axis, found);
  append(issues, found);
  return answer(std::move(out), issues);
}

std::string link(std::string_view request_text) {
  const Request request = read_request(request_text);
  if (!request.readable) return answer(nullptr, request.reading.issues);
  json out = json::object();
  put_json(out, "scenario", write_scenario_json(request.reading.scenario));
  std::string text = write_link(request.reading.scenario);
  put(out, "length", static_cast<double>(text.size()));
  put(out, "link", text);
  constexpr const char* tags[] = {"missing", "right", "wrong"};
  if (request.reading.from_link) {
    put(out, "tag", tags[static_cast<std::size_t>(request.reading.tag)]);
  } else {
    put_null(out, "tag");
  }
  return answer(std::move(out), request.reading.issues);
}

}  // namespace tilewise
