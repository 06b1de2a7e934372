#include <cmath>

#include <tilewise/lower.hpp>

#include "memory/memory_rank.hpp"
#include "memory/memory_stack.hpp"
#include "place/place_serving.hpp"

namespace tilewise {
namespace {

constexpr double vllm_sequences = 256;  // sequences whose logits one step may need (max_num_seqs)
constexpr double vllm_least_pass = 2048;
constexpr double default_piece = 2048;  // tokens of a prompt at a time where no software is named
constexpr double vllm_longest_whole = 32768;  // longer prompts are cut by default

double active_mlp_width(const Shape& shape) {
  if (!shape.experts) return shape.mlp_width;
  const Experts& experts = *shape.experts;
  return max(experts.active * experts.width + experts.shared * experts.shared_width,
                experts.dense_layers_first > 0 ? experts.dense_width : 0);
}

// Layers without keys and values keep one state of fixed size for each sequence, however long it is.
struct RecurrentStateBytes {
  static constexpr FormulaInfo info{"memory.recurrent-state", "sequences * layers * state", ""};
  double sequences = 0;
  double layers = 0;
  Bytes state;
  [[nodiscard]] Bytes value() const { return sequences * layers * state; }
  template <class V>
  void inputs(V& v) const {
    v("sequences", sequences);
    v("layers", layers);
    v("state", state);
  }
};

// Graphs of the decoding step, captured for a ladder of batch sizes, keep their kernels' arguments and
// addresses: about as much for each layer.
struct GraphBytes {
  static constexpr FormulaInfo info{"memory.captured-graphs", "layers * bytes_per_layer", "vllm-11349"};
  double layers = 0;
  Bytes bytes_per_layer;
  [[nodiscard]] Bytes value() const { return layers * bytes_per_layer; }
  template <class V>
  void inputs(V& v) const {
    v("layers", layers);
    v("bytes_per_layer", bytes_per_layer);
  }
};

class InferenceMemory {
 public:
  InferenceMemory(const Resolved& resolved, const ResolvedColumn& column, Trace* trace)
      : shape_(resolved.shape),
        column_(column),
        serving_(column.serving),
        share_(rank_share(resolved, column, heavier_stage(resolved, column))),
        batch_(attended(column.batch, column.parallel.attention_ranks())),
        items_(trace),
        host_(trace, "memory.host_items."),
        decoding_(resolved.workload == Workload::decode || resolved.workload == Workload::serve),
        sequence_(resolved.sequence),
        // The key and value of the last generated token are never read again, so they need no room.
        kept_(resolved.workload == Workload::serve ? served_tokens(resolved, column)
              : decoding_                          ? resolved.sequence + resolved.output - 1
                                                   : resolved.sequence) {}

  OnRank run() {
    weights();
    const bool decoder = shape_.architecture == Architecture::decoder;
    if (decoder) cache();
    const Bytes fixed = items_.sum();
    working_set();
    if (decoder) logits();
    dequantised();
    captured_graphs();
    OnRank out;
    if (stack_constant(column_, memory_table::inference_slack) > 0)
      out.slack = items_.add(
          "allocator_slack",
          ShareBytes{stack_constant(column_, memory_table::inference_slack), items_.sum() - fixed});
    out.items = items_.take();
    out.host = host_.take();
    return out;
  }

 private:
  // Tables against the output matrix: whichever end of a pipeline holds more.
  static Stage heavier_stage(const Resolved& resolved, const ResolvedColumn& column) {
    const RankShare first = rank_share(resolved, column, Stage::first);
    const RankShare last = rank_share(resolved, column, Stage::last);
    return last.weights.bytes() > first.weights.bytes() ? Stage::last : Stage::first;
  }

  // llama.cpp reads the input table on the host, and puts as many layers on the device as it is told; the
  // output matrix follows the last one.
  void weights() {
    ModelWeights device = share_.weights;
    ModelWeights host;
    on_device_ = serving_.device_share(shape_.layers);
    if (column_.stack == Stack::llama_cpp) {
      host.tables = device.tables;
      if (device.head.elements > 0) device.tables.elements = 0;  // a tied table is on the device as well
    }
    if (on_device_ < 1) {
      const auto move = [&](StoredTensors& from, StoredTensors& to, double share) {
        to = {from.elements * (1 - share), from.bits};
        from.elements *= share;
      };
      move(device.layers, host.layers, on_device_);
      move(device.experts, host.experts, on_device_);
      move(device.small, host.small, on_device_);
      move(device.head, host.head, 0);
      if (column_.stack == Stack::llama_cpp) device.tables.elements = 0;
    }
    add_weights(items_, device, 1);
    if (host.bytes() > 0) add_weights(host_, host, 1);
  }

  [[nodiscard]] double in_pages(double tokens) const {
    return std::ceil(tokens / serving_.page_tokens) * serving_.page_tokens;
  }

  void cache() {
    const Parallel& parallel = column_.parallel;
    const double tokens = in_pages(kept_ / parallel.cp);
    const double layers = share_.layers * on_device_;
    if (shape_.latent) {
      const LatentCacheBytes latent{
          batch_, tokens, layers, shape_.latent->kv_rank, shape_.latent->rope_width, column_.key_bits};
      items_.add("kv_cache", latent, {{"sequences", "=b"}, {"tokens", "=s"}, {"key_bits", "=kq"}});
      return;
    }
    const bool uniform = serving_.policy == KvPolicy::uniform;
    const double some = shape_.windowed_layers / shape_.layers * layers;
    const double windowed = shape_.window > 0 && !uniform ? some : 0;
    const double recurrent = shape_.recurrent_state > 0 ? some : 0;
    KvCacheBytes cache{batch_,           tokens,          layers - windowed - recurrent, windowed,
                       in_pages(shape_.window), share_.kv_heads, shape_.head_width, column_.key_bits,
                       column_.value_bits};
    if (recurrent > 0) {
      items_.add("recurrent_state",
                 RecurrentStateBytes{batch_, recurrent, bytes(shape_.recurrent_state)},
                 {{"sequences", "=b"}, {"layers", "=wl"}, {"state", "=hid"}});
    }
    items_.add("kv_cache", cache,
               {{"sequences", "=b"}, {"tokens", "=s"}, {"key_bits", "=kq"}, {"value_bits", "=vq"}});
    if (on_device_ == 1) return;
    cache.full_layers = (share_.layers - layers) * (cache.full_layers / layers);
    cache.windowed_layers = (share_.layers - layers) * (windowed / layers);
    host_.add("kv_cache", cache);
  }

  // Tokens that one pass works on at most. Engines cut prompts or bound what a step holds; frameworks run a
  // whole prompt before they decode.
  [[nodiscard]] double pass_tokens() const {
    const double step = batch_ * (decoding_ ? 1 : sequence_);
    if (column_.stack == Stack::llama_cpp) return min(batch_ * sequence_, serving_.chunk_tokens);
    if (whole_prompts()) return batch_ * sequence_;
    if (serving_.chunk_tokens > 0) return max(serving_.chunk_tokens, batch_);
    if (is_engine(column_.stack)) {
      return kept_ > vllm_longest_whole ? vllm_least_pass : max(kept_, vllm_least_pass);
    }
    // What decodes has read its prompts before, in pieces if they are long.
    return decoding_ ? max(step, min(sequence_, default_piece)) : step;
  }
  [[nodiscard]] bool whole_prompts() const {
    return column_.stack == Stack::eager || column_.stack == Stack::hf ||
           column_.stack == Stack::torchscript || column_.stack == Stack::fastertransformer;
  }

  void working_set() {
    const double tokens = pass_tokens();
    const double mlp = (shape_.gated ? 3 : 2) * active_mlp_width(shape_) / share_.mlp_split;
    const double attention = (2 * share_.heads + 2 * share_.kv_heads) * shape_.head_width;
    const bool squared = !column_.fused_attention && (!decoding_ || whole_prompts());
    double scores = squared ? 2 * batch_ * share_.heads * sequence_ * sequence_ : 0;
    double element = column_.activation_bytes;
    if (column_.stack == Stack::llama_cpp) {
      element = 4;  // activations in fp32
      scores = column_.fused_attention ? 0 : share_.heads * tokens * kept_;
    } else if (column_.stack == Stack::fastertransformer) {
      scores = 0;  // counted in its buffers
    }
    items_.add("activations",
               WorkingSetBytes{tokens, shape_.width, max(mlp, attention),
                               stack_constant(column_, memory_table::buffers), scores, element},
               {{"tokens", "=s"}});
  }

  // One row of the vocabulary in fp32 per position that is sampled from.
  void logits() {
    double rows = batch_;
    double bits = 32;
    if (column_.stack == Stack::llama_cpp) rows = pass_tokens();
    if (is_engine(column_.stack))
      rows = max(rows, vllm_sequences);
    if (column_.stack == Stack::hf || column_.stack == Stack::eager) {
      rows = batch_ * sequence_;  // of the whole prompt
      bits = column_.activation_bytes * 8 + (column_.stack == Stack::hf ? 32 : 0);
    }
    items_.add("logits", StoredBytes{rows * shape_.vocabulary, bits, 1}, {{"elements", "=b"}});
  }

  // Frameworks write a quantised matrix out in 16 bit before they multiply a prompt with it, and once more in
  // the type of the input; kernels of engines do it block by block.
  void dequantised() {
    const bool written = column_.weight_format == "nf4" || column_.weight_format == "nf4-dq";
    if (!written || !whole_prompts()) return;
    double largest = shape_.width * shape_.mlp_width;
    if (column_.stack == Stack::eager) largest = max(largest, share_.weights.head.elements);
    items_.add("dequantised", StoredBytes{2 * largest, column_.activation_bytes * 8, 1});
  }

  void captured_graphs() {
    const Bytes layer = bytes(stack_constant(column_, memory_table::graph_layer));
    if (decoding_ && in_bytes(layer) > 0) items_.add("captured_graphs", GraphBytes{share_.layers, layer});
  }

  const Shape& shape_;
  const ResolvedColumn& column_;
  const ServingOptions& serving_;
  RankShare share_;
  double batch_;  // sequences of the rank
  ItemList items_;
  ItemList host_;
  bool decoding_;
  double sequence_;
  double kept_;           // tokens of a sequence in the cache
  double on_device_ = 1;  // share of the layers
};

}  // namespace

Bytes token_bytes(const Resolved& resolved, const ResolvedColumn& column) {
  const Shape& shape = resolved.shape;
  const RankShare share = rank_share(resolved, column, Stage::first);
  if (shape.latent) {
    return LatentCacheBytes{
        1, 1, share.layers, shape.latent->kv_rank, shape.latent->rope_width, column.key_bits}
        .value();
  }
  const double recurrent = shape.recurrent_state > 0 ? shape.windowed_layers / shape.layers : 0;
  return KvCacheBytes{1, 1, share.layers * (1 - recurrent), 0, 0, share.kv_heads, shape.head_width,
                      column.key_bits, column.value_bits}
      .value();
}

OnRank inference_memory(const Resolved& resolved, const ResolvedColumn& column, Trace* trace) {
  return InferenceMemory(resolved, column, trace).run();
}

}  // namespace tilewise
