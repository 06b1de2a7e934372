#pragma once
// Memory of the heaviest rank, item by item. Every rank of a chip with several cores holds the model whole;
// memory is never pooled.

#include <string_view>
#include <vector>

#include <tilewise/formula.hpp>
#include <tilewise/lower.hpp>
#include <tilewise/resolve.hpp>

namespace tilewise {

struct MemoryItem {
  std::string_view name;  // weights, kv_cache, activations, gradients, optimizer, master_weights, …
  Bytes bytes;
};

enum class Fits { yes, tight, no, unknown };  // tight: above 90 % of the capacity
[[nodiscard]] const char* word(Fits fits);

struct MemoryEstimate {
  std::vector<MemoryItem> items;
  Bytes total;
  std::optional<Bytes> capacity;  // of one rank; nullopt: not published
  Fits fits = Fits::unknown;
};

[[nodiscard]] MemoryEstimate estimate_memory(const Resolved& resolved, const ResolvedColumn& column, Trace* trace);

// Formulas -----------------------------------------------------------------------------------------------

// Elements in a storage format.
struct StoredBytes {
  static constexpr FormulaInfo info{"memory.stored", "elements * bits / 8", ""};
  double elements = 0;
  double bits = 0;
  [[nodiscard]] Bytes value() const { return bytes(elements * bits / 8); }
  template <class V>
  void inputs(V& v) const {
    v("elements", elements);
    v("bits", bits);
  }
};

// Keys and values of `sequences` over all layers; windowed layers keep min(tokens, window) tokens.
// GQA: Ainslie et al. 2023 (arXiv 2305.13245); 70B at 2,048 tokens: 640 MiB.
struct KvCacheBytes {
  static constexpr FormulaInfo info{
      "memory.kv",
      "sequences * (full_layers * tokens + windowed_layers * min(tokens, window)) * kv_heads * head_width * "
      "(key_bits + value_bits) / 8",
      "gqa"};
  double sequences = 0;
  double tokens = 0;
  double full_layers = 0;
  double windowed_layers = 0;
  double window = 0;
  double kv_heads = 0;
  double head_width = 0;
  double key_bits = 0;
  double value_bits = 0;
  [[nodiscard]] Bytes value() const {
    const double kept = window < tokens ? window : tokens;
    return bytes(sequences * (full_layers * tokens + windowed_layers * kept) * kv_heads * head_width *
                 (key_bits + value_bits) / 8);
  }
  template <class V>
  void inputs(V& v) const {
    v("sequences", sequences);
    v("tokens", tokens);
    v("full_layers", full_layers);
    v("windowed_layers", windowed_layers);
    v("window", window);
    v("kv_heads", kv_heads);
    v("head_width", head_width);
    v("key_bits", key_bits);
    v("value_bits", value_bits);
  }
};

// Multi-head latent attention keeps one latent vector and one rotary key per token and layer, at every
// rank (DeepSeek-V2, arXiv 2405.04434, section 2.1); 61 layers, 512 + 64: 70,272 B per token.
struct LatentCacheBytes {
  static constexpr FormulaInfo info{"memory.kv-latent",
                                    "sequences * tokens * layers * (latent_rank + rotary_width) * key_bits / 8",
                                    "deepseek-v2"};
  double sequences = 0;
  double tokens = 0;
  double layers = 0;
  double latent_rank = 0;
  double rotary_width = 0;
  double key_bits = 0;
  [[nodiscard]] Bytes value() const {
    return bytes(sequences * tokens * layers * (latent_rank + rotary_width) * key_bits / 8);
  }
  template <class V>
  void inputs(V& v) const {
    v("sequences", sequences);
    v("tokens", tokens);
    v("layers", layers);
    v("latent_rank", latent_rank);
    v("rotary_width", rotary_width);
    v("key_bits", key_bits);
  }
};

// Activations of one layer kept for the backward pass, from its tensors (Korthikanti et al. 2022, arXiv
// 2205.05198, section 4): attention keeps its input, Q, K, V and the input of the output projection; the
// MLP its input and what the activation reads and writes; two norms their inputs; dropout one byte a mask.
// A two-matrix MLP of 4h with dropout gives 34·s·b·h at 16 bit.
struct LayerActivationBytes {
  static constexpr FormulaInfo info{
      "memory.activations-layer",
      "tokens * ((4 * width + 2 * query_width + 2 * kv_width) * element_bytes + mlp_tensors * mlp_width * "
      "element_bytes + masks * width)",
      "korthikanti2022"};
  double tokens = 0;
  double width = 0;
  double query_width = 0;
  double kv_width = 0;
  double mlp_width = 0;     // summed over the experts that work on one token
  double mlp_tensors = 0;   // 2 (in and out of the activation), 3 when gated
  double masks = 0;         // bytes per token and width: 2 with dropout
  double element_bytes = 0;
  [[nodiscard]] Bytes value() const {
    return bytes(tokens * ((4 * width + 2 * query_width + 2 * kv_width) * element_bytes +
                           mlp_tensors * mlp_width * element_bytes + masks * width));
  }
  template <class V>
  void inputs(V& v) const {
    v("tokens", tokens);
    v("width", width);
    v("query_width", query_width);
    v("kv_width", kv_width);
    v("mlp_width", mlp_width);
    v("mlp_tensors", mlp_tensors);
    v("masks", masks);
    v("element_bytes", element_bytes);
  }
};

// Materialised scores kept for the backward pass: softmax output and dropped-out softmax in the element
// width, the mask in one byte: 5·a·s²·b at 16 bit (same paper, section 4.1).
struct ScoreActivationBytes {
  static constexpr FormulaInfo info{"memory.activations-scores",
                                    "sequences * heads * tokens * tokens * (2 * element_bytes + 1)",
                                    "korthikanti2022"};
  double sequences = 0;
  double heads = 0;
  double tokens = 0;
  double element_bytes = 0;
  [[nodiscard]] Bytes value() const {
    return bytes(sequences * heads * tokens * tokens * (2 * element_bytes + 1));
  }
  template <class V>
  void inputs(V& v) const {
    v("sequences", sequences);
    v("heads", heads);
    v("tokens", tokens);
    v("element_bytes", element_bytes);
  }
};

// Fused attention keeps one fp32 log-sum-exp per query and head (Dao et al. 2022, arXiv 2205.14135).
struct LogSumExpBytes {
  static constexpr FormulaInfo info{"memory.log-sum-exp", "sequences * heads * tokens * 4", "flash-attention"};
  double sequences = 0;
  double heads = 0;
  double tokens = 0;
  [[nodiscard]] Bytes value() const { return bytes(sequences * heads * tokens * 4); }
  template <class V>
  void inputs(V& v) const {
    v("sequences", sequences);
    v("heads", heads);
    v("tokens", tokens);
  }
};

// What an optimizer keeps per parameter beside weights, gradients and the fp32 master copy.
struct OptimizerBytes {
  static constexpr FormulaInfo info{"memory.optimizer", "parameters * states * state_bytes", "zero"};
  double parameters = 0;
  double states = 0;       // two moments for AdamW and LAMB, one for Lion and SGD with momentum
  double state_bytes = 0;
  [[nodiscard]] Bytes value() const { return bytes(parameters * states * state_bytes); }
  template <class V>
  void inputs(V& v) const {
    v("parameters", parameters);
    v("states", states);
    v("state_bytes", state_bytes);
  }
};

// Traffic of one optimizer step per parameter: the gradient is read, states and master copy are read and
// written, the weight is written; 30 bytes for AdamW with fp32 gradients, 28 with 16-bit ones.
[[nodiscard]] double optimizer_traffic_bytes(const ResolvedColumn& column);

struct OptimizerStates {
  double states = 0;
  double state_bytes = 0;
  bool factored = false;  // Adafactor: row and column sums instead of a full second moment
};
[[nodiscard]] OptimizerStates optimizer_states(const ResolvedColumn& column);

}  // namespace tilewise
