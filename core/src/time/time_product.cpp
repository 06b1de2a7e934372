#include "time/time_product.hpp"

#include <array>
#include <cmath>
#include <limits>

#include "time/product_formulas.hpp"
#include "time/time_tiled.hpp"

namespace tilewise {
namespace {

struct Tile {
  double m;
  double n;
};
// The last ones are for a vector or a few rows, which libraries multiply by kernels of their own instead of
// padding them to a tile of the matrix unit.
constexpr std::array tiles = {Tile{256, 128}, Tile{128, 256}, Tile{128, 128}, Tile{128, 64}, Tile{64, 128},
                              Tile{64, 64},   Tile{128, 32},  Tile{32, 128},  Tile{64, 32},  Tile{32, 64},
                              Tile{32, 32},   Tile{16, 64},   Tile{4, 128},   Tile{1, 128}};
constexpr std::array<double, 5> splits = {1, 2, 4, 8, 32};

UnitRate clocked_rate(const RankRates& rates) {
  return {rates.peak, rates.product.compute_share, rates.units};
}

PoweredRate powered_rate(const RankRates& rates) {
  return {*rates.power, rates.product.clock_per_watt, rates.units};
}

bool is_powered(const RankRates& rates) {
  return rates.power && rates.product.clock_per_watt > 0 &&
         powered_rate(rates).value() < clocked_rate(rates).value();
}

OpsPerSecond unit_rate(const RankRates& rates, Trace* trace) {
  if (is_powered(rates)) {
    return apply(trace, "unit_rate", powered_rate(rates),
                 {{"power", "@power_limit_w"}, {"units", rank_units_path}});
  }
  return apply(trace, "unit_rate", clocked_rate(rates),
               {{"peak", rank_peak_path}, {"units", rank_units_path}});
}

// Rises from 0 to 1 around `kept`.
double beyond(double length, double kept) { return length * length / (length * length + kept * kept); }

// Between the layouts where it is not known which.
double layout_share(double along_k, double factor) {
  return along_k * min(factor, 1) + (1 - along_k) * min(1 / factor, 1);
}

struct Cut {
  TileStep step;  // of the chosen one only
  TileTime tile;
  SplitTime split;
  Seconds compute;
  Seconds time;
};

// Evaluates the cuts of one product.
class Cutter {
  static constexpr double rounding = 1 - 1e-9;  // of a bound that adds up in another order than what it bounds

 public:
  Cutter(const Operator& op, const RankRates& rates, Seconds memory)
      : op_(op), rates_(rates), memory_(memory), rate_(unit_rate(rates, nullptr)),
        far_(beyond(op.k * min(max(op.m, op.n), lines_in_flight), kept_reach)),
        long_lines_(beyond(op.k * op.k, kept_line * kept_line)),
        layout_share_(layout_share(op.along_k, rates.product.along_factor)) {}

  // The cheapest way of cutting the product. Each candidate grows with m, n, k and falls with peak and
  // bandwidth, so their minimum does too.
  [[nodiscard]] Cut best() const {
    const Tile* tile = &tiles.front();
    double parts = 1;
    Seconds time = seconds(std::numeric_limits<double>::infinity());
    for (const Tile& other : tiles) {
      const Seconds step = step_of(other).value();
      const Seconds even = even_waves(other, step);
      // What cannot win is skipped: the answer is the same.
      if (max(even, memory_) >= time) continue;
      for (const double split : splits) {
        if (max(least(even, step, split), memory_) >= time) continue;
        const Seconds tried = cut(other, step, split).time;
        if (tried < time) {
          tile = &other;
          parts = split;
          time = tried;
        }
      }
    }
    const TileStep step = step_of(*tile);
    Cut out = cut(*tile, step.value(), parts);
    out.step = step;
    return out;
  }

 private:
  // However the waves fall, a tile's steps are not done sooner than spread evenly over the processors.
  [[nodiscard]] Seconds even_waves(const Tile& tile, Seconds step) const {
    const double tiled = std::ceil(op_.m / tile.m) * std::ceil(op_.n / tile.n) * op_.batch;
    return rounding * (tiled / rates_.units * op_.k * step);
  }
  // What no cut of K into `split` parts goes below: even waves, one whole tile or the chain along K, and adding the
  // parts up.
  [[nodiscard]] Seconds least(Seconds even, Seconds step, double split) const {
    const ProductConstants& c = rates_.product;
    const double depth = op_.k / split;
    const Seconds loop = seconds(rates_.units > 1 ? c.loop_s : 0);
    Seconds bound = max(even, rounding * max(depth * step, (depth + c.loop_overhead) * loop));
    if (split > 1) {
      const BytesPerSecond rate = rates_.bandwidth;
      const SplitTime whole{bound, c.split_traffic, split, op_.batch, op_.m, op_.n, rate, c.bandwidth_share};
      bound = rounding * whole.value();
    }
    return bound;
  }
  [[nodiscard]] TileStep step_of(const Tile& tile) const {
    const ProductConstants& c = rates_.product;
    return {tile.m, tile.n,           c.tile_overhead, c.narrow_penalty, c.far_penalty,
            far_,   c.stride_penalty, op_.along_k,     long_lines_,      layout_share_,
            rate_};
  }
  [[nodiscard]] Cut cut(const Tile& tile, Seconds step, double split) const {
    const ProductConstants& c = rates_.product;
    Cut out;
    // Without a published unit count the work is spread evenly, and nothing is known of one unit's chain.
    const Seconds loop = seconds(rates_.units > 1 ? c.loop_s : 0);
    out.tile = {op_.m,     op_.n,           op_.k,
                op_.batch, tile.m,          tile.n,
                split,     rates_.units,    step,
                loop,      c.loop_overhead, c.whole_wave_weight};
    out.compute = out.tile.value();
    if (split > 1) {
      out.split = {out.compute, c.split_traffic, split,           op_.batch,
                   op_.m,       op_.n,           rates_.bandwidth, c.bandwidth_share};
      out.compute = out.split.value();
    }
    out.time = max(out.compute, memory_) + c.overlap * min(out.compute, memory_);
    return out;
  }

  const Operator& op_;
  const RankRates& rates_;
  Seconds memory_;
  OpsPerSecond rate_;
  double far_;
  double long_lines_;
  double layout_share_;
};

Seconds tiled_compute(const Operator& op, const RankRates& rates, Seconds memory, Trace* trace) {
  const Cut cut = Cutter(op, rates, memory).best();
  if (!keeps(trace)) return cut.compute;
  unit_rate(rates, trace);
  apply(trace, "tile_step_s", cut.step, {{"unit_rate", "unit_rate"}});
  const bool split = cut.tile.splits > 1;
  apply(trace, split ? "tiles_s" : "compute_s", cut.tile,
        {{"units", rank_units_path}, {"batch", "=b"}, {"tile_step", "tile_step_s"}});
  if (split) {
    apply(trace, "compute_s", cut.split, {{"tiles_time", "tiles_s"}, {"bandwidth", rank_bandwidth_path}});
  }
  return cut.compute;
}

}  // namespace

ProductTime product_time(const Operator& op, const RankRates& rates, Bytes traffic, Trace* trace) {
  const Seconds memory =
      apply(trace, "memory_s", MemoryTime{traffic, rates.bandwidth, rates.product.bandwidth_share},
            {{"bytes", "bytes"}, {"bandwidth", rank_bandwidth_path}});
  if (rates.array_side <= 0) {
    const Seconds compute = tiled_compute(op, rates, memory, trace);
    if (!rates.power || rates.product.rate_per_watt <= 0) return {compute, memory, Seconds(0)};
    const PoweredTime powered{operator_ops(op, trace), *rates.power, rates.product.rate_per_watt};
    return {compute, memory, apply(trace, "powered_s", powered, {{"ops", "ops"}, {"power", "@power_limit_w"}})};
  }
  const SystolicTime systolic{
      op.m, op.n, op.k, op.batch, rates.array_side, rates.arrays, rates.peak, rates.product.compute_share};
  return {apply(trace, "compute_s", systolic,
                {{"peak", rank_peak_path}, {"side", "@array_side"}, {"arrays", rank_arrays_path}}),
          memory, Seconds(0)};
}

}  // namespace tilewise
