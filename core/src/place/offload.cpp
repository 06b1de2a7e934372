#include "place/offload.hpp"

#include <tilewise/training_states.hpp>

namespace tilewise {
namespace {

double data_ranks(const ResolvedColumn& column) { return column.parallel.dp * column.parallel.cp; }

}  // namespace

bool states_away(const TrainingOptions& training) {
  return training.offload != Offload::none && training.offload != Offload::params;
}

bool weights_away(const TrainingOptions& training) {
  return training.offload != Offload::none && training.offload != Offload::optimizer;
}

HostWork host_work(const ResolvedColumn& column, double trained) {
  HostWork work;
  work.updated = trained / (column.parallel.zero > 0 ? data_ranks(column) : 1);
  work.copied = bytes(work.updated * (column.training.gradient_bytes + column.weight_bits / 8));
  if (column.training.offload == Offload::nvme) work.driven = bytes(work.updated * state_traffic_bytes(column));
  return work;
}

Bytes fetched_bytes(const ResolvedColumn& column, double held) {
  return bytes(held * column.weight_bits / 8 / (column.parallel.zero == 3 ? data_ranks(column) : 1));
}

}  // namespace tilewise
