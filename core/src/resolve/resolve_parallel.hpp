#pragma once
// How a column's ranks share the work, and what connects them. Internal to resolve.

#include <string>
#include <vector>

#include <tilewise/resolve.hpp>

namespace tilewise {

// Fills `parallel`, `schedule` and `topology` of a column whose ranks are known. Mixes that cannot run are issues
// that name the constraint.
void resolve_parallel(const Resolved& resolved, const Column& column, const std::string& prefix,
                      ResolvedColumn& out, Issues& issues, std::vector<Assumption>& assumptions);

}  // namespace tilewise
