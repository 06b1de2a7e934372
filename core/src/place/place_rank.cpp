#include "place/place_rank.hpp"

#include <tilewise/parameters.hpp>

namespace tilewise {
namespace {

void set_ops(Operator& op) { op.ops = 2 * op.batch * op.m * op.n * op.k; }

}  // namespace

void place_experts(const Shape& shape, const Parallel& parallel, double tokens, Operator& op) {
  const Experts& experts = *shape.experts;
  const double own = tokens / parallel.tp * parallel.etp;
  const double touched = experts_touched(experts.count, experts.active, own * parallel.ep) / parallel.ep;
  op.batch = touched;
  op.m = own * experts.active / touched;
  set_ops(op);
  op.weight_elements = op.batch * op.n * op.k;
  op.activation_elements = op.batch * (op.m * op.k + op.m * op.n);
}

void widen_context(Operator& op, double cp) {
  if (op.kind == OperatorKind::attention) {
    op.ops *= cp;
    op.n *= cp;
    op.key_elements *= cp;
    op.value_elements *= cp;
  } else if (op.name == "scores") {
    op.n *= cp;
    set_ops(op);
    op.activation_elements = op.batch * (op.m * op.k + op.m * op.n + op.n * op.k);
  } else if (op.name == "weighting") {
    op.k *= cp;
    set_ops(op);
    op.activation_elements = op.batch * (op.m * op.k + op.m * op.n + op.n * op.k);
  } else if (op.name == "softmax") {
    op.activation_elements *= cp;
  }
}

Shape rank_shape(const Shape& shape, const Parallel& parallel) {
  Shape out = shape;
  const double t = parallel.tp;
  out.heads /= parallel.attention_cut();
  out.kv_heads = max(shape.kv_heads / parallel.attention_cut(), 1);
  out.mlp_width /= t;
  out.vocabulary /= t;
  if (out.experts) {
    out.experts->dense_width /= t;
    out.experts->shared_width /= t;
    out.experts->width /= parallel.etp;
  }
  return out;
}

RankParameters rank_parameters(const Shape& shape, const Parallel& parallel) {
  const ParameterCount count = count_parameters(shape);
  const double experts = count.experts_total;
  return {(count.total - experts) / (parallel.tp * parallel.pp),
          experts / (parallel.etp * parallel.ep * parallel.pp)};
}

}  // namespace tilewise
