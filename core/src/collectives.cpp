#include <tilewise/collectives.hpp>

#include <tilewise/constants.hpp>

namespace tilewise {
namespace {

bool leaves_node(const RankGroup& group, const ResolvedColumn& column) {
  return group.ranks * group.apart > column.topology.node;
}

// What a rank reaches in a collective of its own, against the nominal rate.
BytesPerSecond reached(const RankGroup& group, const ResolvedColumn& column, bool ideal) {
  const Topology& topology = column.topology;
  const Calibration& c = column.calibration;
  // The cards of a node work side by side for the groups that cross it.
  const BytesPerSecond outside =
      topology.net * ((ideal ? 1 : c[constant::collective_net_share]) * max(topology.node / group.apart, 1));
  BytesPerSecond inside = topology.link * torus_share(topology, group.ranks * group.apart);
  if (!ideal) {
    switch (topology.fabric) {
      case Fabric::nvswitch:
      case Fabric::nvlink: inside = inside * c[constant::collective_nvlink_share]; break;
      case Fabric::nvlink_bridge: inside = inside * c[constant::collective_bridge_share]; break;
      case Fabric::ici: inside = inside * c[constant::collective_ici_share]; break;
      case Fabric::pcie_p2p: inside = inside * c[constant::collective_peer_share]; break;
      default: inside = inside * c[constant::collective_pcie_share]; break;
    }
  }
  return leaves_node(group, column) ? min(inside, outside) : inside;
}

// Switches that add up what passes through (NVLink 4 and later).
bool adds_in_switch(const ResolvedColumn& column, double ranks) {
  const std::string_view family = column.device->family;
  const bool recent = family == "hopper" || family.substr(0, 9) == "blackwell";
  return column.topology.fabric == Fabric::nvswitch && recent && ranks > 2 && ranks <= column.topology.node;
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
    if (!ideal && adds_in_switch(column, ranks)) rate = rate * c[constant::collective_switch_gain];
  }
  LibraryTime time;
  time.moved = moved;
  time.rate = rate;
  if (!ideal) {
    // Four ranks are measured; half of their start grows with each doubling.
    const Seconds start = seconds(c[ici ? constant::collective_ici_start_s : constant::collective_start_s]);
    const Seconds away = seconds(leaves_node(group, column) ? c[constant::collective_net_start_s] : 0);
    time.start = column.topology.latency.value_or(start * ((doublings(ranks) + 2) / 4) + away);
    if (!ici) time.ramp = seconds(c[constant::collective_ramp_s]);
  }
  time.ramp_bytes = bytes(c[constant::collective_ramp_bytes]);
  return apply(trace, path, time);
}

}  // namespace tilewise
