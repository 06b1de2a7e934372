#include <cmath>

#include <tilewise/time.hpp>

namespace tilewise {
namespace {

constexpr double binary_giga = 1073741824.0 / 1e9;

struct TileCount {
  static constexpr FormulaInfo info{"essay.tiles", "ceil(rows / side) * ceil(columns / side)", "dettmers2018"};
  double rows = 0;
  double columns = 0;
  double side = 0;
  [[nodiscard]] double value() const { return std::ceil(rows / side) * std::ceil(columns / side); }
  template <class V>
  void inputs(V& v) const {
    v("rows", rows);
    v("columns", columns);
    v("side", side);
  }
};

struct AllPairs {
  static constexpr FormulaInfo info{"essay.loads", "batch * a_tiles * b_tiles", "dettmers2018"};
  double batch = 0;
  double a_tiles = 0;
  double b_tiles = 0;
  [[nodiscard]] double value() const { return batch * a_tiles * b_tiles; }
  template <class V>
  void inputs(V& v) const {
    v("batch", batch);
    v("a_tiles", a_tiles);
    v("b_tiles", b_tiles);
  }
};

struct MatchingPairs {
  static constexpr FormulaInfo info{"essay.loads-corrected",
                                    "batch * ceil(m / side) * ceil(k / side) * ceil(n / side)", "dettmers2018"};
  double batch = 0;
  double m = 0;
  double k = 0;
  double n = 0;
  double side = 0;
  [[nodiscard]] double value() const {
    return batch * std::ceil(m / side) * std::ceil(k / side) * std::ceil(n / side);
  }
  template <class V>
  void inputs(V& v) const {
    v("batch", batch);
    v("m", m);
    v("k", k);
    v("n", n);
    v("side", side);
  }
};

struct LoadedBytes {
  static constexpr FormulaInfo info{"essay.bytes", "loads * side * side * element_bytes", "dettmers2018"};
  double loads = 0;
  double side = 0;
  double element_bytes = 0;
  [[nodiscard]] Bytes value() const { return bytes(loads * side * side * element_bytes); }
  template <class V>
  void inputs(V& v) const {
    v("loads", loads);
    v("side", side);
    v("element_bytes", element_bytes);
  }
};

struct LoadTime {
  static constexpr FormulaInfo info{"essay.time", "bytes / (bandwidth * giga)", "dettmers2018"};
  Bytes loaded;
  BytesPerSecond bandwidth;
  double giga = 1;  // 2^30 / 10^9 as published, 1 in the corrected form
  [[nodiscard]] Seconds value() const { return loaded / (bandwidth * giga); }
  template <class V>
  void inputs(V& v) const {
    v("bytes", loaded);
    v("bandwidth", bandwidth);
    v("giga", giga);
  }
};

struct Tile {
  double side;
  double element_bytes;
};

// The essay's tile sides: 96 at 16 bit, 64 at 32, 128 at 8 on GPUs; the TPU always 128 at 16 bit.
Tile tile_of(const ResolvedColumn& column) {
  if (column.device->kind == DeviceKind::tpu) return {128, 2};
  if (column.activation_bytes == 4) return {64, 4};
  if (column.precision.asked == "int8" || column.precision.asked == "fp8") return {128, 1};
  return {96, 2};
}

}  // namespace

EssayTiles essay_tiles(const Operator& op, const ResolvedColumn& column, BytesPerSecond bandwidth, bool corrected,
                       Trace* trace) {
  const Tile tile = tile_of(column);
  EssayTiles out;
  out.side = tile.side;
  out.a_tiles = apply(trace, "tiles.a", TileCount{op.m, op.k, tile.side}, {{"rows", "=mm"}, {"columns", "=mm"}});
  out.b_tiles = apply(trace, "tiles.b", TileCount{op.k, op.n, tile.side}, {{"rows", "=mm"}, {"columns", "=mm"}});
  out.loads = corrected ? apply(trace, "tiles.loads", MatchingPairs{op.batch, op.m, op.k, op.n, tile.side},
                                {{"batch", "=b"}, {"m", "=mm"}, {"k", "=mm"}, {"n", "=mm"}})
                        : apply(trace, "tiles.loads", AllPairs{op.batch, out.a_tiles, out.b_tiles},
                                {{"batch", "=b"}, {"a_tiles", "tiles.a"}, {"b_tiles", "tiles.b"}});
  out.bytes = apply(trace, "tiles.bytes", LoadedBytes{out.loads, tile.side, tile.element_bytes},
                    {{"loads", "tiles.loads"}});
  out.seconds = apply(trace, "seconds", LoadTime{out.bytes, bandwidth, corrected ? 1 : binary_giga},
                      {{"bytes", "tiles.bytes"}, {"bandwidth", rank_bandwidth_path}});
  return out;
}

}  // namespace tilewise
