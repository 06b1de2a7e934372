// Rows of training throughput and step time, of both kinds of files.

#include "mapper.hpp"

#include <tilewise/catalogue.hpp>

namespace tilewise::score {
namespace {

constexpr double assumed_tokens = 2048;
constexpr double assumed_sequences = 32;  // the core's own default; cut into passes as the core does

bool above_one(const Row& row, std::string_view column) {
  const auto number = row.number(column);
  return number && *number > 1;
}

// vtrain.csv states nodes and data parallelism apart and has lines of its own.
std::string line_of(const Row& row) {
  if (row.table().has("inter_node_gbit_s")) return above_one(row, "nodes") ? "vtrain-multi" : "vtrain-single";
  if (above_one(row, "tp") || above_one(row, "pp") || above_one(row, "cp")) return "train-split";
  return above_one(row, "device_count") ? "train-data" : "train-single";
}

// What this version of the core cannot be asked.
void check_kind(const Context& context) {
  const Row& row = context.row;
  const std::string& metric = row.text("metric");
  if (metric == "time_to_train") {
    context.out.aside = "aside.time-to-train";
    return context.skip("aside.time-to-train");
  }
  const std::string& real = row.text("real_length");
  if (!real.empty() && real != "as seq_len") context.out.aside = "aside.real-length";
  if (needs_many(context)) return;
  const std::string phase = lower_case(row.text("phase"));
  if (phase.find("lora") != std::string::npos) return context.skip("skip.not-modelled", "LoRA and QLoRA");
  if (lower_case(row.text("dp_sharding")).find("offload") != std::string::npos) {
    context.skip("skip.not-modelled", "offload");
  }
}

void add_recompute(const Context& context, Pairs& pairs) {
  const std::string& kind = context.row.text("act_ckpt");
  if (kind.empty()) {
    if (context.row.table().has("act_ckpt")) context.out.assumed.emplace_back("act_ckpt");
    return;
  }
  if (kind == "none" || kind == "full") return pairs.add("ac", kind);
  if (kind != "selective") context.out.assumed.emplace_back("act_ckpt");
  pairs.add("ac", "selective");
}

struct Batch {
  double sequences = 1;
  double micro = 0;  // 0: not stated
};

Batch batch_of(const Context& context) {
  const Row& row = context.row;
  Batch batch;
  batch.micro = row.blank("micro_batch") ? 0 : context.needed("micro_batch");
  if (!row.blank("global_batch")) {
    batch.sequences = context.needed("global_batch");
    return batch;
  }
  context.out.assumed.emplace_back("global_batch");
  batch.sequences = batch.micro > 0 ? batch.micro * context.plain_or("grad_accum", 1) : assumed_sequences;
  return batch;
}

double measured(const Context& context, double sequences, double tokens) {
  const Row& row = context.row;
  const std::string& unit = row.text("unit");
  const double value = context.needed("value");
  if (const auto scale = seconds_per(unit)) return value * *scale;
  if (unit == "seq/s" || unit == "samples/s") return sequences / value;
  if (unit == "tokens/s") return sequences * tokens / value;
  if (unit.rfind("TFLOPS", 0) == 0) {
    const bool hardware = row.text("flops_convention").rfind("hardware", 0) == 0 || row.text("metric").rfind("hw", 0) == 0;
    context.out.reading = hardware ? Reading::hardware_rate : Reading::flops_rate;
    return value * 1e12;
  }
  context.problem("problem.unit", unit);
  return 1;
}

// A row about one of a chip's ranks: the scenario's batch is that of the whole chip.
double ranks_of_row(const Context& context) {
  const auto name = context.names.device(context.out.device);
  const Device* device = find_device(context.out.device_id);
  const bool rank = name && name->override.find("rank=1") != std::string::npos;
  return rank && device != nullptr ? device->ranks_per_device : 1;
}

}  // namespace

void map_training(const Context& context) {
  const Row& row = context.row;
  context.out.line = line_of(row);
  context.out.subject = row.text("model") + " " + row.text("phase") + " " + row.text("precision") + ", batch " +
                        row.text("global_batch") + " x " + row.text("seq_len") + " on " + row.text("device_count");
  check_kind(context);
  if (context.skipped()) return;
  Pairs pairs;
  if (!add_model(context, pairs)) return;
  const PrecisionWord* precision = add_precision(context, pairs, row.text("precision"));
  if (precision == nullptr || !add_device(context, pairs, precision->compute, false)) return;
  if (precision->pure) pairs.add("mw", 0);
  add_software(context, pairs);
  add_recompute(context, pairs);
  const double tokens = context.given_or("seq_len", assumed_tokens);
  const Batch batch = batch_of(context);
  context.out.measured = measured(context, batch.sequences, tokens);
  if (row.text("phase") == "fwd+bwd") context.out.reading = Reading::time_without_update;
  pairs.add("w", "train");
  pairs.add("s", tokens);
  pairs.add("b", batch.sequences * ranks_of_row(context));
  if (batch.micro > 0) pairs.add("mb", batch.micro);
  if (!context.skipped()) context.out.asks.push_back({pairs.text(), 1, {}, false});
}

}  // namespace tilewise::score
