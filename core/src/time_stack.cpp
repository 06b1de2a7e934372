#include "time_stack.hpp"

#include <tilewise/constants.hpp>

#include "time_tiled.hpp"

namespace tilewise {
namespace {

namespace columns = stack_table;

constexpr double few_rows = 8;  // up to which stacks multiply by kernels that read each weight once
constexpr double lanes = 128;   // of a processor, where clock and processors are not published
constexpr std::size_t stack_count = 11;

// Kinds of devices that stacks have kernels of their own for.
enum class DeviceClass { gpu, hopper, amd, apple, systolic };
constexpr std::size_t class_count = 5;
static_assert(stack_table::row_count == stack_count * class_count);

DeviceClass class_of(const Device& device) {
  if (device.array_side || device.kind == DeviceKind::tpu) return DeviceClass::systolic;
  if (device.family == "apple") return DeviceClass::apple;
  if (device.family == "hopper") return DeviceClass::hopper;
  if (device.vendor == "AMD") return DeviceClass::amd;
  return DeviceClass::gpu;
}

// How weights are packed decides what reading them costs: as numbers, in blocks with one scale, or in blocks
// whose scales are packed too.
enum class Packing { half, byte, block, nested };

Packing packing_of(const ResolvedColumn& column) {
  const std::string_view word = column.weight_format;
  if (word.find("-k") != std::string_view::npos || word.substr(0, 2) == "iq") return Packing::nested;
  if (column.weight_bits >= 12) return Packing::half;
  return column.weight_bits >= 7 ? Packing::byte : Packing::block;
}

// Reads the constants of one row.
class Row {
 public:
  explicit Row(const ResolvedColumn& column)
      : calibration_(column.calibration),
        row_(static_cast<std::size_t>(class_of(*column.device)) * stack_count +
             static_cast<std::size_t>(serving_stack(column.stack))) {}
  [[nodiscard]] double operator[](std::size_t name) const { return calibration_[columns::cells[row_][name]]; }

 private:
  const Calibration& calibration_;
  std::size_t row_;
};

double capped(double share) { return share < 1 ? share : 1; }

// A device's own deviation from its class; 1 where nobody measured.
double own(const ResolvedColumn& column, std::size_t name) {
  const auto row = static_cast<std::size_t>(column.device - devices().data());
  return column.calibration[board_table::cells[row][name]];
}

double product_share(const ResolvedColumn& column, const Row& row, Packing packing) {
  if (packing == Packing::block || packing == Packing::nested) return row[columns::product_packed];
  if (column.precision.used == Format::fp32) return row[columns::product_32];
  return column.weight_bits < 12 ? row[columns::product_8] : row[columns::product_16];
}

struct UnitClocks {
  static constexpr FormulaInfo info{"rates.unit-clocks", "units * clock", ""};
  double units = 1;
  Hertz clock;
  [[nodiscard]] Hertz value() const { return units * clock; }
  template <class V>
  void inputs(V& v) const {
    v("units", units);
    v("clock", clock);
  }
};

// llama.cpp lets the matrix units add up in 16 bit, which GeForce cards do at twice the rate.
double accumulation(const ResolvedColumn& column) {
  const Device& device = *column.device;
  const auto& narrow = device.peak_dense[static_cast<std::size_t>(Format::fp16_acc16)];
  const bool half = column.precision.used == Format::fp16 || column.precision.used == Format::bf16;
  if (column.stack != Stack::llama_cpp || !half || !narrow || !column.precision.peak) return 1;
  const double ratio = *narrow / *column.precision.peak;
  return ratio > 1 ? ratio : 1;
}

double unit_clocks(const ResolvedColumn& column, const RankRates& rates, Trace* trace) {
  const Device& device = *column.device;
  if (device.kind != DeviceKind::gpu) return 0;
  if (device.clock && rates.units > 1) {
    return apply(trace, "/rates.unit_clocks", UnitClocks{rates.units, *device.clock},
                 {{"units", rank_units_path}, {"clock", "@clock_hz"}})
        .base();
  }
  const auto& shader = device.peak_dense[static_cast<std::size_t>(Format::fp32)];
  return shader ? shader->base() / (2 * lanes * device.ranks_per_device) : 0;
}

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

// More rows than that: a tiled product, after the weights are unpacked; never faster than reading them.
struct StackProduct {
  static constexpr FormulaInfo info{
      "time.stack-product",
      "max(kernel / (product_share * accumulation) + packed / (unit_clocks * weights_per_clock), stream)",
      "measurements"};
  Seconds kernel;
  double share = 1;
  double accumulation = 1;
  double packed = 0;
  double unit_clocks = 1;
  double weights_per_clock = 1;
  Seconds stream;
  [[nodiscard]] Seconds value() const {
    return max(kernel / (share * accumulation) + seconds(packed / (unit_clocks * weights_per_clock)), stream);
  }
  template <class V>
  void inputs(V& v) const {
    v("kernel", kernel);
    v("product_share", share);
    v("accumulation", accumulation);
    v("packed", packed);
    v("unit_clocks", unit_clocks);
    v("weights_per_clock", weights_per_clock);
    v("stream", stream);
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
  stream.share = op.batch > 1 ? stack.stream_share * stack.expert_share : stack.stream_share;
  if (stack.unit_clocks > 0) {
    stream.weights = op.weight_elements;
    stream.unit_clocks = stack.unit_clocks;
    stream.weights_per_clock = stack.weights_per_clock;
  }
  const bool few = op.m <= few_rows;
  const Seconds read = apply(
      trace, few ? "seconds" : "stream_s", stream,
      {{"bytes", "bytes"}, {"bandwidth", rank_bandwidth_path}, {"ops", "ops"}, {"peak", rank_peak_path}});
  if (few) return {read, Bound::memory};
  const OperatorTime kernel = kernel_time(op, stack, trace);
  StackProduct product{kernel.seconds, stack.product_share, stack.accumulation, 0, 1, 1, read};
  if (stack.packed && stack.unit_clocks > 0) {
    product.packed = op.weight_elements;
    product.unit_clocks = stack.unit_clocks;
    product.weights_per_clock = stack.weights_per_clock;
  }
  const Seconds time =
      apply(trace, "seconds", product, {{"kernel", "plain_kernel.seconds"}, {"stream", "stream_s"}});
  return {time, time == read ? Bound::memory : kernel.bound};
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

StackRates stack_rates(const ResolvedColumn& column, const RankRates& rates, Trace* trace) {
  const Row row(column);
  const Packing packing = packing_of(column);
  const auto offset = static_cast<std::size_t>(packing);
  StackRates out;
  out.rates = rates;
  out.rates.launch = Seconds(0);
  out.product_share = capped(product_share(column, row, packing) * own(column, board_table::work));
  out.accumulation = accumulation(column);
  out.score_share = row[columns::scores];
  out.attention_share = row[columns::attention];
  out.elementwise_passes = row[column.fused_attention ? columns::elementwise : columns::elementwise_unfused];
  out.softmax_passes = row[columns::softmax];
  out.stream_share = capped(row[columns::stream_half + offset] * own(column, board_table::stream));
  out.expert_share = row[columns::experts];
  out.cache_share = row[column.fused_attention ? columns::cache : columns::cache_unfused];
  out.unit_clocks = unit_clocks(column, rates, trace);
  out.weights_per_clock = row[columns::take_half + offset];
  out.packed = packing == Packing::block || packing == Packing::nested;
  out.launch = seconds(row[columns::launch_s]);
  out.host_launch = seconds(row[columns::host_s]);
  out.step = seconds(row[columns::step_s]);
  out.hop = seconds(row[columns::hop_s]);
  out.unfused = seconds(column.fused_attention ? 0 : row[columns::unfused_s]);
  return out;
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
