#pragma once
// Who talks to whom in a training step, and about how many parameters. Internal to the training time.

#include <tilewise/place.hpp>

#include "time/training_constants.hpp"

namespace tilewise {

// Ranks that talk to each other, and what one of them reaches.
struct LinkedRanks {
  double ranks = 1;
  BytesPerSecond rate;
};

class TrainingRanks {
 public:
  TrainingRanks(const Shape& shape, const ResolvedColumn& column, const TrainingConstants& constants)
      : shape_(shape), column_(column), parallel_(column.parallel), c_(constants) {}

  [[nodiscard]] bool tpu() const { return column_.topology.fabric == Fabric::ici; }

  // Tensor ranks lie side by side, then context, data and pipeline ranks; `inner` of them are nearer than these.
  [[nodiscard]] LinkedRanks group(double inner, double ranks) const;

  // Data ranks, and those that shard: on TPUs the ranks of one slice.
  [[nodiscard]] double data() const { return parallel_.dp * parallel_.cp; }
  [[nodiscard]] LinkedRanks shards() const;

  [[nodiscard]] bool frozen() const { return column_.training.frozen(); }
  // Parameters of a rank that have gradients, experts aside.
  [[nodiscard]] double trained() const;
  // Bytes of a gradient on its way.
  [[nodiscard]] double wire() const { return gradient_wire_bytes(column_); }

 private:
  const Shape& shape_;
  const ResolvedColumn& column_;
  const Parallel& parallel_;
  const TrainingConstants& c_;
};

}  // namespace tilewise
