#include <tilewise/api.hpp>

#include <tilewise/fit.hpp>
#include <tilewise/json_reader.hpp>
#include <tilewise/resolve.hpp>

#include "api_request.hpp"
#include "fit_json.hpp"

namespace tilewise {

std::string fit(std::string_view request_text) {
  Request request = read_request(request_text);
  if (!request.readable) return answer(nullptr, request.reading.issues);
  Issues& issues = request.reading.issues;
  const std::string asked(json_text_at(request.body, "question").value_or("context"));
  const auto question = fit_question_named(asked);
  if (!question && asked != catalogue_question) {
    report(issues, "fit.question", "question", Severity::error, {{"question", asked}});
    return answer(nullptr, issues);
  }
  const Resolution resolution = resolve(request.reading.scenario);
  append(issues, resolution.issues);
  // The ranking looks at every device, whatever is wrong with those of the scenario.
  if (!resolution.usable && question) return answer(nullptr, issues);
  if (!question) return answer(ranking_json(rank_catalogue(request.reading.scenario)), issues);
  return answer(fit_json(*question, fit(request.reading.scenario, *question)), issues);
}

}  // namespace tilewise
