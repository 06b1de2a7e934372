#pragma once
// Serving as the steps that it consists of: a token for each running sequence, and the prompts that keep their
// number level. Internal to memory and to the estimate.

#include <tilewise/resolve.hpp>

namespace tilewise {

// What time and memory of a scenario depend on, as one step of another workload at this length.
[[nodiscard]] Resolved part_of(const Resolved& whole, Workload workload, double sequence);

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

}  // namespace tilewise
