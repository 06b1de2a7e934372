#include "support/answer.hpp"

#include "support/call.hpp"
#include "support/link.hpp"

#include <cstddef>
#include <limits>

namespace tilewise::testing {

using nlohmann::json;

namespace {

const json* member(const json& value, std::string_view key) {
  const auto found = value.find(std::string(key));
  return found == value.end() ? nullptr : &*found;
}

std::string_view text_of_json(const json* value) {
  const auto* text = value == nullptr ? nullptr : value->get_ptr<const std::string*>();
  return text == nullptr ? std::string_view() : std::string_view(*text);
}

bool starts_with_part(std::string_view path, std::string_view part) {
  return path.substr(0, part.size()) == part && (path.size() == part.size() || path[part.size()] == '.');
}

// The element a path goes on with, and the length of what it is called there. Names may hold dots.
const json* element(const json& list, std::string_view path, std::size_t& length) {
  for (std::size_t i = 0; i < list.size(); ++i) {
    const std::string index = std::to_string(i);
    if (starts_with_part(path, index)) {
      length = index.size();
      return &list[i];
    }
    const std::string_view name =
        list[i].is_object() ? text_of_json(member(list[i], "name")) : std::string_view();
    if (!name.empty() && starts_with_part(path, name)) {
      length = name.size();
      return &list[i];
    }
  }
  return nullptr;
}

std::string column_path(int column, const char* rest) {
  return "devices." + std::to_string(column) + "." + rest;
}

}  // namespace

json parse_answer(std::string_view text) { return json::parse(text.begin(), text.end(), nullptr, false); }

json estimate_of(const std::string& link) { return parse_answer(call("estimate", with_tag(link))); }
json sweep_of(const std::string& link) { return parse_answer(call("sweep", with_tag(link))); }

json explain_of(const std::string& link, const std::string& path) {
  json request = json::object();
  request["scenario"] = with_tag(link);
  request["path"] = path;
  return parse_answer(call("explain", request.dump()));
}

const json* find_at(const json& value, std::string_view path) {
  const json* here = &value;
  while (!path.empty() && here != nullptr) {
    std::size_t length = path.find('.');
    if (length == std::string_view::npos) length = path.size();
    if (here->is_array()) {
      here = element(*here, path, length);
    } else {
      here = here->is_object() ? member(*here, std::string(path.substr(0, length))) : nullptr;
    }
    path.remove_prefix(length < path.size() ? length + 1 : path.size());
  }
  return here;
}

double number_at(const json& answer, const std::string& path) {
  const json* found = find_at(answer, "result." + path);
  if (found == nullptr || !found->is_number()) return std::numeric_limits<double>::quiet_NaN();
  return found->get<double>();
}

std::string word_at(const json& answer, const std::string& path) {
  const json* found = find_at(answer, "result." + path);
  const auto* text = found == nullptr ? nullptr : found->get_ptr<const std::string*>();
  return text == nullptr ? "(none)" : *text;
}

std::vector<std::string> issues_of(const json& answer) {
  std::vector<std::string> out;
  const json* issues = find_at(answer, "issues");
  if (issues == nullptr) return out;
  for (const json& issue : *issues) {
    out.push_back(std::string(text_of_json(member(issue, "code"))) + " " +
                  std::string(text_of_json(member(issue, "path"))));
  }
  return out;
}

std::string severity_of(const json& answer, std::string_view code, std::string_view path) {
  const json* issues = find_at(answer, "issues");
  if (issues == nullptr) return {};
  for (const json& issue : *issues) {
    if (text_of_json(member(issue, "code")) != code || text_of_json(member(issue, "path")) != path) continue;
    return std::string(text_of_json(member(issue, "severity")));
  }
  return {};
}

bool has_issue(const json& answer, std::string_view code, std::string_view path) {
  return !severity_of(answer, code, path).empty();
}

double time_of(const std::string& link, int column) {
  return number_at(estimate_of(link), column_path(column, "time.total_s"));
}

double memory_of(const std::string& link, int column) {
  return number_at(estimate_of(link), column_path(column, "memory.total_bytes"));
}

}  // namespace tilewise::testing
