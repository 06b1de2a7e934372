#pragma once
// What one step of a workload runs on a rank: the pass of a prompt, of a chunk of it, or of one token.
// Internal to memory and to the estimate.

#include <array>
#include <string>
#include <vector>

#include <tilewise/collectives.hpp>
#include <tilewise/place.hpp>

namespace tilewise {

// How a step goes through the devices. Here all parts are equal.
struct Rounds {
  double sequences = 1;  // of one pass
  double parts = 1;      // of the batch, each with a pass of its own, so that all stages of a pipeline work
  double chunks = 1;     // of a prompt, each after the cache of those before it
  double line = 1;       // stages that work side by side; of uneven ones the heaviest counts
  [[nodiscard]] double passes() const { return parts * chunks; }
};
[[nodiscard]] Rounds rounds_of(const Resolved& resolved, const ResolvedColumn& column);

// Tokens of a prompt that are computed: what is not in the prefix cache.
[[nodiscard]] inline double read_tokens(const Resolved& resolved, const ResolvedColumn& column) {
  return resolved.sequence - column.serving.cached_tokens;
}

// One pass on one rank: of a prompt or a chunk of it, or of one token of each sequence.
[[nodiscard]] Pass inference_pass(const Resolved& resolved, const ResolvedColumn& column, const Rounds& rounds);

// Heads of keys and values that one rank keeps. Where there are fewer than ranks, engines repeat them; compilers cut
// the cache by sequences instead (Pope et al. 2022, section 3.3).
[[nodiscard]] double served_kv_heads(const Shape& shape, const ResolvedColumn& column);

// The model as one rank serves it: cut over the tensor ranks; experts as well, unless they have ranks of their own.
[[nodiscard]] Shape served_shape(const Resolved& resolved, const ResolvedColumn& column);

// The attention of one rank as it is served: over its share of the keys and values.
void place_attention(const Resolved& resolved, const ResolvedColumn& column, Operator& op);

// The operators of the step; those of several passes run once for each of them.
[[nodiscard]] std::vector<Operator> step_operators(const Resolved& resolved, const ResolvedColumn& column,
                                                   const Rounds& rounds);

// What the ranks of a replica send each other in a step.
struct Exchange {
  const char* name = "";  // of its item
  Collective kind = Collective::all_reduce;
  RankGroup group;
  Bytes size;        // as collective_time() takes it
  double repeat = 1;
};
// One of a kind at most: no list that grows.
class Exchanges {
 public:
  void add(const Exchange& one) { list_[count_++] = one; }
  [[nodiscard]] const Exchange* begin() const { return list_.data(); }
  [[nodiscard]] const Exchange* end() const { return list_.data() + count_; }

 private:
  std::array<Exchange, 4> list_{};
  std::size_t count_ = 0;
};
[[nodiscard]] Exchanges step_exchanges(const Resolved& resolved, const ResolvedColumn& column,
                                                   const Rounds& rounds);

// "qkv", or "backward.qkv" in training: where the time of an operator is shown.
[[nodiscard]] std::string item_name(const Operator& op);

}  // namespace tilewise
