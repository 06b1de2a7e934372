#include <tilewise/place.hpp>

#include "estimate/estimate_time.hpp"
#include "place/place_serving.hpp"

namespace tilewise {
namespace {

// Three products' worth of a forward pass: the pass, the input gradients and the weight gradients. Frozen
// weights have no gradients: their products count twice, attention three times.
double training_passes(const Resolved& resolved, const ResolvedColumn& column, const Pass& pass,
                       double forward) {
  if (!column.training.frozen()) return 3;
  return 3 - min(model_ops(resolved.shape, pass, FlopsConvention::six_n) / forward, 1);
}

struct ModelOps {
  static constexpr FormulaInfo info{"flops.model", "factor * forward", "palm"};
  double factor = 1;  // 1 for inference, 3 × micro-batches for training
  Ops forward;
  [[nodiscard]] Ops value() const { return factor * forward; }
  template <class V>
  void inputs(V& v) const {
    v("factor", factor);
    v("forward", forward);
  }
};

// Hardware FLOPs of training: the model's, and what the backward pass computes again (Korthikanti et al.
// 2022, appendix A). Both by one convention, so that recomputing every layer gives four thirds.
struct RecomputedOps {
  static constexpr FormulaInfo info{"flops.hardware-training", "model + recomputed", "korthikanti2022"};
  Ops model;
  Ops recomputed;
  [[nodiscard]] Ops value() const { return model + recomputed; }
  template <class V>
  void inputs(V& v) const {
    v("model", model);
    v("recomputed", recomputed);
  }
};

Pass counted_pass(const Resolved& resolved, const ResolvedColumn& column) {
  Pass pass;
  pass.sequences = resolved.workload == Workload::train ? column.micro_batch : column.batch;
  pass.tokens = resolved.workload == Workload::decode ? 1 : resolved.sequence - column.serving.cached_tokens;
  if (resolved.workload == Workload::prefill) pass.context = column.serving.cached_tokens;
  // The cache grows by one token a step: its mean length stands for all steps.
  if (resolved.workload == Workload::decode) pass.context = resolved.sequence + (resolved.output - 1) / 2;
  pass.fused_attention = column.fused_attention;
  pass.logit_tokens = resolved.workload == Workload::train ? resolved.sequence * column.training.loss_share
                      : resolved.shape.architecture == Architecture::decoder ? 1
                                                                             : 0;
  return pass;
}

std::vector<Operator> executed_operators(const Resolved& resolved, const ResolvedColumn& column) {
  if (resolved.workload == Workload::matmul) return lower_matmul(resolved.matmul, column.batch);
  return lower_pass(resolved.shape, counted_pass(resolved, column));
}

std::string name_of(const Operator& op) {
  std::string name = word(op.phase);
  if (!name.empty()) name += '.';
  name += op.name;
  if (!op.part.empty()) {
    name += '.';
    name += op.part;
  }
  return name;
}

// Per rank and step of `often` passes.
Ops recomputed_ops(const Resolved& resolved, const ResolvedColumn& column, double often) {
  if (column.training.recompute == Recompute::full) {
    Pass layers = counted_pass(resolved, column);
    layers.logit_tokens = 0;
    return ops(often * model_ops(resolved.shape, layers, resolved.convention));
  }
  double sum = 0;
  for (const Operator& op : lower_training(resolved.shape, column, resolved.sequence)) {
    if (op.phase == Phase::recompute) sum += op.ops * op.repeat;
  }
  return ops(sum);
}

}  // namespace

// A step of serving: a token of each running sequence and its share of the prompts.
StepOps served_ops(const Resolved& resolved, const ResolvedColumn& column) {
  const ServedParts parts = served_parts(resolved, column);
  StepOps step = count_step_ops(parts.generation, column);
  const StepOps prompt = count_step_ops(parts.prompt, parts.prompt_column);
  const double often = column.batch / (parts.prompt_column.batch * resolved.output);
  step.pass += often * prompt.pass;
  step.hardware += often * prompt.hardware;
  step.model = ModelOps{step.factor, step.pass}.value();
  return step;
}

StepOps count_step_ops(const Resolved& resolved, const ResolvedColumn& column) {
  if (resolved.workload == Workload::serve) return served_ops(resolved, column);
  StepOps step;
  if (resolved.workload == Workload::train) {
    const Pass pass = counted_pass(resolved, column);
    const double forward = model_ops(resolved.shape, pass, resolved.convention);
    const double often = column.batch / (column.ranks * column.micro_batch);
    step.pass = ops(forward);
    step.factor = training_passes(resolved, column, pass, forward) * often;
    step.model = ModelOps{step.factor, step.pass}.value();
    step.hardware = RecomputedOps{step.model, recomputed_ops(resolved, column, often)}.value();
    return step;
  }
  // Of one of the ranks that work on a pass together, at once or, where each holds some layers, in turn.
  const Parallel& parallel = column.parallel;
  step.factor = 1 / (parallel.layer_split ? column.ranks : parallel.tp * parallel.pp * parallel.cp);
  double hardware = 0;
  for (const Operator& op : executed_operators(resolved, column))
    hardware += op.ops * op.repeat * step.factor;
  step.hardware = ops(hardware);
  if (resolved.workload == Workload::matmul) {
    step.pass = step.hardware;
  } else {
    step.pass = ops(model_ops(resolved.shape, counted_pass(resolved, column), resolved.convention));
  }
  step.model = ModelOps{step.factor, step.pass}.value();
  return step;
}

void trace_step_ops(const Resolved& resolved, const ResolvedColumn& column, const StepOps& step,
                    Trace& trace) {
  apply(&trace, "flops.model_flops", ModelOps{step.factor, step.pass}, {{"factor", "=mb"}});
  if (resolved.workload == Workload::train) {
    apply(&trace, "flops.hardware_flops", RecomputedOps{step.model, step.hardware - step.model},
          {{"model", "flops.model_flops"}});
    return;
  }
  std::vector<SumPart> parts;
  if (resolved.workload == Workload::serve) {
    const double generation =
        in_ops(count_step_ops(served_parts(resolved, column).generation, column).hardware);
    parts.push_back({"generation", generation, {}});
    parts.push_back({"prompts", in_ops(step.hardware) - generation, {}});
    trace.add_sum("flops.hardware_flops", FormulaInfo{"flops.hardware", "sum of the operators", ""}, "FLOP",
                  generation + (in_ops(step.hardware) - generation), parts);
    return;
  }
  for (const Operator& op : executed_operators(resolved, column)) {
    if (op.ops <= 0) continue;
    parts.push_back({name_of(op), op.ops * op.repeat * step.factor, {}});
  }
  trace.add_sum("flops.hardware_flops", FormulaInfo{"flops.hardware", "sum of the operators", ""}, "FLOP",
                in_ops(step.hardware), parts);
}

}  // namespace tilewise
