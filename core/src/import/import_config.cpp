#include <cmath>

#include <tilewise/import.hpp>
#include <tilewise/json_reader.hpp>

#include "import/import_architectures.hpp"
#include "import/import_config_reader.hpp"

namespace tilewise {
namespace {

using nlohmann::json;

// What the families call the same quantity; the first name is the one that is reported as missing.
constexpr Names layer_names = "num_hidden_layers n_layer num_layers n_layers";
constexpr Names width_names = "hidden_size n_embd d_model n_embed dim";
constexpr Names head_names = "num_attention_heads n_head num_heads n_heads";
constexpr Names kv_names = "num_key_value_heads num_kv_heads n_head_kv kv_n_heads";
constexpr Names head_width_names = "head_dim d_kv";
constexpr Names mlp_names = "intermediate_size n_inner d_ff ffn_hidden_size ffn_dim hidden_dim";
constexpr Names vocabulary_names = "vocab_size";
constexpr Names position_names = "max_position_embeddings n_positions max_seq_len n_ctx";
constexpr Names window_names = "sliding_window window_size";
constexpr Names period_names = "sliding_window_pattern _sliding_window_pattern";
constexpr Names expert_names = "num_local_experts num_experts n_routed_experts";
constexpr Names active_names = "num_experts_per_tok experts_per_token moe_topk";

unsigned traits_of(const ConfigReader& read, const ArchitectureRow& row) {
  unsigned traits = row.traits;
  for (const TraitFlag& flag : trait_flags()) {
    const json* value = read.at(flag.field);
    const std::optional<bool> given = value == nullptr ? std::nullopt : json_flag(*value);
    if (!given) continue;
    traits = *given != flag.inverted ? (traits | flag.traits) : (traits & ~flag.traits);
  }
  if (read.text("feed_forward_proj").substr(0, 5) == "gated") traits |= trait_gated;
  return traits;
}

void apply_traits(Shape& shape, unsigned traits) {
  const auto has = [&](Trait trait) { return (traits & trait) != 0; };
  shape.gated = has(trait_gated);
  shape.tied_head = has(trait_tied);
  shape.layer_norm = has(trait_layer_norm);
  shape.parallel_mlp = has(trait_parallel);
  shape.qk_norm = has(trait_qk_norm);
  shape.qkv_bias = has(trait_qkv_bias);
  shape.out_bias = has(trait_out_bias);
  shape.mlp_bias = has(trait_mlp_bias);
  shape.head_bias = has(trait_head_bias);
  shape.attention_sinks = has(trait_sinks);
  shape.pooler = has(trait_pooler);
  shape.relative_bias = has(trait_relative);
}

void read_attention(ConfigReader& read, const ArchitectureRow& row, Shape& shape) {
  shape.heads = read.needed(head_names);
  double kv = shape.heads;
  // Multi-query attention said by a flag; Falcon's newer form has a number of its own.
  if (read.flag("multi_query") && !read.flag("new_decoder_architecture")) {
    kv = 1;
  } else if (!read.flag("multi_query", true) && !read.flag("new_decoder_architecture")) {
    kv = shape.heads;
  } else {
    kv = read.number(kv_names, shape.heads);
  }
  shape.kv_heads = kv > 0 ? kv : shape.heads;
  double head_width = read.number(head_width_names, row.head_width);
  if (head_width < 1 && shape.heads > 0) head_width = std::floor(shape.width / shape.heads);
  shape.head_width = head_width;
}

void read_windows(ConfigReader& read, const ArchitectureRow& row, unsigned traits, Shape& shape) {
  if ((traits & trait_window_flag) != 0 && row.kind == Architecture::decoder) return;  // switched off
  const double window = read.number(window_names);
  if (window < 1) return;
  double windowed = windowed_of(shape.layers, read.number(period_names, row.window_period));
  if (const json* types = read.at("layer_types"); types != nullptr && types->is_array()) {
    windowed = 0;
    for (const json& type : *types)
      windowed += json_text(type) == std::string_view("sliding_attention") ? 1 : 0;
  } else if ((row.traits & trait_window_flag) != 0) {
    const double full = read.number("max_window_layers", 0);
    windowed = full < shape.layers ? shape.layers - full : 0;
  }
  if (windowed < 1) return;
  shape.window = window;
  shape.windowed_layers = windowed < shape.layers ? windowed : shape.layers;
}

void read_experts(ConfigReader& read, unsigned traits, Shape& shape) {
  Experts experts;
  experts.count = read.number(expert_names);
  if (experts.count < 2) return;
  experts.active = read.needed(active_names);
  experts.width = read.number("moe_intermediate_size", shape.mlp_width);
  experts.shared = read.number("n_shared_experts");
  experts.shared_width = experts.shared > 0 ? experts.width : 0;
  if (const double width = read.number("shared_expert_intermediate_size"); width > 0) {
    experts.shared = 1;
    experts.shared_width = width;
  }
  experts.dense_layers_first = read.number("first_k_dense_replace");
  if (const json* dense = read.at("mlp_only_layers"); dense != nullptr && dense->is_array()) {
    experts.dense_layers_first = static_cast<double>(dense->size());
  }
  if (experts.dense_layers_first > shape.layers) experts.dense_layers_first = shape.layers;
  if (experts.dense_layers_first > 0) experts.dense_width = shape.mlp_width;
  experts.expert_bias = (traits & trait_expert_bias) != 0;
  experts.router_bias = (traits & trait_router_bias) != 0;
  shape.experts = experts;
}

void read_latent(ConfigReader& read, Shape& shape) {
  Latent latent;
  latent.kv_rank = read.number("kv_lora_rank");
  if (latent.kv_rank < 1) return;
  latent.query_rank = read.number("q_lora_rank");
  latent.nope_width = read.needed("qk_nope_head_dim");
  latent.rope_width = read.needed("qk_rope_head_dim");
  latent.value_width = read.needed("v_head_dim");
  shape.head_width = latent.nope_width + latent.rope_width;
  shape.kv_heads = shape.heads;
  shape.latent = latent;
}

// Positions, segments, patches: what stands before the first layer.
void read_tables(ConfigReader& read, const ArchitectureRow& row, unsigned traits, Shape& shape) {
  if (row.kind == Architecture::vision) {
    const double side = read.needed("image_size");
    const double patch = read.needed("patch_size");
    const double patches = patch > 0 ? std::floor(side / patch) : 0;
    shape.patch_values = patch * patch * read.number("num_channels", 3);
    shape.max_positions = patches * patches + 1;
    const json* labels = read.at("id2label");
    shape.classes = labels != nullptr && labels->is_object() ? static_cast<double>(labels->size())
                                                             : read.number("num_labels");
  } else {
    shape.vocabulary = read.needed(vocabulary_names);
    shape.max_positions = read.number(position_names);
    shape.token_types = read.number("type_vocab_size");
  }
  constexpr double opt_offset = 2;  // OPT keeps two rows more than it has positions
  if ((traits & trait_learned) != 0) {
    shape.learned_positions = shape.max_positions + (row.model_type == "opt" ? opt_offset : 0);
  }
}

void read_layers(ConfigReader& read, const ArchitectureRow& row, Shape& shape) {
  shape.layers = read.needed(layer_names);
  if (row.kind != Architecture::encoder_decoder) return;
  shape.encoder_layers = shape.layers;
  shape.layers += read.number("num_decoder_layers", shape.layers);
}

Shape read_shape(ConfigReader& read, const ArchitectureRow& row) {
  Shape shape;
  const unsigned traits = traits_of(read, row);
  apply_traits(shape, traits);
  shape.architecture = row.kind;
  shape.causal = row.kind == Architecture::decoder || row.kind == Architecture::encoder_decoder;
  shape.norms_per_layer = row.norms;
  // A second norm for the MLP beside attention, or one norm for both.
  if (read.flag("new_decoder_architecture") || (row.model_type == "falcon" && !shape.parallel_mlp))
    shape.norms_per_layer = 2;
  if (row.model_type == "stablelm" && shape.parallel_mlp) shape.norms_per_layer = 1;
  read_layers(read, row, shape);
  shape.width = read.needed(width_names);
  read_attention(read, row, shape);
  shape.mlp_width = read.needed(mlp_names, (traits & trait_fourfold) != 0 ? 4 * shape.width : 0);
  read_tables(read, row, traits, shape);
  read_windows(read, row, traits, shape);
  read_experts(read, traits, shape);
  read_latent(read, shape);
  return shape;
}
void refuse_unknown(const json& config, std::string_view name, Issues& issues) {
  // What every decoder needs, by its usual names: what of it cannot be found is named.
  Issues quiet;
  ConfigReader read(config, name, false, quiet);
  for (const Names names : {layer_names, width_names, head_names, mlp_names, vocabulary_names})
    read.needed(names);
  (void)read.finish();
  std::string missing;
  for (const Issue& issue : quiet) {
    if (issue.code == "import.missing-fields")
      missing = std::get<std::string>(issue.params.back().value) + ", ";
  }
  report(issues, "import.unknown-architecture", "model_type", Severity::error,
         {{"architecture", name}, {"fields", missing + "gated, tied_head, learned_positions, bias, norm"}});
}

const json* inner_config(const json& config) {
  for (const std::string_view name : {"text_config", "llm_config", "language_config"}) {
    const json* inner = json_find(config, name);
    if (inner != nullptr && inner->is_object()) return inner;
  }
  return nullptr;
}

std::string_view class_of(const json& config) {
  const json* names = json_find(config, "architectures");
  if (names == nullptr || !names->is_array() || names->empty()) return {};
  return json_text(names->front()).value_or("");
}

}  // namespace

std::optional<ImportedModel> import_config(std::string_view text, Issues& issues) {
  const JsonReading reading = read_json(text);
  issues.insert(issues.end(), reading.issues.begin(), reading.issues.end());
  if (has_error(reading.issues)) return std::nullopt;
  if (!reading.value.is_object()) {
    report(issues, "import.not-a-model", "", Severity::error);
    return std::nullopt;
  }
  const json* inner = inner_config(reading.value);
  const json& config = inner != nullptr ? *inner : reading.value;
  std::string_view name =
      json_text_at(config, "model_type").value_or(json_text_at(reading.value, "model_type").value_or(""));
  const ArchitectureRow* row = find_architecture(name);
  if (row == nullptr) row = find_architecture_of_class(class_of(config));
  if (name.empty()) name = class_of(config);
  if (row == nullptr) {
    refuse_unknown(config, name, issues);
    return std::nullopt;
  }
  ConfigReader read(config, row->model_type, inner != nullptr, issues);
  ImportedModel model;
  model.kind = "config";
  model.architecture = std::string(name);
  model.name = std::string(json_text_at(reading.value, "_name_or_path").value_or(""));
  model.shape = read_shape(read, *row);
  if (!read.finish()) return std::nullopt;
  if (inner != nullptr || json_find(reading.value, "vision_config") != nullptr) {
    report(issues, "import.text-only", "", Severity::note);
  }
  read_weights(reading.value, config, model, issues);
  return model;
}

}  // namespace tilewise
