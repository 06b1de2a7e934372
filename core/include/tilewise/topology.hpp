#pragma once
// How the chips of one column are connected: what one rank can send inside a node and between nodes. Rates are
// one way and nominal, as the catalogue has them; the share that libraries reach is a calibration constant.

#include <optional>
#include <string_view>

#include <tilewise/catalogue.hpp>
#include <tilewise/quantity.hpp>

namespace tilewise {

// In the order of the words of the key `fab`.
enum class Fabric { nvswitch, nvlink, nvlink_bridge, pcie, pcie_p2p, host, ici };
[[nodiscard]] const char* word(Fabric fabric);
[[nodiscard]] Fabric fabric_named(std::string_view word);

struct Topology {
  Fabric fabric = Fabric::pcie;
  BytesPerSecond link;                // of one rank inside a node
  BytesPerSecond net;                 // of one rank between nodes
  BytesPerSecond host;                // of one rank to its host
  std::optional<Seconds> latency;     // of one step of a collective, instead of the calibrated one
  double node = 1;                    // ranks of one node; of a slice on TPUs
};

// The fabric a device comes with: what its link is called in the catalogue.
[[nodiscard]] Fabric fabric_of(const Device& device);

// The line rate of one chip on a fabric, one way; nullopt: not published.
[[nodiscard]] std::optional<BytesPerSecond> link_of(const Device& device, Fabric fabric);

// What servers of the family have between nodes, one way and chip: 100, 200 and 400 Gbit/s cards for V100, A100
// and later (DGX-1, DGX A100, DGX H100 data sheets).
[[nodiscard]] BytesPerSecond net_of(const Device& device);

// Chips of one node where nothing is said: of the catalogue's server, else eight. A TPU slice is one node.
[[nodiscard]] double chips_per_node(const Device& device);

}  // namespace tilewise
