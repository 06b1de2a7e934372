#include "time/training_ranks.hpp"

#include <tilewise/training_states.hpp>

namespace tilewise {

LinkedRanks TrainingRanks::group(double inner, double ranks) const {
  const double node = column_.topology.node;
  if (inner * ranks <= node) return {ranks, c_.link};
  // All network cards of a node work for the groups that cross it side by side.
  const double sharing = min(inner, node);
  return {ranks, min(c_.link, c_.net * (node / sharing))};
}

LinkedRanks TrainingRanks::shards() const {
  const double inside = tpu() ? min(data(), max(column_.topology.node / parallel_.tp, 1)) : data();
  return group(parallel_.tp, inside);
}

double TrainingRanks::trained() const {
  if (!frozen()) return rank_parameters(shape_, parallel_).dense;
  return trained_parameters(shape_, column_.training) / (parallel_.tp * parallel_.pp);
}

}  // namespace tilewise
