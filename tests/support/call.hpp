#pragma once
// The text API by name, for the tests that read requests from files.

#include <string>
#include <string_view>

namespace tilewise::testing {

// The answer of one function of the text API; an empty text for a function that does not exist.
[[nodiscard]] std::string call(std::string_view function, std::string_view request);

}  // namespace tilewise::testing
