#pragma once
// What things take, each quantity once. Bytes of one rank: whoever calls divides the shape among ranks first.

#include <tilewise/formula.hpp>

namespace tilewise {

// Elements in a storage format, sharded over `shards` ranks (ZeRO: Rajbhandari et al. 2020, arXiv
// 1910.02054).
struct StoredBytes {
  static constexpr FormulaInfo info{"memory.stored", "elements * bits / 8 / shards", ""};
  double elements = 0;
  double bits = 0;
  double shards = 1;
  [[nodiscard]] Bytes value() const { return bytes(elements * bits / 8 / shards); }
  template <class V>
  void inputs(V& v) const {
    v("elements", elements);
    v("bits", bits);
    v("shards", shards);
  }
};

// Keys and values of `sequences` over all layers; windowed layers keep min(tokens, window) tokens, in whole
// pages where an engine allots pages. GQA: Ainslie et al. 2023 (arXiv 2305.13245); 70B at 2,048 tokens: 640
// MiB.
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
  static constexpr FormulaInfo info{
      "memory.kv-latent", "sequences * tokens * layers * (latent_rank + rotary_width) * key_bits / 8",
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
// A two-matrix MLP of 4h with dropout gives 34·s·b·h at 16 bit, of which 10·s·b·h are on every tensor rank
// unless those ranks share the sequence (`repeated_over`). `further` counts tensors of the model's width that
// a stack keeps beyond: what a norm, a GELU or a dropout is made of where no kernel fuses it.
struct LayerActivationBytes {
  static constexpr FormulaInfo info{"memory.activations-layer",
                                    "tokens * (((4 + further) * width * element_bytes + masks * width) / "
                                    "repeated_over + ((2 * query_width + 2 * "
                                    "kv_width) * element_bytes + mlp_tensors * mlp_width * element_bytes))",
                                    "korthikanti2022"};
  double tokens = 0;
  double width = 0;
  double further = 0;
  double query_width = 0;  // of one rank
  double kv_width = 0;     // of one rank
  double mlp_width = 0;    // of one rank, summed over the experts that work on one token
  double mlp_tensors = 0;  // 2 (in and out of the activation), 3 when gated
  double masks = 0;        // bytes per token and width: 2 with dropout
  double element_bytes = 0;
  double repeated_over = 1;
  [[nodiscard]] Bytes value() const {
    return bytes(tokens * (((4 + further) * width * element_bytes + masks * width) / repeated_over +
                           ((2 * query_width + 2 * kv_width) * element_bytes +
                            mlp_tensors * mlp_width * element_bytes)));
  }
  template <class V>
  void inputs(V& v) const {
    v("tokens", tokens);
    v("width", width);
    v("further", further);
    v("query_width", query_width);
    v("kv_width", kv_width);
    v("mlp_width", mlp_width);
    v("mlp_tensors", mlp_tensors);
    v("masks", masks);
    v("element_bytes", element_bytes);
    v("repeated_over", repeated_over);
  }
};

// Materialised scores kept for the backward pass: softmax output and dropped-out softmax in the element
// width, the mask in one byte: 5·a·s²·b at 16 bit (same paper, section 4.1). `further` bytes a score where the
// software runs the softmax in 32 bit and keeps that.
struct ScoreActivationBytes {
  static constexpr FormulaInfo info{"memory.activations-scores",
                                    "sequences * heads * queries * keys * (2 * element_bytes + 1 + further)",
                                    "korthikanti2022"};
  double sequences = 0;
  double heads = 0;  // of one rank
  double queries = 0;
  double keys = 0;
  double element_bytes = 0;
  double further = 0;
  [[nodiscard]] Bytes value() const {
    return bytes(sequences * heads * queries * keys * (2 * element_bytes + 1 + further));
  }
  template <class V>
  void inputs(V& v) const {
    v("sequences", sequences);
    v("heads", heads);
    v("queries", queries);
    v("keys", keys);
    v("element_bytes", element_bytes);
    v("further", further);
  }
};

// Fused attention keeps one fp32 log-sum-exp per query and head (Dao et al. 2022, arXiv 2205.14135).
struct LogSumExpBytes {
  static constexpr FormulaInfo info{"memory.log-sum-exp", "sequences * heads * tokens * 4",
                                    "flash-attention"};
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

// Layers of a stage, for as many micro-batches as are under way on it: 1 + (p - 1)/(p·v) stages' worth of
// layers when v chunks interleave, else min(p, micro-batches) (Korthikanti et al. 2022, section 4.2.3).
struct LayersBytes {
  static constexpr FormulaInfo info{"memory.layers", "layers * layer * in_flight", "korthikanti2022"};
  double layers = 0;
  Bytes layer;
  double in_flight = 1;
  [[nodiscard]] Bytes value() const { return (layers * in_flight) * layer; }
  template <class V>
  void inputs(V& v) const {
    v("layers", layers);
    v("layer", layer);
    v("in_flight", in_flight);
  }
};

// What an optimizer keeps per parameter beside weights, gradients and the fp32 master copy.
struct OptimizerBytes {
  static constexpr FormulaInfo info{"memory.optimizer", "parameters * states * state_bytes / shards", "zero"};
  double parameters = 0;
  double states = 0;  // two moments for AdamW and LAMB, one for Lion and SGD with momentum
  double state_bytes = 0;
  double shards = 1;
  [[nodiscard]] Bytes value() const { return bytes(parameters * states * state_bytes / shards); }
  template <class V>
  void inputs(V& v) const {
    v("parameters", parameters);
    v("states", states);
    v("state_bytes", state_bytes);
    v("shards", shards);
  }
};

// Adafactor keeps one row and one column of sums per matrix (Shazeer and Stern 2018): about the width of
// the model for every row of MLP width, so parameters ÷ width × 2 is a close upper estimate.
struct FactoredBytes {
  static constexpr FormulaInfo info{"memory.adafactor", "2 * parameters / width * state_bytes / shards",
                                    "adafactor"};
  double parameters = 0;
  double width = 0;
  double state_bytes = 0;
  double shards = 1;
  [[nodiscard]] Bytes value() const { return bytes(2 * parameters / width * state_bytes / shards); }
  template <class V>
  void inputs(V& v) const {
    v("parameters", parameters);
    v("width", width);
    v("state_bytes", state_bytes);
    v("shards", shards);
  }
};

// The widest moment of a forward pass: the residual stream beside the widest pair of tensors of a layer, as
// many times as a stack keeps buffers apart (`buffers`; 1: one set, reused by every layer).
struct WorkingSetBytes {
  static constexpr FormulaInfo info{"memory.working-set",
                                    "(tokens * (2 * width + widest) * buffers + scores) * element_bytes", ""};
  double tokens = 0;
  double width = 0;
  double widest = 0;
  double buffers = 1;
  double scores = 0;
  double element_bytes = 0;
  [[nodiscard]] Bytes value() const {
    return bytes((tokens * (2 * width + widest) * buffers + scores) * element_bytes);
  }
  template <class V>
  void inputs(V& v) const {
    v("tokens", tokens);
    v("width", width);
    v("widest", widest);
    v("buffers", buffers);
    v("scores", scores);
    v("element_bytes", element_bytes);
  }
};

// A share of something: allocator slack, buffers that scale with what they serve.
struct ShareBytes {
  static constexpr FormulaInfo info{"memory.share", "share * of", ""};
  double share = 0;
  Bytes of;
  [[nodiscard]] Bytes value() const { return share * of; }
  template <class V>
  void inputs(V& v) const {
    v("share", share);
    v("of", of);
  }
};

}  // namespace tilewise
