#pragma once
// English sentences for the codes of the core.

#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

namespace tilewise::cli {

// The template of a code in a section ("issues", "assumptions", "labels"); the code itself when there is none.
[[nodiscard]] std::string_view text_of(std::string_view section, std::string_view code);

// The template with {name} replaced by the parameters.
[[nodiscard]] std::string fill(std::string_view text, const nlohmann::json& params);

// Adds "message" to every issue of an envelope.
void add_messages(nlohmann::json& envelope);

}  // namespace tilewise::cli
