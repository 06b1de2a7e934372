// Rows of memory: bytes, the largest batch, and whether something ran.

#include "mapper.hpp"

#include <tilewise/catalogue.hpp>
#include <tilewise/scenario.hpp>
#include <tilewise/vocabulary.hpp>

namespace tilewise::score {
namespace {

constexpr double assumed_tokens = 2048;
constexpr std::string_view any_device = "any";  // in device_names.csv: for sizes that no device decides

struct MetricWord {
  std::string_view metric;
  Reading reading;
  std::string_view item;  // what is read; of tensors: what is left out
};
// What a tool reports. The allocator's figures leave out what the process itself holds on the device; what is
// allocated leaves out the blocks that the allocator keeps beside. Engines profile a start.
constexpr MetricWord metric_words[] = {
    {"weights_size", Reading::memory_item, "weights"},
    {"weights", Reading::memory_item, "weights"},
    {"model_memory", Reading::memory_item, "weights"},
    {"params_grads_optimizer", Reading::memory_item, "weights+gradients+master_weights+optimizer"},
    {"kv_cache_needed", Reading::memory_item, "kv_cache"},
    {"activations", Reading::memory_item, "activations"},
    {"activation_peak", Reading::memory_item, "activations+logits"},
    {"non_torch", Reading::memory_item, "runtime"},
    {"kv_cache_available", Reading::memory_pool, ""},
    {"kv_tokens_total", Reading::pool_tokens, ""},
    {"peak_allocated", Reading::memory_of_tensors, "runtime+allocator_slack"},
    {"peak_reserved", Reading::memory_of_tensors, "runtime"},
    {"max_memory_reserved", Reading::memory_of_tensors, "runtime"},
    {"peak_memory", Reading::memory_of_tensors, "runtime"},
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

bool says(const Row& row, std::string_view column, std::string_view word) {
  return lower_case(row.text(column)).find(word) != std::string::npos;
}

// The number behind a word in the notes: "gpu_memory_utilization 0.98", "FSDP2 CP4".
std::optional<double> noted(const Row& row, std::string_view word) {
  const std::string& notes = row.text("notes");
  const std::size_t at = notes.find(word);
  if (at == std::string::npos) return std::nullopt;
  std::size_t begin = at + word.size();
  while (begin < notes.size() && notes[begin] == ' ') ++begin;
  std::size_t end = begin;
  while (end < notes.size() && (notes[end] == '.' || (notes[end] >= '0' && notes[end] <= '9'))) ++end;
  return read_number(std::string_view(notes).substr(begin, end - begin));
}

void read_value(const Context& context) {
  const Row& row = context.row;
  const MetricWord* known = find_metric(row.text("metric"));
  if (known == nullptr) return context.skip("skip.unknown-metric", row.text("metric"));
  context.out.reading = known->reading;
  context.out.item = std::string(known->item);
  if (row.text("mode") == "context") context.out.item = "runtime";
  if (row.text("mode") == "weights loaded") context.out.item = "weights+runtime";
  if (known->reading == Reading::memory && !context.out.item.empty())
    context.out.reading = Reading::memory_item;
  if (known->reading == Reading::fits || known->reading == Reading::largest_batch) {
    const auto value = row.number("value");
    if (!value || *value < 0) return context.problem("problem.not-a-number", "value: " + row.text("value"));
    context.out.measured = *value;
    // Nothing at all fitted: a verdict about one sequence.
    if (known->reading == Reading::largest_batch && *value == 0) context.out.reading = Reading::fits;
    return;
  }
  if (known->reading == Reading::pool_tokens) {
    context.out.measured = context.needed("value");
    return;
  }
  auto scale = bytes_per(row.text("unit"));
  if (!scale) context.problem("problem.unit", row.text("unit"));
  const std::string stack = context.names.software(row.text("software")).stack;
  const bool binary =
      stack == "llama-cpp" || stack == "fastertransformer";  // what they print as GB are 2^30 bytes
  if (row.text("unit") == "GB" && binary) scale = bytes_per("GiB");
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

// Added weights, whatever the method calls them, are low-rank adapters here; an encoder that is not being
// pretrained is tuned to a task.
void add_workload(const Context& context, Pairs& pairs) {
  const Row& row = context.row;
  const bool added = says(row, "method", "lora") || says(row, "method", "adapter");
  if (added) {
    const bool narrow = row.text("precision").rfind("nf4", 0) == 0 || says(row, "method", "qlora");
    pairs.add("w", "finetune");
    pairs.add("ft", narrow ? "qlora" : "lora");
    if (!says(row, "precision", "amp")) pairs.add("mw", 0);
  } else {
    const bool tuned = says(row, "model", "bert") && !says(row, "notes", "pretrain");
    pairs.add("w", tuned ? "finetune" : "train");
  }
}

void add_offload(const Context& context, Pairs& pairs) {
  const Row& row = context.row;
  if (says(row, "notes", "offload of optimizer and parameters")) return pairs.add("off", "cpu");
  for (const char* column : {"dp_sharding", "optimizer"}) {
    if (says(row, column, "offload")) return pairs.add("off", "optimizer");
  }
}

void add_training(const Context& context, Pairs& pairs, double replicas) {
  const Row& row = context.row;
  add_workload(context, pairs);
  add_optimizer(context, pairs);
  add_offload(context, pairs);
  if (row.text("act_ckpt") == "full" || row.text("act_ckpt") == "selective")
    pairs.add("ac", row.text("act_ckpt"));
  if (row.blank("act_ckpt")) context.out.assumed.emplace_back("act_ckpt");
  if (context.out.reading == Reading::largest_batch) return;
  double micro = context.plain_or("micro_batch", 1);
  const double stages = context.plain_or("pp", 1);
  // A pipeline is full: as many micro-batches as stages. What a row with stages calls its micro-batch is that of a
  // replica when it is larger, and is cut once more.
  const double passes = context.plain_or("grad_accum", stages);
  if (stages > 1 && micro > stages) {
    micro /= stages;
    context.out.assumed.emplace_back("micro_batch");
  }
  pairs.add("b", micro * passes * replicas);
  pairs.add("mb", micro);
}

void add_inference(const Context& context, Pairs& pairs) {
  const Row& row = context.row;
  pairs.add("w", says(row, "model", "bert") ? "prefill" : "decode");
  const auto batch = row.number("micro_batch");
  pairs.add("b", batch && *batch >= 1 ? *batch : 1);
  if (const auto share = noted(row, "gpu_memory_utilization")) pairs.add("util", *share);
}

// How the row's chips share the work; gives the number of data ranks. llama.cpp spreads layers.
double add_ranks(const Context& context, Pairs& pairs) {
  const Row& row = context.row;
  const double count = context.plain_or("device_count", 1);
  if (count <= 1) return 1;
  pairs.add("d1.n", count);
  if (context.names.software(row.text("software")).stack == "llama-cpp") {
    pairs.add("lay", 1);
    return 1;
  }
  // One copy of a model over several devices is computed for training alone.
  const bool split = context.plain_or("tp", 1) > 1 || context.plain_or("pp", 1) > 1;
  if (split && row.text("mode") != "train") {
    context.skip("skip.many-devices");
    return 1;
  }
  const double tensor = context.plain_or("tp", 1);
  const double stages = context.plain_or("pp", 1);
  const double context_ranks = noted(row, " CP").value_or(1);
  if (tensor > 1) pairs.add("tp", tensor);
  // torchtitan's tensor ranks always share the sequence.
  const bool titan = context.names.software(row.text("software")).stack == "torchtitan";
  if (tensor > 1 && titan) pairs.add("sp", 1);
  if (stages > 1) pairs.add("pp", stages);
  if (context_ranks > 1) pairs.add("cp", context_ranks);
  if (says(row, "dp_sharding", "sequence-parallel")) pairs.add("sp", 1);
  for (const char* word : {"fsdp", "zero-3"}) {
    if (says(row, "dp_sharding", word)) pairs.add("z", 3);
  }
  return count / (tensor * stages * context_ranks);
}

// The card of the row may hold less or more than the catalogue's.
void add_stated_memory(const Context& context, Pairs& pairs) {
  const Device* device = find_device(context.out.device_id);
  const auto stated = context.row.number("device_mem_gb");
  if (!stated || *stated <= 0 || device == nullptr || !device->memory) return;
  if (pairs.text().find("d1.mem=") != std::string::npos) return;
  const double known = device->memory->base() / (1024.0 * 1024 * 1024 * device->ranks_per_device);
  // What is sold as 80 GB shows as a little less: the catalogue has that already.
  constexpr double taken_by_driver = 0.05;
  if (known > *stated || known < *stated * (1 - taken_by_driver)) pairs.add("d1.mem", *stated * device->ranks_per_device);
}

}  // namespace

void map_memory(const Context& context) {
  const Row& row = context.row;
  const std::string& metric = row.text("metric");
  context.out.line = metric == "fits" ? "memory-verdict" : "memory-bytes";
  context.out.subject = row.text("model") + " " + row.text("mode") + " " + row.text("precision") + " " +
                        metric + ", batch " + row.text("micro_batch") + " x " + row.text("seq_len");
  if (context.out.device.empty()) context.out.device = std::string(any_device);
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
  const double replicas = add_ranks(context, pairs);
  const bool sized = context.out.item == "weights" || context.out.item == "runtime";
  pairs.add("s", sized ? context.plain_or("seq_len", 1) : context.given_or("seq_len", assumed_tokens));
  if (row.text("mode") == "train") {
    add_training(context, pairs, replicas);
  } else {
    add_inference(context, pairs);
  }
  if (!context.skipped()) context.out.asks.push_back({pairs.text(), 1, {}, false});
}

}  // namespace tilewise::score
