#pragma once
// Answers as readable text.

#include <string>

#include <nlohmann/json.hpp>

namespace tilewise::cli {

[[nodiscard]] std::string estimate_text(const nlohmann::json& envelope);
[[nodiscard]] std::string catalogue_text(const nlohmann::json& envelope);
[[nodiscard]] std::string link_text(const nlohmann::json& envelope);
[[nodiscard]] std::string sweep_text(const nlohmann::json& envelope);
[[nodiscard]] std::string explain_text(const nlohmann::json& envelope);

// One line per issue: "warning d2.p: …".
[[nodiscard]] std::string issues_text(const nlohmann::json& envelope);

}  // namespace tilewise::cli
