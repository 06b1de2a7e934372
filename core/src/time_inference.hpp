#pragma once
// What one step of a workload runs on a rank: the pass of a prompt, of a chunk of it, or of one token.
// Internal to estimate.

#include <string>
#include <vector>

#include <tilewise/lower.hpp>

namespace tilewise {

[[nodiscard]] Pass inference_pass(const Resolved& resolved, const ResolvedColumn& column);

// A stack may read a prompt in chunks, each after the cache of those before it. Here all chunks are equal.
[[nodiscard]] double prompt_chunks(const Resolved& resolved, const ResolvedColumn& column);

// The model as one rank serves it: cut over the tensor ranks, experts as well.
[[nodiscard]] Shape served_shape(const Resolved& resolved, const ResolvedColumn& column);

// Devices that hold the layers one after another.
[[nodiscard]] double devices_in_line(const ResolvedColumn& column);

// The operators of the step; those of a prompt in chunks run once for each of them.
[[nodiscard]] std::vector<Operator> step_operators(const Resolved& resolved, const ResolvedColumn& column,
                                                   double chunks);

// "qkv", or "backward.qkv" in training: where the time of an operator is shown.
[[nodiscard]] std::string item_name(const Operator& op);

}  // namespace tilewise
