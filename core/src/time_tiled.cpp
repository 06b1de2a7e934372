#include "time_tiled.hpp"

#include <tilewise/constants.hpp>

#include "time_product.hpp"

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

struct KernelTime {
  static constexpr FormulaInfo info{"time.kernel", "launch + max(compute, memory) + overlap * min(compute, memory)",
                                    ""};
  Seconds launch;
  Seconds compute;
  Seconds memory;
  double overlap = 0;
  [[nodiscard]] Seconds value() const { return launch + max(compute, memory) + overlap * min(compute, memory); }
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

OperatorTime finish(const RankRates& rates, Seconds compute, Seconds memory, double overlap, Trace* trace) {
  const KernelTime kernel{rates.launch, compute, memory, overlap};
  const Seconds time = apply(trace, "seconds", kernel, {{"compute", "compute_s"}, {"memory", "memory_s"}});
  return {time, bound_of(kernel)};
}

}  // namespace

OperatorTime tiled_time(const Operator& op, const RankRates& rates, Trace* trace) {
  if (op.hidden_by_fusion && rates.fuses_elementwise) return {Seconds(0), Bound::memory};
  const Bytes traffic = operator_bytes(op, rates, trace);
  if (op.kind == OperatorKind::product) {
    const ProductTime product = product_time(op, rates, traffic, trace);
    return finish(rates, product.compute, product.memory, rates.product.overlap, trace);
  }
  Seconds compute;
  if (op.kind == OperatorKind::attention) {
    const Ops work = operator_ops(op, trace);
    compute = apply(trace, "compute_s", AttentionTime{work, rates.peak, rates.calibration[constant::attention_share]},
                    {{"ops", "ops"}, {"peak", rank_peak_path}});
  }
  const Seconds memory =
      apply(trace, "memory_s", MemoryTime{traffic, rates.bandwidth, rates.product.bandwidth_share},
            {{"bytes", "bytes"}, {"bandwidth", rank_bandwidth_path}});
  return finish(rates, compute, memory, 0, trace);
}

}  // namespace tilewise
