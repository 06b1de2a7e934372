#include "memory/memory_rank.hpp"

#include <cmath>

#include <tilewise/constants.hpp>
#include <tilewise/parameters.hpp>

#include "memory/memory_stack.hpp"
#include "place/place_inference.hpp"

namespace tilewise {
double stack_constant(const ResolvedColumn& column, std::size_t what) {
  const std::string_view stack = word(is_vllm(column.stack) ? Stack::vllm : column.stack);
  std::size_t row = 0;
  while (row + 1 < memory_table::row_count && memory_table::rows[row] != stack) ++row;
  return column.calibration[memory_table::cells[row][what]];
}

RankShare rank_share(const Resolved& resolved, const ResolvedColumn& column, Stage stage) {
  const Shape& shape = resolved.shape;
  const Parallel& parallel = column.parallel;
  RankShare out;
  out.stages = parallel.layer_split ? column.ranks : parallel.pp;
  out.layers = std::ceil(shape.layers / out.stages);
  // With attention of its own a rank has all heads, and for its tokens the MLP's work that all ranks together do for it.
  const double cut = parallel.attention_cut();
  out.heads = std::ceil(shape.heads / cut);
  out.kv_heads = max(std::ceil(shape.kv_heads / cut), 1);
  if (resolved.workload != Workload::train) out.kv_heads = min(served_kv_heads(shape, column), out.kv_heads);
  out.mlp_split = cut;
  const double experts = parallel.ep * parallel.etp;
  out.expert_split = experts > 1 ? parallel.etp : parallel.tp;
  out.weights = column.weights;
  const double share = out.layers / shape.layers;
  const double attention =
      parallel.own_attention ? shape.layers * attention_matrices(shape).sum() / out.weights.layers.elements : 0;
  out.weights.layers.elements *= share * (attention + (1 - attention) / parallel.tp);
  out.weights.experts.elements *= share / (experts > 1 ? experts : parallel.tp);
  out.weights.small.elements *= share;
  out.weights.tables.elements /= parallel.tp;
  out.weights.head.elements /= parallel.tp;
  if (out.stages == 1) return out;
  const bool tied = out.weights.head.elements == 0;
  if (stage == Stage::first) out.weights.head.elements = 0;
  if (stage == Stage::last && !tied) out.weights.tables.elements = 0;
  return out;
}

std::string ItemList::path_of(std::string_view name) const { return place_ + std::string(name) + ".bytes"; }

void ItemList::add_parts(std::string_view name, std::vector<SumPart> parts) {
  double sum = 0;
  for (const SumPart& part : parts) sum += part.value;
  items_.push_back({name, bytes(sum)});
  if (!keeps(trace_)) return;
  trace_->add_sum(path_of(name), FormulaInfo{"memory.parts", "sum of the parts", ""}, "B", sum, parts);
}

Bytes ItemList::sum() const {
  Bytes out;
  for (const MemoryItem& item : items_) out += item.bytes;
  return out;
}

void add_weights(ItemList& items, const ModelWeights& weights, double shards) {
  struct TensorKind {
    const char* name;
    const StoredTensors ModelWeights::*tensors;
  };
  static constexpr TensorKind kinds[] = {
      TensorKind{"tables", &ModelWeights::tables}, TensorKind{"head", &ModelWeights::head},
      TensorKind{"layers", &ModelWeights::layers}, TensorKind{"experts", &ModelWeights::experts},
      TensorKind{"small", &ModelWeights::small},
  };
  std::vector<SumPart> parts;
  for (const TensorKind& kind : kinds) {
    const StoredTensors& tensors = weights.*kind.tensors;
    if (tensors.elements <= 0) continue;
    const bool traced = keeps(items.trace());
    const std::string path = traced ? items.path_of(std::string("weights.") + kind.name) : std::string();
    const Bytes size = apply(items.trace(), path, StoredBytes{tensors.elements, tensors.bits, shards},
                             {{"elements", "=m"}, {"bits", "=wq"}, {"shards", "=z"}});
    parts.push_back({traced ? std::string(kind.name) : std::string(), in_bytes(size), path});
  }
  items.add_parts("weights", std::move(parts));
}

double mlp_width_per_token(const Shape& shape) {
  if (!shape.experts) return shape.mlp_width;
  const Experts& experts = *shape.experts;
  const double routed = experts.active * experts.width + experts.shared * experts.shared_width;
  const double dense = min(experts.dense_layers_first, shape.layers);
  return (routed * (shape.layers - dense) + experts.dense_width * dense) / shape.layers;
}

}  // namespace tilewise
