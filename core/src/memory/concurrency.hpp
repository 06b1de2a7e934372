#pragma once
// How many sequences of serving run at once. The one value that resolve cannot fill in without knowing what the
// memory holds. Internal to resolve and to searches that change a resolved scenario.

#include <optional>

#include <tilewise/resolve.hpp>

namespace tilewise {

// As many sequences as were asked for run at once, if the memory holds their caches; the others wait. Not
// asked: as many as the memory and the engine's own limit allow.
void set_concurrency(const Resolved& resolved, std::optional<double> asked, ResolvedColumn& column);

}  // namespace tilewise
