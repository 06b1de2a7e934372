#include "catalogue/gguf_mix.hpp"

#include <array>

namespace tilewise {
namespace {

using B = Block;
using W = Better;

constexpr Pair outer6{B::q6_k, W::outer_and_thirds, B::base};
constexpr Pair first_iq3{B::iq3_s, W::eighth, B::base};
constexpr Pair first_q2{B::q2_k, W::eighth, B::base};

// llama_tensor_get_type of llama.cpp, as a table; IQ mixes with an importance matrix, as they are published.
// Columns: word, base, head, table, few_values, values, down, out, query_key, middle_up, small, wide_out.
// clang-format off
constexpr std::array mixes = {
    Mix{"q8-0", B::q8_0, B::q8_0, B::base, B::base, {}, {}, B::base, B::base, B::base, false, false},
    Mix{"q6-k", B::q6_k, B::q6_k, B::base, B::base, {}, {}, B::base, B::base, B::base, false, false},
    Mix{"q5-k-m", B::q5_k, B::q6_k, B::base, B::base, outer6, outer6, B::base, B::base, B::base, false, false},
    Mix{"q5-k-s", B::q5_k, B::q6_k, B::base, B::base, {}, {}, B::base, B::base, B::base, false, false},
    Mix{"q5-1", B::q5_1, B::q6_k, B::base, B::base, {}, {}, B::base, B::base, B::base, false, false},
    Mix{"q5-0", B::q5_0, B::q6_k, B::base, B::base, {}, {}, B::base, B::base, B::base, false, false},
    Mix{"q4-k-m", B::q4_k, B::q6_k, B::base, B::base, outer6, outer6},
    Mix{"q4-k-s", B::q4_k, B::q6_k, B::base, B::base, {B::q5_k, W::four, B::base}, {B::q5_k, W::eighth, B::base}},
    Mix{"q4-1", B::q4_1, B::q6_k, B::base, B::base, {}, {}, B::base, B::base, B::base, false, false},
    Mix{"q4-0", B::q4_0, B::q6_k, B::base, B::base, {}, {}, B::base, B::base, B::base, false, false},
    Mix{"iq4-nl", B::iq4_nl, B::q6_k, B::base, B::q5_k},
    Mix{"iq4-xs", B::iq4_xs, B::q6_k, B::base, B::q5_k},
    Mix{"q3-k-l", B::q3_k, B::q6_k, B::base, B::base, {B::q5_k}, {B::q5_k}, B::q5_k, B::base, B::base, false, false},
    Mix{"q3-k-m", B::q3_k, B::q6_k, B::base, B::base, {B::q5_k, W::two, B::q4_k}, {B::q5_k, W::sixteenth, B::q4_k}, B::q4_k},
    Mix{"q3-k-s", B::q3_k},
    Mix{"iq3-m", B::iq3_s, B::q6_k, B::base, B::base, {B::q4_k}, {B::q4_k, W::eighth, B::base}, B::q4_k},
    Mix{"iq3-s", B::iq3_s, B::q6_k, B::base, B::q4_k},
    Mix{"iq3-xs", B::iq3_s, B::q6_k, B::base, B::q4_k, {}, {}, B::base, B::iq3_xxs, B::iq3_xxs},
    Mix{"iq3-xxs", B::iq3_xxs, B::q5_k, B::iq3_s, B::q4_k, {}, {}, B::iq3_s, B::iq2_s},
    Mix{"q2-k", B::q2_k, B::q6_k, B::base, B::q4_k, {B::q3_k}, {B::q3_k}, B::q3_k},
    Mix{"q2-k-s", B::q2_k, B::q6_k, B::base, B::q4_k, {}, {B::q4_k, W::eighth, B::base}, B::base, B::base, B::base, false, false},
    Mix{"iq2-m", B::iq2_s, B::q5_k, B::iq3_s, B::q4_k, {B::iq3_s}, first_iq3, B::iq3_s, B::base, B::base, true},
    Mix{"iq2-s", B::iq2_xs, B::q5_k, B::iq3_s, B::q4_k, {B::iq3_s}, first_iq3, B::iq3_s, B::base, B::base, true},
    Mix{"iq2-xs", B::iq2_xs, B::q5_k, B::q2_k, B::q4_k, {B::q2_k}, first_q2, B::base, B::base, B::base, true},
    Mix{"iq2-xxs", B::iq2_xxs, B::q5_k, B::q2_k, B::q4_k, {B::q2_k}, first_q2, B::base, B::base, B::base, true},
    Mix{"iq1-m", B::iq1_m, B::q5_k, B::q2_k, B::q4_k, {B::q2_k}, first_q2, B::iq2_xxs, B::base, B::base, true},
    Mix{"iq1-s", B::iq1_s, B::q5_k, B::q2_k, B::q4_k, {B::q2_k}, first_q2, B::iq2_xxs, B::base, B::base, true},
};
// clang-format on

}  // namespace

const Mix* find_mix(std::string_view word) {
  for (const Mix& mix : mixes) {
    if (mix.word == word) return &mix;
  }
  return nullptr;
}

}  // namespace tilewise
