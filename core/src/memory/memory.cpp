#include <tilewise/memory.hpp>

#include "memory/memory_rank.hpp"
#include "memory/memory_stack.hpp"

namespace tilewise {
namespace {

constexpr double tight_share = 0.9;

std::vector<MemoryItem> matmul_memory(const Resolved& resolved, const ResolvedColumn& column, Trace* trace) {
  const MatmulShape& mm = resolved.matmul;
  ItemList items(trace);
  const double activation_bits = column.activation_bytes * 8;
  items.add("a", StoredBytes{column.batch * mm.m * mm.k, activation_bits, 1}, {{"elements", "=mm"}});
  items.add("b", StoredBytes{column.batch * mm.k * mm.n, column.weight_bits, 1}, {{"elements", "=mm"}});
  items.add("c", StoredBytes{column.batch * mm.m * mm.n, activation_bits, 1}, {{"elements", "=mm"}});
  return items.take();
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

// What a rank lacks, if above zero: all but what an allocator gives back, against the share it may take.
// Captured graphs lie beside the share that an engine is given.
struct MissingBytes {
  static constexpr FormulaInfo info{"memory.missing",
                                    "total - slack - min(utilisation * capacity + graphs, capacity)", ""};
  Bytes total;
  Bytes slack;
  double utilisation = 1;
  Bytes capacity;
  Bytes graphs;
  [[nodiscard]] Bytes value() const { return total - slack - min(utilisation * capacity + graphs, capacity); }
  template <class V>
  void inputs(V& v) const {
    v("total", total);
    v("slack", slack);
    v("utilisation", utilisation);
    v("capacity", capacity);
    v("graphs", graphs);
  }
};

// What an engine takes for its cache: of a share of the memory what the rest leaves, or a share of what is
// left.
struct PoolBytes {
  static constexpr FormulaInfo info{"memory.pool", "max(0, of_rest * (of_all * capacity - beside))", ""};
  double of_rest = 1;
  double of_all = 1;
  Bytes capacity;
  Bytes beside;
  [[nodiscard]] Bytes value() const { return max(Bytes(), of_rest * (of_all * capacity - beside)); }
  template <class V>
  void inputs(V& v) const {
    v("of_rest", of_rest);
    v("of_all", of_all);
    v("capacity", capacity);
    v("beside", beside);
  }
};

struct PoolTokens {
  static constexpr FormulaInfo info{"memory.pool-tokens", "pool / token", ""};
  Bytes pool;
  Bytes token;  // of all layers, windows not counted on
  [[nodiscard]] double value() const { return pool / token; }
  template <class V>
  void inputs(V& v) const {
    v("pool", pool);
    v("token", token);
  }
};

struct HostCapacity {
  static constexpr FormulaInfo info{"memory.host-capacity", "host_memory / ranks", ""};
  Bytes host_memory;
  double ranks = 1;
  [[nodiscard]] Bytes value() const { return host_memory / ranks; }
  template <class V>
  void inputs(V& v) const {
    v("host_memory", host_memory);
    v("ranks", ranks);
  }
};

struct RuntimeBytes {
  static constexpr FormulaInfo info{"memory.runtime", "runtime", "hf-training-anatomy"};
  Bytes runtime;
  [[nodiscard]] Bytes value() const { return runtime; }
  template <class V>
  void inputs(V& v) const {
    v("runtime", runtime);
  }
};

// What the user measured and no item explains; less than nothing where the items are too much.
struct MeasuredDifference {
  static constexpr FormulaInfo info{"memory.measured", "measured - modelled", ""};
  Bytes measured;
  Bytes modelled;
  [[nodiscard]] Bytes value() const { return measured - modelled; }
  template <class V>
  void inputs(V& v) const {
    v("measured", measured);
    v("modelled", modelled);
  }
};

Bytes sum_of(const std::vector<MemoryItem>& items) {
  Bytes out;
  for (const MemoryItem& item : items) out += item.bytes;
  return out;
}

constexpr std::string_view graphs_item = "captured_graphs";

void trace_total(const char* path, const char* place, const std::vector<MemoryItem>& items, Bytes total,
                 Trace* trace) {
  if (!keeps(trace)) return;
  std::vector<SumPart> parts;
  for (const MemoryItem& item : items) {
    parts.push_back(
        {std::string(item.name), in_bytes(item.bytes), place + std::string(item.name) + ".bytes"});
  }
  trace->add_sum(path, FormulaInfo{"memory.total", "sum of the items", ""}, "B", in_bytes(total), parts);
}

void add_pool(const Resolved& resolved, const ResolvedColumn& column, Trace* trace, MemoryEstimate& out) {
  const bool engine = is_engine(column.stack);
  if (!engine || !out.capacity || resolved.shape.architecture != Architecture::decoder ||
      resolved.workload == Workload::train || resolved.workload == Workload::matmul) {
    return;
  }
  const Bytes beside = out.total - item_bytes(out.items, "kv_cache") - item_bytes(out.items, graphs_item);
  const double share = column.serving.utilisation;
  const bool of_all = is_vllm(column.stack);
  out.pool = apply(trace, "memory.pool_bytes",
                   PoolBytes{of_all ? 1 : share, of_all ? share : 1, *out.capacity, beside},
                   {{"capacity", "memory.capacity_bytes"}, {of_all ? "of_all" : "of_rest", "=util"}});
  const Bytes token = token_bytes(resolved, column);
  out.pool_tokens =
      apply(trace, "memory.pool_tokens", PoolTokens{*out.pool, token}, {{"pool", "memory.pool_bytes"}});
}

void judge_host(const ResolvedColumn& column, Trace* trace, MemoryEstimate& out) {
  out.host_total = sum_of(out.host_items);
  if (out.host_items.empty()) return;
  trace_total("memory.host_bytes", "memory.host_items.", out.host_items, out.host_total, trace);
  if (!column.host_memory) return;
  out.host_capacity = apply(trace, "memory.host_capacity_bytes",
                            HostCapacity{*column.host_memory, column.ranks}, {{"host_memory", "=hr"}});
  if (out.host_total <= *out.host_capacity || out.fits == Fits::no || out.fits == Fits::unknown) return;
  out.fits = Fits::no;
  out.missing =
      apply(trace, "memory.missing_bytes", MissingBytes{out.host_total, Bytes(), 1, *out.host_capacity, Bytes()},
            {{"total", "memory.host_bytes"}, {"capacity", "memory.host_capacity_bytes"}});
}

void judge_fit(const ResolvedColumn& column, bool whole_chip, Trace* trace, MemoryEstimate& out) {
  if (!column.memory) return;
  const double ranks = whole_chip ? 1 : column.device->ranks_per_device;
  out.capacity =
      apply(trace, "memory.capacity_bytes", RankCapacity{*column.memory, ranks},
            {{"memory", "@memory_bytes"}, {"ranks_per_device", whole_chip ? "" : "@ranks_per_device"}});
  const double used = apply(trace, "fits", UsedShare{out.total, *out.capacity},
                            {{"total", "memory.total_bytes"}, {"capacity", "memory.capacity_bytes"}});
  // A share that an engine is given bounds it; slack is given back before anything fails.
  const MissingBytes missing{out.total, out.slack, column.serving.utilisation, *out.capacity,
                             item_bytes(out.items, graphs_item)};
  const bool fits = missing.value() <= Bytes();
  out.fits = !fits ? Fits::no : used > tight_share ? Fits::tight : Fits::yes;
  if (fits && !keeps(trace)) return;
  // What is left is told under another name.
  const Bytes lacking = apply(trace, fits ? "memory.lacking_bytes" : "memory.missing_bytes", missing,
                              {{"total", "memory.total_bytes"},
                               {"slack", "memory.items.allocator_slack.bytes"},
                               {"graphs", "memory.items.captured_graphs.bytes"},
                               {"capacity", "memory.capacity_bytes"}});
  if (!fits) out.missing = lacking;
}

// Of a pipeline, the stage that needs more.
OnRank heaviest_stage(const Resolved& resolved, const ResolvedColumn& column, Trace* trace) {
  if (column.parallel.pp == 1) return training_memory(resolved, column, Stage::first, trace);
  const OnRank first = training_memory(resolved, column, Stage::first, nullptr);
  const OnRank last = training_memory(resolved, column, Stage::last, nullptr);
  const Stage heavy = sum_of(last.items) > sum_of(first.items) ? Stage::last : Stage::first;
  return training_memory(resolved, column, heavy, trace);
}

}  // namespace

Bytes item_bytes(const std::vector<MemoryItem>& items, std::string_view name) {
  for (const MemoryItem& item : items) {
    if (item.name == name) return item.bytes;
  }
  return {};
}

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
  const bool whole_chip = resolved.workload == Workload::matmul;
  if (whole_chip) {
    out.items = matmul_memory(resolved, column, trace);
  } else {
    OnRank rank = resolved.workload == Workload::train ? heaviest_stage(resolved, column, trace)
                                                       : inference_memory(resolved, column, trace);
    out.items = std::move(rank.items);
    out.host_items = std::move(rank.host);
    out.slack = rank.slack;
  }
  const Bytes runtime = bytes(stack_constant(column, memory_table::runtime));
  out.items.push_back({"runtime", apply(trace, "memory.items.runtime.bytes", RuntimeBytes{runtime})});
  if (const Pin& pin = column.pin; pin.measured_memory > Bytes(0)) {
    out.items.push_back({"measured", apply(trace, "memory.items.measured.bytes",
                                           MeasuredDifference{pin.measured_memory, pin.modelled_memory},
                                           {{"measured", "@measured"}})});
  }
  out.total = sum_of(out.items);
  trace_total("memory.total_bytes", "memory.items.", out.items, out.total, trace);
  judge_fit(column, whole_chip, trace, out);
  judge_host(column, trace, out);
  add_pool(resolved, column, trace, out);
  return out;
}

}  // namespace tilewise
