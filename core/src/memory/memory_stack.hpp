#pragma once
// What a software stack keeps in memory beside the tensors that the model needs. Internal to memory.

#include <tilewise/constants.hpp>
#include <tilewise/resolve.hpp>

namespace tilewise {

// Columns of the table `memory` of core/data/calibration/memory.json, whose rows are stacks, the last one any
// other:
//   runtime          bytes of context, kernels and library workspaces, before the first tensor
//   further_layer    tensors of the model's width that training keeps per layer around layer norms
//   further_rms      the same around RMS norms and gated activations, which few kernels fuse
//   loss             bytes per logit beyond the logits in the element width: fp32 copy, softmax, gradient
//   training_slack   share of passing tensors that the allocator holds beyond them; inference_slack
//   buffers          sets of working tensors of a layer that are kept apart
//   logits_held      share of the positions whose logits exist at once: less where the loss is computed in pieces
//   exchange         bytes of buffers that sharded ranks exchange through, beside the units they gather
//   selective_share  of a layer's tensors that selective recompute keeps when there is no score matrix to drop
//   graph_layer      bytes per layer of the graphs that an engine captures, one a batch size
//   score_copy       bytes per attention score beyond a 16-bit softmax: automatic casts run it in 32 bit
//   gradient_copies  further copies of the gradients, made to clip them by their norm
[[nodiscard]] double stack_constant(const ResolvedColumn& column, std::size_t what);

}  // namespace tilewise
