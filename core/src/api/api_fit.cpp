#include <tilewise/api.hpp>

#include <tilewise/fit.hpp>
#include <tilewise/json_reader.hpp>
#include <tilewise/resolve.hpp>

#include "questions/answers.hpp"
#include "questions/fit_json.hpp"

namespace tilewise {
namespace {

using nlohmann::json;

std::string_view question_of(const json& body) { return json_text_at(body, "question").value_or("context"); }

// A filter that is none is left aside and named.
std::vector<RankFilter> filters_of(const json& body, Issues& issues) {
  std::vector<RankFilter> out;
  const json* asked = json_find(body, "only");
  if (asked == nullptr || !asked->is_array()) return out;
  for (const json& one : *asked) {
    const auto* text = one.get_ptr<const std::string*>();
    bool known = false;
    for (const RankFilter filter : rank_filters) {
      if (text == nullptr || *text != word(filter)) continue;
      known = true;
      out.push_back(filter);
    }
    if (!known) report(issues, "fit.filter", "only", Severity::warning, {{"filter", text != nullptr ? *text : ""}});
  }
  return out;
}

}  // namespace

json fit_result(const json& body, const Scenario& scenario, Issues& issues) {
  if (const auto question = fit_question_named(question_of(body))) return fit_json(*question, fit(scenario, *question));
  return ranking_json(rank_catalogue(scenario), filters_of(body, issues));
}

std::string fit(std::string_view request_text) {
  Request request = read_request(request_text);
  if (!request.readable) return answer(nullptr, request.reading.issues);
  Issues& issues = request.reading.issues;
  const std::string asked(question_of(request.body));
  const auto question = fit_question_named(asked);
  if (!question && asked != catalogue_question) {
    report(issues, "fit.question", "question", Severity::error, {{"question", asked}});
    return answer(nullptr, issues);
  }
  const Resolution resolution = resolve(request.reading.scenario);
  append(issues, resolution.issues);
  // The ranking looks at every device, whatever is wrong with those of the scenario.
  if (!resolution.usable && question) return answer(nullptr, issues);
  json out = fit_result(request.body, request.reading.scenario, issues);
  return answer(std::move(out), issues);
}

}  // namespace tilewise
