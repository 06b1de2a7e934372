#include "time/training_operator.hpp"

#include "time/training_formulas.hpp"

namespace tilewise {
namespace {

constexpr double array_grain = 128;  // what columns and depth of a product fill up to on systolic arrays

// Attention runs in 16 bit, also where products run in 8.
OpsPerSecond attention_peak(const ResolvedColumn& column, const RankRates& rates) {
  if (!column.precision.used || *column.precision.used != Format::fp8) return rates.peak;
  const auto narrow = column.device->peak_dense[static_cast<std::size_t>(Format::bf16)];
  return narrow ? min(rates.peak, *narrow / column.device->ranks_per_device) : rates.peak;
}

template <class F>
OperatorTime timed(const F& formula, Trace* trace) {
  const Seconds time =
      apply(trace, "seconds", formula,
            {{"peak", rank_peak_path}, {"bytes", "bytes"}, {"bandwidth", rank_bandwidth_path}});
  return {time, formula.compute() < formula.memory() ? Bound::memory : Bound::compute};
}

}  // namespace

OperatorTime training_operator_time(const Operator& op, const ResolvedColumn& column, const RankRates& rates,
                                    const TrainingConstants& constants, Trace* trace) {
  const Bytes traffic = operator_bytes(op, rates, trace);
  if (op.kind == OperatorKind::product) {
    const bool grouped = op.name.substr(0, 7) == "experts";
    const double share = constants.compute_share / (grouped ? constants.expert_factor : 1);
    if (rates.array_side > 0) {
      return timed(TrainingSystolic{op.m, op.n, op.k, op.batch, array_grain, rates.peak, share, traffic,
                                    rates.bandwidth, constants.bandwidth_share},
                   trace);
    }
    return timed(TrainingProduct{op.m, op.n, op.k, op.batch, rates.units, rates.peak, share, traffic,
                                 rates.bandwidth, constants.bandwidth_share},
                 trace);
  }
  const bool attention = op.kind == OperatorKind::attention;
  const bool layer_traffic = op.kind == OperatorKind::elementwise && op.name != "loss";
  const double factor = op.part == "cast"                              ? constants.cast_factor
                        : attention || op.kind == OperatorKind::update ? 1
                        : layer_traffic                                ? constants.traffic_factor
                                                                       : constants.gather_factor;
  return timed(TrainingKernel{ops(op.ops), attention ? attention_peak(column, rates) : rates.peak,
                              attention ? constants.attention_share : 1, traffic, factor, rates.bandwidth,
                              constants.bandwidth_share},
               trace);
}

}  // namespace tilewise
