#pragma once
// What the user typed -> requests for the text API: a link, a JSON scenario, a file, or standard input with
// one scenario a line.

#include <string>
#include <vector>

namespace tilewise::cli {

struct Requests {
  std::vector<std::string> texts;
  bool lines = false;     // read line by line: answer line by line
  std::string problem;    // why nothing could be read
};

[[nodiscard]] Requests read_requests(const std::string& argument);

// {"scenario": …, extra members} for calls that need more than a scenario; `members` is JSON without braces.
[[nodiscard]] std::string with_members(const std::string& scenario, const std::string& members);

[[nodiscard]] std::string quoted(const std::string& text);

}  // namespace tilewise::cli
