#include "requests.hpp"

#include <fstream>
#include <iostream>
#include <iterator>
#include <utility>

#include <nlohmann/json.hpp>

namespace tilewise::cli {
namespace {

std::string everything(std::istream& in) { return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()}; }

std::string trimmed(const std::string& text) {
  const char* blank = " \t\r\n";
  const std::size_t first = text.find_first_not_of(blank);
  if (first == std::string::npos) return {};
  return text.substr(first, text.find_last_not_of(blank) - first + 1);
}

// One JSON document may span lines; anything else on several lines is one scenario a line.
std::vector<std::string> split_lines(const std::string& text) {
  std::vector<std::string> lines;
  std::size_t start = 0;
  while (start < text.size()) {
    const std::size_t end = std::min(text.find('\n', start), text.size());
    std::string line = trimmed(text.substr(start, end - start));
    if (!line.empty()) lines.push_back(std::move(line));
    start = end + 1;
  }
  return lines;
}

void take_text(const std::string& text, Requests& out) {
  const std::string all = trimmed(text);
  std::vector<std::string> lines = split_lines(all);
  const bool one_document = all.find('\n') != std::string::npos && nlohmann::json::accept(all);
  if (lines.size() <= 1 || one_document) {
    out.texts = {all};
    return;
  }
  out.texts = std::move(lines);
}

}  // namespace

Requests read_requests(const std::string& argument) {
  Requests out;
  if (argument == "-") {
    const std::string text = everything(std::cin);
    take_text(text, out);
    out.lines = true;
    if (trimmed(text).empty()) out.problem = "standard input is empty";
    return out;
  }
  const bool inline_text = argument.find('{') != std::string::npos || argument.find('=') != std::string::npos ||
                           argument.find('#') != std::string::npos || argument.find('?') != std::string::npos;
  if (inline_text || argument.empty()) {
    out.texts = {argument};
    return out;
  }
  std::ifstream file(argument, std::ios::binary);
  if (!file) {
    out.problem = argument + ": neither a link, nor a JSON scenario, nor a file that can be read";
    return out;
  }
  take_text(everything(file), out);
  out.lines = out.texts.size() > 1;
  return out;
}

std::string quoted(const std::string& text) {
  return nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

std::string with_members(const std::string& scenario, const std::string& members) {
  const std::string text = trimmed(scenario);
  const bool object = !text.empty() && text.front() == '{';
  return "{\"scenario\":" + (object ? text : quoted(text)) + "," + members + "}";
}

}  // namespace tilewise::cli
