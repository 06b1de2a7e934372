#pragma once
// Training with states or weights on the host. Internal to place, memory and time of training.
// Source: Ren et al. 2021, ZeRO-Offload, sections 3 and 4; drives: Rajbhandari et al. 2021, ZeRO-Infinity, section 5.

#include <tilewise/resolve.hpp>

namespace tilewise {

// What is kept on the host: optimizer states with gradients and master copy; weights.
[[nodiscard]] bool states_away(const TrainingOptions& training);
[[nodiscard]] bool weights_away(const TrainingOptions& training);

// What one rank's part of the update on the host takes.
struct HostWork {
  double updated = 0;  // parameters
  Bytes copied;        // gradients down and weights up
  Bytes driven;        // states read from drives and written back
};
// `trained`: parameters with gradients that a rank would hold without sharding.
[[nodiscard]] HostWork host_work(const ResolvedColumn& column, double trained);

// Weights that a rank fetches for a pass; `held`: parameters that it would hold without sharding.
[[nodiscard]] Bytes fetched_bytes(const ResolvedColumn& column, double held);

}  // namespace tilewise
