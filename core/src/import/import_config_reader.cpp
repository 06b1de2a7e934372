#include "import/import_config_reader.hpp"

#include <cmath>

#include <tilewise/json_reader.hpp>
#include <tilewise/parameters.hpp>
#include <tilewise/storage.hpp>

#include "import/import_architectures.hpp"

namespace tilewise {
namespace {

using nlohmann::json;

constexpr double largest = 1e9;  // above it a number is no extent of a model

std::string_view first_of(Names names) { return names.substr(0, names.find(' ')); }

// Whether the checkpoint leaves attention in 16 bit.
bool keeps_attention(const json& quantisation) {
  const json* kept = json_find(quantisation, "modules_to_not_convert");
  if (kept == nullptr || !kept->is_array()) return false;
  for (const json& name : *kept) {
    const auto* text = name.get_ptr<const std::string*>();
    if (text != nullptr && text->find("attn") != std::string::npos) return true;
  }
  return false;
}

// The key wq for a quantised checkpoint.
std::string quantised_format(const json& quantisation, Issues& issues) {
  const std::string_view method = json_text_at(quantisation, "quant_method").value_or("");
  const double bits = json_number_at(quantisation, "bits").value_or(0);
  const double group = json_number_at(quantisation, "group_size").value_or(0);
  if (method == "gptq" && bits == 4 && (group == 128 || group == 64 || group == 32)) {
    return group == 128 ? "gptq-128" : group == 64 ? "gptq-64" : "gptq-32";
  }
  if (method == "awq" && bits == 4 && group == 128) return "awq-128";
  if (method == "fp8" || method == "fbgemm_fp8") return keeps_attention(quantisation) ? "fp8-mlp" : "fp8";
  if (method == "mxfp4") return "mxfp4";
  if (json_flag_at(quantisation, "load_in_8bit").value_or(false)) return "int8";
  if (json_flag_at(quantisation, "load_in_4bit").value_or(false)) {
    if (json_text_at(quantisation, "bnb_4bit_quant_type") != std::string_view("nf4")) return "int4";
    return json_flag_at(quantisation, "bnb_4bit_use_double_quant").value_or(false) ? "nf4-dq" : "nf4";
  }
  report(issues, "import.quantisation", "quantization_config", Severity::warning, {{"method", method}});
  return {};
}

StoredWeights stored(std::string_view format, double parameters) {
  StoredWeights weights;
  weights.type = std::string(format);
  weights.parameters = parameters;
  const StorageFormat* storage = find_storage_format(format);
  weights.bytes = storage == nullptr ? 0 : parameters * storage->bits / 8;
  return weights;
}

std::string_view wide_format(const json& config) {
  const std::string_view type =
      json_text_at(config, "torch_dtype").value_or(json_text_at(config, "dtype").value_or(""));
  if (type == "float32") return "fp32";
  return type == "float16" ? "fp16" : "bf16";
}

// Quantised checkpoints shrink the matrices of the layers (of gpt-oss: of the experts); the rest stays wide.
void add_weights(const json& config, ImportedModel& model) {
  const ParameterCount count = count_parameters(model.shape);
  const double small = model.weight_format.empty()      ? 0
                       : model.weight_format == "mxfp4" ? count.experts_total
                                                        : count.layer_matrices;
  model.parameters = count.total;
  if (small > 0) model.weights.push_back(stored(model.weight_format, small));
  model.weights.push_back(stored(wide_format(config), count.total - small));
}

}  // namespace

double ConfigReader::number(Names names, double fallback) {
  for (Names rest = names; !rest.empty();) {
    const std::string_view name = first_of(rest);
    rest.remove_prefix(name.size() + (name.size() < rest.size() ? 1 : 0));
    const json* value = json_find(config_, name);
    if (value == nullptr || value->is_null()) continue;
    const std::optional<double> found = json_number(*value);
    if (found && *found >= 0 && *found <= largest && std::floor(*found) == *found) return *found;
    report(issues_, "import.bad-value", name, Severity::error, {{"field", name}});
    failed_ = true;
    return fallback;
  }
  return class_default(names, fallback);
}

double ConfigReader::needed(Names names, double fallback) {
  const double found = number(names, fallback);
  if (found < 1 && !failed_) {
    if (!missing_.empty()) missing_ += ", ";
    missing_ += first_of(names);
  }
  return found;
}

bool ConfigReader::flag(std::string_view name, bool fallback) const {
  return json_flag_at(config_, name).value_or(fallback);
}

std::string_view ConfigReader::text(std::string_view name) const {
  return json_text_at(config_, name).value_or("");
}

const json* ConfigReader::at(std::string_view name) const { return json_find(config_, name); }

bool ConfigReader::finish() {
  if (!missing_.empty()) {
    report(issues_, "import.missing-fields", "", Severity::error,
           {{"architecture", model_type_}, {"fields", missing_}});
  }
  if (!assumed_.empty()) {
    report(issues_, "import.class-defaults", "", Severity::note,
           {{"architecture", model_type_}, {"fields", assumed_}});
  }
  return missing_.empty() && !failed_;
}

double ConfigReader::class_default(Names names, double fallback) {
  if (!nested_) return fallback;
  for (const ClassDefault& entry : class_defaults()) {
    if (entry.model_type != model_type_ || entry.field != first_of(names)) continue;
    if (!assumed_.empty()) assumed_ += ", ";
    assumed_ += entry.field;
    return entry.value;
  }
  return fallback;
}

void read_weights(const json& whole, const json& config, ImportedModel& model, Issues& issues) {
  if (const json* quantisation = json_find(whole, "quantization_config"); quantisation != nullptr && quantisation->is_object()) {
    model.weight_format = quantised_format(*quantisation, issues);
  }
  add_weights(json_find(config, "torch_dtype") != nullptr ? config : whole, model);
}

}  // namespace tilewise
