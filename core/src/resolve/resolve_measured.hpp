#pragma once
// The part of resolve that reads the user's own measurement. Internal to resolve.

#include <string>
#include <string_view>
#include <vector>

#include <tilewise/resolve.hpp>

namespace tilewise {

// `given` is the value of the key got: "step:13.75". Sets the pin of a column that is otherwise complete.
void resolve_measured(const Resolved& resolved, std::string_view given, const std::string& prefix,
                      ResolvedColumn& column, Issues& issues, std::vector<Assumption>& assumptions);

}  // namespace tilewise
