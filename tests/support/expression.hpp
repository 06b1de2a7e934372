#pragma once
// Evaluates the expression an explanation shows, in the names of its inputs: + - * / ^, parentheses, ceil,
// floor, min, max, and waves(tiles / units) of the tiled time model.

#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace tilewise::testing {

using Inputs = std::map<std::string, double, std::less<>>;

// nullopt when the text is no expression, or names an input that is not there.
[[nodiscard]] std::optional<double> evaluate(std::string_view expression, const Inputs& inputs);

}  // namespace tilewise::testing
