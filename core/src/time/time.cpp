#include <tilewise/time.hpp>

#include "time/time_tiled.hpp"

namespace tilewise {
namespace {

struct OperatorBytes {
  static constexpr FormulaInfo info{
      "bytes.operator",
      "(weights * weight_bits + activations * activation_bits + keys * key_bits + values * value_bits) / 8 + plain",
      ""};
  double weights = 0;
  double weight_bits = 0;
  double activations = 0;
  double activation_bits = 0;
  double keys = 0;
  double key_bits = 0;
  double values = 0;
  double value_bits = 0;
  double plain = 0;
  [[nodiscard]] Bytes value() const {
    return bytes((weights * weight_bits + activations * activation_bits + keys * key_bits + values * value_bits) / 8 +
                 plain);
  }
  template <class V>
  void inputs(V& v) const {
    v("weights", weights);
    v("weight_bits", weight_bits);
    v("activations", activations);
    v("activation_bits", activation_bits);
    v("keys", keys);
    v("key_bits", key_bits);
    v("values", values);
    v("value_bits", value_bits);
    v("plain", plain);
  }
};

// FLOPs of one operator, as executed.
struct ProductOps {
  static constexpr FormulaInfo info{"flops.product", "2 * batch * m * n * k", ""};
  double batch = 0;
  double m = 0;
  double n = 0;
  double k = 0;
  [[nodiscard]] Ops value() const { return ops(2 * batch * m * n * k); }
  template <class V>
  void inputs(V& v) const {
    v("batch", batch);
    v("m", m);
    v("n", n);
    v("k", k);
  }
};

struct AttentionOps {
  static constexpr FormulaInfo info{"flops.attention", "ops", "flash-attention"};
  double executed = 0;
  [[nodiscard]] Ops value() const { return ops(executed); }
  template <class V>
  void inputs(V& v) const {
    v("ops", executed);
  }
};

// Roofline (Williams, Waterman and Patterson 2009).
struct RooflineTime {
  static constexpr FormulaInfo info{"time.roofline", "max(ops / peak, bytes / bandwidth)", "roofline2009"};
  Ops work;
  OpsPerSecond peak;
  Bytes traffic;
  BytesPerSecond bandwidth;
  [[nodiscard]] Seconds compute() const { return work / peak; }
  [[nodiscard]] Seconds memory() const { return traffic / bandwidth; }
  [[nodiscard]] Seconds value() const { return max(compute(), memory()); }
  template <class V>
  void inputs(V& v) const {
    v("ops", work);
    v("peak", peak);
    v("bytes", traffic);
    v("bandwidth", bandwidth);
  }
};

// What one rank has of a chip. A chip with several cores is cut evenly.
template <class T>
struct RankShare {
  static constexpr FormulaInfo info{"rates.rank-share", "whole / shares", ""};
  T whole;
  double shares = 1;
  [[nodiscard]] T value() const { return whole / shares; }
  template <class V>
  void inputs(V& v) const {
    v("whole", whole);
    v("shares", shares);
  }
};

template <class T>
T rank_share(const ResolvedColumn& column, bool whole_chip, T whole, const char* path, const char* origin,
             Trace* trace) {
  const double shares = whole_chip ? 1 : column.device->ranks_per_device;
  return apply(trace, path, RankShare<T>{whole, shares},
               {{"whole", origin}, {"shares", whole_chip ? "" : "@ranks_per_device"}});
}

// A share of the FLOPs runs at the vector rate, the rest on the matrix unit: one after the other, in the proportion of
// the listed rates, which an override of the peak keeps. A unit no faster than the vectors has nothing to lose.
struct CustomMix {
  static constexpr FormulaInfo info{
      "rates.custom-mix", "matrix_rate / (1 + custom_share * (max(1, listed_rate / vector_rate) - 1))", ""};
  OpsPerSecond matrix;
  double custom = 0;
  OpsPerSecond listed;
  OpsPerSecond vectors;
  [[nodiscard]] OpsPerSecond value() const { return matrix / (1 + custom * (max(1, listed / vectors) - 1)); }
  template <class V>
  void inputs(V& v) const {
    v("matrix_rate", matrix);
    v("custom_share", custom);
    v("listed_rate", listed);
    v("vector_rate", vectors);
  }
};

// What operators compute at, of a column with a share of custom ones.
OpsPerSecond mixed_rate(const ResolvedColumn& column, OpsPerSecond matrix, Trace* trace) {
  PathText listed = "@peak_ops_per_s.";
  listed += word(column.precision.used.value_or(Format::bf16));
  return apply(trace, rank_peak_path,
               CustomMix{matrix, column.custom_share, *column.precision.peak, *vector_rate(*column.device)},
               {{"matrix_rate", matrix_peak_path},
                {"custom_share", "=co"},
                {"listed_rate", listed.c_str()},
                {"vector_rate", "@peak_ops_per_s.fp32"}});
}

OperatorTime roofline_time(const Operator& op, const RankRates& rates, Trace* trace) {
  // An ideal fusion leaves no traffic of its own to element-wise work.
  if (op.hidden_by_fusion) return {Seconds(0), Bound::memory};
  const Ops work = operator_ops(op, trace);
  const Bytes traffic = operator_bytes(op, rates, trace);
  const RooflineTime formula{work, rates.peak, traffic, rates.bandwidth};
  const Seconds time = apply(trace, "seconds", formula,
                             {{"ops", "ops"}, {"peak", rank_peak_path}, {"bytes", "bytes"},
                              {"bandwidth", rank_bandwidth_path}});
  return {time, formula.compute() < formula.memory() ? Bound::memory : Bound::compute};
}

}  // namespace

const char* word(Bound bound) {
  switch (bound) {
    case Bound::compute: return "compute";
    case Bound::memory: return "memory";
    case Bound::link: return "link";
    case Bound::launch: return "launch";
  }
  return "";
}

Ops operator_ops(const Operator& op, Trace* trace) {
  if (op.kind == OperatorKind::product) {
    return apply(trace, "ops", ProductOps{op.batch, op.m, op.n, op.k}, {{"batch", "=b"}});
  }
  return apply(trace, "ops", AttentionOps{op.ops});
}

Bytes operator_bytes(const Operator& op, const RankRates& rates, Trace* trace) {
  return apply(trace, "bytes",
               OperatorBytes{op.weight_elements, rates.weight_bits, op.activation_elements,
                             rates.activation_bytes * 8, op.key_elements, rates.key_bits, op.value_elements,
                             rates.value_bits, op.plain_bytes},
               {{"weight_bits", "=wq"}, {"key_bits", "=kq"}, {"value_bits", "=vq"}});
}

bool is_rank_share(const FormulaInfo& formula) { return formula.id == RankShare<double>::info.id; }

BytesPerSecond rank_bandwidth(const ResolvedColumn& column, bool whole_chip, Trace* trace) {
  return rank_share(column, whole_chip, *column.bandwidth, rank_bandwidth_path, "@bandwidth_bytes_per_s", trace);
}

std::optional<RankRates> rank_rates(const ResolvedColumn& column, bool whole_chip, Trace* trace) {
  if (!column.peak || !column.bandwidth) return std::nullopt;
  const Device& device = *column.device;
  RankRates rates;
  rates.matrix_peak = rank_share(column, whole_chip, *column.peak, matrix_peak_path, "@peak_ops_per_s", trace);
  rates.peak = rates.matrix_peak;
  if (column.custom_share > 0) {
    rates.peak = mixed_rate(column, rates.matrix_peak, trace);
  } else if (keeps(trace)) {
    rank_share(column, whole_chip, *column.peak, rank_peak_path, "@peak_ops_per_s", trace);
  }
  rates.bandwidth = rank_bandwidth(column, whole_chip, trace);
  rates.array_side = device.array_side.value_or(0);
  rates.arrays = rank_share(column, whole_chip, device.matrix_unit_count.value_or(1), rank_arrays_path,
                            device.matrix_unit_count ? "@matrix_unit_count" : "", trace);
  // Where processors are not published, matrix units of no known side take the tiles.
  const bool by_matrix_units = !device.processor_count && !device.array_side && device.matrix_unit_count;
  const double units = by_matrix_units ? *device.matrix_unit_count : device.processor_count.value_or(1);
  rates.units = rank_share(column, whole_chip, units, rank_units_path,
                           by_matrix_units ? "@matrix_unit_count" : device.processor_count ? "@processor_count" : "",
                           trace);
  const Supply& supply = column.supply;
  if (supply.limit && !supply.limit_estimated) rates.power = *supply.limit / (whole_chip ? 1 : device.ranks_per_device);
  rates.calibration = column.calibration;
  rates.product = product_constants(column.calibration, device, column.precision.used.value_or(Format::bf16));
  rates.stream = stream_constants(column.calibration, device);
  if (device.cache) rates.cache = *device.cache / (whole_chip ? 1 : device.ranks_per_device);
  rates.launch = seconds(launch_seconds(column.calibration, device, column.stack));
  rates.fuses_elementwise = device.kind == DeviceKind::tpu;
  rates.activation_bytes = column.activation_bytes;
  rates.weight_bits = column.weight_bits;
  rates.key_bits = column.key_bits;
  rates.value_bits = column.value_bits;
  return rates;
}

OperatorTime operator_time(const Operator& op, const RankRates& rates, TimeModel model, Trace* trace) {
  return model == TimeModel::roofline ? roofline_time(op, rates, trace) : tiled_time(op, rates, trace);
}

Seconds time_bound_by(const TimeEstimate& time, Bound bound) {
  Seconds sum;
  for (const TimeItem& item : time.items) {
    if (item.bound == bound) sum += item.seconds;
  }
  return sum;
}

}  // namespace tilewise
