#pragma once
// Time of serving in its steady state: each step gives every running sequence a token and reads as many tokens of
// prompts as keep their number level. Internal to estimate.

#include <optional>

#include <tilewise/time.hpp>

namespace tilewise {

// nullopt: a rate it needs is not published.
[[nodiscard]] std::optional<TimeEstimate> serve_time(const Resolved& resolved, const ResolvedColumn& column,
                                                     Trace* trace);

}  // namespace tilewise
