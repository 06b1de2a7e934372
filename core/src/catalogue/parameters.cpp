#include <tilewise/parameters.hpp>

namespace tilewise {
namespace {

constexpr double relative_buckets = 32;  // rows of a T5 table of relative positions, one value a head

double norm_size(const Shape& s) { return s.layer_norm ? 2 * s.width : s.width; }

double branches(const Shape& s) { return s.gated ? 2 : 1; }

double mlp_matrices(const Shape& s, double width) { return (branches(s) + 1) * s.width * width; }

double mlp_biases(const Shape& s, double width) { return branches(s) * width + s.width; }

double attention_small(const Shape& s) {
  double small = 0;
  if (s.latent) return s.latent->kv_rank + s.latent->query_rank;  // one norm for each compressed vector
  if (s.qkv_bias) small += (s.heads + 2 * s.kv_heads) * s.head_width;
  if (s.out_bias) small += s.width;
  if (s.qk_norm) small += 2 * s.head_width;
  if (s.attention_sinks) small += s.heads;
  return small;
}

void count_ends(const Shape& s, ParameterCount& c) {
  c.input_embedding = s.vocabulary * s.width;
  c.positions = (s.learned_positions + s.token_types) * s.width;
  if (s.relative_bias) {
    const double tables = s.architecture == Architecture::encoder_decoder ? 2 : 1;
    c.positions += tables * relative_buckets * s.heads;
  }
  if (s.architecture == Architecture::vision) {
    c.positions += s.width;  // class token
    c.patches = s.patch_values * s.width + s.width;
    c.head = s.classes * s.width;
  } else if (!s.tied_head) {
    c.head = c.input_embedding;
  }
  if (s.pooler) c.pooler = s.width * s.width + s.width;
  c.output_matrix = s.architecture == Architecture::encoder ? 0 : (c.head > 0 ? c.head : c.input_embedding);
}

void count_layer(const Shape& s, ParameterCount& c) {
  c.attention = attention_matrices(s).sum();
  c.attention_small = attention_small(s);
  c.norms = s.norms_per_layer * norm_size(s);
  c.layers = s.layers;
  c.moe_layers = s.experts ? s.layers - s.experts->dense_layers_first : 0;
  c.dense_layers = s.layers - c.moe_layers;
  if (s.architecture == Architecture::encoder_decoder) {
    c.cross_layers = s.layers - s.encoder_layers;
    c.cross_attention = c.attention;
  }
  const double width = s.experts && s.experts->dense_width > 0 ? s.experts->dense_width : s.mlp_width;
  c.mlp = mlp_matrices(s, width);
  c.mlp_small = s.mlp_bias ? mlp_biases(s, width) : 0;
  if (!s.experts) return;
  c.expert = mlp_matrices(s, s.experts->width);
  c.expert_small = s.experts->expert_bias ? mlp_biases(s, s.experts->width) : 0;
  c.shared_experts = s.experts->shared * mlp_matrices(s, s.experts->shared_width);
  c.router = s.width * s.experts->count;
  c.router_small = s.experts->router_bias ? s.experts->count : 0;
}

}  // namespace

AttentionMatrices attention_matrices(const Shape& s) {
  AttentionMatrices m;
  if (!s.latent) {
    m.query = s.width * s.heads * s.head_width;
    m.key = s.width * s.kv_heads * s.head_width;
    m.value = m.key;
    m.out = m.query;
    return m;
  }
  const Latent& l = *s.latent;
  m.query_down = s.width * l.query_rank;
  m.query = (l.query_rank > 0 ? l.query_rank : s.width) * s.heads * (l.nope_width + l.rope_width);
  m.kv_down = s.width * (l.kv_rank + l.rope_width);
  m.kv_up = l.kv_rank * s.heads * (l.nope_width + l.value_width);
  m.out = s.heads * l.value_width * s.width;
  return m;
}

ParameterCount count_parameters(const Shape& s) {
  ParameterCount c;
  count_ends(s, c);
  count_layer(s, c);

  const double experts = s.experts ? s.experts->count : 0;
  const double chosen = s.experts ? s.experts->active : 0;
  const double fixed_matrices = c.layers * c.attention + c.cross_layers * c.cross_attention +
                                c.dense_layers * c.mlp + c.moe_layers * (c.router + c.shared_experts);
  c.experts_total = c.moe_layers * experts * c.expert;
  c.layer_matrices = fixed_matrices + c.experts_total;
  c.layer_matrices_active = fixed_matrices + c.moe_layers * chosen * c.expert;

  // A decoder with cross attention repeats the biases and adds one norm; each half ends in a norm of its own.
  // Norms without parameters (OLMo) have none there either.
  const double halves = s.architecture == Architecture::encoder_decoder ? 2 : 1;
  const double final_norms = s.norms_per_layer > 0 ? halves : 0;
  const bool has_head_bias = s.head_bias || s.architecture == Architecture::vision;
  const double outputs = s.architecture == Architecture::vision ? s.classes : s.vocabulary;
  c.small = c.layers * (c.attention_small + c.norms) + c.cross_layers * (c.attention_small + norm_size(s)) +
            c.dense_layers * c.mlp_small + c.moe_layers * (experts * c.expert_small + c.router_small) +
            final_norms * norm_size(s) + (has_head_bias ? outputs : 0);

  const double tables = c.input_embedding + c.positions;
  const double rest = c.patches + c.head + c.pooler + c.layer_matrices + c.small;
  c.total = tables + rest;
  c.active = c.total - c.moe_layers * (experts - chosen) * (c.expert + c.expert_small);
  c.streamed = rest + (s.tied_head ? c.input_embedding : 0);
  return c;
}

}  // namespace tilewise
