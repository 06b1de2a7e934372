#include <tilewise/defaults.hpp>

#include <tilewise/catalogue.hpp>

namespace tilewise {
namespace {

std::string_view text_of(Field field, const Scenario& scenario, std::string_view otherwise) {
  const Value* value = scenario.values.find(field);
  return value == nullptr ? otherwise : std::string_view(value->text);
}

// The architecture the scenario's model has, as a word of the key `arch`; empty when it cannot be told.
std::string_view architecture_of(const Scenario& scenario, const Model* model) {
  const Value* asked = scenario.values.find(Field::architecture);
  if (asked != nullptr) return asked->valid ? std::string_view(asked->text) : std::string_view();
  if (model != nullptr) return word(model->shape.architecture);
  return text_of(Field::model, scenario, "") == "custom" ? "decoder" : "";
}

std::optional<Value> default_sequence(const Scenario& scenario) {
  const std::string_view workload = text_of(Field::workload, scenario, "prefill");
  if (workload == "matmul" || workload == "recommend") return std::nullopt;  // they have no sequence
  const Model* model = find_model(text_of(Field::model, scenario, "bert-large"));
  const std::string_view architecture = architecture_of(scenario, model);
  if (architecture == "decoder") return number_value(2048);
  if (architecture == "encoder" || architecture == "encdec") return number_value(128);
  if (architecture == "vit" && model != nullptr && model->shape.max_positions > 0) {
    return number_value(model->shape.max_positions);
  }
  return std::nullopt;
}

std::optional<Value> default_output(const Scenario& scenario) {
  const std::string_view workload = text_of(Field::workload, scenario, "prefill");
  if (workload == "decode") return number_value(1);
  if (workload == "serve") return number_value(256);
  return std::nullopt;
}

std::optional<Value> default_batch(const Scenario& scenario) {
  const std::string_view workload = text_of(Field::workload, scenario, "prefill");
  if (workload == "train" || workload == "finetune") return number_value(32);
  return has_word(spec_of(Field::workload), workload) ? std::optional<Value>(number_value(1)) : std::nullopt;
}

// Fields whose default is the same in every scenario.
struct Fixed {
  Field field;
  std::string_view text;
};
constexpr Fixed fixed[] = {
    {Field::version, "1"},
    {Field::model, "bert-large"},
    {Field::workload, "prefill"},
    {Field::precision, "auto"},
    {Field::tp, "1"},
    {Field::sp, "0"},
    {Field::pp, "1"},
    {Field::vp, "1"},
    {Field::ep, "1"},
    {Field::etp, "1"},
    {Field::cp, "1"},
    {Field::zero, "0"},
    {Field::layer_split, "0"},
    {Field::schedule, "1f1b"},
    {Field::recompute, "none"},
    {Field::optimizer, "adamw"},
    {Field::fused_backward, "0"},
    {Field::offload, "none"},
    {Field::finetune_method, "full"},
    {Field::lora_rank, "16"},
    {Field::flops_convention, "full"},
    {Field::stack, "typical"},
    {Field::custom_share, "0"},
    {Field::prefix_cache, "0"},
    {Field::data_parallel_attention, "0"},
    {Field::pruned, "0"},
    {Field::sparse24, "0"},
    {Field::count, "1"},
    {Field::pue, "1"},
    {Field::carbon, "473"},
    {Field::electricity, "8e-2"},
    {Field::lifetime, "5"},
    {Field::usage, "1"},
    {Field::goodput, "1"},
    {Field::units, "gib"},
    {Field::theme, "auto"},
    {Field::title, ""},
};

}  // namespace

std::string_view default_devices() { return "tpu-v4~mtia-v1~v100-sxm2-32gb~rtx-2080-ti~rtx-4090"; }

std::optional<Value> default_of(Field field, const Scenario& scenario) {
  if (field == Field::sequence) return default_sequence(scenario);
  if (field == Field::output) return default_output(scenario);
  if (field == Field::batch) return default_batch(scenario);
  if (field == Field::devices) return text_value(std::string(default_devices()));
  for (const Fixed& entry : fixed) {
    if (entry.field == field) return read_value(spec_of(field), entry.text);
  }
  return std::nullopt;
}

}  // namespace tilewise
