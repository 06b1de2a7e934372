#pragma once
// Answers of the text API, opened: numbers and words by their path, issues by their code.

#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

namespace tilewise::testing {

// The whole answer to a link written without its tag; the tag is added, so that no notice is about the link.
[[nodiscard]] nlohmann::json estimate_of(const std::string& link);
[[nodiscard]] nlohmann::json explain_of(const std::string& link, const std::string& path);
[[nodiscard]] nlohmann::json sweep_of(const std::string& link);

// The text of an answer as JSON; discarded when it is none.
[[nodiscard]] nlohmann::json parse_answer(std::string_view text);

// What stands at "result.devices.0.time.items.qkv.seconds": members of a list by index or by their "name".
// nullptr when there is nothing.
[[nodiscard]] const nlohmann::json* find_at(const nlohmann::json& value, std::string_view path);

// Below "result.". NaN, which equals nothing, when there is no number; "(none)" when there is no word.
[[nodiscard]] double number_at(const nlohmann::json& answer, const std::string& path);
[[nodiscard]] std::string word_at(const nlohmann::json& answer, const std::string& path);

// "code path" of every issue, in order.
[[nodiscard]] std::vector<std::string> issues_of(const nlohmann::json& answer);
[[nodiscard]] bool has_issue(const nlohmann::json& answer, std::string_view code, std::string_view path);
// The severity of the first issue of this code at this path; "" when there is none.
[[nodiscard]] std::string severity_of(const nlohmann::json& answer, std::string_view code,
                                      std::string_view path);

// The number one column takes in all, or needs in all.
[[nodiscard]] double time_of(const std::string& link, int column = 0);
[[nodiscard]] double memory_of(const std::string& link, int column = 0);

}  // namespace tilewise::testing
