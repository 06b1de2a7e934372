#pragma once
// How the chips of one column are connected: what one rank can send inside a node and between nodes. Rates are
// one way and nominal, as the catalogue has them; the share that libraries reach is a calibration constant.

#include <array>
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
  BytesPerSecond host_memory;         // at which the host's processor reads its memory, for one rank
  std::optional<Seconds> latency;     // of one step of a collective, instead of the calibrated one
  double node = 1;                    // ranks of one node; of a slice on TPUs
  std::array<double, 3> torus{1, 1, 1};  // chips along its axes
  double torus_axes = 1;              // that a chip has links for
  double chip_ranks = 1;
};

// A slice of `chips` as near to a cube (or a square) as its number allows.
[[nodiscard]] std::array<double, 3> usual_torus(double chips, double axes);

// The share of a chip's links that a collective over the first `ranks` ranks uses. Along an axis that closes to a
// ring both of its links; otherwise one ring goes round the slice, with the links of all axes but one (measured on
// 2x2x1). 1 where there is no torus.
[[nodiscard]] double torus_share(const Topology& topology, double ranks);

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
