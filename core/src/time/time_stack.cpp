#include "time/time_stack.hpp"

#include <cmath>

#include "time/time_product.hpp"
#include "time/time_tiled.hpp"

namespace tilewise {
namespace {

constexpr double few_rows = 8;  // up to which stacks multiply by kernels that read each weight once

// Weights for a few rows: read once, by as many bytes as memory gives or as many weights as processors take.
struct StreamTime {
  static constexpr FormulaInfo info{
      "time.stream",
      "max(max(bytes / (bandwidth * stream_share), ops / peak), weights / (unit_clocks * weights_per_clock))",
      "measurements"};
  Bytes traffic;
  BytesPerSecond bandwidth;
  double share = 1;
  Ops work;
  OpsPerSecond peak;
  double weights = 0;
  double unit_clocks = 1;
  double weights_per_clock = 1;
  [[nodiscard]] Seconds value() const {
    return max(max(traffic / (bandwidth * share), work / peak),
               seconds(weights / (unit_clocks * weights_per_clock)));
  }
  template <class V>
  void inputs(V& v) const {
    v("bytes", traffic);
    v("bandwidth", bandwidth);
    v("stream_share", share);
    v("ops", work);
    v("peak", peak);
    v("weights", weights);
    v("unit_clocks", unit_clocks);
    v("weights_per_clock", weights_per_clock);
  }
};

// More rows than that: a tiled product, after the weights are unpacked, never faster than reading them; or
// the kernel for a few rows once more for every few of them, where that is sooner.
struct StackProduct {
  static constexpr FormulaInfo info{"time.stack-product",
                                    "min(max(max(compute / (product_share * accumulation) + packed / "
                                    "(unit_clocks * weights_per_clock), powered), stream), "
                                    "turns * stream)",
                                    "measurements"};
  Seconds compute;
  double share = 1;
  double accumulation = 1;
  double packed = 0;
  double unit_clocks = 1;
  double weights_per_clock = 1;
  Seconds stream;
  double turns = 1;
  Seconds powered;
  [[nodiscard]] Seconds value() const {
    const Seconds tiled =
        compute / (share * accumulation) + seconds(packed / (unit_clocks * weights_per_clock));
    return min(max(max(tiled, powered), stream), turns * stream);
  }
  template <class V>
  void inputs(V& v) const {
    v("compute", compute);
    v("product_share", share);
    v("accumulation", accumulation);
    v("packed", packed);
    v("unit_clocks", unit_clocks);
    v("weights_per_clock", weights_per_clock);
    v("stream", stream);
    v("turns", turns);
    v("powered", powered);
  }
};

struct StackKernel {
  static constexpr FormulaInfo info{"time.stack-kernel", "kernel * passes / share", "measurements"};
  Seconds kernel;
  double passes = 1;
  double share = 1;
  [[nodiscard]] Seconds value() const { return kernel * passes / share; }
  template <class V>
  void inputs(V& v) const {
    v("kernel", kernel);
    v("passes", passes);
    v("share", share);
  }
};

// One query per sequence reads the whole cache.
struct CacheTime {
  static constexpr FormulaInfo info{"time.cache", "max(kernel, bytes / (bandwidth * cache_share))",
                                    "measurements"};
  Seconds kernel;
  Bytes traffic;
  BytesPerSecond bandwidth;
  double share = 1;
  [[nodiscard]] Seconds value() const { return max(kernel, traffic / (bandwidth * share)); }
  template <class V>
  void inputs(V& v) const {
    v("kernel", kernel);
    v("bytes", traffic);
    v("bandwidth", bandwidth);
    v("cache_share", share);
  }
};

// The operator model's time, explained below "plain_kernel".
OperatorTime kernel_time(const Operator& op, const StackRates& stack, Trace* trace) {
  const TraceScope scope(trace, "plain_kernel");
  return operator_time(op, stack.rates, TimeModel::tiled, trace);
}

OperatorTime streamed_product(const Operator& op, const StackRates& stack, Trace* trace) {
  StreamTime stream;
  stream.traffic = operator_bytes(op, stack.rates, trace);
  stream.bandwidth = stack.rates.bandwidth;
  stream.work = operator_ops(op, trace);
  stream.peak = stack.rates.peak;
  // Without kernels that multiply packed weights these are written to memory in 16 bit and read again.
  const bool unpacked = stack.unpacked_bytes > 0 && op.m > 1;
  if (unpacked) stream.traffic += bytes(stack.unpacked_bytes * op.weight_elements);
  stream.share = op.batch > 1 ? stack.stream_share * stack.expert_share : stack.stream_share;
  if (stack.unit_clocks > 0) {
    stream.weights = op.weight_elements * (stack.rows_apart && op.batch <= 1 ? min(op.m, few_rows) : 1);
    stream.unit_clocks = stack.unit_clocks;
    stream.weights_per_clock = stack.weights_per_clock;
  }
  const bool few = op.m <= few_rows && !unpacked;
  const Seconds read = apply(
      trace, few ? "seconds" : "stream_s", stream,
      {{"bytes", "bytes"}, {"bandwidth", rank_bandwidth_path}, {"ops", "ops"}, {"peak", rank_peak_path}});
  if (few) return {read, Bound::memory};
  ProductTime whole;
  {
    // Only the arithmetic of the product: its traffic is the stream.
    const TraceScope scope(trace, "plain_kernel");
    whole = product_time(op, stack.rates, Bytes(0), trace);
  }
  StackProduct product{whole.compute,
                       op.batch > 1 ? stack.product_share * stack.expert_products : stack.product_share,
                       stack.accumulation,
                       0,
                       1,
                       1,
                       read,
                       unpacked ? op.m : std::ceil(op.m / few_rows),
                       whole.powered};
  if (stack.packed && stack.unit_clocks > 0) {
    product.packed = op.weight_elements;
    product.unit_clocks = stack.unit_clocks;
    product.weights_per_clock = stack.weights_per_clock;
  }
  const Seconds time =
      apply(trace, "seconds", product, {{"compute", "plain_kernel.compute_s"}, {"stream", "stream_s"}, {"powered", whole.powered > Seconds(0) ? "plain_kernel.powered_s" : ""}});
  return {time, time == read ? Bound::memory : Bound::compute};
}

OperatorTime cached_attention(const Operator& op, const StackRates& stack, Trace* trace) {
  const OperatorTime kernel = kernel_time(op, stack, trace);
  const CacheTime cache{kernel.seconds, operator_bytes(op, stack.rates, trace), stack.rates.bandwidth,
                        stack.cache_share};
  const Seconds time =
      apply(trace, "seconds", cache,
            {{"kernel", "plain_kernel.seconds"}, {"bytes", "bytes"}, {"bandwidth", rank_bandwidth_path}});
  return {time, time == kernel.seconds ? kernel.bound : Bound::memory};
}

OperatorTime shared_kernel(const Operator& op, const StackRates& stack, double passes, double share,
                           Trace* trace) {
  const OperatorTime kernel = kernel_time(op, stack, trace);
  const Seconds time = apply(trace, "seconds", StackKernel{kernel.seconds, passes, share},
                             {{"kernel", "plain_kernel.seconds"}});
  return {time, kernel.bound};
}

}  // namespace

StackStep pass_step(const StackRates& stack) {
  StackStep step;
  step.launch = stack.launch;
  step.host_launch = stack.host_launch;
  step.step = stack.step;
  step.hop = stack.hop;
  return step;
}

StackStep token_step(const StackRates& stack, double sequences, const Shape& shape) {
  StackStep step = pass_step(stack);
  if (!stack.from_host) {
    // A token is over before the host could run ahead.
    step.launch = stack.host_launch;
    step.host_launch = Seconds(0);
  }
  step.extra = shape.layers * stack.unfused;
  if (shape.experts) step.extra += (shape.layers - shape.experts->dense_layers_first) * stack.routing;
  step.sequences = sequences;
  step.each = stack.sequence;
  return step;
}

OperatorTime stacked_time(const Operator& op, const StackRates& stack, Trace* trace) {
  switch (op.kind) {
    case OperatorKind::product:
      if (op.weight_elements > 0) return streamed_product(op, stack, trace);
      return shared_kernel(op, stack, 1, stack.score_share, trace);
    case OperatorKind::attention:
      if (op.m == 1) return cached_attention(op, stack, trace);
      return shared_kernel(op, stack, 1, stack.attention_share, trace);
    case OperatorKind::elementwise:
      return shared_kernel(op, stack, op.name == "softmax" ? stack.softmax_passes : stack.elementwise_passes,
                           1, trace);
    default:
      return shared_kernel(op, stack, 1, 1, trace);
  }
}

}  // namespace tilewise
