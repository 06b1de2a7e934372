#include <tilewise/lower.hpp>
#include <tilewise/memory.hpp>
#include <tilewise/parameters.hpp>

namespace tilewise {
namespace {

// Gradients of a product C = A·B: one product for the input (dA = dC·Bᵀ), one for the other operand
// (dB = Aᵀ·dC).
void add_product_gradients(const Operator& forward, std::vector<Operator>& out) {
  Operator input = forward;
  input.phase = Phase::backward;
  input.part = "input-gradient";
  input.n = forward.k;
  input.k = forward.n;
  Operator other = forward;
  other.phase = Phase::backward;
  other.part = "weight-gradient";
  other.m = forward.k;
  other.k = forward.m;
  other.activation_elements = forward.activation_elements + forward.weight_elements;
  other.weight_elements = 0;
  out.push_back(input);
  out.push_back(other);
}

void add_gradients(const Operator& forward, std::vector<Operator>& out) {
  if (forward.kind == OperatorKind::product) {
    add_product_gradients(forward, out);
    return;
  }
  Operator backward = forward;
  backward.phase = Phase::backward;
  if (forward.kind == OperatorKind::attention) {
    // Five products against two: scores are computed again (Dao et al. 2022, section 3.1).
    backward.ops = forward.ops * 2.5;
    backward.activation_elements = forward.activation_elements * 2;
    backward.key_elements = forward.key_elements * 2;
    backward.value_elements = forward.value_elements * 2;
  } else if (forward.kind == OperatorKind::elementwise) {
    // The incoming gradient is read beside what the forward pass read.
    backward.activation_elements = forward.activation_elements * 1.5;
  }
  out.push_back(backward);
}

bool is_layer_work(const Operator& op) {
  return op.name != "patches" && op.name != "embedding" && op.name != "head" && op.name != "pooler" &&
         op.name != "loss";
}

bool is_score_work(const Operator& op) {
  return op.name == "scores" || op.name == "softmax" || op.name == "weighting";
}

}  // namespace

std::vector<Operator> lower_training(const Shape& shape, const ResolvedColumn& column, double sequence) {
  Pass pass;
  pass.sequences = column.micro_batch;
  pass.tokens = sequence;
  pass.logit_tokens = sequence;
  pass.fused_attention = column.fused_attention;
  pass.phase = Phase::forward;
  std::vector<Operator> operators = lower_pass(shape, pass);
  if (shape.vocabulary > 0) {
    Operator loss;
    loss.name = "loss";
    loss.phase = Phase::forward;
    loss.kind = OperatorKind::elementwise;
    loss.activation_elements = 3 * column.micro_batch * sequence * shape.vocabulary;
    operators.push_back(loss);
  }
  const std::size_t forward_count = operators.size();
  for (std::size_t i = 0; i < forward_count; ++i) {
    const Operator forward = operators[i];
    const bool again = column.training.recompute == Recompute::full
                           ? is_layer_work(forward)
                           : column.training.recompute == Recompute::selective && is_score_work(forward);
    if (again) {
      operators.push_back(forward);
      operators.back().phase = Phase::recompute;
    }
    add_gradients(forward, operators);
  }
  const double passes = column.batch / (column.ranks * column.micro_batch);
  for (Operator& op : operators) op.repeat *= passes;

  Operator update;
  update.name = "optimizer";
  update.phase = Phase::update;
  update.kind = OperatorKind::update;
  update.plain_bytes = optimizer_traffic_bytes(column) * count_parameters(shape).total;
  operators.push_back(update);
  return operators;
}

}  // namespace tilewise
