#pragma once
// What the tests of links ask of an answer.

#include <string>
#include <string_view>

#include <tilewise/link.hpp>

namespace tilewise::testing {

// The first issue of this code at this path; nullptr when there is none.
[[nodiscard]] const Issue* find_issue(const Issues& issues, std::string_view code, std::string_view path);
[[nodiscard]] bool has_issue(const LinkReading& reading, std::string_view code, std::string_view path);

// A parameter as text; "(none)" when there is none.
[[nodiscard]] std::string param_text(const Issue& issue, std::string_view name);

// The value of a field as links write it; "" when the field is absent.
[[nodiscard]] std::string text_of(const Scenario& scenario, Field field);

[[nodiscard]] std::string with_tag(const std::string& text);

// What the writer makes of a link, without the tag.
[[nodiscard]] std::string rewritten(std::string_view text);

}  // namespace tilewise::testing
