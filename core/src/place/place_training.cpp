#include <tilewise/place.hpp>

#include <tilewise/training_states.hpp>

#include "place/offload.hpp"
#include "place/place_rank.hpp"

namespace tilewise {
namespace {

// Element-wise traffic of a layer while training, against what one pass of inference moves: dropout masks,
// the copies between projections and heads, and what a backward pass reads again. In bytes per token at 16
// bit: forward 22·h + (12·h + 4·f)/t, backward 34·h + (18·h + 6.5·f)/t (Korthikanti et al. 2022, section 4,
// counts the same tensors). Scores: 9 bytes forward and 15 backward for softmax, mask and dropout.
constexpr double residual_with_dropout = 7.0 / 6;
constexpr double reshape_elements = 6;
constexpr double softmax_with_dropout = 2.25;
constexpr double norm_backward = 17.0 / 11;
constexpr double reshape_backward = 1.5;
constexpr double activation_backward = 1.625;
constexpr double softmax_backward = 15.0 / 9;
constexpr double embedding_backward = 4;
constexpr double cast_elements = 2;  // of 16 bit: an element is read once and written twice in 8
// Logits in 16 bit, loss in 32: written, read and normalised forward; gradients backward. In one kernel each way the
// logits are read for their largest and again for their sum, then read once and replaced by their gradients.
constexpr double loss_forward = 5;
constexpr double loss_backward = 7;
constexpr double loss_forward_fused = 2;
constexpr double loss_backward_fused = 2;

// One forward pass of one rank over one micro-batch, all layers.
class ForwardBuilder {
 public:
  ForwardBuilder(const Shape& shape, const ResolvedColumn& column, double sequence)
      : shape_(shape), column_(column), parallel_(column.parallel), tokens_(sequence / column.parallel.cp) {}

  std::vector<Operator> run() {
    Pass pass;
    pass.sequences = column_.micro_batch;
    pass.tokens = tokens_;
    pass.logit_tokens = tokens_ * column_.training.loss_share;
    pass.fused_attention = column_.fused_attention;
    pass.phase = Phase::forward;
    const Shape rank = rank_shape(shape_, parallel_);
    operators_ = lower_pass(rank, pass);
    for (Operator& op : operators_) place(op);
    traffic("reshape", shape_.layers, reshape_elements * tokens() * shape_.width / parallel_.tp, true);
    const double logits = column_.micro_batch * pass.logit_tokens * rank.vocabulary;
    if (logits > 0) traffic("loss", 1, (fuses_loss(column_.stack) ? loss_forward_fused : loss_forward) * logits, false);
    return std::move(operators_);
  }

 private:
  [[nodiscard]] double tokens() const { return column_.micro_batch * tokens_; }

  void place(Operator& op) {
    if (op.name == "experts-up" || op.name == "experts-down") place_experts(shape_, parallel_, tokens(), op);
    if (parallel_.cp > 1) widen_context(op, parallel_.cp);
    const double cut = parallel_.sp ? parallel_.tp : 1;
    if (op.name == "norm") op.activation_elements /= cut;
    if (op.name == "residual") op.activation_elements *= residual_with_dropout / cut;
    if (op.name == "softmax") op.activation_elements *= softmax_with_dropout;
  }

  void traffic(std::string_view name, double repeat, double elements, bool hidden) {
    Operator op;
    op.name = name;
    op.phase = Phase::forward;
    op.kind = OperatorKind::elementwise;
    op.repeat = repeat;
    op.activation_elements = elements;
    op.hidden_by_fusion = hidden;
    operators_.push_back(op);
  }

  const Shape& shape_;
  const ResolvedColumn& column_;
  const Parallel& parallel_;
  double tokens_;
  std::vector<Operator> operators_;
};

// Gradients of a product C = A·B: one product for the input (dA = dC·Bᵀ), one for the other operand
// (dB = Aᵀ·dC).
void add_product_gradients(const Operator& forward, bool frozen, std::vector<Operator>& out) {
  const bool down = forward.part == "adapter-down";
  const bool up = forward.part == "adapter-up";
  Operator input = forward;
  input.phase = Phase::backward;
  input.part = "input-gradient";
  if (down) input.part = "adapter-down-input-gradient";
  if (up) input.part = "adapter-up-input-gradient";
  input.n = forward.k;
  input.k = forward.n;
  Operator other = forward;
  other.phase = Phase::backward;
  other.part = "weight-gradient";
  if (down) other.part = "adapter-down-weight-gradient";
  if (up) other.part = "adapter-up-weight-gradient";
  other.m = forward.k;
  other.k = forward.m;
  other.activation_elements = forward.activation_elements + forward.weight_elements;
  other.weight_elements = 0;
  out.push_back(input);
  // Frozen weights need no gradient; both operands of attention do.
  if (!frozen || forward.weight_elements == 0) out.push_back(other);
}

double traffic_backward(std::string_view name, bool fused_loss) {
  if (name == "reshape") return reshape_backward;
  if (name == "activation") return activation_backward;
  if (name == "softmax") return softmax_backward;
  if (name == "loss") return fused_loss ? loss_backward_fused / loss_forward_fused : loss_backward / loss_forward;
  return norm_backward;
}

void add_gradients(const Operator& forward, bool frozen, bool fused_loss, std::vector<Operator>& out) {
  if (forward.kind == OperatorKind::product) {
    add_product_gradients(forward, frozen, out);
    return;
  }
  Operator backward = forward;
  backward.phase = Phase::backward;
  if (forward.plain_bytes > 0) {
    out.push_back(backward);  // unpacked once more
    return;
  }
  if (forward.kind == OperatorKind::attention) {
    // Five products against two: scores are computed again (Dao et al. 2022, section 3.1).
    backward.ops = forward.ops * 2.5;
    backward.activation_elements = forward.activation_elements * 2;
    backward.key_elements = forward.key_elements * 2;
    backward.value_elements = forward.value_elements * 2;
  } else if (forward.part == "cast") {
    backward.activation_elements = cast_elements * forward.batch * forward.m * forward.n;
  } else if (forward.kind == OperatorKind::elementwise) {
    backward.activation_elements = forward.activation_elements * traffic_backward(forward.name, fused_loss);
  } else {
    backward.activation_elements = forward.activation_elements * embedding_backward;
  }
  out.push_back(backward);
}

// A product of a layer with weights, unlike those of attention.
bool is_linear_layer(const Operator& op) {
  return op.kind == OperatorKind::product && op.weight_elements > 0 && is_layer_work(op);
}

// Low-rank adapters beside a frozen product (Hu et al. 2021, section 4.1): down to the rank, up again, added
// to what the product gave. The backward pass adds to the gradient of the input likewise.
void add_adapters(const Operator& linear, double rank, std::vector<Operator>& out) {
  Operator down = linear;
  down.part = "adapter-down";
  down.n = rank;
  Operator up = linear;
  up.part = "adapter-up";
  up.k = rank;
  for (Operator* op : {&down, &up}) {
    op->ops = 2 * op->batch * op->m * op->n * op->k;
    op->weight_elements = 0;  // kept in the compute format, whatever the frozen weights are in
    op->activation_elements = op->batch * (op->m * op->k + op->m * op->n + op->n * op->k);
    out.push_back(*op);
  }
  Operator sum;
  sum.name = linear.name;
  sum.part = "adapter-sum";
  sum.phase = linear.phase;
  sum.kind = OperatorKind::elementwise;
  sum.repeat = linear.repeat;
  sum.activation_elements = 2 * linear.batch * linear.m * linear.n;
  out.push_back(sum);
}

// Weights stored in few bits are written out wide before each product, and read again (Dettmers et al. 2023).
Operator unpacking(const Operator& linear, double bits) {
  constexpr double wide = 2;  // bytes
  Operator op;
  op.name = linear.name;
  op.part = "weights-unpack";
  op.phase = linear.phase;
  op.kind = OperatorKind::gather;
  op.repeat = linear.repeat;
  op.plain_bytes = linear.weight_elements * (bits / 8 + 2 * wide);
  return op;
}

// What fine-tuning adds to a forward pass whose weights are frozen.
void add_frozen_work(const ResolvedColumn& column, std::vector<Operator>& operators) {
  constexpr double unpacked_bits = 16;
  const std::size_t count = operators.size();
  operators.reserve(5 * count);
  for (std::size_t i = 0; i < count; ++i) {
    const Operator linear = operators[i];
    if (!is_linear_layer(linear)) continue;
    add_adapters(linear, column.training.lora_rank, operators);
    if (column.weight_bits < unpacked_bits) operators.push_back(unpacking(linear, column.weight_bits));
  }
}

// Eight-bit products need their operands cast: inputs in the forward pass, gradients of outputs in the
// backward pass, each read once and written twice, as it lies and transposed (Micikevicius et al. 2022, FP8
// formats, section 3).
void add_casts(std::vector<Operator>& operators) {
  const std::size_t count = operators.size();
  for (std::size_t i = 0; i < count; ++i) {
    const Operator linear = operators[i];
    if (!is_linear_layer(linear)) continue;
    Operator cast = linear;
    cast.part = "cast";
    cast.kind = OperatorKind::elementwise;
    cast.ops = 0;
    cast.weight_elements = 0;
    cast.activation_elements = cast_elements * linear.batch * linear.m * linear.k;
    operators.push_back(cast);
  }
}

bool is_score_work(const Operator& op) {
  return op.name == "scores" || op.name == "softmax" || op.name == "weighting" ||
         op.kind == OperatorKind::attention;
}

bool runs_again(Recompute recompute, const Operator& op) {
  if (recompute == Recompute::full) return is_layer_work(op);
  return recompute == Recompute::selective && is_score_work(op);
}

// Data ranks that share the optimizer each update their part, then write and read the weights of all.
double update_bytes(const ResolvedColumn& column) {
  const double whole = optimizer_traffic_bytes(column);
  const double shards = column.parallel.zero > 0 ? column.parallel.dp : 1;
  return shards > 1 ? whole / shards + 2 * column.weight_bits / 8 : whole;
}

}  // namespace

bool is_layer_work(const Operator& op) {
  return op.phase != Phase::update && op.name != "patches" && op.name != "embedding" && op.name != "head" &&
         op.name != "pooler" && op.name != "loss";
}

double micro_batches(const ResolvedColumn& column) {
  return column.batch / (column.parallel.dp * column.micro_batch);
}

std::vector<Operator> lower_training(const Shape& shape, const ResolvedColumn& column, double sequence) {
  const bool frozen = column.training.frozen();
  std::vector<Operator> operators = ForwardBuilder(shape, column, sequence).run();
  const bool narrow = column.precision.used &&
                      (*column.precision.used == Format::fp8 || *column.precision.used == Format::int8);
  if (narrow) add_casts(operators);
  if (frozen) add_frozen_work(column, operators);
  const std::size_t forward_count = operators.size();
  operators.reserve(4 * forward_count + 1);
  for (std::size_t i = 0; i < forward_count; ++i) {
    const Operator forward = operators[i];
    if (runs_again(column.training.recompute, forward)) {
      operators.push_back(forward);
      operators.back().phase = Phase::recompute;
    }
    add_gradients(forward, frozen, fuses_loss(column.stack), operators);
  }
  const double passes = micro_batches(column) / column.parallel.pp;
  for (Operator& op : operators) op.repeat *= passes;

  if (states_away(column.training)) return operators;
  Operator update;
  update.name = "optimizer";
  update.phase = Phase::update;
  update.kind = OperatorKind::update;
  const double split = column.parallel.tp * column.parallel.pp;
  update.plain_bytes = update_bytes(column) * (frozen ? trained_parameters(shape, column.training) / split
                                                      : rank_parameters(shape, column.parallel).sum());
  operators.push_back(update);
  return operators;
}

}  // namespace tilewise
