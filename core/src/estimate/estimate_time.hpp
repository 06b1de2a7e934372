#pragma once
// Time of one column's step from its operators. Internal to estimate.

#include <optional>

#include <tilewise/estimate.hpp>

namespace tilewise {

// `tiles` is filled when the essay's models answer a single product.
[[nodiscard]] std::optional<TimeEstimate> estimate_time(const Resolved& resolved, const ResolvedColumn& column,
                                                        Trace* trace, std::optional<EssayTiles>& tiles);

// FLOPs of one step on one rank: the model's by the scenario's convention, and those executed.
struct StepOps {
  Ops model;
  Ops hardware;
  Ops pass;            // one forward pass of the model
  double factor = 1;   // training: three passes' worth, times micro-batches
};
[[nodiscard]] StepOps count_step_ops(const Resolved& resolved, const ResolvedColumn& column);
void trace_step_ops(const Resolved& resolved, const ResolvedColumn& column, const StepOps& step, Trace& trace);

}  // namespace tilewise
