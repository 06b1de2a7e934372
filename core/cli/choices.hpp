#pragma once
// What a field of the vocabulary takes, for who typed something else.

#include <string>
#include <string_view>

namespace tilewise::cli {

// A sentence such as "It takes one of: auto, eager, compiled." for the place of an issue ("stack", "d2.bw"); "" when the
// place is no field of links.
[[nodiscard]] std::string choices_text(std::string_view path);

}  // namespace tilewise::cli
