#pragma once
// What holds for whatever somebody brings as a model.

#include <tilewise/api.hpp>
#include <tilewise/json_reader.hpp>

#include <cstdio>
#include <cstdlib>
#include <string>

namespace tilewise::testing {

inline void require(bool holds, const char* rule, const std::string& answer) {
  if (holds) return;
  std::fprintf(stderr, "broken rule: %s\n%s\n", rule, answer.c_str());
  std::abort();
}

inline void check_model(const nlohmann::json& model, const std::string& answer) {
  const std::string link_text(json_text_at(model, "link").value_or(""));
  const JsonReading read = read_json(tilewise::link(link_text));
  const nlohmann::json* result = json_find(read.value, "result");
  require(result != nullptr && json_text_at(*result, "tag") == std::string_view("right"), "its link is right", answer);
  require(json_text_at(*result, "link") == std::string_view(link_text), "its link is canonical", answer);
  const nlohmann::json* parameters = json_find(model, "parameters");
  require(parameters != nullptr && json_number_at(*parameters, "total").value_or(-1) >= 0, "its parameters are a number",
          answer);
  require(json_number_at(model, "weight_bytes").value_or(-1) >= 0, "its bytes are a number", answer);
}

inline void check_import(const std::string& bytes) {
  const std::string answer = import_model(bytes);
  const JsonReading reading = read_json(answer);
  require(reading.issues.empty(), "an answer is JSON", answer);
  const nlohmann::json* result = json_find(reading.value, "result");
  const nlohmann::json* issues = json_find(reading.value, "issues");
  require(result != nullptr && issues != nullptr && issues->is_array(), "an answer has a result and issues", answer);
  require(!result->is_null() || !issues->empty(), "no result without a reason", answer);
  if (result->is_null()) return;
  if (const auto need = json_number_at(*result, "need_bytes")) {
    require(*need > static_cast<double>(bytes.size()), "what is needed is more than what is there", answer);
    return;
  }
  check_model(*result, answer);
}

}  // namespace tilewise::testing
