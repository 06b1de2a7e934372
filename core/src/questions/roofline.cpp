#include <tilewise/roofline.hpp>

#include "estimate/estimate_time.hpp"
#include "place/place_inference.hpp"
#include "place/place_serving.hpp"

namespace tilewise {
namespace {

struct Intensity {
  static constexpr FormulaInfo info{"roofline.intensity", "ops / bytes", "roofline2009"};
  Ops work;
  Bytes traffic;
  [[nodiscard]] OpsPerByte value() const { return work / traffic; }
  template <class V>
  void inputs(V& v) const {
    v("ops", work);
    v("bytes", traffic);
  }
};

struct ReachedRate {
  static constexpr FormulaInfo info{"roofline.rate", "ops / seconds", ""};
  Ops work;
  Seconds time;
  [[nodiscard]] OpsPerSecond value() const { return work / time; }
  template <class V>
  void inputs(V& v) const {
    v("ops", work);
    v("seconds", time);
  }
};

struct IdealRate {
  static constexpr FormulaInfo info{"roofline.ideal", "min(peak, intensity * bandwidth)", "roofline2009"};
  OpsPerSecond peak;
  OpsPerByte intensity;
  BytesPerSecond bandwidth;
  [[nodiscard]] OpsPerSecond value() const {
    const OpsPerSecond fed = intensity * bandwidth;
    return fed < peak ? fed : peak;
  }
  template <class V>
  void inputs(V& v) const {
    v("peak", peak);
    v("intensity", intensity);
    v("bandwidth", bandwidth);
  }
};

struct RidgePoint {
  static constexpr FormulaInfo info{"roofline.ridge", "peak / bandwidth", "roofline2009"};
  OpsPerSecond peak;
  BytesPerSecond bandwidth;
  [[nodiscard]] OpsPerByte value() const { return peak / bandwidth; }
  template <class V>
  void inputs(V& v) const {
    v("peak", peak);
    v("bandwidth", bandwidth);
  }
};

// The work of one item, gathered from its parts.
struct Item {
  std::string name;
  Ops work;
  Bytes traffic;
};

std::vector<Item> items_of(const std::vector<Operator>& operators, const RankRates& rates) {
  std::vector<Item> out;
  for (const Operator& op : operators) {
    const std::string name = item_name(op);
    std::size_t at = 0;
    while (at < out.size() && out[at].name != name) ++at;
    if (at == out.size()) out.push_back({name, {}, {}});
    out[at].work += ops(op.ops * op.repeat);
    out[at].traffic += operator_bytes(op, rates, nullptr) * op.repeat;
  }
  return out;
}

// A step at the mean length of the cache, where that grows. A prompt in chunks does the work of the whole prompt.
std::vector<Operator> mean_operators(const Resolved& resolved, const ResolvedColumn& column) {
  Resolved mean = resolved;
  if (resolved.workload == Workload::decode) mean.sequence += (resolved.output - 1) / 2;
  Rounds rounds = rounds_of(mean, column);
  rounds.chunks = 1;
  return step_operators(mean, column, rounds);
}

const TimeItem* item_named(const TimeEstimate& time, const std::string& name) {
  for (const TimeItem& item : time.items) {
    if (item.name == name) return &item;
  }
  return nullptr;
}

// `time_path`: where the time is explained; empty where it is of a part of a step.
RooflinePoint point_of(const Item& item, Seconds time, const std::string& time_path, const Roofline& roof,
                       Trace* trace) {
  RooflinePoint out;
  out.name = item.name;
  out.work = item.work;
  out.traffic = item.traffic;
  out.time = time;
  const TraceScope scope(trace, "roofline." + item.name);
  out.intensity = apply(trace, "intensity_ops_per_byte", Intensity{item.work, item.traffic});
  out.rate = apply(trace, "rate_ops_per_s", ReachedRate{item.work, time}, {{"seconds", time_path.c_str()}});
  out.ideal = apply(trace, "ideal_ops_per_s", IdealRate{roof.peak, out.intensity, roof.bandwidth},
                    {{"peak", rank_peak_path},
                     {"intensity", "intensity_ops_per_byte"},
                     {"bandwidth", rank_bandwidth_path}});
  return out;
}

}  // namespace

std::optional<Roofline> roofline_of(const Resolved& resolved, const ResolvedColumn& column,
                                    const ColumnEstimate& estimate, Trace* trace) {
  if (!estimate.time) return std::nullopt;
  const bool whole_chip = resolved.workload == Workload::matmul;
  const auto rates = rank_rates(column, whole_chip, nullptr);
  if (!rates) return std::nullopt;
  Roofline out;
  out.peak = rates->peak;
  out.bandwidth = rates->bandwidth;
  out.ridge = apply(trace, "roofline.ridge_ops_per_byte", RidgePoint{out.peak, out.bandwidth},
                    {{"peak", rank_peak_path}, {"bandwidth", rank_bandwidth_path}});
  // In serving, generation alone: prompts are read beside it.
  const bool served = resolved.workload == Workload::serve;
  const Resolved part = served ? served_parts(resolved, column).generation : resolved;
  std::optional<EssayTiles> tiles;
  const std::optional<TimeEstimate> time = served ? estimate_time(part, column, nullptr, tiles) : estimate.time;
  if (!time) return std::nullopt;
  for (const Item& item : items_of(mean_operators(part, column), *rates)) {
    const TimeItem* found = item_named(*time, item.name);
    if (found == nullptr || item.work <= Ops(0) || item.traffic <= Bytes(0) || found->seconds <= Seconds(0)) continue;
    const std::string path = served ? std::string() : "/time.items." + item.name + ".seconds";
    out.points.push_back(point_of(item, found->seconds, path, out, trace));
  }
  return out;
}

}  // namespace tilewise
