#include <array>
#include <cmath>

#include <tilewise/import.hpp>
#include <tilewise/parameters.hpp>

#include "import/gguf.hpp"
#include "import/import_architectures.hpp"

namespace tilewise {
namespace {

// general.file_type (ggml-org/llama.cpp, llama.h, llama_ftype) -> the words of the key wq.
struct FileType {
  double id;
  std::string_view format;
};
constexpr std::array file_types = {
    FileType{0, "fp32"},     FileType{1, "fp16"},    FileType{2, "q4-0"},    FileType{3, "q4-1"},
    FileType{7, "q8-0"},     FileType{8, "q5-0"},    FileType{9, "q5-1"},    FileType{10, "q2-k"},
    FileType{11, "q3-k-s"},  FileType{12, "q3-k-m"}, FileType{13, "q3-k-l"}, FileType{14, "q4-k-s"},
    FileType{15, "q4-k-m"},  FileType{16, "q5-k-s"}, FileType{17, "q5-k-m"}, FileType{18, "q6-k"},
    FileType{19, "iq2-xxs"}, FileType{20, "iq2-xs"}, FileType{21, "q2-k-s"}, FileType{22, "iq3-xs"},
    FileType{23, "iq3-xxs"}, FileType{24, "iq1-s"},  FileType{25, "iq4-nl"}, FileType{26, "iq3-s"},
    FileType{27, "iq3-m"},   FileType{28, "iq2-s"},  FileType{29, "iq2-m"},  FileType{30, "iq4-xs"},
    FileType{31, "iq1-m"},   FileType{32, "bf16"},   FileType{38, "mxfp4"},
};

// llama.cpp's words where one layer in so many has no window; elsewhere all layers have it.
struct WindowPeriod {
  std::string_view architecture;
  double period;
};
constexpr std::array window_periods = {
    WindowPeriod{"gemma2", 2},  WindowPeriod{"gemma3", 6}, WindowPeriod{"gpt-oss", 2},
    WindowPeriod{"cohere2", 4}, WindowPeriod{"olmo2", 4},
};

bool ends_with(std::string_view text, std::string_view end) {
  return text.size() >= end.size() && text.substr(text.size() - end.size()) == end;
}

class GgufModel {
 public:
  GgufModel(const GgufHeader& header, Issues& issues) : header_(header), issues_(issues) {
    if (const GgufValue* value = header.find("general.architecture")) architecture_ = value->text;
  }

  std::optional<ImportedModel> run() {
    ImportedModel model;
    model.kind = "gguf";
    model.architecture = architecture_;
    if (const GgufValue* name = header_.find("general.name")) model.name = name->text;
    if (number("ssm.state_size") > 0 || number("wkv.head_size") > 0) {
      report(issues_, "import.recurrent", "", Severity::error, {{"architecture", architecture_}});
      return std::nullopt;
    }
    read_shape(model.shape);
    if (!missing_.empty()) {
      report(issues_, "import.missing-fields", "", Severity::error,
             {{"architecture", architecture_}, {"fields", missing_}});
      return std::nullopt;
    }
    add_weights(model);
    note_parts();
    return model;
  }

 private:
  const GgufValue* at(std::string_view key) const {
    std::string whole = architecture_;
    whole += '.';
    whole += key;
    return header_.find(whole);
  }
  // A number of the architecture; of one that differs from layer to layer the largest.
  double number(std::string_view key, double fallback = 0) const {
    const GgufValue* value = at(key);
    if (value == nullptr) return fallback;
    double found = value->number.value_or(-1);
    for (const double one : value->numbers) found = one > found ? one : found;
    constexpr double largest = 1e9;
    return found >= 0 && found <= largest && std::floor(found) == found ? found : fallback;
  }
  double needed(std::string_view key, double fallback = 0) {
    const double found = number(key, fallback);
    if (found < 1) {
      if (!missing_.empty()) missing_ += ", ";
      missing_ += key;
    }
    return found;
  }
  const GgufTensor* tensor(std::string_view end) const {
    for (const GgufTensor& one : header_.tensors) {
      if (ends_with(one.name, end)) return &one;
    }
    return nullptr;
  }
  bool has(std::string_view end) const { return tensor(end) != nullptr; }
  // Rows of a table.
  double rows(std::string_view name) const {
    const GgufTensor* table = tensor(name);
    return table == nullptr ? 0 : table->extents[1];
  }

  void read_shape(Shape& shape) {
    read_kind(shape);
    shape.width = needed("embedding_length");
    shape.heads = needed("attention.head_count");
    shape.kv_heads = number("attention.head_count_kv", shape.heads);
    if (shape.kv_heads < 1) shape.kv_heads = shape.heads;
    shape.head_width =
        number("attention.key_length", shape.heads > 0 ? std::floor(shape.width / shape.heads) : 0);
    shape.vocabulary = vocabulary();
    shape.max_positions = number("context_length");
    shape.learned_positions = rows("position_embd.weight");
    shape.token_types = rows("token_types.weight");
    read_experts(shape);
    if (shape.mlp_width < 1) shape.mlp_width = needed("feed_forward_length");
    read_details(shape);
    read_latent(shape);
    read_windows(shape);
  }

  void read_kind(Shape& shape) {
    shape.layers = needed("block_count");
    if (architecture_ == "t5") {
      shape.architecture = Architecture::encoder_decoder;
      shape.encoder_layers = shape.layers;
      shape.layers += number("decoder_block_count", shape.layers);
      shape.relative_bias = true;
      return;
    }
    const GgufValue* causal = at("attention.causal");
    const bool encoder =
        architecture_.find("bert") != std::string::npos || (causal != nullptr && causal->number == 0.0);
    shape.architecture = encoder ? Architecture::encoder : Architecture::decoder;
    shape.causal = !encoder;
  }

  double vocabulary() {
    const double table = rows("token_embd.weight");
    if (table > 0) return table;
    const GgufValue* tokens = header_.find("tokenizer.ggml.tokens");
    return needed("vocab_size", tokens == nullptr ? 0 : tokens->length);
  }

  // What the tensors themselves say.
  void read_details(Shape& shape) {
    shape.gated = has("ffn_gate.weight") || has("ffn_gate_exps.weight") || has("ffn_gate_up_exps.weight") ||
                  rows("ffn_up.weight") == 2 * shape.mlp_width || header_.tensors.empty();
    shape.tied_head = !header_.tensors.empty() && !has_named("output.weight");
    shape.layer_norm = has("attn_norm.bias") || has("output_norm.bias") || has("attn_output_norm.bias");
    shape.qk_norm = has("attn_q_norm.weight");
    shape.qkv_bias = has("attn_q.bias") || has("attn_qkv.bias");
    shape.out_bias = has("attn_output.bias");
    shape.mlp_bias = has("ffn_down.bias") || has("ffn_up_exps.bias");
    shape.head_bias = has_named("output.bias");
    shape.attention_sinks = has("attn_sinks.weight");
    double norms = 0;
    for (const std::string_view norm :
         {"blk.0.attn_norm.weight", "blk.0.attn_norm_2.weight", "blk.0.ffn_norm.weight",
          "blk.0.post_attention_norm.weight", "blk.0.post_ffw_norm.weight", "blk.0.attn_output_norm.weight",
          "blk.0.layer_output_norm.weight"}) {
      norms += has(norm) ? 1 : 0;
    }
    if (norms > 0) shape.norms_per_layer = norms;
    shape.parallel_mlp = norms == 1;
  }
  bool has_named(std::string_view name) const {
    for (const GgufTensor& one : header_.tensors) {
      if (one.name == name) return true;
    }
    return false;
  }

  void read_experts(Shape& shape) {
    shape.mlp_width = number("feed_forward_length");
    Experts experts;
    experts.count = number("expert_count");
    if (experts.count < 2) return;
    experts.active = needed("expert_used_count");
    experts.width = number("expert_feed_forward_length", shape.mlp_width);
    if (shape.mlp_width < 1) shape.mlp_width = experts.width;
    experts.shared = number("expert_shared_count");
    experts.shared_width = experts.shared > 0 ? experts.width : 0;
    if (const double width = number("expert_shared_feed_forward_length"); width > 0) {
      experts.shared = 1;
      experts.shared_width = width;
    }
    experts.dense_layers_first = number("leading_dense_block_count");
    if (experts.dense_layers_first > shape.layers) experts.dense_layers_first = shape.layers;
    if (experts.dense_layers_first > 0) experts.dense_width = shape.mlp_width;
    experts.expert_bias = has("ffn_up_exps.bias");
    experts.router_bias = has("ffn_gate_inp.bias") || has("exp_probs_b.bias");
    shape.experts = experts;
  }

  void read_latent(Shape& shape) {
    Latent latent;
    latent.kv_rank = number("attention.kv_lora_rank");
    if (latent.kv_rank < 1) return;
    latent.query_rank = number("attention.q_lora_rank");
    latent.rope_width = needed("rope.dimension_count");
    const double key = number("attention.key_length_mla", number("attention.key_length"));
    latent.value_width = number("attention.value_length_mla", number("attention.value_length"));
    latent.nope_width = key - latent.rope_width;
    if (latent.nope_width < 1 || latent.value_width < 1) {
      (void)needed("attention.key_length_mla");
      return;
    }
    shape.head_width = key;
    shape.kv_heads = shape.heads;
    shape.latent = latent;
  }

  void read_windows(Shape& shape) {
    const double window = number("attention.sliding_window");
    if (window < 1 || shape.layers < 1) return;
    double period = 0;
    for (const WindowPeriod& entry : window_periods) {
      if (entry.architecture == architecture_) period = entry.period;
    }
    double windowed = windowed_of(shape.layers, period);
    if (const GgufValue* pattern = at("attention.sliding_window_pattern"); pattern != nullptr) {
      if (pattern->number && *pattern->number >= 1)
        windowed = windowed_of(shape.layers, std::floor(*pattern->number));
      if (!pattern->numbers.empty()) {
        windowed = 0;
        for (const double one : pattern->numbers) windowed += one != 0 ? 1 : 0;
      }
    }
    if (windowed < 1) return;
    shape.window = window;
    shape.windowed_layers = windowed < shape.layers ? windowed : shape.layers;
  }

  void add_weights(ImportedModel& model) const {
    model.header_bytes = header_.bytes;
    model.file_bytes = header_.file_bytes;
    for (const GgufTensor& one : header_.tensors) {
      StoredWeights* group = nullptr;
      for (StoredWeights& known : model.weights) {
        if (known.type == one.type->name) group = &known;
      }
      if (group == nullptr) {
        model.weights.emplace_back();
        group = &model.weights.back();
        group->type = std::string(one.type->name);
      }
      group->tensors += 1;
      group->parameters += one.elements;
      group->bytes += one.bytes;
      model.parameters += one.elements;
    }
    // The first part of a split file may hold no tensor.
    if (header_.tensors.empty()) model.parameters = count_parameters(model.shape).total;
    const GgufValue* type = header_.find("general.file_type");
    for (const FileType& entry : file_types) {
      if (type != nullptr && type->number == entry.id) model.weight_format = std::string(entry.format);
    }
  }

  void note_parts() {
    const GgufValue* count = header_.find("split.count");
    if (count == nullptr || count->number.value_or(0) <= 1) return;
    report(issues_, "import.gguf-part", "", Severity::warning, {{"parts", *count->number}});
  }

  const GgufHeader& header_;
  Issues& issues_;
  std::string architecture_;
  std::string missing_;
};

}  // namespace

bool is_gguf(std::string_view bytes) { return bytes.substr(0, 4) == "GGUF"; }

std::optional<ImportedModel> import_gguf(std::string_view bytes, Issues& issues) {
  const std::optional<GgufHeader> header = read_gguf(bytes, issues);
  if (!header) return std::nullopt;
  if (header->need_bytes > 0) {
    ImportedModel incomplete;
    incomplete.kind = "gguf";
    incomplete.need_bytes = header->need_bytes;
    report(issues, "import.incomplete", "", Severity::note, {{"need_bytes", header->need_bytes}});
    return incomplete;
  }
  return GgufModel(*header, issues).run();
}

std::optional<ImportedModel> import_bytes(std::string_view bytes, Issues& issues) {
  return is_gguf(bytes) ? import_gguf(bytes, issues) : import_config(bytes, issues);
}

}  // namespace tilewise
