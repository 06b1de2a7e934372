#include "place/place_inference.hpp"

#include <cmath>

#include "place/place_rank.hpp"

namespace tilewise {
namespace {

constexpr double tokens_of_a_part = 1024;  // of prompts: enough for products to be bound by arithmetic

}  // namespace

Rounds rounds_of(const Resolved& resolved, const ResolvedColumn& column) {
  const Parallel& parallel = column.parallel;
  const double layers = resolved.shape.layers;
  Rounds out;
  out.sequences = column.batch;
  if (parallel.layer_split) {
    out.line = column.ranks;
  } else if (parallel.pp > 1) {
    out.line = layers / std::ceil(layers / parallel.pp);
    const bool decoding = resolved.workload == Workload::decode;
    // Tokens follow one another without end; of prompts as many go together as keep a stage busy.
    const double together = decoding ? column.batch / out.line : std::floor(tokens_of_a_part / read_tokens(resolved, column));
    out.sequences = min(max(together, 1), column.batch);
    if (!decoding) out.parts = column.batch / out.sequences;
  }
  const double most = column.serving.chunk_tokens;
  const bool chunked = resolved.time_model == TimeModel::tiled && !column.efficiency;
  if (!chunked || resolved.workload != Workload::prefill || most == 0) return out;
  const double read = read_tokens(resolved, column);
  // Each context rank has a token of every chunk.
  out.chunks = min(std::ceil(out.sequences * read / most), read / parallel.cp);
  return out;
}

Pass inference_pass(const Resolved& resolved, const ResolvedColumn& column, const Rounds& rounds) {
  Pass pass;
  pass.sequences = rounds.sequences;
  pass.attention_ranks = column.parallel.attention_ranks();
  pass.fused_attention = column.fused_attention;
  const double own = resolved.sequence / column.parallel.cp;
  if (resolved.workload == Workload::decode) {
    pass.tokens = 1;
    pass.context = own;
    pass.logit_tokens = 1;
  } else {
    pass.context = column.serving.cached_tokens / column.parallel.cp;
    pass.tokens = (own - pass.context) / rounds.chunks;
    // A prompt needs the logits of its last token; an encoder's forward pass none.
    pass.logit_tokens = resolved.shape.architecture == Architecture::decoder ? 1 : 0;
  }
  return pass;
}

double served_kv_heads(const Shape& shape, const ResolvedColumn& column) {
  const double each = shape.kv_heads / column.parallel.attention_cut();
  return column.stack == Stack::xla ? each : max(each, 1);
}

Shape served_shape(const Resolved& resolved, const ResolvedColumn& column) {
  Parallel parallel = column.parallel;
  if (parallel.ep * parallel.etp <= 1) parallel.etp = parallel.tp;
  Shape out = rank_shape(resolved.shape, parallel);
  out.kv_heads = served_kv_heads(resolved.shape, column);
  return out;
}

void place_attention(const Resolved& resolved, const ResolvedColumn& column, Operator& op) {
  const bool decoding = resolved.workload == Workload::decode;
  if (!decoding && column.parallel.cp > 1) widen_context(op, column.parallel.cp);
}

std::vector<Operator> step_operators(const Resolved& resolved, const ResolvedColumn& column, const Rounds& rounds) {
  if (resolved.workload == Workload::matmul) return lower_matmul(resolved.matmul, column.batch);
  if (resolved.workload == Workload::train) return lower_training(resolved.shape, column, resolved.sequence);
  const Pass pass = inference_pass(resolved, column, rounds);
  std::vector<Operator> operators = lower_pass(served_shape(resolved, column), pass);
  const bool spread = column.parallel.ep * column.parallel.etp > 1;
  for (Operator& op : operators) {
    // Only the last chunk needs logits.
    op.repeat *= op.name == "head" ? rounds.parts : rounds.passes();
    place_attention(resolved, column, op);
    if (spread && op.name.substr(0, 8) == "experts-") {
      place_experts(resolved.shape, column.parallel, pass.sequences * pass.tokens, op);
    }
  }
  return operators;
}

Exchanges step_exchanges(const Resolved& resolved, const ResolvedColumn& column, const Rounds& rounds) {
  const Parallel& p = column.parallel;
  const Shape& shape = resolved.shape;
  const Pass pass = inference_pass(resolved, column, rounds);
  const double token = pass.sequences * pass.tokens * column.activation_bytes;
  const double layers = shape.layers * rounds.passes();
  const bool decoding = resolved.workload == Workload::decode;
  Exchanges out;
  // Two all-reduces a layer put the halves of attention and MLP together (Shoeybi et al. 2019). Attention of one's own
  // needs none; the tokens are gathered for the MLP and its sums scattered, the bytes of one.
  if (p.tp > 1) {
    const Bytes sums = bytes(token * shape.width);
    // Compilers gather the weights where the activations of many prompts are larger (Pope et al. 2022, section 3.2).
    const Bytes layer = bytes(column.weights.layers.bytes() / shape.layers * ((p.tp - 1) / p.tp));
    if (column.stack == Stack::xla && !p.own_attention && layer < sums * (4 * (p.tp - 1) / p.tp)) {
      out.add({"tensor-parallel", Collective::all_gather, {p.tp, 1}, layer, layers});
    } else {
      out.add({"tensor-parallel", Collective::all_reduce, {p.tp, 1}, sums, (p.own_attention ? 1 : 2) * layers});
    }
  }
  // Keys and values go round the context ranks; of one new token the parts of its attention are put together.
  if (p.cp > 1 && decoding) {
    out.add({"context-parallel", Collective::all_reduce, {p.cp, p.tp},
                   bytes(token * shape.heads * shape.head_width / p.tp), layers});
  } else if (p.cp > 1) {
    const double kv = 2 * max(shape.kv_heads / p.tp, 1) * shape.head_width;
    out.add({"context-parallel", Collective::all_gather, {p.cp, p.tp}, bytes((p.cp - 1) * token * kv), layers});
  }
  // Tokens go to the ranks of their experts and come back; tensor ranks have the tokens already.
  if (shape.experts && p.ep * p.etp > p.tp) {
    const double routed = 1 - shape.experts->dense_layers_first / shape.layers;
    const double sent = token / p.tp * p.etp * shape.experts->active * shape.width * (1 - 1 / p.ep);
    out.add({"expert-parallel", Collective::all_gather, {p.ep, p.etp}, bytes(sent), 2 * routed * layers});
  }
  if (p.pp > 1) {
    // A token goes back to the first stage; a stage that leaves its node does so with all its cards.
    const double replica = p.tp * p.cp * p.pp;
    const bool leaves = replica > column.topology.node;
    out.add({"pipeline-send", Collective::all_gather, {leaves ? replica : 2, 1}, bytes(token * shape.width),
                   (p.pp - (decoding ? 0 : 1)) * rounds.passes()});
  }
  return out;
}

std::string item_name(const Operator& op) {
  const std::string phase = word(op.phase);
  return phase.empty() || op.phase == Phase::update ? std::string(op.name)
                                                    : phase + "." + std::string(op.name);
}

}  // namespace tilewise
