#pragma once
// What one rank runs of an operator whose work is spread otherwise than over tensor ranks. Internal to place.

#include <tilewise/place.hpp>

namespace tilewise {

// Tokens of the expert ranks are exchanged: each rank works on its share of the experts, for the tokens of all.
// `tokens` are those of the tensor ranks together.
void place_experts(const Shape& shape, const Parallel& parallel, double tokens, Operator& op);

// Queries of a context rank see the keys of all.
void widen_context(Operator& op, double cp);

}  // namespace tilewise
