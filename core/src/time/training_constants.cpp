#include "time/training_constants.hpp"

#include <cmath>

#include <tilewise/constants.hpp>

namespace tilewise {
namespace {

namespace rate = training_rate_table;
namespace soft = training_stack_table;

template <std::size_t N>
std::size_t row_named(const std::string_view (&rows)[N], std::string_view name, std::size_t otherwise) {
  for (std::size_t i = 0; i < N; ++i) {
    if (rows[i] == name) return i;
  }
  return otherwise;
}

// Chips of one kind share constants; each TPU has its own.
std::size_t rate_row(const Device& device) {
  const std::string_view kind = kind_names[device_kinds[static_cast<std::size_t>(&device - devices().data())]];
  return row_named(rate::rows, device.kind == DeviceKind::tpu ? device.id : kind, row_named(rate::rows, "other", 0));
}

// Only XLA trains on TPUs. Stacks for inference train as the usual one does.
std::string_view stack_word(const ResolvedColumn& column) {
  if (column.device->kind == DeviceKind::tpu) return "xla";
  if (column.stack == Stack::hf) return "eager";
  if (column.stack == Stack::tuned) return "torchtitan";
  // Who splits a model over devices uses software made for it, with fused kernels; and what is all in 16 bits
  // has no casts of mixed precision around its operators.
  const Parallel& plan = column.parallel;
  const bool split = plan.tp > 1 || plan.pp > 1 || plan.cp > 1;
  const bool narrow = column.activation_bytes < 4 && column.training.gradient_bytes < 4;
  if (column.stack == Stack::typical && (split || narrow)) return "typical-fused";
  return word(column.stack);
}

std::size_t precision_column(const ResolvedColumn& column) {
  if (!column.precision.used) return rate::matrix;
  switch (*column.precision.used) {
    case Format::fp32: return rate::shader;
    case Format::tf32: return rate::tf32;
    case Format::fp8:
    case Format::int8: return rate::fp8;
    default: return rate::matrix;
  }
}

Constant collective_share(Fabric fabric) {
  return collective_table::cells[static_cast<std::size_t>(fabric)][collective_table::share];
}

BytesPerSecond link_reached(const ResolvedColumn& column) {
  const Topology& topology = column.topology;
  const Calibration& c = column.calibration;
  const double here = column.ranks < topology.node ? column.ranks : topology.node;
  // Cards share switches and the way through the host.
  const double sharing = here > 2 ? std::sqrt(here / 2) : 1;
  const BytesPerSecond pcie = topology.host * (c[constant::link_pcie_share] / sharing);
  switch (topology.fabric) {
    case Fabric::nvswitch:
    case Fabric::nvlink: return topology.link * c[constant::link_nvlink_share];
    case Fabric::ici: return topology.link * c[constant::link_ici_share];
    case Fabric::nvlink_bridge:
      // A bridge joins two cards; a ring over more goes through the host.
      return here > 2 ? pcie : max(topology.link * c[constant::link_bridge_share], pcie);
    case Fabric::pcie_p2p: {
      // Cards that read each other's memory leave the detour through the host out.
      const double peer = c[collective_share(Fabric::pcie_p2p)] / c[collective_share(Fabric::pcie)];
      return topology.link * min(c[constant::link_pcie_share] * peer / sharing, 1);
    }
    default: return topology.link * (c[constant::link_pcie_share] / sharing);
  }
}

}  // namespace

TrainingConstants training_constants(const ResolvedColumn& column) {
  const Calibration& c = column.calibration;
  const auto& of_device = rate::cells[rate_row(*column.device)];
  const std::string_view stack = stack_word(column);
  const auto& of_stack = soft::cells[row_named(soft::rows, stack, row_named(soft::rows, "typical", 0))];
  const bool tpu = column.device->kind == DeviceKind::tpu;
  TrainingConstants out;
  const std::size_t precision = precision_column(column);
  out.compute_share = c[of_device[precision]];
  out.cast_factor = c[of_stack[soft::narrow]];
  out.bandwidth_share = c[of_device[rate::memory]];
  // Kernels written for one generation reach less of the next one's peak: FlashAttention-2 on Hopper about 35 %
  // (Shah et al. 2024, FlashAttention-3).
  out.attention_share = c[of_stack[soft::fused]] * c[of_device[rate::attention]];
  const double wide = column.activation_bytes > 2 ? c[of_stack[soft::wide]] / 2 : 1;
  out.traffic_factor = c[of_stack[soft::traffic]] * wide;
  out.gather_factor = column.activation_bytes > 2 ? wide : 1;
  out.host = seconds(c[of_stack[soft::host]]);
  out.kernel = seconds(c[of_stack[soft::kernel]]);
  out.overlap = c[of_stack[soft::overlap]];
  out.expert_factor = c[constant::training_expert_factor];
  out.expert_launches = tpu ? 1 : c[constant::training_expert_launches];
  out.expert_traffic = c[constant::training_expert_traffic];
  out.adapter_launches = c[constant::training_adapter_launches];
  out.host_update = seconds(c[constant::training_host_update_s]);
  // Between two cards that share no memory a message crosses twice; a copy to the host crosses once.
  out.host_link = column.topology.host * min(2 * c[constant::link_pcie_share], 1);
  out.drives = bytes(c[constant::training_nvme_rate]) / seconds(1) / min(column.ranks, column.topology.node);
  out.step = seconds(c[constant::training_step_s]);
  out.straggler_share = c[constant::training_straggler_share];
  out.latency = column.topology.latency.value_or(seconds(c[constant::link_latency_s]));
  out.send = column.topology.latency.value_or(seconds(c[constant::link_send_s]));
  out.link = link_reached(column);
  out.net = column.topology.net * c[constant::link_net_share];
  return out;
}

double gradient_wire_bytes(const ResolvedColumn& column) {
  if (column.activation_bytes > 2) return 4;
  const bool wide = column.stack == Stack::pytorch_amp || column.stack == Stack::eager || column.stack == Stack::hf;
  return wide && column.device->kind != DeviceKind::tpu && column.training.master_weights ? 4 : 2;
}

}  // namespace tilewise
