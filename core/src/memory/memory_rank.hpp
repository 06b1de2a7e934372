#pragma once
// What of a model is on one rank, and what its stack keeps beside it. Internal to memory.

#include <string_view>
#include <vector>

#include <tilewise/memory.hpp>
#include <tilewise/memory_formulas.hpp>

namespace tilewise {

enum class Stage { first, last };  // of a pipeline; one rank alone is both

// Shares of the heaviest rank of a stage. Tables are on the first stage, the output matrix on the last; a
// tied table is on both.
struct RankShare {
  double stages = 1;
  double layers = 0;  // of the fullest stage
  double heads = 0;
  double kv_heads = 0;      // never below one
  double mlp_split = 1;     // ranks that share a dense MLP
  double expert_split = 1;  // ranks that share the MLP of one expert
  ModelWeights weights;     // elements on the rank, before data ranks shard them
};
[[nodiscard]] RankShare rank_share(const Resolved& resolved, const ResolvedColumn& column, Stage stage);

// Adds items under their path: "memory.items.NAME.bytes", or host_items.
class ItemList {
 public:
  explicit ItemList(Trace* trace, const char* place = "memory.items.") : trace_(trace), place_(place) {}

  template <class F>
  Bytes add(std::string_view name, const F& formula, std::initializer_list<Ref> refs = {}) {
    const Bytes value = keeps(trace_) ? apply(trace_, path_of(name), formula, refs) : formula.value();
    items_.push_back({name, value});
    return value;
  }
  // A sum whose parts are explained one by one.
  void add_parts(std::string_view name, std::vector<SumPart> parts);
  [[nodiscard]] std::string path_of(std::string_view name) const;
  [[nodiscard]] std::vector<MemoryItem> take() { return std::move(items_); }
  [[nodiscard]] Bytes sum() const;
  [[nodiscard]] Trace* trace() const { return trace_; }

 private:
  Trace* trace_;
  const char* place_;
  std::vector<MemoryItem> items_;
};

// Weights of one rank by kind of tensor.
void add_weights(ItemList& items, const ModelWeights& weights, double shards);

struct OnRank {
  std::vector<MemoryItem> items;
  std::vector<MemoryItem> host;
  Bytes slack;
};
[[nodiscard]] OnRank training_memory(const Resolved& resolved, const ResolvedColumn& column, Stage stage,
                                     Trace* trace);
// Keys and values of one token at one rank, all layers counted as full ones.
[[nodiscard]] Bytes token_bytes(const Resolved& resolved, const ResolvedColumn& column);
[[nodiscard]] OnRank inference_memory(const Resolved& resolved, const ResolvedColumn& column, Trace* trace);

// MLP width that works on one token: of a dense layer, or of the chosen and shared experts.
[[nodiscard]] double mlp_width_per_token(const Shape& shape);

}  // namespace tilewise
