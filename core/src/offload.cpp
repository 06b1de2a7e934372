#include "offload.hpp"

#include <tilewise/memory.hpp>

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
  if (column.training.offload == Offload::nvme) {
    const OptimizerStates kept = optimizer_states(column);
    const double master = column.training.master_weights ? 4 : 0;
    work.driven = bytes(2 * work.updated * (kept.states * kept.state_bytes + master));
  }
  return work;
}

Bytes fetched_bytes(const ResolvedColumn& column, double held) {
  return bytes(held * column.weight_bits / 8 / (column.parallel.zero == 3 ? data_ranks(column) : 1));
}

}  // namespace tilewise
