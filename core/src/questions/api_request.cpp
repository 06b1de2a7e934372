#include "questions/api_request.hpp"

#include <tilewise/result_json.hpp>

namespace tilewise {

using nlohmann::json;

std::string answer(json result, const Issues& issues) { return dump_json(envelope(std::move(result), issues)); }

void append(Issues& all, const Issues& more) {
  for (const Issue& issue : more) {
    bool known = false;
    for (const Issue& other : all) known = known || (other.code == issue.code && other.path == issue.path);
    if (!known) all.push_back(issue);
  }
}

Request read_request(std::string_view text) {
  Request request;
  std::size_t start = 0;
  while (start < text.size() && (text[start] == ' ' || text[start] == '\n' || text[start] == '\t' || text[start] == '\r')) {
    ++start;
  }
  if (start == text.size() || text[start] != '{') {
    request.reading = read_request_scenario(text);
    request.readable = !request.reading.refused;
    return request;
  }
  JsonReading body = read_json(text);
  if (has_error(body.issues)) {
    request.reading.issues = std::move(body.issues);
    return request;
  }
  request.body = std::move(body.value);
  const json* part = json_find(request.body, "scenario");
  request.reading = part != nullptr ? read_scenario_part(*part) : read_request_scenario(text);
  request.readable = !request.reading.refused;
  append(request.reading.issues, body.issues);
  return request;
}

ResolvedRequest read_resolved(std::string_view text) {
  ResolvedRequest out;
  out.request = read_request(text);
  if (!out.request.readable) return out;
  out.resolution = resolve(out.request.reading.scenario);
  append(out.issues(), out.resolution.issues);
  out.usable = out.resolution.usable;
  return out;
}

}  // namespace tilewise
