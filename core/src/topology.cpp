#include <tilewise/topology.hpp>

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

}  // namespace tilewise
