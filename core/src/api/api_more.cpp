// The calls of the page's second module: rare, and not worth waiting for before the first numbers. The first
// module refers to none of them, so the linker leaves them and what only they need out.

#include <tilewise/api.hpp>

#include <tilewise/explain.hpp>
#include <tilewise/import.hpp>
#include <tilewise/resolve.hpp>
#include <tilewise/sweep.hpp>

#include "explain/explain_answer.hpp"
#include "import/import_json.hpp"
#include "questions/answers.hpp"

namespace tilewise {

using nlohmann::json;

namespace {

// A number of another answer than an estimate: `of` names the call.
Explained explain_other(std::string_view of, std::string_view path, const ResolvedRequest& asked, Issues& issues) {
  const json& body = asked.request.body;
  const Scenario& scenario = asked.request.reading.scenario;
  const Resolved& resolved = asked.resolution.resolved;
  const PathParts parts = path_parts(path);
  const auto with = [&](const json& result, auto explain_part) {
    return explain_part(Asked{body, scenario, resolved, result}, parts, path);
  };
  if (of == "limits") return with(limits_result(body, resolved), explain_limits);
  if (of == "compare") return with(compare_result(body, resolved), explain_compare);
  if (of == "plan") return with(plan_result(body, scenario, asked.resolution, issues), explain_plan);
  if (of == "fit") return with(fit_result(body, scenario, issues), explain_fit);
  if (of != "sweep") return std::nullopt;
  const SweepAxis axis = read_sweep_axis(body, scenario, issues);
  return axis.values.empty() ? std::nullopt : with(run_sweep(scenario, axis, issues), explain_sweep);
}

}  // namespace

std::string explain(std::string_view request_text) {
  ResolvedRequest asked = read_resolved(request_text);
  if (!asked.usable) return answer(nullptr, asked.issues());
  const std::string path(json_text_at(asked.request.body, "path").value_or(""));
  const std::string of(json_text_at(asked.request.body, "of").value_or("estimate"));
  const PathParts parts = path_parts(path);
  Issues known;  // those of the answer have been told with it
  Explained out;
  if (of != "estimate") {
    out = explain_other(of, path, asked, known);
  } else if (path.rfind("verdict.", 0) == 0) {
    const Asked whole{asked.request.body, asked.request.reading.scenario, asked.resolved(), asked.request.body};
    out = explain_verdict(whole, parts, path);
  } else if (parts.size() > 2 && parts[2] == "limits") {
    const json now = limits_now(asked.resolved());
    out = explain_limits(Asked{asked.request.body, asked.request.reading.scenario, asked.resolved(), now}, parts, path);
  } else {
    out = explain_path(asked.resolved(), path);
  }
  if (!out) report(asked.issues(), "explain.path", path, Severity::error, {{"path", path}});
  return answer(out ? std::move(*out) : json(nullptr), asked.issues());
}

std::string import_model(std::string_view bytes) {
  Issues issues;
  const std::optional<ImportedModel> model = import_bytes(bytes, issues);
  json out;
  if (model) out = imported_json(*model, issues);
  return answer(std::move(out), issues);
}

}  // namespace tilewise
