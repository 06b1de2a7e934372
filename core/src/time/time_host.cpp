#include "time/time_host.hpp"

namespace tilewise {
namespace {

constexpr double tokens_worth_fetching =
    32;  // from which llama.cpp sends weights to the device (its pull request 6083)

}  // namespace

double HostLayers::runs(const Operator& op) const {
  // The output matrix follows the last layer.
  const double all = op.name == "head" && share > 0 ? op.repeat : op.repeat * share;
  return computed || op.weight_elements > 0 ? all : 0;
}

Operator HostLayers::moved(const Operator& op) const {
  if (computed) return op;
  Operator weights;
  weights.weight_elements = op.weight_elements;
  return weights;
}

HostLayers host_layers(const Resolved& resolved, const ResolvedColumn& column, const Pass& pass) {
  HostLayers out;
  out.share = 1 - column.serving.device_share(resolved.shape.layers);
  out.computed = column.stack == Stack::llama_cpp && pass.sequences * pass.tokens < tokens_worth_fetching;
  out.rate = out.computed ? column.topology.host_memory : column.topology.host;
  return out;
}

}  // namespace tilewise
