#pragma once
// The codes of reasons and problems as English sentences, for people at a terminal.

#include <string>
#include <string_view>

namespace tilewise::score {

[[nodiscard]] std::string sentence(std::string_view code, std::string_view detail);

}  // namespace tilewise::score
