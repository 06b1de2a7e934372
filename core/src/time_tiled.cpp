#include "time_tiled.hpp"

#include <array>
#include <cmath>

#include <tilewise/constants.hpp>

namespace tilewise {
namespace {

constexpr double systolic_row_grain = 8;

double larger(double a, double b) { return a < b ? b : a; }

// One way of cutting a product into tiles of tile_m × tile_n and K into `splits` parts.
struct TileTime {
  static constexpr FormulaInfo info{
      "time.tiles",
      "waves(ceil(m / tile_m) * ceil(n / tile_n) * batch * splits / units) * 2 * tile_m * tile_n * "
      "(ceil(k / splits) + loop_overhead) * (1 + tile_overhead * (1 / tile_m + 1 / tile_n) / 2) / "
      "(peak / units * compute_share)",
      "neusight"};
  double m = 0;
  double n = 0;
  double k = 0;
  double batch = 1;
  double tile_m = 0;
  double tile_n = 0;
  double splits = 1;
  double units = 1;
  OpsPerSecond peak;
  double compute_share = 0;
  double loop_overhead = 0;
  double tile_overhead = 0;
  double whole_wave_weight = 0;
  [[nodiscard]] Seconds value() const {
    const double tiles = std::ceil(m / tile_m) * std::ceil(n / tile_n) * batch * splits;
    const double share = tiles / units;
    // Without a published unit count the work is spread evenly.
    const double waves = units > 1 ? whole_wave_weight * std::ceil(share) + (1 - whole_wave_weight) * larger(share, 1)
                                   : tiles;
    const double depth = std::ceil(k / splits) + loop_overhead;
    const double edge = 1 + tile_overhead * (1 / tile_m + 1 / tile_n) / 2;
    return ops(waves * 2 * tile_m * tile_n * depth * edge) / (peak / units * compute_share);
  }
  template <class V>
  void inputs(V& v) const {
    v("m", m);
    v("n", n);
    v("k", k);
    v("batch", batch);
    v("tile_m", tile_m);
    v("tile_n", tile_n);
    v("splits", splits);
    v("units", units);
    v("peak", peak);
    v("compute_share", compute_share);
    v("loop_overhead", loop_overhead);
    v("tile_overhead", tile_overhead);
  }
};

// A systolic array holds side × side weights; loading them takes `side` cycles and hides behind the rows of
// the previous tile, so a tile costs the larger of rows and side. Filling and draining cost 2·side once.
struct SystolicTime {
  static constexpr FormulaInfo info{
      "time.systolic",
      "(ceil(batch * ceil(n / side) * ceil(k / side) / arrays) * max(ceil(m / 8) * 8, side) + 2 * side) * "
      "2 * side * side * arrays / (peak * systolic_share)",
      "tpu2017"};
  double m = 0;
  double n = 0;
  double k = 0;
  double batch = 1;
  double side = 0;
  double arrays = 1;
  OpsPerSecond peak;
  double systolic_share = 0;
  [[nodiscard]] Seconds value() const {
    const double tiles = batch * std::ceil(n / side) * std::ceil(k / side);
    const double rows = larger(std::ceil(m / systolic_row_grain) * systolic_row_grain, side);
    const double cycles = std::ceil(tiles / arrays) * rows + 2 * side;
    return ops(cycles * 2 * side * side * arrays) / (peak * systolic_share);
  }
  template <class V>
  void inputs(V& v) const {
    v("m", m);
    v("n", n);
    v("k", k);
    v("batch", batch);
    v("side", side);
    v("arrays", arrays);
    v("peak", peak);
    v("systolic_share", systolic_share);
  }
};

struct MemoryTime {
  static constexpr FormulaInfo info{"time.memory", "bytes / (bandwidth * bandwidth_share)", "neusight"};
  Bytes traffic;
  BytesPerSecond bandwidth;
  double bandwidth_share = 0;
  [[nodiscard]] Seconds value() const { return traffic / (bandwidth * bandwidth_share); }
  template <class V>
  void inputs(V& v) const {
    v("bytes", traffic);
    v("bandwidth", bandwidth);
    v("bandwidth_share", bandwidth_share);
  }
};

// Partial sums of a split K are written in 32 bit and read again.
struct SplitBytes {
  static constexpr FormulaInfo info{"bytes.split", "bytes + 2 * 4 * splits * batch * m * n", ""};
  Bytes traffic;
  double splits = 1;
  double batch = 1;
  double m = 0;
  double n = 0;
  [[nodiscard]] Bytes value() const { return traffic + bytes(2 * 4 * splits * batch * m * n); }
  template <class V>
  void inputs(V& v) const {
    v("bytes", traffic);
    v("splits", splits);
    v("batch", batch);
    v("m", m);
    v("n", n);
  }
};

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
  static constexpr FormulaInfo info{"time.kernel", "launch + max(compute, memory)", ""};
  Seconds launch;
  Seconds compute;
  Seconds memory;
  [[nodiscard]] Seconds value() const { return launch + max(compute, memory); }
  template <class V>
  void inputs(V& v) const {
    v("launch", launch);
    v("compute", compute);
    v("memory", memory);
  }
};

struct Tile {
  double m;
  double n;
};
// The last ones are for a vector or a few rows, which libraries multiply by kernels of their own instead of
// padding them to a tile of the matrix unit.
constexpr std::array tiles = {Tile{256, 128}, Tile{128, 256}, Tile{128, 128}, Tile{128, 64},
                              Tile{64, 128},  Tile{64, 64},   Tile{64, 32},   Tile{32, 64},
                              Tile{32, 32},   Tile{16, 64},   Tile{4, 128},   Tile{1, 128}};
constexpr std::array<double, 5> splits = {1, 2, 4, 8, 16};

struct Cut {
  TileTime tile;
  Bytes traffic;
  Seconds compute;
  Seconds time;
};

MemoryTime memory_of(Bytes traffic, const RankRates& rates) {
  return {traffic, rates.bandwidth, rates.calibration[constant::bandwidth_share]};
}

TileTime tile_of(const Operator& op, const RankRates& rates, const Tile& tile, double split) {
  const Calibration& c = rates.calibration;
  return {op.m,  op.n,        op.k,       op.batch,        tile.m,          tile.n,         split,
          rates.units, rates.peak, c[constant::compute_share], c[constant::loop_overhead], c[constant::tile_overhead], c[constant::whole_wave_weight]};
}

// The cheapest way of cutting the product. Each candidate grows with m, n, k and falls with peak and
// bandwidth, and so does their minimum.
Cut best_cut(const Operator& op, const RankRates& rates, Bytes traffic) {
  Cut best;
  bool found = false;
  const Seconds least_memory = memory_of(traffic, rates).value();
  const OpsPerSecond rate = rates.peak * rates.calibration[constant::compute_share];
  const double products = op.m * op.n * op.batch;
  for (const Tile& tile : tiles) {
    for (double split : splits) {
      // No way of counting waves is faster than an even spread: skip what cannot win. The answer is the same.
      const Seconds even = ops(2 * products * (op.k + split * rates.calibration[constant::loop_overhead])) / rate;
      if (found && even >= best.time) break;
      Cut cut;
      cut.tile = tile_of(op, rates, tile, split);
      cut.traffic = split > 1 ? SplitBytes{traffic, split, op.batch, op.m, op.n}.value() : traffic;
      cut.compute = cut.tile.value();
      cut.time = max(cut.compute, memory_of(cut.traffic, rates).value());
      if (!found || cut.time < best.time) best = cut;
      found = true;
      if (best.time == least_memory) return best;
    }
  }
  return best;
}

Bound bound_of(const KernelTime& kernel) {
  if (kernel.compute < kernel.launch && kernel.memory < kernel.launch) return Bound::launch;
  return kernel.compute < kernel.memory ? Bound::memory : Bound::compute;
}

OperatorTime finish(Seconds launch, Seconds compute, Seconds memory, Trace* trace) {
  const KernelTime kernel{launch, compute, memory};
  const Seconds time = apply(trace, "seconds", kernel, {{"compute", "compute_s"}, {"memory", "memory_s"}});
  return {time, bound_of(kernel)};
}

Seconds memory_time(Bytes traffic, const RankRates& rates, Trace* trace, const char* origin = "bytes") {
  return apply(trace, "memory_s", memory_of(traffic, rates),
               {{"bytes", origin}, {"bandwidth", rank_bandwidth_path}});
}

OperatorTime systolic_product_time(const Operator& op, const RankRates& rates, Trace* trace) {
  const Bytes traffic = operator_bytes(op, rates, trace);
  const SystolicTime systolic{op.m,         op.n,       op.k, op.batch, rates.array_side,
                              rates.arrays, rates.peak, rates.calibration[constant::systolic_share]};
  const Seconds compute = apply(trace, "compute_s", systolic,
                                {{"peak", rank_peak_path}, {"side", "@array_side"}, {"arrays", rank_arrays_path}});
  return finish(rates.launch, compute, memory_time(traffic, rates, trace), trace);
}

OperatorTime product_time(const Operator& op, const RankRates& rates, Trace* trace) {
  if (rates.array_side > 0) return systolic_product_time(op, rates, trace);
  const Bytes traffic = operator_bytes(op, rates, trace);
  const Cut cut = best_cut(op, rates, traffic);
  const Seconds compute = apply(trace, "compute_s", cut.tile,
                                {{"peak", rank_peak_path}, {"units", rank_units_path}, {"batch", "=b"}});
  const bool split = cut.tile.splits > 1;
  if (split && keeps(trace)) {
    apply(trace, "split_bytes", SplitBytes{traffic, cut.tile.splits, op.batch, op.m, op.n}, {{"bytes", "bytes"}});
  }
  const Seconds memory = memory_time(cut.traffic, rates, trace, split ? "split_bytes" : "bytes");
  return finish(rates.launch, compute, memory, trace);
}

}  // namespace

OperatorTime tiled_time(const Operator& op, const RankRates& rates, Trace* trace) {
  if (op.hidden_by_fusion && rates.fuses_elementwise) return {Seconds(0), Bound::memory};
  if (op.kind == OperatorKind::product) return product_time(op, rates, trace);
  const Bytes traffic = operator_bytes(op, rates, trace);
  Seconds compute;
  if (op.kind == OperatorKind::attention) {
    const Ops work = operator_ops(op, trace);
    compute = apply(trace, "compute_s", AttentionTime{work, rates.peak, rates.calibration[constant::attention_share]},
                    {{"ops", "ops"}, {"peak", rank_peak_path}});
  }
  return finish(rates.launch, compute, memory_time(traffic, rates, trace), trace);
}

}  // namespace tilewise
