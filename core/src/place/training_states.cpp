#include <tilewise/training_states.hpp>

#include <tilewise/parameters.hpp>

namespace tilewise {

OptimizerStates optimizer_states(const ResolvedColumn& column) {
  const bool wide = column.training.master_weights || column.weight_bits == 32;
  const double element = wide ? 4 : column.activation_bytes;
  switch (column.training.optimizer) {
    case Optimizer::adamw:
    case Optimizer::lamb: return {2, element, false};
    // Two moments of one byte, with one fp32 scale for a block of 2,048 (Dettmers et al. 2021).
    case Optimizer::adamw8bit: return {2, 1 + 4.0 / 2048, false};
    case Optimizer::lion:
    case Optimizer::sgd: return {1, element, false};
    case Optimizer::adafactor: return {0, 4, true};
  }
  return {};
}

double state_traffic_bytes(const ResolvedColumn& column) {
  const OptimizerStates states = optimizer_states(column);
  return 2 * (states.states * states.state_bytes + (column.training.master_weights ? 4 : 0));
}

double optimizer_traffic_bytes(const ResolvedColumn& column) {
  const double weight = column.training.frozen() ? column.activation_bytes : column.weight_bits / 8;
  // Without a master copy the weight itself is read as well as written.
  const double weight_traffic = column.training.master_weights ? weight : 2 * weight;
  return column.training.gradient_bytes + state_traffic_bytes(column) + weight_traffic;
}

double trained_parameters(const Shape& shape, const TrainingOptions& training) {
  const ParameterCount count = count_parameters(shape);
  if (!training.frozen()) return count.total;
  // Inputs plus outputs of every matrix of a layer.
  const double query = shape.heads * shape.head_width;
  const double kv = shape.kv_heads * shape.head_width;
  double sides = 4 * shape.width + 2 * query + 2 * kv;
  if (shape.latent) {
    const Latent& l = *shape.latent;
    sides = (shape.width + l.query_rank) + (l.query_rank > 0 ? l.query_rank : 0) + query + shape.width +
            l.kv_rank + l.rope_width + l.kv_rank + shape.heads * (l.nope_width + l.value_width) +
            shape.heads * l.value_width + shape.width;
  }
  const double matrices = shape.gated ? 3 : 2;
  const auto mlp = [&](double width) { return matrices * (shape.width + width); };
  double total = shape.layers * sides;
  if (!shape.experts) return training.lora_rank * (total + shape.layers * mlp(shape.mlp_width));
  const Experts& experts = *shape.experts;
  total +=
      count.dense_layers * mlp(experts.dense_width) +
      count.moe_layers * (experts.count * mlp(experts.width) + experts.shared * mlp(experts.shared_width));
  return training.lora_rank * total;
}

}  // namespace tilewise
