#include <tilewise/memory.hpp>

#include <cmath>

#include <tilewise/parameters.hpp>
#include <tilewise/training_states.hpp>

#include "memory/memory_rank.hpp"
#include "memory/memory_stack.hpp"
#include "place/offload.hpp"

namespace tilewise {
namespace {

// Full recompute keeps the input of each layer (Korthikanti et al. 2022, table 2: 2·s·b·h).
struct CheckpointBytes {
  static constexpr FormulaInfo info{"memory.checkpoints",
                                    "layers * tokens * width * element_bytes * in_flight / repeated_over",
                                    "korthikanti2022"};
  double layers = 0;
  double tokens = 0;
  double width = 0;
  double element_bytes = 0;
  double in_flight = 1;
  double repeated_over = 1;
  [[nodiscard]] Bytes value() const {
    return bytes(layers * tokens * width * element_bytes * in_flight / repeated_over);
  }
  template <class V>
  void inputs(V& v) const {
    v("layers", layers);
    v("tokens", tokens);
    v("width", width);
    v("element_bytes", element_bytes);
    v("in_flight", in_flight);
    v("repeated_over", repeated_over);
  }
};

constexpr int never = 4;  // a stage that ZeRO does not have: nothing of it is sharded

class TrainingMemory {
 public:
  TrainingMemory(const Resolved& resolved, const ResolvedColumn& column, Stage stage, Trace* trace)
      : resolved_(resolved),
        shape_(resolved.shape),
        column_(column),
        training_(column.training),
        parallel_(column.parallel),
        share_(rank_share(resolved, column, stage)),
        stage_(stage),
        items_(trace),
        host_(trace, "memory.host_items."),
        trace_(trace),
        tokens_(column.micro_batch * resolved.sequence / parallel_.cp),
        ranks_(parallel_.dp * parallel_.cp),
        trained_(trained(1)) {}

  OnRank run() {
    states();
    const Bytes fixed = items_.sum();
    activations();
    logits();
    const Bytes passing = items_.sum() - fixed;
    buffers();
    OnRank out;
    if (stack_constant(column_, memory_table::training_slack) > 0)
      out.slack = items_.add("allocator_slack",
                             ShareBytes{stack_constant(column_, memory_table::training_slack), passing});
    out.items = items_.take();
    out.host = host_.take();
    return out;
  }

 private:
  [[nodiscard]] double shards(int from_stage) const { return parallel_.zero >= from_stage ? ranks_ : 1; }
  [[nodiscard]] bool frozen() const { return training_.frozen(); }

  // Where experts have ranks of their own, fewer data ranks share their states: sharded, they count as that many more.
  [[nodiscard]] double expert_weight(int from_stage) const {
    const double experts = parallel_.ep * parallel_.etp;
    if (experts <= 1 || shards(from_stage) <= 1) return 1;
    return ranks_ / max(ranks_ * parallel_.tp / experts, 1);
  }
  // Trained parameters of the rank, as what is sharded from a stage of ZeRO on counts them.
  [[nodiscard]] double trained(int from_stage) const {
    const ModelWeights& w = share_.weights;
    const double whole = column_.weights.layers.elements + column_.weights.experts.elements;
    if (frozen()) {
      const double part = whole > 0 ? (w.layers.elements + w.experts.elements) / whole : 0;
      return trained_parameters(shape_, training_) * part;
    }
    return w.tables.elements + w.head.elements + w.layers.elements + w.small.elements +
           w.experts.elements * expert_weight(from_stage);
  }

  ItemList& place_of(bool offloaded) { return offloaded ? host_ : items_; }

  void states() {
    ModelWeights weights = share_.weights;
    weights.experts.elements *= expert_weight(3);
    add_weights(place_of(weights_away(training_)), weights, shards(3));
    if (frozen()) {
      items_.add("adapters", StoredBytes{trained_, column_.activation_bytes * 8, shards(3)},
                 {{"shards", "=z"}});
    }
    const bool away = states_away(training_);
    gradients(away);
    ItemList& states = place_of(away);
    if (training_.master_weights) {
      states.add("master_weights", StoredBytes{trained_, 32, shards(1)},
                 {{"elements", "=m"}, {"shards", "=z"}});
    }
    const OptimizerStates kept = optimizer_states(column_);
    if (kept.factored) {
      states.add("optimizer", FactoredBytes{trained_, shape_.width, kept.state_bytes, shards(1)},
                 {{"parameters", "=m"}, {"shards", "=z"}});
    } else {
      states.add("optimizer", OptimizerBytes{trained_, kept.states, kept.state_bytes, shards(1)},
                 {{"parameters", "=m"}, {"shards", "=z"}});
    }
  }

  // The largest thing that is gathered or released at once: a layer, or a table.
  [[nodiscard]] double largest_unit() const {
    const ModelWeights& w = share_.weights;
    const double layer = (w.layers.elements + w.experts.elements) / share_.layers;
    return max(layer, max(w.tables.elements, w.head.elements));
  }

  void gradients(bool away) {
    const double bits = training_.gradient_bytes * 8;
    const double unit = frozen() ? trained_ / share_.layers : largest_unit();
    const double held = trained(2);
    if (away) {
      host_.add("gradients", StoredBytes{held, bits, shards(2)});
      items_.add("gradients", StoredBytes{min(unit, held), bits, 1}, {{"elements", "=off"}});
    } else if (training_.fused_backward) {
      items_.add("gradients", StoredBytes{min(unit, held), bits, 1}, {{"elements", "=fb"}});
    } else {
      items_.add("gradients", StoredBytes{held, bits, shards(2)}, {{"elements", "=m"}, {"shards", "=z"}});
    }
  }

  // One layer: its tensors, plus scores or log-sum-exp of the attention.
  Bytes layer(bool with_scores) {
    LayerActivationBytes tensors;
    tensors.tokens = tokens_;
    tensors.width = shape_.width;
    tensors.further = shape_.layer_norm || !shape_.gated
                          ? stack_constant(column_, memory_table::further_layer)
                          : stack_constant(column_, memory_table::further_rms);
    tensors.query_width = share_.heads * shape_.head_width;
    tensors.kv_width = share_.kv_heads * shape_.head_width;
    tensors.mlp_width =
        mlp_width_per_token(shape_) / (shape_.experts ? share_.expert_split : share_.mlp_split);
    tensors.mlp_tensors = shape_.gated ? 3 : 2;
    tensors.masks = training_.dropout ? 2 : 0;
    tensors.element_bytes = column_.activation_bytes;
    tensors.repeated_over = parallel_.sp ? parallel_.tp : 1;
    Bytes total = apply(trace_, "memory.layer.tensors_bytes", tensors, {{"tokens", "=mb"}, {"width", "=h"}});
    std::vector<SumPart> parts;
    if (keeps(trace_)) parts.push_back({"tensors", in_bytes(total), "memory.layer.tensors_bytes"});
    const auto add = [&](const char* name, const char* path, Bytes size) {
      total += size;
      if (keeps(trace_)) parts.push_back({name, in_bytes(size), path});
    };
    const double queries = resolved_.sequence / parallel_.cp;
    if (column_.fused_attention) {
      add("log_sum_exp", "memory.layer.log_sum_exp_bytes",
          apply(trace_, "memory.layer.log_sum_exp_bytes",
                LogSumExpBytes{column_.micro_batch, share_.heads, queries},
                {{"sequences", "=mb"}, {"tokens", "=s"}}));
    } else if (with_scores) {
      add("scores", "memory.layer.scores_bytes",
          apply(trace_, "memory.layer.scores_bytes",
                ScoreActivationBytes{column_.micro_batch, share_.heads, queries, resolved_.sequence,
                                     column_.activation_bytes, further_score_bytes()},
                {{"sequences", "=mb"}, {"queries", "=s"}, {"keys", "=s"}}));
    }
    if (keeps(trace_)) {
      trace_->add_sum("memory.layer.bytes", FormulaInfo{"memory.layer", "sum of the parts", ""}, "B",
                      in_bytes(total), parts);
    }
    return total;
  }

  // Automatic mixed precision runs the softmax in 32 bit and casts its output to 16 for the product.
  [[nodiscard]] double further_score_bytes() const {
    return column_.activation_bytes < 4 ? stack_constant(column_, memory_table::score_copy) : 0;
  }

  // Micro-batches whose activations a stage holds at once.
  [[nodiscard]] double in_flight() const {
    if (share_.stages == 1 || stage_ == Stage::last) return 1;
    const double passes = column_.batch / (parallel_.dp * column_.micro_batch);
    const double stages = share_.stages;
    const double held = parallel_.vp > 1 ? stages * (1 + (stages - 1) / (stages * parallel_.vp)) : stages;
    return min(held, passes);
  }

  void activations() {
    const Recompute recompute = training_.recompute;
    const Bytes one = layer(recompute != Recompute::selective);
    if (recompute != Recompute::full) {
      const bool drops_scores = recompute == Recompute::none || !column_.fused_attention;
      const double kept = drops_scores ? 1 : stack_constant(column_, memory_table::selective_share);
      items_.add("activations", LayersBytes{share_.layers, one, in_flight() * kept},
                 {{"layers", "=L"}, {"layer", "memory.layer.bytes"}, {"in_flight", "=pp"}});
    } else {
      items_.add("activations",
                 CheckpointBytes{share_.layers, tokens_, shape_.width, column_.activation_bytes, in_flight(),
                                 parallel_.sp ? parallel_.tp : 1},
                 {{"layers", "=L"}, {"tokens", "=mb"}, {"in_flight", "=pp"}});
      items_.add("recomputed_layer", LayersBytes{1, one, 1}, {{"layer", "memory.layer.bytes"}});
    }
    if (training_.finetune != Finetune::qlora) return;
    // A product with a quantised matrix keeps its own copy of its input: of the MLP's two ends. Its matrix is
    // written out in 16 bit for the product, and once more in the type of the input (Dettmers et al. 2023).
    const double kept = recompute == Recompute::full ? 1 : share_.layers;
    const double width = shape_.width + mlp_width_per_token(shape_) / share_.mlp_split;
    items_.add("quantised_inputs", StoredBytes{kept * tokens_ * width, column_.activation_bytes * 8, 1});
    items_.add("dequantised", StoredBytes{2 * shape_.width * shape_.mlp_width / share_.mlp_split,
                                          column_.activation_bytes * 8, 1});
  }

  void logits() {
    if (shape_.vocabulary <= 0 || training_.loss_share <= 0) return;
    if (share_.stages > 1 && stage_ == Stage::first) return;
    const double held = stack_constant(column_, memory_table::logits_held);
    const double elements = held * tokens_ * shape_.vocabulary / parallel_.tp;
    items_.add("logits", StoredBytes{elements, column_.activation_bytes * 8, 1}, {{"elements", "=s"}});
    items_.add("loss", StoredBytes{elements, stack_constant(column_, memory_table::loss) * 8, 1},
               {{"elements", "=s"}});
  }

  // Weights of two units in the compute format while one is used and the next is fetched; gradients in the
  // buckets that data ranks exchange.
  void buffers() {
    const double width = column_.activation_bytes * 8;
    const double gradients = training_.gradient_bytes * 8;
    const double copies = stack_constant(column_, memory_table::gradient_copies);
    if (copies > 0 && !training_.fused_backward) {
      items_.add("gradient_copies", StoredBytes{copies * trained(2), gradients, shards(2)},
                 {{"elements", "=m"}});
    }
    if (parallel_.zero == 3 && ranks_ > 1) {
      // A pipeline keeps what it gathered, and the gradients, until its last micro-batch.
      const double gathered = share_.stages > 1 ? 2 * trained(never) : 2 * largest_unit();
      items_.add("gathered_weights", StoredBytes{gathered, width, 1}, {{"elements", "=z"}});
      const double exchange = stack_constant(column_, memory_table::exchange);
      if (exchange > 0) items_.add("exchange_buffers", StoredBytes{exchange, 8, 1});
    } else if (ranks_ > 1 && parallel_.zero == 0 && column_.stack != Stack::megatron &&
               column_.stack != Stack::xla) {
      items_.add("gradient_buckets", StoredBytes{trained_, gradients, 1}, {{"elements", "=dp"}});
    }
  }

  const Resolved& resolved_;
  const Shape& shape_;
  const ResolvedColumn& column_;
  const TrainingOptions& training_;
  const Parallel& parallel_;
  RankShare share_;
  Stage stage_;
  ItemList items_;
  ItemList host_;
  Trace* trace_;
  double tokens_;
  double ranks_;    // that share one copy of the states
  double trained_;  // parameters, as optimizer states are sharded
};

}  // namespace

OnRank training_memory(const Resolved& resolved, const ResolvedColumn& column, Stage stage, Trace* trace) {
  return TrainingMemory(resolved, column, stage, trace).run();
}

}  // namespace tilewise
