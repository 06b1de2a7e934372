#include "support/link.hpp"

namespace tilewise::testing {

const Issue* find_issue(const Issues& issues, std::string_view code, std::string_view path) {
  for (const Issue& issue : issues) {
    if (issue.code == code && issue.path == path) return &issue;
  }
  return nullptr;
}

bool has_issue(const LinkReading& reading, std::string_view code, std::string_view path) {
  return find_issue(reading.issues, code, path) != nullptr;
}

std::string param_text(const Issue& issue, std::string_view name) {
  for (const Param& param : issue.params) {
    if (param.name != name) continue;
    const auto* text = std::get_if<std::string>(&param.value);
    return text != nullptr ? *text : write_number(std::get<double>(param.value));
  }
  return "(none)";
}

// "" when the field is absent.
std::string text_of(const Scenario& scenario, Field field) {
  const Value* value = scenario.values.find(field);
  return value != nullptr ? write_value(spec_of(field), *value) : "";
}

std::string with_tag(const std::string& text) { return text + "&k=" + tag_of(text); }

// A link without its tag, as the writer makes it.
std::string rewritten(std::string_view text) {
  const std::string link = write_link(read_link(text).scenario);
  return link.substr(0, link.rfind("&k="));
}

}  // namespace tilewise::testing
