#include "import/import_architectures.hpp"

#include <array>
#include <cmath>

namespace tilewise {
namespace {

constexpr auto decoder = Architecture::decoder;
constexpr auto encoder = Architecture::encoder;

constexpr unsigned llama = trait_gated;
constexpr unsigned gpt = trait_layer_norm | trait_bias | trait_learned | trait_tied;
constexpr unsigned bert = trait_layer_norm | trait_bias | trait_learned | trait_tied;
constexpr unsigned gemma = trait_gated | trait_tied;
constexpr unsigned moe_bias = trait_expert_bias | trait_router_bias;

// Cohere's norms have no bias; those of OLMo have no parameters at all; OLMo 2 norms queries and keys over
// all heads, counted here as over one.
constexpr std::array rows = {
    ArchitectureRow{"llama", decoder, llama},
    ArchitectureRow{"mistral", decoder, llama},
    ArchitectureRow{"mixtral", decoder, llama},
    ArchitectureRow{"granite", decoder, llama},
    ArchitectureRow{"internlm2", decoder, llama},
    ArchitectureRow{"qwen2", decoder, llama | trait_qkv_bias | trait_window_flag},
    ArchitectureRow{"qwen2_moe", decoder, llama | trait_qkv_bias | trait_window_flag},
    ArchitectureRow{"qwen3", decoder, llama | trait_qk_norm | trait_window_flag, 2, 0, 128},
    ArchitectureRow{"qwen3_moe", decoder, llama | trait_qk_norm | trait_window_flag, 2, 0, 128},
    ArchitectureRow{"gemma", decoder, gemma, 2, 0, 256},
    ArchitectureRow{"gemma2", decoder, gemma, 4, 2, 256},
    ArchitectureRow{"gemma3_text", decoder, gemma | trait_qk_norm, 4, 6, 256},
    ArchitectureRow{"phi", decoder, trait_layer_norm | trait_bias | trait_parallel | trait_head_bias, 1},
    ArchitectureRow{"phi3", decoder, llama},
    ArchitectureRow{"phimoe", decoder, llama | trait_layer_norm | trait_head_bias},
    ArchitectureRow{"gpt2", decoder, gpt | trait_fourfold},
    ArchitectureRow{"gpt_bigcode", decoder, gpt | trait_fourfold},
    ArchitectureRow{
        "gpt_neo", decoder,
        trait_layer_norm | trait_out_bias | trait_mlp_bias | trait_learned | trait_tied | trait_fourfold, 2,
        2},
    ArchitectureRow{"gpt_neox", decoder, trait_layer_norm | trait_bias | trait_parallel},
    ArchitectureRow{"gptj", decoder,
                    trait_layer_norm | trait_mlp_bias | trait_parallel | trait_head_bias | trait_fourfold, 1},
    ArchitectureRow{"opt", decoder, gpt},
    ArchitectureRow{"bloom", decoder, trait_layer_norm | trait_bias | trait_tied | trait_fourfold},
    ArchitectureRow{"mpt", decoder, trait_bias | trait_tied | trait_fourfold},
    ArchitectureRow{"starcoder2", decoder, trait_layer_norm | trait_bias | trait_tied},
    ArchitectureRow{"falcon", decoder, trait_layer_norm | trait_parallel | trait_tied | trait_fourfold, 1},
    ArchitectureRow{"stablelm", decoder, llama | trait_layer_norm},
    ArchitectureRow{"cohere", decoder, gemma | trait_parallel, 1},
    ArchitectureRow{"cohere2", decoder, gemma | trait_parallel, 1, 4},
    ArchitectureRow{"olmo", decoder, llama, 0},
    ArchitectureRow{"olmo2", decoder, llama | trait_qk_norm},
    ArchitectureRow{"olmo3", decoder, llama | trait_qk_norm, 2, 4},
    ArchitectureRow{"olmoe", decoder, llama | trait_qk_norm},
    ArchitectureRow{"deepseek_v2", decoder, llama},
    ArchitectureRow{"deepseek_v3", decoder, llama | trait_router_bias},
    ArchitectureRow{"kimi_k2", decoder, llama | trait_router_bias},
    ArchitectureRow{"gpt_oss", decoder, llama | trait_bias | trait_sinks | moe_bias, 2, 2, 64},
    ArchitectureRow{"bert", encoder, bert | trait_pooler},
    ArchitectureRow{"roberta", encoder, bert | trait_pooler},
    ArchitectureRow{"xlm-roberta", encoder, bert | trait_pooler},
    ArchitectureRow{"camembert", encoder, bert | trait_pooler},
    ArchitectureRow{"distilbert", encoder, bert},
    ArchitectureRow{"t5", Architecture::encoder_decoder, trait_tied | trait_relative},
    ArchitectureRow{"mt5", Architecture::encoder_decoder, trait_gated | trait_relative},
    ArchitectureRow{"vit", Architecture::vision, trait_layer_norm | trait_bias | trait_learned},
};

constexpr std::array flags = {
    TraitFlag{"tie_word_embeddings", trait_tied},
    TraitFlag{"attention_bias", trait_attention_bias},
    TraitFlag{"mlp_bias", trait_mlp_bias},
    TraitFlag{"use_qkv_bias", trait_qkv_bias},
    TraitFlag{"qkv_bias", trait_qkv_bias},
    TraitFlag{"qk_layernorm", trait_qk_norm},
    TraitFlag{"use_qk_norm", trait_qk_norm},
    TraitFlag{"lm_head_bias", trait_head_bias},
    TraitFlag{"use_parallel_residual", trait_parallel},
    TraitFlag{"parallel_attn", trait_parallel},
    TraitFlag{"bias", trait_bias},
    TraitFlag{"use_bias", trait_bias},
    TraitFlag{"no_bias", trait_bias, true},
    TraitFlag{"use_sliding_window", trait_window_flag, true},
};

// Transformers: Gemma3TextConfig and LlamaConfig.
constexpr std::array defaults = {
    ClassDefault{"gemma3_text", "num_attention_heads", 8},
    ClassDefault{"gemma3_text", "num_key_value_heads", 4},
    ClassDefault{"gemma3_text", "vocab_size", 262208},
    ClassDefault{"gemma3_text", "max_position_embeddings", 131072},
    ClassDefault{"llama", "hidden_size", 4096},
    ClassDefault{"llama", "intermediate_size", 11008},
    ClassDefault{"llama", "num_hidden_layers", 32},
    ClassDefault{"llama", "num_attention_heads", 32},
    ClassDefault{"llama", "vocab_size", 32000},
};

// Other words for the same architecture.
std::string_view plain_type(std::string_view type) {
  if (type == "gemma3") return "gemma3_text";
  if (type == "RefinedWeb" || type == "RefinedWebModel") return "falcon";
  if (type == "stablelm_epoch") return "stablelm";
  if (type == "umt5") return "mt5";
  if (type == "qwen2_vl" || type == "qwen2_5_vl") return "qwen2";
  return type;
}

constexpr char small(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

// "qwen2_moe" is the beginning of "Qwen2MoeForCausalLM"; what follows must be a word of its own.
bool begins_class(std::string_view model_type, std::string_view name) {
  std::size_t at = 0;
  for (const char c : model_type) {
    if (c == '_' || c == '-') continue;
    if (at == name.size() || small(name[at]) != c) return false;
    ++at;
  }
  const std::string_view rest = name.substr(at);
  return rest.empty() || rest.substr(0, 3) == "For" || rest == "LMHeadModel" || rest == "Model";
}

}  // namespace

const ArchitectureRow* find_architecture(std::string_view model_type) {
  for (const ArchitectureRow& row : rows) {
    if (row.model_type == plain_type(model_type)) return &row;
  }
  return nullptr;
}

const ArchitectureRow* find_architecture_of_class(std::string_view name) {
  for (const ArchitectureRow& row : rows) {
    if (begins_class(row.model_type, name)) return &row;
  }
  return nullptr;
}

std::span<const TraitFlag> trait_flags() { return flags; }
std::span<const ClassDefault> class_defaults() { return defaults; }

double windowed_of(double layers, double period) {
  return period > 0 ? layers - std::floor(layers / period) : layers;
}

}  // namespace tilewise
