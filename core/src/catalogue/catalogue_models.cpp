#include <cstddef>
#include <cstdint>
#include <vector>

#include <tilewise/catalogue.hpp>

#include "base/packed_number.hpp"

namespace tilewise {
namespace {

#include "alias_table.inc"
#include "model_table.inc"

std::string_view line(std::string_view& words) {
  const std::string_view found = words.substr(0, words.find('\n'));
  words.remove_prefix(found.size() + 1);
  return found;
}

// Reads the table from front to back, in the order of core/data/catalogue_packed_models.py.
class Unpacker {
 public:
  std::vector<Model> run() {
    std::vector<Model> out(model_count);
    for (Model& model : out) {
      model.id = line(words_);
      model.name = line(words_);
      model.family = line(words_);
      shape(model.shape);
      model.published_total = count();
      if (const double active = count(); active > 0) model.published_active = active;
    }
    return out;
  }

 private:
  double count() { return static_cast<double>(read_packed(next_)); }
  bool flag() {
    const bool set = (flags_ & 1U) != 0;
    flags_ >>= 1U;
    return set;
  }

  void shape(Shape& out) {
    out.architecture = static_cast<Architecture>(read_packed(next_));
    flags_ = static_cast<std::uint32_t>(read_packed(next_));
    for (double* number : {&out.layers, &out.encoder_layers, &out.width, &out.heads, &out.kv_heads,
                           &out.head_width, &out.mlp_width, &out.vocabulary, &out.max_positions,
                           &out.norms_per_layer, &out.token_types, &out.classes, &out.patch_values, &out.window,
                           &out.windowed_layers}) {
      *number = count();
    }
    if (flag()) out.learned_positions = out.max_positions;
    for (bool* set : {&out.gated, &out.relative_bias, &out.tied_head, &out.layer_norm, &out.parallel_mlp,
                      &out.qk_norm, &out.qkv_bias, &out.out_bias, &out.mlp_bias, &out.head_bias,
                      &out.attention_sinks, &out.causal, &out.pooler}) {
      *set = flag();
    }
    const bool mixture = flag();
    const bool expert_bias = flag();
    const bool router_bias = flag();
    if (mixture) out.experts = experts(expert_bias, router_bias);
    if (flag()) out.latent = latent();
  }
  Experts experts(bool expert_bias, bool router_bias) {
    Experts out;
    out.expert_bias = expert_bias;
    out.router_bias = router_bias;
    for (double* number : {&out.count, &out.active, &out.shared, &out.width, &out.shared_width,
                           &out.dense_layers_first, &out.dense_width}) {
      *number = count();
    }
    return out;
  }
  Latent latent() {
    Latent out;
    for (double* number :
         {&out.query_rank, &out.kv_rank, &out.nope_width, &out.rope_width, &out.value_width}) {
      *number = count();
    }
    return out;
  }

  std::string_view words_ = packed_words;
  const std::uint8_t* next_ = packed_numbers;
  std::uint32_t flags_ = 0;
};

// The words of each entry, in the order of the entries, up to an empty line.
template <class Item>
std::vector<Alias> aliases(std::string_view words, std::span<const Item> items) {
  std::vector<Alias> out;
  for (const Item& item : items) {
    for (std::string_view name = line(words); !name.empty(); name = line(words)) out.push_back({name, item.id});
  }
  return out;
}

}  // namespace

std::span<const Model> models() {
  static const std::vector<Model> unpacked = Unpacker().run();
  return unpacked;
}
std::span<const Alias> device_aliases() {
  static const std::vector<Alias> unpacked = aliases(device_alias_words, devices());
  return unpacked;
}
std::span<const Alias> model_aliases() {
  static const std::vector<Alias> unpacked = aliases(model_alias_words, models());
  return unpacked;
}

}  // namespace tilewise
