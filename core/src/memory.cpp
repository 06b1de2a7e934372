#include <tilewise/memory.hpp>

#include <tilewise/parameters.hpp>

#include "memory_training.hpp"

namespace tilewise {
namespace {

constexpr double tight_share = 0.9;

// What a process holds on the device before the first tensor: context, kernels, library workspaces. Half a
// GiB is what current drivers with lazily loaded kernels take; older ones took up to 1.5 GiB.
constexpr double runtime_gib = 0.5;

double larger(double a, double b) { return a < b ? b : a; }

Bytes weights(const Resolved& resolved, const ResolvedColumn& column, Trace* trace) {
  const double elements = count_parameters(resolved.shape).total;
  return apply(trace, "memory.items.weights.bytes", StoredBytes{elements, column.weight_bits},
               {{"elements", "=m"}, {"bits", "=wq"}});
}

Bytes kv_cache(const Resolved& resolved, const ResolvedColumn& column, Trace* trace) {
  const Shape& shape = resolved.shape;
  // The key and value of the last generated token are never read again, so they need no room.
  const double tokens = resolved.workload == Workload::decode ? resolved.sequence + resolved.output - 1
                                                              : resolved.sequence;
  const std::string_view path = "memory.items.kv_cache.bytes";
  if (shape.latent) {
    return apply(trace, path,
                 LatentCacheBytes{column.batch, tokens, shape.layers, shape.latent->kv_rank,
                                  shape.latent->rope_width, column.key_bits},
                 {{"sequences", "=b"}, {"tokens", "=s"}, {"key_bits", "=kq"}});
  }
  const double windowed = shape.window > 0 ? shape.windowed_layers : 0;
  return apply(trace, path,
               KvCacheBytes{column.batch, tokens, shape.layers - windowed, windowed, shape.window,
                            shape.kv_heads, shape.head_width, column.key_bits, column.value_bits},
               {{"sequences", "=b"}, {"tokens", "=s"}, {"key_bits", "=kq"}, {"value_bits", "=vq"}});
}

// The widest moment of a forward pass: the residual stream beside the widest pair of tensors of a layer.
struct WorkingSetBytes {
  static constexpr FormulaInfo info{"memory.working-set",
                                    "(tokens * (2 * width + widest) + scores) * element_bytes", ""};
  double tokens = 0;
  double width = 0;
  double widest = 0;
  double scores = 0;
  double element_bytes = 0;
  [[nodiscard]] Bytes value() const { return bytes((tokens * (2 * width + widest) + scores) * element_bytes); }
  template <class V>
  void inputs(V& v) const {
    v("tokens", tokens);
    v("width", width);
    v("widest", widest);
    v("scores", scores);
    v("element_bytes", element_bytes);
  }
};

double active_mlp_width(const Shape& shape) {
  if (!shape.experts) return shape.mlp_width;
  const Experts& experts = *shape.experts;
  return larger(experts.active * experts.width + experts.shared * experts.shared_width,
                experts.dense_layers_first > 0 ? experts.dense_width : 0);
}

Bytes working_set(const Resolved& resolved, const ResolvedColumn& column, Trace* trace) {
  const Shape& shape = resolved.shape;
  const bool decoding = resolved.workload == Workload::decode;
  const double tokens = column.batch * (decoding ? 1 : resolved.sequence);
  const double mlp = (shape.gated ? 3 : 2) * active_mlp_width(shape);
  const double attention = (2 * shape.heads + 2 * shape.kv_heads) * shape.head_width;
  const double scores = column.fused_attention || decoding
                            ? 0
                            : 2 * column.batch * shape.heads * resolved.sequence * resolved.sequence;
  return apply(trace, "memory.items.activations.bytes",
               WorkingSetBytes{tokens, shape.width, larger(mlp, attention), scores, column.activation_bytes},
               {{"tokens", "=s"}});
}

// Logits are computed in 32 bit for sampling: one row of the vocabulary per sequence.
Bytes sampled_logits(const Resolved& resolved, const ResolvedColumn& column, Trace* trace) {
  return apply(trace, "memory.items.logits.bytes",
               StoredBytes{column.batch * resolved.shape.vocabulary, 32}, {{"elements", "=b"}});
}

void matmul_memory(const Resolved& resolved, const ResolvedColumn& column, Trace* trace, MemoryEstimate& out) {
  const MatmulShape& mm = resolved.matmul;
  const auto tensor = [&](std::string_view name, double elements, double bits) {
    const std::string path = "memory.items." + std::string(name) + ".bytes";
    out.items.push_back({name, apply(trace, path, StoredBytes{elements, bits}, {{"elements", "=mm"}})});
  };
  const double activation_bits = column.activation_bytes * 8;
  tensor("a", column.batch * mm.m * mm.k, activation_bits);
  tensor("b", column.batch * mm.k * mm.n, column.weight_bits);
  tensor("c", column.batch * mm.m * mm.n, activation_bits);
}

void inference_memory(const Resolved& resolved, const ResolvedColumn& column, Trace* trace, MemoryEstimate& out) {
  out.items.push_back({"weights", weights(resolved, column, trace)});
  if (resolved.shape.architecture == Architecture::decoder) {
    out.items.push_back({"kv_cache", kv_cache(resolved, column, trace)});
  }
  out.items.push_back({"activations", working_set(resolved, column, trace)});
  if (resolved.shape.architecture == Architecture::decoder) {
    out.items.push_back({"logits", sampled_logits(resolved, column, trace)});
  }
}

// Share of the capacity that is used.
struct UsedShare {
  static constexpr FormulaInfo info{"memory.used-share", "total / capacity", ""};
  Bytes total;
  Bytes capacity;
  [[nodiscard]] double value() const { return total / capacity; }
  template <class V>
  void inputs(V& v) const {
    v("total", total);
    v("capacity", capacity);
  }
};

struct RankCapacity {
  static constexpr FormulaInfo info{"memory.rank-capacity", "memory / ranks_per_device", ""};
  Bytes memory;
  double ranks_per_device = 1;
  [[nodiscard]] Bytes value() const { return memory / ranks_per_device; }
  template <class V>
  void inputs(V& v) const {
    v("memory", memory);
    v("ranks_per_device", ranks_per_device);
  }
};

struct RuntimeBytes {
  static constexpr FormulaInfo info{"memory.runtime", "runtime_gib * 2^30", "hf-training-anatomy"};
  double runtime = runtime_gib;
  [[nodiscard]] Bytes value() const { return gib(runtime); }
  template <class V>
  void inputs(V& v) const {
    v("runtime_gib", runtime);
  }
};

void add_total(const ResolvedColumn& column, bool whole_chip, Trace* trace, MemoryEstimate& out) {
  std::vector<SumPart> parts;
  for (const MemoryItem& item : out.items) {
    out.total += item.bytes;
    if (!keeps(trace)) continue;
    parts.push_back({std::string(item.name), in_bytes(item.bytes),
                     "memory.items." + std::string(item.name) + ".bytes"});
  }
  if (keeps(trace)) {
    trace->add_sum("memory.total_bytes", FormulaInfo{"memory.total", "sum of the items", ""}, "B",
                   in_bytes(out.total), parts);
  }
  if (!column.memory) return;
  const double ranks = whole_chip ? 1 : column.device->ranks_per_device;
  out.capacity = apply(trace, "memory.capacity_bytes", RankCapacity{*column.memory, ranks},
                       {{"memory", "@memory_bytes"}, {"ranks_per_device", whole_chip ? "" : "@ranks_per_device"}});
  const double used = apply(trace, "fits", UsedShare{out.total, *out.capacity},
                            {{"total", "memory.total_bytes"}, {"capacity", "memory.capacity_bytes"}});
  out.fits = used > 1 ? Fits::no : used > tight_share ? Fits::tight : Fits::yes;
}

}  // namespace

const char* word(Fits fits) {
  switch (fits) {
    case Fits::yes: return "yes";
    case Fits::tight: return "tight";
    case Fits::no: return "no";
    case Fits::unknown: return "unknown";
  }
  return "";
}

MemoryEstimate estimate_memory(const Resolved& resolved, const ResolvedColumn& column, Trace* trace) {
  MemoryEstimate out;
  if (resolved.workload == Workload::matmul) {
    matmul_memory(resolved, column, trace, out);
  } else if (resolved.workload == Workload::train) {
    out.items = training_memory(resolved, column, trace);
  } else {
    inference_memory(resolved, column, trace, out);
  }
  out.items.push_back({"runtime", apply(trace, "memory.items.runtime.bytes", RuntimeBytes{})});
  add_total(column, resolved.workload == Workload::matmul, trace, out);
  return out;
}

}  // namespace tilewise
