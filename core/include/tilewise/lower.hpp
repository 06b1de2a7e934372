#pragma once
// Workload -> operators: what the model does, whole and on no device yet. Sizes are counted in elements;
// how wide an element is depends on the device's formats and is decided by the estimate.

#include <string_view>
#include <vector>

#include <tilewise/catalogue.hpp>
#include <tilewise/quantity.hpp>
#include <tilewise/resolve.hpp>

namespace tilewise {

enum class OperatorKind {
  product,      // batch × (M×K · K×N)
  attention,    // fused: scores, softmax and weighting in one kernel
  elementwise,  // normalisation, activation, residual, softmax: traffic only
  gather,       // rows of a table
  update        // optimizer: absolute bytes
};

// How a kernel of element-wise work goes over its tensors.
enum class Sweep {
  plain,       // each element once: sums, copies
  activation,  // each element once, with more arithmetic
  norm,        // rows that are averaged first
  softmax      // rows whose largest and sum are found first
};

enum class Phase { inference, forward, recompute, backward, update };
[[nodiscard]] const char* word(Phase phase);  // "forward"; empty for inference

struct Operator {
  std::string_view name;            // "qkv", "attention", "mlp-up", …; texts in core/data/messages
  std::string_view part;            // of a name that runs as several kernels: "input-gradient"
  Phase phase = Phase::inference;
  OperatorKind kind = OperatorKind::product;
  double repeat = 1;                // times per step: layers × micro-batches

  // Kind product. C[M×N] = A[M×K] · B[K×N], `batch` of them.
  double batch = 1;
  double m = 0;
  double n = 0;
  double k = 0;
  double along_k = layout_unknown;  // 1: both operands lie in memory along K, as in a linear layer; 0: not both

  double ops = 0;                   // executed floating-point operations of one run
  double weight_elements = 0;       // read once per run, in the weight format
  double activation_elements = 0;   // read and written
  double key_elements = 0;          // of the cache, read
  double value_elements = 0;
  double plain_bytes = 0;           // traffic that does not depend on a format (optimizer states)
  Sweep sweep = Sweep::plain;
  double row = 0;                   // elements of a row; 0: no rows
  bool hidden_by_fusion = false;    // element-wise work that an ideal or a fusing compiler folds away
};

// One pass of the model over `sequences` × `tokens` new tokens that see `context` cached ones.
struct Pass {
  double sequences = 1;
  double tokens = 1;
  double context = 0;
  double attention_ranks = 1;       // each attends to sequences of its own, as many as the fullest has
  double logit_tokens = 1;          // positions per sequence whose logits are computed
  bool fused_attention = true;
  Phase phase = Phase::inference;
};

// Experts touched by `tokens` tokens of a step when each picks `active` of `count` independently:
// E(1 − (1 − k/E)^T); E8 k2: T = 4 → 5.47 (formulas.md of the design; balls into bins).
[[nodiscard]] double experts_touched(double count, double active, double tokens);

// Of so many sequences those that one of `ranks` attends to: the fullest one's share.
[[nodiscard]] double attended(double sequences, double ranks);

// Query-key pairs per sequence and head that a kernel works on, and the full square of the model's
// definition. Causal halves only fused kernels; a window w keeps at most w keys per query.
[[nodiscard]] double attention_pairs(const Pass& pass, bool causal, double window);
[[nodiscard]] double full_pairs(const Pass& pass, double window);

[[nodiscard]] std::vector<Operator> lower_pass(const Shape& shape, const Pass& pass);

// The attention operators alone, for the steps of a decode that differ in nothing else.
[[nodiscard]] std::vector<Operator> lower_attention(const Shape& shape, const Pass& pass);

[[nodiscard]] std::vector<Operator> lower_matmul(const MatmulShape& matmul, double batch);

// FLOPs of the model itself in one pass: products over all parameters used, full or causal attention, no
// recompute. Training counts three times this (forward, input gradient, weight gradient).
[[nodiscard]] double model_ops(const Shape& shape, const Pass& pass, FlopsConvention convention);

}  // namespace tilewise
