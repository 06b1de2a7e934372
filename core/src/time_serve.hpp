#pragma once
// Serving in its steady state: each step gives every running sequence a token and reads as many tokens of
// prompts as keep their number level. Internal to estimate.

#include <optional>

#include <tilewise/estimate.hpp>

namespace tilewise {

// A step of the running sequences alone, at the mean length of their cache.
struct ServedParts {
  Resolved generation;
  Resolved prompt;
  ResolvedColumn prompt_column;  // prompts that are read together
};
[[nodiscard]] ServedParts served_parts(const Resolved& resolved, const ResolvedColumn& column);

// Tokens of a running sequence that memory has to hold: sequences start and end at different times, and their
// caches are not all full at once.
[[nodiscard]] double served_tokens(const Resolved& resolved, const ResolvedColumn& column);

// How many sequences of the scenario's lengths the memory of a rank holds; at least one.
[[nodiscard]] double largest_concurrency(const Resolved& resolved, const ResolvedColumn& column);

// As many sequences as were asked for run at once, if the memory holds their caches; the others wait. Not
// asked: as many as the memory and the engine's own limit allow.
void set_concurrency(const Resolved& resolved, std::optional<double> asked, ResolvedColumn& column);

[[nodiscard]] std::optional<TimeEstimate> serve_time(const Resolved& resolved, const ResolvedColumn& column,
                                                     Trace* trace);

}  // namespace tilewise
