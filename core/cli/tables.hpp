#pragma once
// Answers as readable text.

#include <cstddef>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

namespace tilewise::cli {

[[nodiscard]] std::string estimate_text(const nlohmann::json& envelope);
[[nodiscard]] std::string catalogue_text(const nlohmann::json& envelope);
[[nodiscard]] std::string link_text(const nlohmann::json& envelope);
[[nodiscard]] std::string sweep_text(const nlohmann::json& envelope);
[[nodiscard]] std::string explain_text(const nlohmann::json& envelope);

// Columns side by side: the first to the left, the others to the right; those from `text` on hold text.
using TextRow = std::vector<std::string>;
[[nodiscard]] std::string aligned(const std::vector<TextRow>& rows, std::size_t text = 1000);

// One line per issue: "warning d2.p: …".
[[nodiscard]] std::string issues_text(const nlohmann::json& envelope);

}  // namespace tilewise::cli
