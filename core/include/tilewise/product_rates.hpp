#pragma once
// What a matrix product and other kernels reach of a rank's published rates, by the kind of device and by
// what the product runs on. Values come from core/data/calibration/products.json; a device or kind that
// nobody measured takes the value of its class, else the general one.

#include <array>

#include <tilewise/calibration.hpp>
#include <tilewise/catalogue.hpp>
#include <tilewise/stack.hpp>

namespace tilewise {

// What a product runs on: shader units, or matrix units by format.
enum class ProductClass { shader, tensor, tf32, fp8, int8 };

[[nodiscard]] ProductClass product_class(const Device& device, Format used);

// Of one rank's processor, constants of one kind of device and class.
struct ProductConstants {
  double compute_share = 0;  // of the peak, inside a large tile's loop; at most 1 with the card's own factor
  double tile_overhead = 0;  // elements: edge work of a tile against its area
  double narrow_penalty = 0;     // more work of a tile with a side below 128, of what padding to it would add
  double loop_s = 0;         // least time of one step along K of a tile, however small
  double loop_overhead = 0;      // steps along K that start and end of a tile's loop cost
  double bandwidth_share = 0;    // of the memory bandwidth; at most 1 with the card's own factor
  double whole_wave_weight = 0;  // between counting waves as fractions (0) and as whole (1)
  double far_penalty = 0;        // of operands that reach over more memory than its page tables keep
  double along_factor = 1;       // rate where both operands lie along K against the rate of other layouts
  double stride_penalty = 0;     // of lines along K so long that each is on pages of its own
  double overlap = 0;            // share of the shorter of compute and memory that is not hidden
  double rate_per_watt = 0;      // FLOP/s that a watt of the power limit sustains; 0: not a limit
  double clock_per_watt = 0;     // the same of shader units, whose clock follows the limit: 0: not a limit
  double split_traffic = 0;      // passes over the partial sums of a split K
};

[[nodiscard]] ProductConstants product_constants(Calibration calibration, const Device& device, Format used);

// Kernels that only stream: one per Sweep.
struct SweepConstants {
  double passes = 1;         // traffic against what has to move
  double again = 0;          // of it, read once more when the rows in flight outgrow the cache
  double room = 1;           // share of the cache that rows in flight may fill
  double launch_factor = 1;  // against a product's launch
};
struct StreamConstants {
  double stream_share = 0;   // of the memory bandwidth; at most 1 with the card's own factor
  std::array<SweepConstants, 4> sweeps;
};

[[nodiscard]] StreamConstants stream_constants(Calibration calibration, const Device& device);

// One launch, as the stack makes it, on this card.
[[nodiscard]] double launch_seconds(Calibration calibration, const Device& device, Stack stack);

}  // namespace tilewise
