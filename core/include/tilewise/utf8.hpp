#pragma once
// Text from outside, made safe: whatever bytes come in, what goes on is valid UTF-8.

#include <cstddef>
#include <string>
#include <string_view>

namespace tilewise {

// The text with every byte that is not part of a well-formed character replaced by U+FFFD.
[[nodiscard]] std::string valid_utf8(std::string_view text);

// Number of code points of a valid UTF-8 text.
[[nodiscard]] std::size_t code_points(std::string_view text);

// A valid UTF-8 text without control characters, line separators and characters that turn the reading
// direction: a title must not be able to rearrange the words around it.
[[nodiscard]] std::string without_controls(std::string_view text);

}  // namespace tilewise
