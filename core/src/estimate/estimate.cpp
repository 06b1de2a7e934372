#include <tilewise/estimate.hpp>

#include <tilewise/band.hpp>

#include "estimate/estimate_time.hpp"

namespace tilewise {
namespace {

constexpr double uncalibrated_high = 3;
// Edges nearer to the estimate than this are not held against the roofline: a second pass of the time model costs more
// than the few percent by which clocks above the listed ones can beat it.
constexpr double near_estimate = 0.8;

struct RunTime {
  static constexpr FormulaInfo info{"time.run", "run_tokens / tokens_per_s", ""};
  double run_tokens = 0;
  double tokens_per_s = 0;
  [[nodiscard]] Seconds value() const { return seconds(run_tokens / tokens_per_s); }
  template <class V>
  void inputs(V& v) const {
    v("run_tokens", run_tokens);
    v("tokens_per_s", tokens_per_s);
  }
};

// Work done per step, times the ranks that do it side by side, over the time of the step.
struct Throughput {
  static constexpr FormulaInfo info{"rate.throughput", "ranks * work_per_rank / time", ""};
  double ranks = 1;
  double work = 0;
  Seconds time;
  [[nodiscard]] double value() const { return ranks * work / time.base(); }
  template <class V>
  void inputs(V& v) const {
    v("ranks", ranks);
    v("work_per_rank", work);
    v("time", time);
  }
};

struct Utilisation {
  static constexpr FormulaInfo info{"flops.utilisation", "ops / (time * peak)", "palm"};
  Ops work;
  Seconds time;
  OpsPerSecond peak;
  [[nodiscard]] double value() const { return work / (time * peak); }
  template <class V>
  void inputs(V& v) const {
    v("ops", work);
    v("time", time);
    v("peak", peak);
  }
};

// Nothing is faster than its roofline, however wide the measurements of its kind lie.
struct BandLow {
  static constexpr FormulaInfo info{"band.low-roofline", "max(factor * estimate, min(roofline, estimate))", "roofline2009"};
  double factor = 0;
  Seconds roofline;
  Seconds estimate;
  [[nodiscard]] Seconds value() const { return max(factor * estimate, min(roofline, estimate)); }
  template <class V>
  void inputs(V& v) const {
    v("factor", factor);
    v("roofline", roofline);
    v("estimate", estimate);
  }
};

struct BandHigh {
  static constexpr FormulaInfo info{"band.high-uncalibrated", "factor * estimate", ""};
  double factor = uncalibrated_high;
  Seconds estimate;
  [[nodiscard]] Seconds value() const { return factor * estimate; }
  template <class V>
  void inputs(V& v) const {
    v("factor", factor);
    v("estimate", estimate);
  }
};

// Share of what the published rates allow that a measurement comes to.
struct MeasuredEfficiency {
  static constexpr FormulaInfo info{"measured.efficiency", "roofline / measured", ""};
  Seconds roofline;
  Seconds measured;
  [[nodiscard]] double value() const { return roofline / measured; }
  template <class V>
  void inputs(V& v) const {
    v("roofline", roofline);
    v("measured", measured);
  }
};

struct BandEdge {
  static constexpr FormulaInfo info{"band.edge", "factor * estimate", "measurements"};
  double factor = 1;
  Seconds estimate;
  [[nodiscard]] Seconds value() const { return factor * estimate; }
  template <class V>
  void inputs(V& v) const {
    v("factor", factor);
    v("estimate", estimate);
  }
};

constexpr const char* step_path(Workload workload) {
  switch (workload) {
    case Workload::prefill:
      return "time.prefill_s";
    case Workload::decode:
      return "time.decode_s_per_token";
    case Workload::serve:
      return "time.tpot_s";
    default:
      return "time.step_s";
  }
}

class ColumnEstimator {
 public:
  ColumnEstimator(const Resolved& resolved, const ResolvedColumn& column, Trace* trace)
      : resolved_(resolved), column_(column), trace_(trace) {
    out_.column = &column;
  }

  ColumnEstimate run(bool with_band) {
    if (!column_.usable) return std::move(out_);
    out_.memory = estimate_memory(resolved_, column_, trace_);
    out_.time = estimate_time(resolved_, column_, trace_, out_.tiles);
    if (!out_.time) return std::move(out_);
    if (keeps(trace_) && column_.pin.times()) {
      apply(trace_, "measured.efficiency", MeasuredEfficiency{column_.pin.roofline, column_.pin.measured},
            {{"measured", "@measured"}});
    }
    rates();
    flops();
    estimate_supply(resolved_, out_, trace_);
    if (with_band) band();
    return std::move(out_);
  }

 private:
  [[nodiscard]] const char* step() const { return step_path(resolved_.workload); }
  [[nodiscard]] const char* total() const {
    if (resolved_.workload == Workload::serve) return "time.total_s";
    return resolved_.workload == Workload::decode ? "time.decode_s" : step();
  }

  double throughput(std::string_view path, double work, double ranks) {
    return apply(trace_, path, Throughput{ranks, work, out_.time->step},
                 {{"time", step()}, {"work_per_rank", "=b"}});
  }

  void rates() {
    RateEstimate rate;
    // Devices that hold the layers in turn are one replica.
    const double ranks = resolved_.workload == Workload::train ? column_.ranks : column_.parallel.dp;
    rate.steps_per_s = throughput("rate.steps_per_s", 1, resolved_.workload == Workload::train ? 1 : ranks);
    const bool serving = resolved_.workload == Workload::serve;
    if (resolved_.workload == Workload::decode || serving) {
      rate.tokens_per_s = throughput("rate.tokens_per_s", column_.batch, ranks);
      rate.tokens_per_s_per_user = throughput("rate.tokens_per_s_per_user", 1, 1);
    } else if (resolved_.workload != Workload::matmul) {
      const bool training = resolved_.workload == Workload::train;
      const double sequences = training ? column_.batch / ranks : column_.batch;
      rate.sequences_per_s = throughput("rate.sequences_per_s", sequences, ranks);
      rate.tokens_per_s = throughput("rate.tokens_per_s", sequences * resolved_.sequence, ranks);
      if (training && resolved_.run_tokens) {
        out_.time->run = apply(trace_, "time.run_s", RunTime{*resolved_.run_tokens, *rate.tokens_per_s},
                               {{"run_tokens", "=tok"}, {"tokens_per_s", "rate.tokens_per_s"}});
      }
    }
    out_.rate = rate;
  }

  void flops() {
    const auto rates = rank_rates(column_, resolved_.workload == Workload::matmul, trace_);
    if (!rates) return;
    FlopsEstimate flops;
    flops.peak = rates->matrix_peak;
    const StepOps step_ops = count_step_ops(resolved_, column_);
    flops.model = step_ops.model;
    flops.hardware = step_ops.hardware;
    flops.mfu = apply(trace_, "flops.mfu", Utilisation{flops.model, out_.time->step, flops.peak},
                      {{"ops", "flops.model_flops"}, {"time", step()}, {"peak", matrix_peak_path}});
    flops.hfu = apply(trace_, "flops.hfu", Utilisation{flops.hardware, out_.time->step, flops.peak},
                      {{"ops", "flops.hardware_flops"}, {"time", step()}, {"peak", matrix_peak_path}});
    if (keeps(trace_)) trace_step_ops(resolved_, column_, step_ops, *trace_);
    out_.flops = flops;
  }

  void band() {
    if (out_.tiles || resolved_.time_model == TimeModel::essay_2018 ||
        resolved_.time_model == TimeModel::essay_corrected) {
      return;  // the essay's arithmetic is reproduced, not an estimate with an error of its own
    }
    const bool tiled =
        resolved_.time_model == TimeModel::tiled && !column_.efficiency && column_.custom_share == 0;
    const BandFactors factors = column_.pin.times() ? BandFactors{1, 1, 1, "band.own-measurement"}
                                : tiled ? band_factors(band_key(resolved_, column_, out_.flops->model))
                                                   : BandFactors{};
    if (!factors.basis.empty()) {
      measured_band(factors);
    } else {
      uncalibrated_band();
    }
  }

  void measured_band(const BandFactors& factors) {
    Band band;
    const Seconds estimate = out_.time->total;
    band.low = factors.low < near_estimate
                   ? low_end(factors.low)
                   : apply(trace_, "band.low", BandEdge{factors.low, estimate}, {{"estimate", total()}});
    band.high = apply(trace_, "band.high", BandEdge{factors.high, estimate}, {{"estimate", total()}});
    band.basis = factors.basis;
    band.rows = factors.rows;
    out_.band = band;
  }

  Seconds low_end(double factor) {
    std::optional<EssayTiles> none;
    Resolved floor = resolved_;
    floor.time_model = TimeModel::roofline;
    ResolvedColumn plain = column_;
    plain.efficiency.reset();
    const auto roofline = estimate_time(floor, plain, nullptr, none);
    return apply(trace_, "band.low", BandLow{factor, roofline->total, out_.time->total}, {{"estimate", total()}});
  }

  void uncalibrated_band() {
    Band band;
    band.low = low_end(0);
    band.high =
        apply(trace_, "band.high", BandHigh{uncalibrated_high, out_.time->total}, {{"estimate", total()}});
    band.basis = "band.not-yet-calibrated";
    out_.band = band;
  }

  const Resolved& resolved_;
  const ResolvedColumn& column_;
  Trace* trace_;
  ColumnEstimate out_;
};

}  // namespace

ColumnEstimate estimate_column(const Resolved& resolved, const ResolvedColumn& column, Trace* trace,
                               bool with_band) {
  return ColumnEstimator(resolved, column, trace).run(with_band);
}

Estimate estimate_all(const Resolved& resolved) {
  Estimate out;
  out.columns.reserve(resolved.columns.size());
  for (const ResolvedColumn& column : resolved.columns)
    out.columns.push_back(estimate_column(resolved, column));
  return out;
}

}  // namespace tilewise
