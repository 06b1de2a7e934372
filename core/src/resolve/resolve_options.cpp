#include "resolve/resolve_options.hpp"

#include <tilewise/defaults.hpp>

namespace tilewise {

const Value* OptionContext::given(Field field) const {
  const Value* value = resolved.scenario.values.find(field);
  return value != nullptr && value->valid ? value : nullptr;
}

Value OptionContext::given_or_default(Field field, const char* code) const {
  if (const Value* value = given(field)) return *value;
  const Value standard = default_of(field, resolved.scenario).value_or(Value{});
  const std::string_view key = spec_of(field).key;
  for (const Assumption& known : assumptions) {
    if (known.path == key) return standard;
  }
  add_assumption(assumptions, key, write_value(spec_of(field), standard), code);
  return standard;
}

void OptionContext::note(std::string_view key, std::string_view value, const char* code) const {
  add_assumption(assumptions, std::string(prefix) + std::string(key), value, code);
}

namespace {

// Place of a word among the words of its field: enumerations follow the vocabulary.
template <class Enum>
Enum named(Field field, std::string_view word) {
  std::string_view words = spec_of(field).words;
  int place = 0;
  while (!words.empty()) {
    const std::size_t end = words.find(' ');
    if (words.substr(0, end) == word) break;
    words = end == std::string_view::npos ? std::string_view{} : words.substr(end + 1);
    ++place;
  }
  return static_cast<Enum>(place);
}

void read_finetuning(const OptionContext& context, ResolvedColumn& column) {
  TrainingOptions& training = column.training;
  if (!context.resolved.finetune) return;
  training.finetune =
      named<Finetune>(Field::finetune_method, context.given_or_default(Field::finetune_method).text);
  if (training.frozen()) {
    training.lora_rank = context.given_or_default(Field::lora_rank).number;
  }
}

// Weights are trained in 16 or 32 bit; narrower compute formats quantise on the fly. Frozen ones may be
// narrower.
void read_weights(const OptionContext& context, ResolvedColumn& column) {
  const bool asked =
      context.overrides.has(Field::weight_format) || context.given(Field::weight_format) != nullptr;
  const bool frozen = column.training.finetune == Finetune::qlora;
  if (frozen && !asked) {
    column.weight_format = "nf4";
    context.note("wq", column.weight_format, "assumption.default");
  }
  const StorageFormat* format = find_storage_format(column.weight_format);
  if (frozen || format == nullptr || format->bits >= 16) return;
  if (asked) {
    report(context.issues, "training.weight-format", std::string(context.prefix) + "wq", Severity::error,
           {{"given", column.weight_format}, {"device", column.device->id}});
  }
  column.weight_format = "bf16";
}

}  // namespace

void resolve_training_options(const OptionContext& context, ResolvedColumn& column) {
  TrainingOptions& training = column.training;
  const bool wide = column.activation_bytes == 4;
  read_finetuning(context, column);
  read_weights(context, column);
  // Mixed precision keeps fp32 gradients and an fp32 master copy; fp32 training needs no copy.
  training.master_weights = !wide;
  if (const Value* given = context.given(Field::master_weights)) training.master_weights = given->number != 0;
  const bool pure_narrow = !wide && !training.master_weights;
  training.gradient_bytes = pure_narrow ? 2 : 4;
  if (const Value* given = context.given(Field::gradient_precision)) {
    training.gradient_bytes = given->text == "fp32" ? 4 : 2;
  } else {
    context.note("gp", pure_narrow ? "bf16" : "fp32", "assumption.by-stack");
  }
  training.recompute = named<Recompute>(Field::recompute, context.given_or_default(Field::recompute).text);
  training.optimizer = named<Optimizer>(Field::optimizer, context.given_or_default(Field::optimizer).text);
  if (const Value* given = context.given(Field::fused_backward)) training.fused_backward = given->number != 0;
  if (const Value* given = context.given(Field::offload))
    training.offload = named<Offload>(Field::offload, given->text);
}

void resolve_serving_options(const OptionContext& context, ResolvedColumn& column) {
  ServingOptions& serving = column.serving;
  serving.chunk_tokens = chunk_tokens(column.stack);
  const bool engine = is_engine(column.stack);
  if (engine) {
    serving.utilisation = 0.9;
    serving.policy = KvPolicy::paged;
    serving.page_tokens = is_vllm(column.stack) ? 16 : 32;
  }
  if (const Value* given = context.given(Field::utilisation)) {
    serving.utilisation = given->number;
  } else if (engine) {
    context.note("util", write_number(serving.utilisation), "assumption.by-stack");
  }
  if (const Value* given = context.given(Field::kv_policy)) {
    serving.policy = named<KvPolicy>(Field::kv_policy, given->text);
    if (serving.policy == KvPolicy::theory) serving.page_tokens = 1;
    if (serving.policy != KvPolicy::theory && serving.page_tokens == 1) serving.page_tokens = 16;
  }
  if (const Value* given = context.given(Field::page_tokens)) serving.page_tokens = given->number;
  if (const Value* given = context.given(Field::chunk)) serving.chunk_tokens = given->number;
  // The last token of each context rank is computed in any case: logits are asked for.
  const Value* cached = context.given(Field::prefix_cache);
  if (cached != nullptr && context.resolved.shape.architecture == Architecture::decoder) {
    serving.cached_tokens = min(cached->number, context.resolved.sequence - column.parallel.cp);
  }
  if (const Value* given = context.given(Field::gpu_layers)) serving.device_layers = given->number;
}

}  // namespace tilewise
