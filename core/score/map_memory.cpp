// Rows of memory: bytes, the largest batch, and whether something ran.

#include "mapper.hpp"

#include <tilewise/catalogue.hpp>

namespace tilewise::score {
namespace {

constexpr double assumed_tokens = 2048;
constexpr std::string_view any_device = "any";  // in device_names.csv: for sizes that no device decides

struct MetricWord {
  std::string_view metric;
  Reading reading;
  std::string_view item;
};
// What a tool reports: the allocator's figures leave out what the process itself holds on the device.
constexpr MetricWord metric_words[] = {
    {"weights_size", Reading::memory_item, "weights"},
    {"weights", Reading::memory_item, "weights"},
    {"model_memory", Reading::memory_item, "weights"},
    {"kv_cache_needed", Reading::memory_item, "kv_cache"},
    {"activations", Reading::memory_item, "activations"},
    {"peak_allocated", Reading::memory_of_tensors, ""},
    {"peak_reserved", Reading::memory_of_tensors, ""},
    {"max_memory_reserved", Reading::memory_of_tensors, ""},
    {"peak_memory", Reading::memory_of_tensors, ""},
    {"memory_used", Reading::memory, ""},
    {"vram_used", Reading::memory, ""},
    {"total_memory", Reading::memory, ""},
    {"nvidia_smi_used", Reading::memory, ""},
    {"max_batch", Reading::largest_batch, ""},
    {"fits", Reading::fits, ""},
};

const MetricWord* find_metric(std::string_view metric) {
  for (const MetricWord& known : metric_words) {
    if (known.metric == metric) return &known;
  }
  return nullptr;
}

// What this version of the core cannot be asked.
void check_kind(const Context& context) {
  const Row& row = context.row;
  if (needs_many(context)) return;
  const std::string method = lower_case(row.text("method"));
  const bool training = row.text("mode") == "train";
  for (const char* part : {"lora", "adapter"}) {
    if (training && method.find(part) != std::string::npos) {
      return context.skip("skip.not-modelled", "fine-tuning of added weights");
    }
  }
  if (lower_case(row.text("dp_sharding") + row.text("optimizer")).find("offload") != std::string::npos) {
    return context.skip("skip.not-modelled", "offload");
  }
  const std::string& metric = row.text("metric");
  for (const char* engine : {"non_torch", "activation_peak", "kv_cache_available", "kv_tokens_total"}) {
    if (metric == engine) return context.skip("skip.not-modelled", "memory profile of an engine");
  }
  if (find_metric(metric) == nullptr) context.skip("skip.unknown-metric", metric);
}

void read_value(const Context& context) {
  const Row& row = context.row;
  const MetricWord& metric = *find_metric(row.text("metric"));
  context.out.reading = metric.reading;
  context.out.item = std::string(metric.item);
  if (row.text("mode") == "context") context.out.item = "runtime";
  if (row.text("mode") == "weights loaded") context.out.item = "weights+runtime";
  if (!context.out.item.empty()) context.out.reading = Reading::memory_item;
  if (metric.reading == Reading::fits || metric.reading == Reading::largest_batch) {
    const auto value = row.number("value");
    if (!value || *value < 0) return context.problem("problem.not-a-number", "value: " + row.text("value"));
    context.out.measured = *value;
    // Nothing at all fitted: a verdict about one sequence.
    if (metric.reading == Reading::largest_batch && *value == 0) context.out.reading = Reading::fits;
    return;
  }
  const auto scale = bytes_per(row.text("unit"));
  if (!scale) context.problem("problem.unit", row.text("unit"));
  context.out.measured = context.needed("value") * scale.value_or(1);
}

void add_optimizer(const Context& context, Pairs& pairs) {
  const std::string name = lower_case(context.row.text("optimizer"));
  for (const char* word : {"lamb", "adafactor", "sgd"}) {
    if (name.find(word) != std::string::npos) return pairs.add("opt", word);
  }
  const bool narrow = name.find("8-bit") != std::string::npos || name.find("8bit") != std::string::npos;
  if (narrow) return pairs.add("opt", "adamw8bit");
  if (name.empty() || name.find('/') != std::string::npos) context.out.assumed.emplace_back("optimizer");
}

void add_training(const Context& context, Pairs& pairs) {
  const Row& row = context.row;
  pairs.add("w", "train");
  add_optimizer(context, pairs);
  if (row.text("act_ckpt") == "full" || row.text("act_ckpt") == "selective") pairs.add("ac", row.text("act_ckpt"));
  if (row.blank("act_ckpt")) context.out.assumed.emplace_back("act_ckpt");
  if (context.out.reading == Reading::largest_batch) return;
  const double micro = context.plain_or("micro_batch", 1);
  pairs.add("b", micro * context.plain_or("grad_accum", 1));
  pairs.add("mb", micro);
}

void add_inference(const Context& context, Pairs& pairs) {
  const bool encoder = lower_case(context.row.text("model")).find("bert") != std::string::npos;
  pairs.add("w", encoder ? "prefill" : "decode");
  const auto batch = context.row.number("micro_batch");
  pairs.add("b", batch && *batch >= 1 ? *batch : 1);
}

// The card of the row may hold less or more than the catalogue's.
void add_stated_memory(const Context& context, Pairs& pairs) {
  const Device* device = find_device(context.out.device_id);
  const auto stated = context.row.number("device_mem_gb");
  if (!stated || *stated <= 0 || device == nullptr || !device->memory) return;
  if (pairs.text().find("d1.mem=") != std::string::npos) return;
  const double known = device->memory->base() / (1024.0 * 1024 * 1024 * device->ranks_per_device);
  if (known != *stated) pairs.add("d1.mem", *stated * device->ranks_per_device);
}

}  // namespace

void map_memory(const Context& context) {
  const Row& row = context.row;
  const std::string& metric = row.text("metric");
  context.out.line = metric == "fits" ? "memory-verdict" : "memory-bytes";
  context.out.subject = row.text("model") + " " + row.text("mode") + " " + row.text("precision") + " " + metric +
                        ", batch " + row.text("micro_batch") + " x " + row.text("seq_len");
  if (context.out.device.empty()) context.out.device = std::string(any_device);
  check_kind(context);
  if (context.skipped()) return;
  read_value(context);
  Pairs pairs;
  if (context.skipped() || !add_model(context, pairs)) return;
  // Nothing but the process itself: no precision is stated, and none matters.
  const std::string& format = row.text("precision");
  const PrecisionWord* precision = add_precision(context, pairs, format.empty() ? "fp32" : format);
  if (precision == nullptr || !add_device(context, pairs, precision->compute, false)) return;
  if (precision->pure) pairs.add("mw", 0);
  add_stated_memory(context, pairs);
  add_software(context, pairs);
  const bool sized = context.out.item == "weights" || context.out.item == "runtime";
  pairs.add("s", sized ? context.plain_or("seq_len", 1) : context.given_or("seq_len", assumed_tokens));
  if (row.text("mode") == "train") {
    add_training(context, pairs);
  } else {
    add_inference(context, pairs);
  }
  if (!context.skipped()) context.out.asks.push_back({pairs.text(), 1, {}, false});
}

}  // namespace tilewise::score
