#include <tilewise/topology.hpp>

#include <cmath>

namespace tilewise {
namespace {

constexpr double usual_node = 8;
constexpr double usual_pcie = 32;  // GB/s one way: 4.0 with 16 lanes, where the catalogue knows no generation

struct FamilyNet {
  std::string_view family;
  double gigabytes_per_second;
};
constexpr FamilyNet family_nets[] = {{"volta", 12.5},   {"ampere", 25},          {"hopper", 50},
                                     {"blackwell", 50}, {"blackwell-ultra", 100}, {"tpu", 6.25}};
constexpr double usual_net = 12.5;

// Sides from which links close the rings of a slice: optically switched cubes, and whole pods of two axes.
constexpr double cube_side = 4;
constexpr double pod_side = 16;

bool has(std::string_view text, std::string_view part) { return text.find(part) != std::string_view::npos; }

}  // namespace

const char* word(Fabric fabric) {
  switch (fabric) {
    case Fabric::nvswitch: return "nvswitch";
    case Fabric::nvlink: return "nvlink";
    case Fabric::nvlink_bridge: return "nvlink-bridge";
    case Fabric::pcie: return "pcie";
    case Fabric::pcie_p2p: return "pcie-p2p";
    case Fabric::host: return "host";
    case Fabric::ici: return "ici";
  }
  return "";
}

Fabric fabric_named(std::string_view word_given) {
  for (int i = 0; i <= static_cast<int>(Fabric::ici); ++i) {
    if (word(static_cast<Fabric>(i)) == word_given) return static_cast<Fabric>(i);
  }
  return Fabric::pcie;
}

Fabric fabric_of(const Device& device) {
  if (has(device.link_type, "ICI") || device.kind == DeviceKind::tpu) return Fabric::ici;
  // Bridges join two cards and are bought apart.
  if (!device.link_one_way || has(device.link_type, "bridge")) return Fabric::pcie;
  return has(device.topology, "NVSwitch") && !has(device.topology, "mesh") ? Fabric::nvswitch : Fabric::nvlink;
}

std::optional<BytesPerSecond> link_of(const Device& device, Fabric fabric) {
  const bool by_host = fabric == Fabric::pcie || fabric == Fabric::pcie_p2p || fabric == Fabric::host;
  if (!by_host) return device.link_one_way;
  if (device.host_one_way) return device.host_one_way;
  return gigabytes_per_second(usual_pcie);
}

BytesPerSecond net_of(const Device& device) {
  for (const FamilyNet& known : family_nets) {
    if (device.family.substr(0, known.family.size()) == known.family && (known.family == "tpu" || device.family == known.family)) {
      return gigabytes_per_second(known.gigabytes_per_second);
    }
  }
  return gigabytes_per_second(usual_net);
}

double chips_per_node(const Device& device) {
  if (fabric_of(device) == Fabric::ici) return 1e9;
  return device.server_devices.value_or(usual_node);
}

std::array<double, 3> usual_torus(double chips, double axes) {
  std::array<double, 3> torus{1, 1, 1};
  const std::size_t last = axes > 2 ? 2 : 1;
  double factor = 2;
  while (chips > 1) {
    if (std::floor(chips / factor) * factor != chips) {
      factor += 1;
      continue;
    }
    std::size_t shortest = 0;
    for (std::size_t i = 1; i <= last; ++i) {
      if (torus[i] < torus[shortest]) shortest = i;
    }
    torus[shortest] *= factor;
    chips /= factor;
  }
  return torus;
}

double torus_share(const Topology& topology, double ranks) {
  if (topology.fabric != Fabric::ici) return 1;
  const double closes = topology.torus_axes > 2 ? cube_side : pod_side;
  double chips = topology.chip_ranks;
  double rings = 0;
  for (const double side : topology.torus) {
    if (chips < ranks && side >= closes) rings += 1;
    chips *= side;
  }
  return max(rings, topology.torus_axes - 1) / topology.torus_axes;
}

}  // namespace tilewise
