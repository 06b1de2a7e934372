#pragma once
// Golden files: NAME.request.json asks, NAME.result.json is the answer that was once read and approved,
// pretty-printed with sorted keys, so that a change shows in review. The environment variable REGEN=1
// rewrites the results instead of comparing.

#include <string>
#include <string_view>
#include <vector>

namespace tilewise::testing {

struct Question {
  std::string function;  // of the text API
  std::string request;   // its text: one line
};

// Reads {"function":"estimate","request":…}. A request that is a JSON text value (a link) is passed as it
// is, any other value as compact JSON. The function is empty when the text is not of this form.
[[nodiscard]] Question read_question(std::string_view text);

// JSON with two spaces of indentation and sorted keys; empty when `text` is no JSON.
[[nodiscard]] std::string pretty(std::string_view text);

// The names in tests/golden, sorted: "bert" for bert.request.json.
[[nodiscard]] std::vector<std::string> golden_names();
[[nodiscard]] std::string request_path(const std::string& name);
[[nodiscard]] std::string result_path(const std::string& name);

// True when results are to be rewritten.
[[nodiscard]] bool regenerating();

}  // namespace tilewise::testing
