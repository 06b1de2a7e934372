#pragma once
// The claims of the essay of 2018, each computed again: through the text API where the core answers it, from
// published rates where it does not.

#include <span>
#include <string>
#include <string_view>

namespace tilewise::testing {

// The essay's comparison: TPU v2 as the essay saw it (600 GB/s), V100, RTX 2080 Ti. `product` is MxNxK.
[[nodiscard]] std::string essay_link(const std::string& product, const std::string& more = {},
                                     const std::string& model = "essay-2018");

// Time of column 1 (V100) or 2 (RTX 2080 Ti) over the time of column 0 (TPU).
[[nodiscard]] double ratio_to_tpu(const std::string& link, int column);

enum class Outcome { holds, nearly, fails };

struct Claim {
  std::string_view id;
  Outcome outcome;
  double (*recompute)();  // in the unit of the claim
};

[[nodiscard]] std::span<const Claim> claims();
[[nodiscard]] const Claim* find_claim(std::string_view id);

// What a claim comes to; NaN for an id that is not there.
[[nodiscard]] double recomputed(std::string_view id);

}  // namespace tilewise::testing
