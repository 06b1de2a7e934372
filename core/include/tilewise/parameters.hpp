#pragma once
// Parameters counted from a shape, exactly, and split by what they cost: matrices that a device multiplies
// with (and that quantisation shrinks), tables that are only looked up, and the small rest that stays wide.
//
// Rule: embedding + untied head + learned positions + final norm + per layer (attention, norms, MLP or
// experts with their router). Latent attention counts its down and up projections with their norms; an
// encoder adds its pooler and token types; vision adds the patch projection, a class token and the class
// head; T5 adds cross attention and two tables of relative positions.

#include <tilewise/catalogue.hpp>

namespace tilewise {

// The matrices of one self-attention block. Without latent attention the ranks are zero and `query`,
// `key`, `value`, `out` are all there is.
struct AttentionMatrices {
  double query = 0;       // width -> heads x head width; with a query rank: rank -> heads x head width
  double query_down = 0;  // width -> query rank
  double key = 0;
  double value = 0;
  double kv_down = 0;  // width -> latent rank + rotary width
  double kv_up = 0;    // latent rank -> heads x (key without rotary part + value)
  double out = 0;      // heads x value width -> width
  [[nodiscard]] double sum() const { return query + query_down + key + value + kv_down + kv_up + out; }
};
[[nodiscard]] AttentionMatrices attention_matrices(const Shape& shape);

struct ParameterCount {
  double total = 0;
  // Parameters a token meets: all but the experts that are not chosen for it. The input embedding is in it;
  // gpt-oss publishes its active count without that table.
  double active = 0;

  // Tables and ends of the network.
  double input_embedding = 0;  // vocabulary x width, looked up
  double positions = 0;        // learned positions, token types, the class token, relative positions
  double patches = 0;          // patch projection of a vision model, with its bias
  double head = 0;             // output matrix of its own: untied language head or class head; 0 when tied
  double pooler = 0;           // with its bias

  // One layer. `small` is biases, norms of queries and keys, sinks and norms inside latent attention.
  double attention = 0;  // matrices of one self-attention
  double attention_small = 0;
  double cross_attention = 0;  // matrices of the second attention of a decoder layer, 0 without an encoder
  double mlp = 0;              // matrices of one dense MLP
  double mlp_small = 0;
  double expert = 0;  // matrices of one routed expert
  double expert_small = 0;
  double shared_experts = 0;  // matrices of all shared experts of one layer
  double router = 0;          // matrix of one router
  double router_small = 0;
  double norms = 0;  // of one layer, without the norm before cross attention

  // How many layers of each kind there are; dense + moe = layers.
  double layers = 0;
  double dense_layers = 0;
  double moe_layers = 0;
  double cross_layers = 0;

  // Sums over the whole model.
  double layer_matrices = 0;         // every matrix of every layer, all experts: what a weight format shrinks
  double layer_matrices_active = 0;  // the same with the chosen experts only: 2 operations each per token
  double experts_total = 0;          // matrices of all routed experts
  double small = 0;                  // total - tables - patches - head - pooler - layer matrices

  // What a decode step reads when every expert is touched: everything but the rows of the input embedding
  // that no token asks for. A tied table is read as the head.
  double streamed = 0;
  // The output matrix a language model multiplies with, tied or not; the class head of a vision model;
  // 0 for an encoder, which has none here.
  double output_matrix = 0;
};
[[nodiscard]] ParameterCount count_parameters(const Shape& shape);

}  // namespace tilewise
