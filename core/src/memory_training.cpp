#include "memory_training.hpp"

#include <tilewise/parameters.hpp>

namespace tilewise {
namespace {

// Layers × bytes of one layer.
struct LayersBytes {
  static constexpr FormulaInfo info{"memory.layers", "layers * layer", ""};
  double layers = 0;
  Bytes layer;
  [[nodiscard]] Bytes value() const { return layers * layer; }
  template <class V>
  void inputs(V& v) const {
    v("layers", layers);
    v("layer", layer);
  }
};

// Full recompute keeps the input of each layer (Korthikanti et al. 2022, table 2: 2·s·b·h).
struct CheckpointBytes {
  static constexpr FormulaInfo info{"memory.checkpoints", "layers * tokens * width * element_bytes",
                                    "korthikanti2022"};
  double layers = 0;
  double tokens = 0;
  double width = 0;
  double element_bytes = 0;
  [[nodiscard]] Bytes value() const { return bytes(layers * tokens * width * element_bytes); }
  template <class V>
  void inputs(V& v) const {
    v("layers", layers);
    v("tokens", tokens);
    v("width", width);
    v("element_bytes", element_bytes);
  }
};

// Adafactor keeps one row and one column of sums per matrix (Shazeer and Stern 2018): about the width of
// the model for every row of MLP width, so parameters ÷ width × 2 is a close upper estimate.
struct FactoredBytes {
  static constexpr FormulaInfo info{"memory.adafactor", "2 * parameters / width * state_bytes", "adafactor"};
  double parameters = 0;
  double width = 0;
  double state_bytes = 0;
  [[nodiscard]] Bytes value() const { return bytes(2 * parameters / width * state_bytes); }
  template <class V>
  void inputs(V& v) const {
    v("parameters", parameters);
    v("width", width);
    v("state_bytes", state_bytes);
  }
};

double mlp_width_per_token(const Shape& shape) {
  if (!shape.experts) return shape.mlp_width;
  const Experts& experts = *shape.experts;
  const double routed = experts.active * experts.width + experts.shared * experts.shared_width;
  const double dense = experts.dense_layers_first;
  return (routed * (shape.layers - dense) + experts.dense_width * dense) / shape.layers;
}

class TrainingMemory {
 public:
  TrainingMemory(const Resolved& resolved, const ResolvedColumn& column, Trace* trace)
      : resolved_(resolved), shape_(resolved.shape), column_(column), trace_(trace),
        parameters_(count_parameters(resolved.shape).total),
        tokens_(column.micro_batch * resolved.sequence) {}

  std::vector<MemoryItem> run() {
    stored("weights", parameters_, column_.weight_bits, "=m");
    stored("gradients", parameters_, column_.training.gradient_bytes * 8, "=m");
    if (column_.training.master_weights) stored("master_weights", parameters_, 32, "=m");
    optimizer();
    activations();
    if (shape_.vocabulary > 0) {
      stored("logits", tokens_ * shape_.vocabulary, column_.activation_bytes * 8, "=s");
      // The loss keeps the logits in fp32 and their gradient in the element width.
      stored("loss", tokens_ * shape_.vocabulary, 32 + column_.activation_bytes * 8, "=s");
    }
    return std::move(items_);
  }

 private:
  static std::string path_of(std::string_view name) { return "memory.items." + std::string(name) + ".bytes"; }

  void stored(std::string_view name, double elements, double bits, const char* origin) {
    items_.push_back({name, apply(trace_, path_of(name), StoredBytes{elements, bits}, {{"elements", origin}})});
  }

  void optimizer() {
    const OptimizerStates states = optimizer_states(column_);
    if (states.factored) {
      items_.push_back({"optimizer", apply(trace_, path_of("optimizer"),
                                           FactoredBytes{parameters_, shape_.width, states.state_bytes},
                                           {{"parameters", "=m"}})});
      return;
    }
    items_.push_back({"optimizer", apply(trace_, path_of("optimizer"),
                                         OptimizerBytes{parameters_, states.states, states.state_bytes},
                                         {{"parameters", "=m"}})});
  }

  // One layer: its tensors, plus scores or log-sum-exp of the attention.
  Bytes layer(bool with_scores) {
    LayerActivationBytes tensors;
    tensors.tokens = tokens_;
    tensors.width = shape_.width;
    tensors.query_width = shape_.heads * shape_.head_width;
    tensors.kv_width = shape_.kv_heads * shape_.head_width;
    tensors.mlp_width = mlp_width_per_token(shape_);
    tensors.mlp_tensors = shape_.gated ? 3 : 2;
    tensors.masks = column_.training.dropout ? 2 : 0;
    tensors.element_bytes = column_.activation_bytes;
    Bytes total = apply(trace_, "memory.layer.tensors_bytes", tensors, {{"tokens", "=mb"}, {"width", "=h"}});
    std::vector<SumPart> parts{{"tensors", in_bytes(total), "memory.layer.tensors_bytes"}};
    if (column_.fused_attention) {
      const Bytes lse = apply(trace_, "memory.layer.log_sum_exp_bytes",
                              LogSumExpBytes{column_.micro_batch, shape_.heads, resolved_.sequence},
                              {{"sequences", "=mb"}, {"tokens", "=s"}});
      total += lse;
      parts.push_back({"log_sum_exp", in_bytes(lse), "memory.layer.log_sum_exp_bytes"});
    } else if (with_scores) {
      const Bytes scores = apply(trace_, "memory.layer.scores_bytes",
                                 ScoreActivationBytes{column_.micro_batch, shape_.heads, resolved_.sequence,
                                                      column_.activation_bytes},
                                 {{"sequences", "=mb"}, {"tokens", "=s"}});
      total += scores;
      parts.push_back({"scores", in_bytes(scores), "memory.layer.scores_bytes"});
    }
    if (keeps(trace_)) {
      trace_->add_sum("memory.layer.bytes", FormulaInfo{"memory.layer", "sum of the parts", ""}, "B",
                      in_bytes(total), parts);
    }
    return total;
  }

  void activations() {
    const Recompute recompute = column_.training.recompute;
    const Bytes one = layer(recompute != Recompute::selective);
    if (recompute != Recompute::full) {
      items_.push_back({"activations", apply(trace_, path_of("activations"), LayersBytes{shape_.layers, one},
                                             {{"layers", "=L"}, {"layer", "memory.layer.bytes"}})});
      return;
    }
    items_.push_back({"activations", apply(trace_, path_of("activations"),
                                           CheckpointBytes{shape_.layers, tokens_, shape_.width,
                                                           column_.activation_bytes},
                                           {{"layers", "=L"}, {"tokens", "=mb"}})});
    items_.push_back({"recomputed_layer", apply(trace_, path_of("recomputed_layer"), LayersBytes{1, one},
                                                {{"layer", "memory.layer.bytes"}})});
  }

  const Resolved& resolved_;
  const Shape& shape_;
  const ResolvedColumn& column_;
  Trace* trace_;
  double parameters_;
  double tokens_;
  std::vector<MemoryItem> items_;
};

}  // namespace

OptimizerStates optimizer_states(const ResolvedColumn& column) {
  const bool wide = column.training.master_weights || column.weight_bits == 32;
  const double element = wide ? 4 : column.weight_bits / 8;
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

double optimizer_traffic_bytes(const ResolvedColumn& column) {
  const OptimizerStates states = optimizer_states(column);
  const double master = column.training.master_weights ? 4 : 0;
  const double weight = column.weight_bits / 8;
  // Without a master copy the weight itself is read as well as written.
  const double weight_traffic = column.training.master_weights ? weight : 2 * weight;
  return column.training.gradient_bytes + 2 * (states.states * states.state_bytes + master) + weight_traffic;
}

std::vector<MemoryItem> training_memory(const Resolved& resolved, const ResolvedColumn& column, Trace* trace) {
  return TrainingMemory(resolved, column, trace).run();
}

}  // namespace tilewise
