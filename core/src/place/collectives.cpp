#include <tilewise/collectives.hpp>

#include <tilewise/constants.hpp>

namespace tilewise {
namespace {

bool leaves_node(const RankGroup& group, const ResolvedColumn& column) {
  return group.ranks * group.apart > column.topology.node;
}

// Rows of the table are in the order of the fabrics' words.
const Constant (&constants_of(Fabric fabric))[collective_table::column_count] {
  return collective_table::cells[static_cast<std::size_t>(fabric)];
}

// What a rank reaches in a collective of its own, against the nominal rate.
BytesPerSecond reached(const RankGroup& group, const ResolvedColumn& column, bool ideal) {
  const Topology& topology = column.topology;
  const Calibration& c = column.calibration;
  // The cards of a node work side by side for the groups that cross it.
  const BytesPerSecond outside =
      topology.net * ((ideal ? 1 : c[constant::collective_net_share]) * max(topology.node / group.apart, 1));
  BytesPerSecond inside = topology.link * torus_share(topology, group.ranks * group.apart);
  if (!ideal) inside = inside * c[constants_of(topology.fabric)[collective_table::share]];
  return leaves_node(group, column) ? min(inside, outside) : inside;
}

// Switches that add up what passes through (NVLink 4 and later): a rank sends its values once and gets the sums once.
// Libraries take the ring where that moves less.
bool adds_in_switch(const ResolvedColumn& column, double ranks) {
  const std::string_view family = column.device->family;
  const bool recent = family == "hopper" || family.substr(0, 9) == "blackwell";
  return column.topology.fabric == Fabric::nvswitch && recent && ranks <= column.topology.node;
}

// Engines add small sums up in one kernel, where each rank reads the memory of the others over NVLink.
bool has_own_kernel(Collective kind, const RankGroup& group, const ResolvedColumn& column) {
  const bool joined = column.topology.fabric <= Fabric::nvlink_bridge;  // those of NVLink come first
  return kind == Collective::all_reduce && joined && is_engine(column.stack) && !leaves_node(group, column);
}

}  // namespace

double doublings(double ranks) {
  double count = -1;
  for (; ranks >= 2; ranks /= 2) count += 1;
  return count + ranks;
}

Seconds collective_time(Collective kind, RankGroup group, Bytes size, const ResolvedColumn& column, bool ideal,
                        Trace* trace, std::string_view path) {
  const double ranks = group.ranks;
  if (ranks <= 1) return Seconds(0);
  const Calibration& c = column.calibration;
  const bool ici = column.topology.fabric == Fabric::ici;
  BytesPerSecond rate = reached(group, column, ideal);
  Bytes moved = size;
  if (kind == Collective::all_reduce) {
    moved = size * (2 * (ranks - 1) / ranks);
    if (!ideal && adds_in_switch(column, ranks)) moved = min(moved, size * c[constant::collective_switch_moves]);
  }
  LibraryTime time;
  time.moved = moved;
  time.rate = rate;
  if (!ideal) {
    // Four ranks are measured; half of their start grows with each doubling.
    const Seconds start = seconds(c[constants_of(column.topology.fabric)[collective_table::start_s]]);
    const Seconds away = seconds(leaves_node(group, column) ? c[constant::collective_net_start_s] : 0);
    time.start = column.topology.latency.value_or(start * ((doublings(ranks) + 2) / 4) + away);
    if (!ici) time.ramp = seconds(c[constant::collective_ramp_s]);
    if (has_own_kernel(kind, group, column)) {
      const double share = c[constant::collective_engine_share];
      if (!column.topology.latency) time.start = time.start * share;
      time.ramp = time.ramp * share;
    }
  }
  time.ramp_bytes = bytes(c[constant::collective_ramp_bytes]);
  return apply(trace, path, time);
}

}  // namespace tilewise
