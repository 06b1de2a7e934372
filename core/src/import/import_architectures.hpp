#pragma once
// What the name of an architecture says about a model and its config does not: one row for each.
// Source: the configuration and modelling files of Hugging Face Transformers, by model_type.

#include <span>
#include <string_view>

#include <tilewise/catalogue.hpp>

namespace tilewise {

enum Trait : unsigned {
  trait_gated = 1,
  trait_layer_norm = 2,  // norms with a bias
  trait_parallel = 4,    // attention and MLP side by side
  trait_qk_norm = 8,
  trait_qkv_bias = 16,
  trait_out_bias = 32,
  trait_mlp_bias = 64,
  trait_head_bias = 128,
  trait_tied = 256,     // where the config does not say
  trait_learned = 512,  // a table of positions
  trait_sinks = 1024,
  trait_expert_bias = 2048,
  trait_router_bias = 4096,
  trait_pooler = 8192,
  trait_relative = 16384,     // T5 tables of relative positions
  trait_fourfold = 32768,     // the MLP is four times the width where the config does not say
  trait_window_flag = 65536,  // windows only when use_sliding_window says so
  trait_attention_bias = trait_qkv_bias | trait_out_bias,
  trait_bias = trait_attention_bias | trait_mlp_bias
};

struct ArchitectureRow {
  std::string_view model_type;
  Architecture kind;
  unsigned traits;
  double norms = 2;  // per layer
  double window_period =
      0;                  // where the config has a sliding window, one layer in so many is full; 0: none is
  double head_width = 0;  // where the config does not say; 0: width over heads
};
[[nodiscard]] const ArchitectureRow* find_architecture(std::string_view model_type);
// By the name of the class: "Qwen2MoeForCausalLM".
[[nodiscard]] const ArchitectureRow* find_architecture_of_class(std::string_view name);

// A flag of a config that gives or takes traits.
struct TraitFlag {
  std::string_view field;
  unsigned traits;
  bool inverted = false;
};
[[nodiscard]] std::span<const TraitFlag> trait_flags();

// Values that a class has when a nested config leaves them out.
struct ClassDefault {
  std::string_view model_type;
  std::string_view field;  // of the config
  double value;
};
[[nodiscard]] std::span<const ClassDefault> class_defaults();

// Windows of `layers` layers where one in `period` is full.
[[nodiscard]] double windowed_of(double layers, double period);

}  // namespace tilewise
