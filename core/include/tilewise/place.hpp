#pragma once
// Operators -> what one rank of a column runs: the model cut over tensor, context, expert and pipeline ranks. The
// steps of inference and what ranks send each other are internal (core/src/place).

#include <vector>

#include <tilewise/lower.hpp>

namespace tilewise {

// One optimizer step of training: forward, recompute, backward over all micro-batches, update.
// The operators of one rank: products cut over the tensor ranks, tokens over the context ranks, layers and ends
// of the network spread evenly over the pipeline stages (what the heaviest stage has more is the estimate's part).
[[nodiscard]] std::vector<Operator> lower_training(const Shape& shape, const ResolvedColumn& column,
                                                   double sequence);

// What one tensor rank holds of every layer.
[[nodiscard]] Shape rank_shape(const Shape& shape, const Parallel& parallel);

// Work of a layer, which pipeline stages share; the rest is the first and the last stage's.
[[nodiscard]] bool is_layer_work(const Operator& op);

// Passes of one rank in a step: batch / (data ranks · micro-batch).
[[nodiscard]] double micro_batches(const ResolvedColumn& column);

// Parameters of one rank on the mean stage: experts are cut over other ranks than the rest.
struct RankParameters {
  double dense = 0;
  double experts = 0;
  [[nodiscard]] double sum() const { return dense + experts; }
};
[[nodiscard]] RankParameters rank_parameters(const Shape& shape, const Parallel& parallel);

}  // namespace tilewise
