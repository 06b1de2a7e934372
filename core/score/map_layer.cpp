// Rows of the operators of one layer, each timed alone on a tensor rank, and of their sum. They are built from the
// shape of the row and timed as operators called directly are.

#include "mapper.hpp"

namespace tilewise::score {
namespace {

struct Layer {
  double width = 0;
  double heads = 0;       // of one rank
  double head_width = 0;
  double mlp_width = 0;   // of one rank
  double sequences = 1;
  double tokens = 1;      // new ones of a sequence
  double keys = 1;        // that they see
  double ranks = 1;
  [[nodiscard]] double rows() const { return sequences * tokens; }
  [[nodiscard]] double own_width() const { return width / ranks; }
};

Operator product(double batch, double m, double n, double k, bool weights) {
  Operator op;
  op.batch = batch;
  op.m = m;
  op.n = n;
  op.k = k;
  op.ops = 2 * batch * m * n * k;
  op.weight_elements = weights ? batch * n * k : 0;
  op.activation_elements = batch * (m * k + m * n + (weights ? 0 : n * k));
  return op;
}

Operator sweep(Sweep kind, double elements, double row) {
  Operator op;
  op.kind = OperatorKind::elementwise;
  op.activation_elements = 2 * elements;
  op.sweep = kind;
  op.row = row;
  return op;
}

constexpr std::string_view operator_words[] = {"qkv",     "q_mul_k", "a_mul_v",       "wo_proj",       "w1_proj", "w2_proj",
                                               "softmax", "gelu",    "layernorm_mha", "layernorm_ffn", "allreduce_mha",
                                               "allreduce_ffn"};

Operator operator_of(std::string_view word, const Layer& layer) {
  const double batch = layer.sequences * layer.heads;
  if (word == "qkv") {
    Operator op = product(1, layer.rows(), layer.own_width(), layer.width, true);
    op.repeat = 3;  // queries, keys and values each have a product
    return op;
  }
  if (word == "q_mul_k") return product(batch, layer.tokens, layer.keys, layer.head_width, false);
  if (word == "a_mul_v") return product(batch, layer.tokens, layer.head_width, layer.keys, false);
  if (word == "wo_proj") return product(1, layer.rows(), layer.width, layer.own_width(), true);
  if (word == "w1_proj") return product(1, layer.rows(), layer.mlp_width, layer.width, true);
  if (word == "w2_proj") return product(1, layer.rows(), layer.width, layer.mlp_width, true);
  if (word == "softmax") return sweep(Sweep::softmax, batch * layer.tokens * layer.keys, layer.keys);
  if (word == "gelu") return sweep(Sweep::activation, layer.rows() * layer.mlp_width, 0);
  return sweep(Sweep::norm, layer.rows() * layer.width, layer.width);
}

Layer layer_of(const Context& context) {
  Layer layer;
  layer.ranks = context.plain_or("tp", 1);
  layer.width = context.needed("hidden");
  layer.heads = context.needed("heads") / layer.ranks;
  layer.head_width = layer.width / context.needed("heads");
  layer.mlp_width = context.needed("ffn") / layer.ranks;
  layer.sequences = context.given_or("batch", 1);
  layer.keys = context.needed("in_len");
  const bool prompt = context.row.text("phase").rfind("prefill", 0) == 0;
  layer.tokens = prompt ? layer.keys : 1;
  return layer;
}

void ask(const Context& context, const Pairs& pairs, std::string_view word, const Layer& layer) {
  Ask one;
  one.link = pairs.text();
  one.operators_only = true;
  if (word.rfind("allreduce", 0) == 0) {
    one.collective = CollectiveRow{Collective::all_reduce, layer.ranks, layer.rows() * layer.width * 2};
  } else {
    one.extra.push_back(operator_of(word, layer));
  }
  context.out.asks.push_back(std::move(one));
}

}  // namespace

bool is_layer_row(const Row& row) {
  const std::string& phase = row.text("phase");
  return phase.find(" op ") != std::string::npos || row.text("model").find("one layer") != std::string::npos;
}

void map_layer(const Context& context) {
  const Row& row = context.row;
  const std::string& phase = row.text("phase");
  const std::size_t at = phase.find(" op ");
  const std::string wanted = at == std::string::npos ? "" : phase.substr(at + 4);
  const auto scale = seconds_per(row.text("unit"));
  if (!scale) return context.problem("problem.unit", row.text("unit"));
  context.out.measured = context.needed("value") * *scale;
  Pairs pairs;
  pairs.add_all("w=matmul&mm=1x1x1");
  add_software(context, pairs);
  const PrecisionWord* precision = add_precision(context, pairs, row.text("compute_precision"));
  if (precision == nullptr || !add_device(context, pairs, precision->compute, false)) return;
  const Layer layer = layer_of(context);
  if (layer.ranks > 1) pairs.add("d1.n", layer.ranks);
  for (const std::string_view word : operator_words) {
    const bool alone = layer.ranks <= 1 && word.rfind("allreduce", 0) == 0;
    if (!alone && (wanted.empty() || wanted == word)) ask(context, pairs, word, layer);
  }
  if (context.out.asks.empty()) context.skip("skip.unknown-operator", wanted);
}

}  // namespace tilewise::score
