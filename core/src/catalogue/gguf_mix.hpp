#pragma once
// The named mixes of GGUF files: which block type a tensor takes. Internal to weights.

#include <cstdint>
#include <string_view>

namespace tilewise {

// Block types of GGUF files, in 1/1,024 bit per element: the layout of a block over its elements.
enum class Block : std::uint16_t {
  base = 0,  // that of the mix
  iq1_s = 1600,
  iq1_m = 1792,
  iq2_xxs = 2112,
  iq2_xs = 2368,
  iq2_s = 2624,
  q2_k = 2688,
  iq3_xxs = 3136,
  iq3_s = 3520,
  q3_k = 3521,
  iq4_xs = 4352,
  q4_k = 4608,
  iq4_nl = 4609,
  q4_0 = 4610,
  q4_1 = 5120,
  q5_k = 5632,
  q5_0 = 5633,
  q5_1 = 6144,
  q6_k = 6720,
  q8_0 = 8704,
  f16 = 16384
};

// Which layers take the better type of a pair.
enum class Better : std::uint8_t { all, two, four, sixteenth, eighth, outer_and_thirds };

struct Pair {
  Block better = Block::base;
  Better where = Better::all;
  Block rest = Block::base;
};

struct Mix {
  std::string_view word;
  Block base;
  Block head = Block::q6_k;
  Block table = Block::base;
  Block few_values = Block::base;  // values, where four or more query heads share one
  Pair values = {};
  Pair down = {};
  Block out = Block::base;
  Block query_key = Block::base;
  Block middle_up = Block::base;  // up and gate outside the first and last eighth
  bool small = false;             // the rules of the mixes below 3 bit for mixtures of eight experts
  bool wide_out = true;           // eight experts: output projection in Q5_K
};

[[nodiscard]] const Mix* find_mix(std::string_view word);

}  // namespace tilewise
