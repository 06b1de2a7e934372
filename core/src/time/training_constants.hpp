#pragma once
// The calibration constants that hold for one column's training step: of its device family, its software stack
// and its links. Internal to the training time.

#include <tilewise/resolve.hpp>

namespace tilewise {

struct TrainingConstants {
  double compute_share = 0;    // of the dense peak, by family and precision class
  double bandwidth_share = 0;  // of the memory bandwidth, by family
  double attention_share = 0;  // of the 16-bit peak, fused attention, by stack
  double traffic_factor = 1;   // element-wise bytes against the least there are; wide elements included
  double cast_factor = 1;      // times that a stack goes over what 8-bit products need cast
  double gather_factor = 1;    // the same for gathers, loss and optimizer
  Seconds host;                // of the host, per layer and pass
  Seconds kernel;              // small kernels on the device, per layer and pass
  double overlap = 0;          // share of communication that work can hide
  double expert_factor = 1;    // grouped products against plain ones
  double expert_launches = 1;  // host and small kernels of a mixture's layer against a dense one
  double expert_traffic = 0;   // bytes per routed value for dispatch and return
  double adapter_launches = 1; // the same of a layer with adapters against one without
  Seconds host_update;         // of a parameter that the host updates
  BytesPerSecond host_link;    // that a rank reaches to its host
  BytesPerSecond drives;       // that a rank reaches to the drives of its node
  Seconds step;                // once a step
  Seconds latency;             // of one step of a collective
  Seconds send;                // of a message between stages
  double straggler_share = 0;  // per doubling of the ranks
  BytesPerSecond link;         // that a rank reaches inside a node
  BytesPerSecond net;          // between nodes
};

[[nodiscard]] TrainingConstants training_constants(const ResolvedColumn& column);

// What is sent of one gradient: as wide as the stack reduces it.
[[nodiscard]] double gradient_wire_bytes(const ResolvedColumn& column);

}  // namespace tilewise
