#pragma once
// Time of a training step on one or many ranks. Internal to the estimate.

#include <tilewise/time.hpp>

namespace tilewise {

// nullopt: a rate it needs is not published.
[[nodiscard]] std::optional<TimeEstimate> training_time(const Resolved& resolved, const ResolvedColumn& column,
                                                        Trace* trace);

}  // namespace tilewise
