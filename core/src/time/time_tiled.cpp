#include "time/time_tiled.hpp"

#include <tilewise/constants.hpp>

#include "time/time_product.hpp"

namespace tilewise {
namespace {

struct AttentionTime {
  static constexpr FormulaInfo info{"time.attention", "ops / (peak * attention_share)", "flash-attention"};
  Ops work;
  OpsPerSecond peak;
  double attention_share = 0;
  [[nodiscard]] Seconds value() const { return work / (peak * attention_share); }
  template <class V>
  void inputs(V& v) const {
    v("ops", work);
    v("peak", peak);
    v("attention_share", attention_share);
  }
};

// Bytes that a streaming kernel moves. Rows that do not stay in the cache between finding their sum and using
// it are read again.
struct SweptBytes {
  static constexpr FormulaInfo info{"bytes.swept",
                                    "bytes * passes * (1 + again / 2 * min(1, rows_in_flight / (room * "
                                    "cache) * rows_in_flight / (room * cache)))",
                                    "measurements"};
  Bytes traffic;
  SweepConstants sweep;
  Bytes in_flight;
  Bytes cache;  // 0: not published, and rows are taken to fit
  [[nodiscard]] Bytes value() const {
    if (cache <= Bytes(0)) return traffic * sweep.passes;
    const double filled = in_flight / (sweep.room * cache);
    const double missed = filled < 1 ? filled * filled : 1;
    return traffic * (sweep.passes * (1 + sweep.again / 2 * missed));
  }
  template <class V>
  void inputs(V& v) const {
    v("bytes", traffic);
    v("passes", sweep.passes);
    v("again", cache > Bytes(0) ? sweep.again : 0);
    v("rows_in_flight", in_flight);
    v("room", sweep.room);
    v("cache", cache > Bytes(0) ? cache : bytes(1));
  }
};

struct KernelTime {
  static constexpr FormulaInfo info{"time.kernel",
                                    "launch + max(compute, memory) + overlap * min(compute, memory)", ""};
  Seconds launch;
  Seconds compute;
  Seconds memory;
  double overlap = 0;
  [[nodiscard]] Seconds value() const {
    return launch + max(compute, memory) + overlap * min(compute, memory);
  }
  template <class V>
  void inputs(V& v) const {
    v("launch", launch);
    v("compute", compute);
    v("memory", memory);
    v("overlap", overlap);
  }
};

Bound bound_of(const KernelTime& kernel) {
  if (kernel.compute < kernel.launch && kernel.memory < kernel.launch) return Bound::launch;
  return kernel.compute < kernel.memory ? Bound::memory : Bound::compute;
}

OperatorTime finish(Seconds launch, Seconds compute, Seconds memory, double overlap, Trace* trace,
                    const char* compute_path = "compute_s") {
  const KernelTime kernel{launch, compute, memory, overlap};
  const Seconds time = apply(trace, "seconds", kernel, {{"compute", compute_path}, {"memory", "memory_s"}});
  return {time, bound_of(kernel)};
}

// Two rows a processor are in flight.
SweptBytes swept_bytes(const Operator& op, const RankRates& rates, Bytes traffic) {
  return {traffic, rates.stream.sweeps[static_cast<std::size_t>(op.sweep)],
          bytes(2 * rates.units * op.row * rates.activation_bytes), rates.cache};
}

OperatorTime streamed_time(const Operator& op, const RankRates& rates, Bytes traffic, Trace* trace) {
  const SweptBytes swept = swept_bytes(op, rates, traffic);
  const Bytes moved = apply(trace, "swept_bytes", swept, {{"bytes", "bytes"}});
  const Seconds memory =
      apply(trace, "memory_s", MemoryTime{moved, rates.bandwidth, rates.stream.stream_share},
            {{"bytes", "swept_bytes"}, {"bandwidth", rank_bandwidth_path}});
  return finish(rates.launch * swept.sweep.launch_factor, Seconds(0), memory, 0, trace);
}

OperatorTime attention_time(const Operator& op, const RankRates& rates, Bytes traffic, Trace* trace) {
  const Ops work = operator_ops(op, trace);
  const Seconds compute =
      apply(trace, "compute_s", AttentionTime{work, rates.peak, rates.calibration[constant::attention_share]},
            {{"ops", "ops"}, {"peak", rank_peak_path}});
  const Seconds memory =
      apply(trace, "memory_s", MemoryTime{traffic, rates.bandwidth, rates.stream.stream_share},
            {{"bytes", "bytes"}, {"bandwidth", rank_bandwidth_path}});
  return finish(rates.launch, compute, memory, 0, trace);
}

}  // namespace

OperatorTime tiled_time(const Operator& op, const RankRates& rates, Trace* trace) {
  if (op.hidden_by_fusion && rates.fuses_elementwise) return {Seconds(0), Bound::memory};
  const Bytes traffic = operator_bytes(op, rates, trace);
  if (op.kind == OperatorKind::product) {
    const ProductTime product = product_time(op, rates, traffic, trace);
    const Seconds compute = max(product.compute, product.powered);
    return finish(rates.launch, compute, product.memory, rates.product.overlap, trace,
                  compute == product.compute ? "compute_s" : "powered_s");
  }
  if (op.kind == OperatorKind::attention) return attention_time(op, rates, traffic, trace);
  return streamed_time(op, rates, traffic, trace);
}

}  // namespace tilewise
