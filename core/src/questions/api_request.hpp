#pragma once
// What the calls of the text API share: reading a request and wrapping an answer.

#include <string>
#include <string_view>

#include <tilewise/json_reader.hpp>
#include <tilewise/resolve.hpp>
#include <tilewise/scenario_json.hpp>

namespace tilewise {

// The scenario of a request that may have more than a scenario: its member "scenario" if there is one.
struct Request {
  nlohmann::json body;  // null when the request is a link
  ScenarioReading reading;
  bool readable = false;
};
[[nodiscard]] Request read_request(std::string_view text);

// A request with its scenario resolved. What is not usable has a reason among the issues.
struct ResolvedRequest {
  Request request;
  Resolution resolution;
  bool usable = false;
  [[nodiscard]] Issues& issues() { return request.reading.issues; }
  [[nodiscard]] const Resolved& resolved() const { return resolution.resolved; }
};
[[nodiscard]] ResolvedRequest read_resolved(std::string_view text);

// The envelope of an answer as text; a null result has a reason among the issues.
[[nodiscard]] std::string answer(nlohmann::json result, const Issues& issues);

// Readers and resolve may report the same unreadable value: one of them is enough.
void append(Issues& all, const Issues& more);

}  // namespace tilewise
