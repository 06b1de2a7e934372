#pragma once
// The formulas of a matrix product on tiles and on systolic arrays. Internal to time_product.cpp.

#include <cmath>

#include <tilewise/time.hpp>

namespace tilewise {

inline constexpr double systolic_row_grain = 8;
inline constexpr double usual_side = 128;
inline constexpr double loop_grain = 8;  // products along K are padded to it
inline constexpr double resident_elements =
    16384;  // outputs of the tiles that one processor works on at a time
inline constexpr double most_resident = 4;
// Lines of the operands that all processors together work along, and how many elements they then reach over before
// the memory's page tables no longer keep up.
inline constexpr double lines_in_flight = 14336;
inline constexpr double kept_reach = 2e8;
// Length of lines along K from which on the lines of a tile are on pages of their own.
inline constexpr double kept_line = 16384;
inline constexpr double partial_bytes = 4;  // partial sums of a split K are kept in 32 bit

// What one processor sustains: its share of the peak; shader units of cards with little power for their size what the
// power limit leaves of it.
struct UnitRate {
  static constexpr FormulaInfo info{"rates.unit", "peak * compute_share / units", "measurements"};
  OpsPerSecond peak;
  double compute_share = 0;
  double units = 1;
  [[nodiscard]] OpsPerSecond value() const { return peak * compute_share / units; }
  template <class V>
  void inputs(V& v) const {
    v("peak", peak);
    v("compute_share", compute_share);
    v("units", units);
  }
};

struct PoweredRate {
  static constexpr FormulaInfo info{"rates.powered-unit", "power * rate_per_watt / units", "measurements"};
  Watts power;
  double rate_per_watt = 0;
  double units = 1;
  [[nodiscard]] OpsPerSecond value() const { return OpsPerSecond(power.base() * rate_per_watt / units); }
  template <class V>
  void inputs(V& v) const {
    v("power", power);
    v("rate_per_watt", rate_per_watt);
    v("units", units);
  }
};

// What the power limit leaves time for: a product may start at the full clock of the units that it fills, but the card
// as a whole sustains so many operations a joule.
struct PoweredTime {
  static constexpr FormulaInfo info{"time.powered", "ops / (power * rate_per_watt)", "measurements"};
  Ops work;
  Watts power;
  double rate_per_watt = 0;
  [[nodiscard]] Seconds value() const { return work / OpsPerSecond(power.base() * rate_per_watt); }
  template <class V>
  void inputs(V& v) const {
    v("ops", work);
    v("power", power);
    v("rate_per_watt", rate_per_watt);
  }
};

// One step along K of one tile.
struct TileStep {
  static constexpr FormulaInfo info{
      "time.tile-step",
      "2 * tile_m * tile_n * (1 + tile_overhead * (1 / tile_m + 1 / tile_n) / 2 + narrow_penalty * narrow) * "
      "(1 + far_penalty * far + stride_penalty * along_k * long_lines) / (unit_rate * layout_share)",
      "measurements"};
  double tile_m = 0;
  double tile_n = 0;
  double tile_overhead = 0;
  double narrow_penalty = 0;
  double far_penalty = 0;
  double far = 0;
  double stride_penalty = 0;
  double along_k = 0;
  double long_lines = 0;
  double layout_share = 1;
  OpsPerSecond unit_rate;
  // What padding to a library's usual side of 128 would add.
  [[nodiscard]] double narrow() const { return max(usual_side / min(tile_m, tile_n) - 1, 0); }
  [[nodiscard]] Seconds value() const {
    const double edge = 1 + tile_overhead * (1 / tile_m + 1 / tile_n) / 2 + narrow_penalty * narrow();
    const double pages = 1 + far_penalty * far + stride_penalty * along_k * long_lines;
    return ops(2 * tile_m * tile_n * edge * pages) / (unit_rate * layout_share);
  }
  template <class V>
  void inputs(V& v) const {
    v("tile_m", tile_m);
    v("tile_n", tile_n);
    v("tile_overhead", tile_overhead);
    v("narrow_penalty", narrow_penalty);
    v("narrow", narrow());
    v("far_penalty", far_penalty);
    v("far", far);
    v("stride_penalty", stride_penalty);
    v("along_k", along_k);
    v("long_lines", long_lines);
    v("layout_share", layout_share);
    v("unit_rate", unit_rate);
  }
};

// One way of cutting a product into tiles of tile_m × tile_n and K into `splits` parts: waves of tiles over
// the processors, or the chain of steps along K that no number of processors shortens.
struct TileTime {
  static constexpr FormulaInfo info{
      "time.tiles",
      "max(waves * depth * tile_step + loop_overhead * loop, ceil(tiles / units / resident) * (depth + "
      "loop_overhead) * loop)",
      "measurements"};
  double m = 0;
  double n = 0;
  double k = 0;
  double batch = 1;
  double tile_m = 0;
  double tile_n = 0;
  double splits = 1;
  double units = 1;
  Seconds tile_step;
  Seconds loop;
  double loop_overhead = 0;
  double whole_wave_weight = 0;
  [[nodiscard]] double tiles() const {
    return std::ceil(m / tile_m) * std::ceil(n / tile_n) * batch * splits;
  }
  [[nodiscard]] double depth() const { return std::ceil(k / splits / loop_grain) * loop_grain; }
  [[nodiscard]] double waves() const {
    const double share = tiles() / units;
    return whole_wave_weight * std::ceil(share) + (1 - whole_wave_weight) * max(share, 1);
  }
  [[nodiscard]] double resident() const {
    return max(1, min(std::floor(resident_elements / (tile_m * tile_n)), most_resident));
  }
  [[nodiscard]] Seconds value() const {
    const Seconds busy = waves() * depth() * tile_step + loop_overhead * loop;
    const Seconds chain = std::ceil(tiles() / units / resident()) * (depth() + loop_overhead) * loop;
    return max(busy, chain);
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
    v("tiles", tiles());
    v("waves", waves());
    v("resident", resident());
    v("depth", depth());
    v("tile_step", tile_step);
    v("loop", loop);
    v("loop_overhead", loop_overhead);
    v("whole_wave_weight", whole_wave_weight);
  }
};

// Adding up the parts of a split K.
struct SplitTime {
  static constexpr FormulaInfo info{
      "time.split",
      "tiles_time + split_traffic * partial_bytes * splits * batch * m * n / "
      "(bandwidth * bandwidth_share)",
      "measurements"};
  Seconds tiles;
  double split_traffic = 0;
  double splits = 1;
  double batch = 1;
  double m = 0;
  double n = 0;
  BytesPerSecond bandwidth;
  double bandwidth_share = 0;
  [[nodiscard]] Seconds value() const {
    return tiles +
           bytes(split_traffic * partial_bytes * splits * batch * m * n) / (bandwidth * bandwidth_share);
  }
  template <class V>
  void inputs(V& v) const {
    v("tiles_time", tiles);
    v("split_traffic", split_traffic);
    v("partial_bytes", partial_bytes);
    v("splits", splits);
    v("batch", batch);
    v("m", m);
    v("n", n);
    v("bandwidth", bandwidth);
    v("bandwidth_share", bandwidth_share);
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
    const double rows = max(std::ceil(m / systolic_row_grain) * systolic_row_grain, side);
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

}  // namespace tilewise
