#pragma once
// Lists of operators, asked by name.

#include <string_view>
#include <vector>

#include <tilewise/lower.hpp>

namespace tilewise::testing {

// The first operator of this name, in this phase and part; nullptr when there is none.
inline const Operator* find_operator(const std::vector<Operator>& operators, std::string_view name,
                                     Phase phase = Phase::inference, std::string_view part = {}) {
  for (const Operator& op : operators) {
    if (op.name == name && op.phase == phase && op.part == part) return &op;
  }
  return nullptr;
}

// Operations of everything, repeats counted.
inline double all_ops(const std::vector<Operator>& operators) {
  double sum = 0;
  for (const Operator& op : operators) sum += op.ops * op.repeat;
  return sum;
}

// The shape of a preset. The id must exist.
inline const Shape& preset(std::string_view id) { return find_model(id)->shape; }

// A plain decoder: as many KV heads as heads, a two-matrix MLP of four times the width.
inline Shape dense_shape(double layers, double width, double heads) {
  Shape shape;
  shape.layers = layers;
  shape.width = width;
  shape.heads = heads;
  shape.kv_heads = heads;
  shape.head_width = width / heads;
  shape.mlp_width = 4 * width;
  return shape;
}

inline Pass prompt(double sequences, double tokens) {
  Pass pass;
  pass.sequences = sequences;
  pass.tokens = tokens;
  return pass;
}

inline Pass decode_step(double sequences, double context) {
  Pass pass;
  pass.sequences = sequences;
  pass.context = context;
  return pass;
}

}  // namespace tilewise::testing
