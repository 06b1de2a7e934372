// The spread of a prompt's or a token's time by software: a question of the second module.

#include <tilewise/api.hpp>
#include <tilewise/json_out.hpp>
#include <tilewise/json_reader.hpp>
#include <tilewise/software.hpp>

#include "questions/api_request.hpp"

namespace tilewise {

using nlohmann::json;

std::string software(std::string_view request_text) {
  ResolvedRequest asked = read_resolved(request_text);
  if (!asked.usable) return answer(nullptr, asked.issues());
  const std::vector<ResolvedColumn>& resolved = asked.resolved().columns;
  json columns = json::array();
  for (std::size_t i = 0; i < resolved.size(); ++i) {
    json programs = json::array();
    for (const SoftwareTime& one : software_spread(asked.request.reading.scenario, asked.resolved(), i)) {
      json program = json::object();
      put(program, "stack", word(one.stack));
      put(program, "total_s", in_seconds(one.total));
      put(program, "low_s", in_seconds(one.band.low));
      put(program, "high_s", in_seconds(one.band.high));
      put(program, "tokens_per_s", one.tokens_per_s);
      push(programs, std::move(program));
    }
    json column = json::object();
    put(column, "index", static_cast<double>(i));
    put(column, "id", resolved[i].id);
    put_json(column, "programs", std::move(programs));
    push(columns, std::move(column));
  }
  json out = json::object();
  put_json(out, "devices", std::move(columns));
  return answer(std::move(out), asked.issues());
}

}  // namespace tilewise
