#include "support/golden.hpp"

#include "support/files.hpp"

#include <nlohmann/json.hpp>

#include <cstdlib>

namespace tilewise::testing {

namespace {

using Json = nlohmann::json;

Json parse(std::string_view text) { return Json::parse(text.begin(), text.end(), nullptr, false); }

}  // namespace

Question read_question(std::string_view text) {
  const Json json = parse(text);
  Question question;
  if (!json.is_object()) return question;
  const auto request = json.find("request");
  if (request != json.end()) {
    const std::string* link = request->get_ptr<const std::string*>();
    question.request = link != nullptr ? *link : request->dump();
  }
  const auto function = json.find("function");
  if (function != json.end() && function->is_string()) {
    question.function = *function->get_ptr<const std::string*>();
  }
  return question;
}

std::string pretty(std::string_view text) {
  const Json json = parse(text);
  if (json.is_discarded()) return std::string();
  return json.dump(2) + "\n";
}

std::vector<std::string> golden_names() {
  // The build writes the list: not every platform of the tests can read a folder.
  return lines_of(read_file(TILEWISE_GOLDEN_LIST).value_or(std::string()));
}

std::string request_path(const std::string& name) {
  return std::string(TILEWISE_SOURCE_DIR "/tests/golden/") + name + ".request.json";
}

std::string result_path(const std::string& name) {
  return std::string(TILEWISE_SOURCE_DIR "/tests/golden/") + name + ".result.json";
}

bool regenerating() {
  const char* value = std::getenv("REGEN");
  return value != nullptr && std::string_view(value) == "1";
}

}  // namespace tilewise::testing
