#pragma once
// How a column's ranks share the work. The product of tp, pp, cp and dp is the number of ranks; expert ranks
// overlay data and tensor ranks. In inference the data ranks are replicas, each with a batch of its own.

namespace tilewise {

// How pipeline stages order their micro-batches, in the order of the words of the key `sch`.
enum class Schedule { gpipe, one_f_one_b, interleaved, zb_h1, zb_h2 };

struct Parallel {
  double tp = 1;   // tensor ranks: every product is cut over them
  bool sp = false; // sequence parallelism: what tensor ranks repeat is cut along the tokens
  double pp = 1;   // pipeline stages
  double vp = 1;   // interleaved chunks of layers per stage
  double dp = 1;   // data ranks
  double ep = 1;   // expert ranks
  double etp = 1;  // tensor ranks of an expert
  double cp = 1;   // context ranks
  int zero = 0;    // what data ranks shard: 1 optimizer, 2 and gradients, 3 and weights (Rajbhandari et al. 2020)
  // Attention by data ranks: each tensor rank has sequences of its own, with all their heads and cache; MLP and
  // experts stay cut.
  bool own_attention = false;
  bool layer_split = false;  // layers one after the other over devices: capacity, not speed

  // Ranks that share the heads of a sequence, and those that have sequences of their own.
  [[nodiscard]] double attention_cut() const { return own_attention ? 1 : tp; }
  [[nodiscard]] double attention_ranks() const { return own_attention ? tp : 1; }

  bool operator==(const Parallel&) const = default;
};

}  // namespace tilewise
