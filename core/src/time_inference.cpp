#include "time_inference.hpp"

#include <cmath>

namespace tilewise {

Pass inference_pass(const Resolved& resolved, const ResolvedColumn& column) {
  Pass pass;
  pass.sequences = column.batch;
  pass.fused_attention = column.fused_attention;
  if (resolved.workload == Workload::decode) {
    pass.tokens = 1;
    pass.context = resolved.sequence;
    pass.logit_tokens = 1;
  } else {
    pass.tokens = resolved.sequence;
    // A prompt needs the logits of its last token; an encoder's forward pass none.
    pass.logit_tokens = resolved.shape.architecture == Architecture::decoder ? 1 : 0;
  }
  return pass;
}

double prompt_chunks(const Resolved& resolved, const ResolvedColumn& column) {
  const double most = column.serving.chunk_tokens;
  if (resolved.workload != Workload::prefill || most == 0) return 1;
  const double chunks = std::ceil(column.batch * resolved.sequence / most);
  return chunks < resolved.sequence ? chunks : resolved.sequence;
}

Shape served_shape(const Resolved& resolved, const ResolvedColumn& column) {
  Parallel parallel = column.parallel;
  parallel.etp = parallel.tp;
  return rank_shape(resolved.shape, parallel);
}

double devices_in_line(const ResolvedColumn& column) {
  return column.parallel.layer_split ? column.ranks : 1;
}

std::vector<Operator> step_operators(const Resolved& resolved, const ResolvedColumn& column, double chunks) {
  if (resolved.workload == Workload::matmul) return lower_matmul(resolved.matmul, column.batch);
  if (resolved.workload == Workload::train) return lower_training(resolved.shape, column, resolved.sequence);
  Pass pass = inference_pass(resolved, column);
  pass.tokens /= chunks;
  std::vector<Operator> operators = lower_pass(served_shape(resolved, column), pass);
  // Only the last chunk needs logits.
  for (Operator& op : operators) op.repeat *= op.name == "head" ? 1 : chunks;
  return operators;
}

std::string item_name(const Operator& op) {
  const std::string phase = word(op.phase);
  return phase.empty() || op.phase == Phase::update ? std::string(op.name)
                                                    : phase + "." + std::string(op.name);
}

}  // namespace tilewise
