#include <tilewise/lower.hpp>

#include <cmath>

#include <tilewise/parameters.hpp>

namespace tilewise {
namespace {

// Whole power by repeated multiplication: the same bytes on every platform, unlike a library's pow.
double whole_power(double base, double exponent) {
  double result = 1;
  while (exponent >= 1) {
    const double half = std::floor(exponent / 2);
    if (exponent - 2 * half > 0) result *= base;
    base *= base;
    exponent = half;
  }
  return result;
}

// Builds the operators of one pass. Traffic of element-wise work, in elements per token: a norm reads and
// writes h; a residual reads two and writes one; a gated activation reads two branches and writes one.
class PassBuilder {
  static constexpr std::size_t most_operators = 32;  // a guess, to move them once
  static constexpr std::size_t most_of_attention = 3;

 public:
  PassBuilder(const Shape& shape, const Pass& pass)
      : shape_(shape),
        pass_(pass),
        tokens_(pass.sequences * pass.tokens),
        sequences_(attended(pass.sequences, pass.attention_ranks)),
        attended_(sequences_ * pass.tokens) {}

  std::vector<Operator> whole() {
    operators_.reserve(most_operators);
    embed();
    project();
    attend();
    product("attention-out", shape_.layers, attended_, shape_.width, context_width());
    feed_forward();
    rows(Sweep::norm, shape_.width, traffic("norm", shape_.layers * norms(), 2 * attended_ * shape_.width));
    traffic("residual", shape_.layers * 2, 3 * attended_ * shape_.width);
    head();
    return std::move(operators_);
  }

  std::vector<Operator> attention_only() {
    operators_.reserve(most_of_attention);
    attend();
    return std::move(operators_);
  }

 private:
  [[nodiscard]] double query_width() const { return shape_.heads * shape_.head_width; }
  [[nodiscard]] double kv_width() const { return shape_.kv_heads * shape_.head_width; }
  [[nodiscard]] double context_width() const {
    return shape_.latent ? shape_.heads * shape_.latent->value_width : query_width();
  }
  [[nodiscard]] bool decoding() const { return pass_.context > 0 && pass_.tokens == 1; }
  [[nodiscard]] double norms() const { return shape_.norms_per_layer; }

  Operator& add(std::string_view name, OperatorKind kind, double repeat) {
    Operator& op = operators_.emplace_back();
    op.name = name;
    op.phase = pass_.phase;
    op.kind = kind;
    op.repeat = repeat;
    return op;
  }

  // M×K · K×N with weights of K×N. Nothing is added, and null returned, when it does not run.
  Operator* product(std::string_view name, double repeat, double m, double n, double k, double batch = 1) {
    if (repeat <= 0 || m <= 0 || n <= 0 || k <= 0) return nullptr;
    Operator& op = add(name, OperatorKind::product, repeat);
    op.batch = batch;
    op.m = m;
    op.n = n;
    op.k = k;
    op.ops = 2 * batch * m * n * k;
    op.weight_elements = batch * n * k;
    op.activation_elements = batch * (m * k + m * n);
    return &op;
  }

  // Nothing is added, and null returned, when it does not run.
  Operator* traffic(std::string_view name, double repeat, double elements, bool hidden = true,
                    std::string_view part = {}) {
    if (repeat <= 0 || elements <= 0) return nullptr;
    Operator& op = add(name, OperatorKind::elementwise, repeat);
    op.part = part;
    op.activation_elements = elements;
    op.hidden_by_fusion = hidden;
    return &op;
  }
  static void rows(Sweep sweep, double row, Operator* op) {
    if (op == nullptr) return;
    op->sweep = sweep;
    op->row = row;
  }

  void embed() {
    if (shape_.patch_values > 0) product("patches", 1, tokens_, shape_.width, shape_.patch_values);
    if (shape_.vocabulary <= 0) return;
    Operator& op = add("embedding", OperatorKind::gather, 1);
    op.weight_elements = tokens_ * shape_.width;
    op.activation_elements = tokens_ * shape_.width;
  }

  void project() {
    const double layers = shape_.layers;
    if (!shape_.latent) {
      product("qkv", layers, attended_, query_width() + 2 * kv_width(), shape_.width);
      return;
    }
    const Latent& latent = *shape_.latent;
    if (latent.query_rank > 0) {
      product("q-down", layers, attended_, latent.query_rank, shape_.width);
      product("q-up", layers, attended_, query_width(), latent.query_rank);
    } else {
      product("q-up", layers, attended_, query_width(), shape_.width);
    }
    product("kv-down", layers, attended_, latent.kv_rank + latent.rope_width, shape_.width);
    // While decoding the up-projection is absorbed into query and output, head by head; the weights and
    // the work per token are the same (DeepSeek-V2, section 2.1.2).
    product("kv-up", layers, attended_, shape_.heads * (latent.nope_width + latent.value_width), latent.kv_rank);
  }

  void attend() {
    // A kernel that keeps the score matrix computes the full square in every layer. It is used for prompts and
    // training; decoding has one query.
    const double recurrent = shape_.recurrent_state > 0 ? shape_.windowed_layers : 0;
    // Read and written once a pass, in 16 bit; the work on it is small beside the layer's products.
    traffic("recurrent-state", recurrent, 2 * sequences_ * shape_.recurrent_state / 2, false);
    if (!pass_.fused_attention && !decoding()) {
      attend_unfused(shape_.layers - recurrent);
      return;
    }
    const double windowed = shape_.window > 0 || recurrent > 0 ? shape_.windowed_layers : 0;
    attend_layers("attention", shape_.layers - windowed, 0);
    attend_layers("attention-windowed", windowed - recurrent, shape_.window);
  }

  void attend_layers(std::string_view name, double layers, double window) {
    if (layers <= 0) return;
    const double pairs = attention_pairs(pass_, shape_.causal, window);
    // A step looks at the cache, at most at the window; the queries of a prompt together look at every key once.
    const double seen = window > 0 ? min(pass_.context, window) : pass_.context;
    const double cached = decoding() ? seen : seen + pass_.tokens;
    Operator& op = add(name, OperatorKind::attention, layers);
    op.m = pass_.tokens;
    op.n = cached;
    op.batch = sequences_ * shape_.heads;
    op.k = shape_.head_width;
    op.activation_elements = attended_ * (query_width() + context_width());
    if (shape_.latent) {
      const Latent& latent = *shape_.latent;
      const double score_width = decoding() ? latent.kv_rank + latent.rope_width : shape_.head_width;
      const double value_width = decoding() ? latent.kv_rank : latent.value_width;
      op.ops = 2 * pairs * shape_.heads * (score_width + value_width) * sequences_;
      op.key_elements = sequences_ * cached * (latent.kv_rank + latent.rope_width);
      return;
    }
    op.ops = 4 * pairs * shape_.heads * shape_.head_width * sequences_;
    op.key_elements = sequences_ * cached * kv_width();
    op.value_elements = op.key_elements;
  }

  // Scores, softmax and weighting as separate kernels over the full square.
  void attend_unfused(double layers) {
    const double batch = sequences_ * shape_.heads;
    const double keys = pass_.context + pass_.tokens;
    const double value_width = shape_.latent ? shape_.latent->value_width : shape_.head_width;
    scores("scores", layers, batch, keys, shape_.head_width);
    rows(Sweep::softmax, keys, traffic("softmax", layers, 2 * batch * pass_.tokens * keys, false));
    scores("weighting", layers, batch, value_width, keys);
  }
  void scores(std::string_view name, double layers, double batch, double n, double k) {
    Operator* op = product(name, layers, pass_.tokens, n, k, batch);
    if (op == nullptr) return;
    op->activation_elements += op->weight_elements;  // both operands are activations here
    op->weight_elements = 0;
  }

  void mlp(std::string_view up, std::string_view down, double layers, double width, double m, double batch = 1) {
    product(up, layers, m, (shape_.gated ? 2 : 1) * width, shape_.width, batch);
    product(down, layers, m, shape_.width, width, batch);
    // Dense layers, routed and shared experts each have theirs.
    const std::string_view part = shape_.experts ? up : std::string_view();
    rows(Sweep::activation, 0, traffic("activation", layers, (shape_.gated ? 3 : 2) * batch * m * width, true, part));
  }

  void feed_forward() {
    if (!shape_.experts) {
      mlp("mlp-up", "mlp-down", shape_.layers, shape_.mlp_width, tokens_);
      return;
    }
    const Experts& experts = *shape_.experts;
    const double routed = shape_.layers - experts.dense_layers_first;
    mlp("mlp-up", "mlp-down", experts.dense_layers_first, experts.dense_width, tokens_);
    if (routed <= 0) return;
    product("router", routed, tokens_, experts.count, shape_.width);
    const double touched = experts_touched(experts.count, experts.active, tokens_);
    mlp("experts-up", "experts-down", routed, experts.width, tokens_ * experts.active / touched, touched);
    mlp("shared-up", "shared-down", experts.shared > 0 ? routed : 0, experts.shared * experts.shared_width, tokens_);
  }

  void head() {
    const double positions = pass_.sequences * pass_.logit_tokens;
    if (shape_.classes > 0) product("head", 1, pass_.sequences, shape_.classes, shape_.width);
    if (shape_.pooler) product("pooler", 1, pass_.sequences, shape_.width, shape_.width);
    if (shape_.vocabulary > 0) product("head", 1, positions, shape_.vocabulary, shape_.width);
  }

  const Shape& shape_;
  const Pass& pass_;
  double tokens_;
  double sequences_;  // that attention works on, and their tokens
  double attended_;
  std::vector<Operator> operators_;
};

}  // namespace

const char* word(Phase phase) {
  switch (phase) {
    case Phase::inference: return "";
    case Phase::forward: return "forward";
    case Phase::recompute: return "recompute";
    case Phase::backward: return "backward";
    case Phase::update: return "update";
  }
  return "";
}

double experts_touched(double count, double active, double tokens) {
  const double missed = whole_power(1 - active / count, tokens);
  return count * (1 - missed);
}

double full_pairs(const Pass& pass, double window) {
  const double keys = pass.context > 0 && pass.tokens == 1 ? pass.context : pass.context + pass.tokens;
  return pass.tokens * (window > 0 ? min(keys, window) : keys);
}

double attention_pairs(const Pass& pass, bool causal, double window) {
  if (!causal || !pass.fused_attention || (pass.context > 0 && pass.tokens == 1)) return full_pairs(pass, window);
  const double s = pass.tokens;
  // Queries see the context, and on average half of the new tokens; with a window, at most `window` keys: those that
  // still have room for the tokens before them, then full rows.
  const double room = window > 0 ? min(max(window - pass.context, 0), s) : s;
  return room * pass.context + room * room / 2 + (s - room) * window;
}

double attended(double sequences, double ranks) { return ranks > 1 ? std::ceil(sequences / ranks) : sequences; }

std::vector<Operator> lower_pass(const Shape& shape, const Pass& pass) {
  return PassBuilder(shape, pass).whole();
}

std::vector<Operator> lower_attention(const Shape& shape, const Pass& pass) {
  return PassBuilder(shape, pass).attention_only();
}

std::vector<Operator> lower_matmul(const MatmulShape& matmul, double batch) {
  Operator op;
  op.name = "product";
  op.batch = batch;
  op.m = matmul.m;
  op.n = matmul.n;
  op.k = matmul.k;
  op.along_k = matmul.along_k;
  op.ops = 2 * batch * matmul.m * matmul.n * matmul.k;
  op.weight_elements = batch * matmul.n * matmul.k;
  op.activation_elements = batch * (matmul.m * matmul.k + matmul.m * matmul.n);
  return {op};
}

double model_ops(const Shape& shape, const Pass& pass, FlopsConvention convention) {
  const double tokens = pass.sequences * pass.tokens;
  if (convention == FlopsConvention::six_n) return 2 * count_parameters(shape).active * tokens;
  Pass counted = pass;
  counted.fused_attention = true;
  double total = 0;
  for (const Operator& op : lower_pass(shape, counted)) {
    if (op.kind != OperatorKind::attention) {
      total += op.ops * op.repeat;
      continue;
    }
    const double window = op.name == "attention-windowed" ? shape.window : 0;
    const double executed = attention_pairs(counted, shape.causal, window);
    const double pairs = convention == FlopsConvention::causal ? executed : full_pairs(counted, window);
    total += op.ops * op.repeat * (pairs / executed);
  }
  return total;
}

}  // namespace tilewise
