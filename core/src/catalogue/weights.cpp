#include <tilewise/weights.hpp>

#include <cmath>

#include <tilewise/parameters.hpp>

#include "catalogue/gguf_mix.hpp"

namespace tilewise {
namespace {

// Types of one size differ in the lowest bits of their number only.
double bits_of(Block block) { return static_cast<double>(static_cast<unsigned>(block) & ~31U) / 1024; }

// Blocks have 256 or 32 elements along a row; where a row does not divide, a type of 32 replaces one of 256.
Block fitting(Block block, double row) {
  const bool small_block = block == Block::q4_0 || block == Block::q4_1 || block == Block::q5_0 ||
                           block == Block::q5_1 || block == Block::q8_0 || block == Block::iq4_nl;
  if (!small_block && std::floor(row / 256) * 256 != row) {
    if (block == Block::q6_k)
      block = Block::q8_0;
    else if (block == Block::q5_k)
      block = Block::q5_1;
    else if (block == Block::q4_k)
      block = Block::q5_0;
    else if (block != Block::f16)
      block = Block::iq4_nl;
  }
  return std::floor(row / 32) * 32 == row ? block : Block::f16;
}

// How many layers take the better type.
double better_layers(Better rule, double layers) {
  const double eighth = std::floor(layers / 8);
  switch (rule) {
    case Better::all:
      return layers;
    case Better::two:
      return layers < 2 ? layers : 2;
    case Better::four:
      return layers < 4 ? layers : 4;
    case Better::sixteenth:
      return std::floor(layers / 16);
    case Better::eighth:
      return eighth;
    case Better::outer_and_thirds: {
      // The first and the last eighth, and every third layer between.
      const double last = layers - std::floor(7 * layers / 8);
      return eighth + last + std::floor((layers - eighth - last) / 3);
    }
  }
  return 0;
}

class MixedWeights {
 public:
  MixedWeights(const Shape& shape, const Mix& mix)
      : shape_(shape), mix_(mix), count_(count_parameters(shape)) {}

  ModelWeights run() {
    ModelWeights out;
    const bool tied = count_.head == 0;
    const double table = bits(tied ? head_type() : mix_.table, shape_.width);
    add(out.tables, count_.input_embedding, table);
    add(out.tables, count_.positions, 32);  // learned positions stay as they came
    add(out.head, count_.head + count_.pooler, bits(head_type(), shape_.width));
    attention(out.layers);
    mlp(out.layers, count_.dense_layers, shape_.experts ? shape_.experts->dense_width : shape_.mlp_width, 1);
    if (shape_.experts) {
      const Experts& experts = *shape_.experts;
      mlp(out.layers, count_.moe_layers, experts.shared_width, experts.shared);
      mlp(out.experts, count_.moe_layers, experts.width, experts.count);
    }
    add(out.small, count_.small + count_.moe_layers * count_.router + count_.patches, 32);
    return out;
  }

 private:
  [[nodiscard]] double bits(Block block, double row) const {
    return bits_of(fitting(block == Block::base ? mix_.base : block, row));
  }
  [[nodiscard]] double bits(const Pair& pair, double row) const {
    const double share = better_layers(pair.where, shape_.layers) / shape_.layers;
    return share * bits(pair.better, row) + (1 - share) * bits(pair.rest, row);
  }
  static void add(StoredTensors& to, double elements, double bits) {
    if (elements <= 0) return;
    to.bits = (to.elements * to.bits + elements * bits) / (to.elements + elements);
    to.elements += elements;
  }
  [[nodiscard]] bool eight_experts() const { return shape_.experts && shape_.experts->count == 8; }
  // The output matrix in 32-element blocks where the rows do not divide.
  [[nodiscard]] Block head_type() const {
    return std::floor(shape_.width / 256) * 256 == shape_.width ? mix_.head : Block::q8_0;
  }

  [[nodiscard]] double value_bits() const {
    const bool few =
        shape_.heads >= 4 * shape_.kv_heads || (mix_.small && shape_.experts && shape_.experts->count >= 4);
    if (eight_experts() && !mix_.small) return bits(Block::q8_0, shape_.width);
    if (few && mix_.few_values != Block::base) return bits(seventy(mix_.few_values), shape_.width);
    return bits(Pair{seventy(mix_.values.better), mix_.values.where, seventy(mix_.values.rest)},
                shape_.width);
  }
  // Models of 80 layers with shared values keep those in 5 bit or more: they are an eighth of the queries.
  [[nodiscard]] Block seventy(Block block) const {
    const Block type = block == Block::base ? mix_.base : block;
    const bool seventy_b = shape_.layers == 80 && shape_.kv_heads < shape_.heads && !mix_.small;
    return seventy_b && (type == Block::q3_k || type == Block::q4_k) ? Block::q5_k : block;
  }
  [[nodiscard]] Block out_type() const { return eight_experts() && mix_.wide_out ? Block::q5_k : mix_.out; }
  [[nodiscard]] Block key_type() const {
    if (!eight_experts()) return mix_.query_key;
    return mix_.small ? Block::q4_k : Block::q8_0;
  }

  void attention(StoredTensors& layers) const {
    const AttentionMatrices m = attention_matrices(shape_);
    const double count = count_.layers + count_.cross_layers;
    const double plain = bits(Block::base, shape_.width);
    add(layers, count * m.query, bits(mix_.query_key, shape_.width));
    add(layers, count * (m.query_down + m.kv_down + m.kv_up), plain);
    add(layers, count * m.key, bits(key_type(), shape_.width));
    add(layers, count * m.value, value_bits());
    add(layers, count * m.out,
        bits(out_type(), shape_.latent ? shape_.width : shape_.heads * shape_.head_width));
  }

  // `copies` MLPs of one width in each of `layers` layers.
  void mlp(StoredTensors& to, double layers, double width, double copies) const {
    const double matrix = layers * copies * shape_.width * width;
    const double middle = 1 - 2 * better_layers(Better::eighth, shape_.layers) / shape_.layers;
    const double up =
        middle * bits(mix_.middle_up, shape_.width) + (1 - middle) * bits(Block::base, shape_.width);
    add(to, matrix * (shape_.gated ? 2 : 1), up);
    add(to, matrix, bits(mix_.down, width));
  }

  const Shape& shape_;
  const Mix& mix_;
  ParameterCount count_;
};

ModelWeights uniform_weights(const Shape& shape, const StorageFormat& format, double wide, bool head_too) {
  const ParameterCount count = count_parameters(shape);
  const bool experts_only = format.keeps == Keeps::all_dense && count.experts_total > 0;
  const double tables = format.keeps == Keeps::nothing ? format.bits : wide;
  ModelWeights out;
  out.tables = {count.input_embedding + count.positions, tables};
  out.head = {count.head + count.pooler, head_too ? format.bits : tables};
  out.experts = {count.experts_total, format.bits};
  const double routers = count.moe_layers * count.router;
  const double matrices = count.layer_matrices - count.experts_total - routers;
  double layer_bits = experts_only ? wide : format.bits;
  if (format.keeps == Keeps::attention) {
    const double narrow = count.dense_layers * count.mlp * max(1 - 2 / shape.layers, 0);
    layer_bits = wide + (format.bits - wide) * narrow / matrices;
  }
  out.layers = {matrices, layer_bits};
  out.small = {count.small + count.patches + routers, tables};
  return out;
}

}  // namespace

double ModelWeights::multiplied_bits() const {
  const StoredTensors& output = head.elements > 0 ? head : tables;
  const double elements = output.elements + layers.elements + experts.elements;
  return elements > 0 ? (output.bytes() + layers.bytes() + experts.bytes()) * 8 / elements : layers.bits;
}

ModelWeights stored_weights(const Shape& shape, const StorageFormat& format, double wide_bits,
                            bool head_too) {
  const Mix* mix = format.mix ? find_mix(format.word) : nullptr;
  return mix != nullptr ? MixedWeights(shape, *mix).run()
                        : uniform_weights(shape, format, wide_bits, head_too);
}

}  // namespace tilewise
