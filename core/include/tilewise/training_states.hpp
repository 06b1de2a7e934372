#pragma once
// What training keeps and moves for each parameter that it changes: gradients, states of the optimizer, the master
// copy. Memory counts their bytes, the placed operators and offloading their traffic.

#include <tilewise/catalogue.hpp>
#include <tilewise/resolve.hpp>

namespace tilewise {

// Parameters that training changes: all, or those of the adapters (Hu et al. 2021, arXiv 2106.09685): a rank
// times the inputs and outputs of every matrix of the layers.
[[nodiscard]] double trained_parameters(const Shape& shape, const TrainingOptions& training);

// Per parameter.
struct OptimizerStates {
  double states = 0;
  double state_bytes = 0;
  bool factored = false;  // Adafactor: row and column sums instead of a full second moment
};
[[nodiscard]] OptimizerStates optimizer_states(const ResolvedColumn& column);

// States of the optimizer and the master copy of a parameter, read and written once.
[[nodiscard]] double state_traffic_bytes(const ResolvedColumn& column);

// Traffic of one optimizer step per trained parameter: the gradient is read, states and master copy are read
// and written, the weight is written; 30 bytes for AdamW with fp32 gradients, 28 with 16-bit ones.
[[nodiscard]] double optimizer_traffic_bytes(const ResolvedColumn& column);

}  // namespace tilewise
