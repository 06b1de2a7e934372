// Rows of training throughput and step time, of both kinds of files.

#include "mapper.hpp"

#include <tilewise/catalogue.hpp>
#include <tilewise/scenario.hpp>

namespace tilewise::score {
namespace {

constexpr double assumed_tokens = 2048;
constexpr double assumed_sequences = 32;    // the core's own default; cut into passes as the core does
constexpr double large_billions = 4;        // parameters from which a run counts as a large one
constexpr double large_batch_tokens = 4e6;  // of such a run: the usual size of published ones
constexpr double expert_ranks = 8;

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
}

bool contains(const std::string& text, std::string_view part) { return text.find(part) != std::string::npos; }

// A policy with a name of its own is the nearest of the three: "minimal" keeps the outputs of all products, the
// others recompute most of a layer.
void add_recompute(const Context& context, Pairs& pairs) {
  const std::string& kind = context.row.text("act_ckpt");
  if (kind.empty()) {
    if (context.row.table().has("act_ckpt")) context.out.assumed.emplace_back("act_ckpt");
    return;
  }
  if (kind == "none" || kind == "full" || kind == "selective") return pairs.add("ac", kind);
  context.out.assumed.emplace_back("act_ckpt");
  const bool partly = contains(kind, "selective") || contains(kind, "minimal");
  pairs.add("ac", partly ? "selective" : "full");
}

double degree(const Context& context, std::string_view column) {
  const auto number = context.row.number(column);
  if (number && *number >= 1) return *number;
  if (context.row.table().has(column)) context.out.assumed.emplace_back(column);
  return 1;
}

// Adapters, and states that live on the host.
void add_method(const Context& context, Pairs& pairs) {
  const std::string phase = lower_case(context.row.text("phase"));
  if (contains(phase, "lora")) pairs.add("ft", contains(phase, "qlora") ? "qlora" : "lora");
  if (!contains(lower_case(context.row.text("dp_sharding")), "offload")) return;
  const bool all = contains(lower_case(context.row.text("notes")), "parameter");
  pairs.add("off", all ? "cpu" : "optimizer");
}

// How the devices of a row share the work.
struct Split {
  double chips = 1;
  double ranks = 1;
  double tp = 1;
  double pp = 1;
  double cp = 1;
  [[nodiscard]] double data() const { return ranks / (tp * pp * cp); }
};

Split split_of(const Context& context) {
  Split split;
  split.chips = context.plain_or("device_count", 1);
  const Device* device = find_device(context.out.device_id);
  split.ranks = split.chips * (device != nullptr ? device->ranks_per_device : 1);
  split.tp = degree(context, "tp");
  split.pp = degree(context, "pp");
  split.cp = degree(context, "cp");
  return split;
}

// "interleave 3", "virtual PP 6": the number behind the words.
double number_behind(const std::string& text, std::string_view words) {
  const std::size_t at = text.find(words);
  if (at == std::string::npos) return 0;
  const std::size_t from = at + words.size();
  const std::size_t end = text.find_first_not_of("0123456789", from);
  return read_number(std::string_view(text).substr(from, end - from)).value_or(0);
}

void add_interleave(const Context& context, const Split& split, Pairs& pairs) {
  if (split.pp <= 1) return;
  const std::string& notes = context.row.text("notes");
  double chunks = number_behind(notes, "interleave ");
  if (chunks == 0) chunks = number_behind(notes, "virtual PP ");
  if (chunks == 0 && context.row.text("schedule") == "interleaved") {
    context.out.assumed.emplace_back("interleave");
    chunks = 2;
  }
  if (chunks > 1) pairs.add("vp", chunks);
}

void add_sharding(const Context& context, Pairs& pairs) {
  const std::string kind = lower_case(context.row.text("dp_sharding"));
  if (contains(kind, "shard_grad_op")) return pairs.add("z", 2);
  if (contains(kind, "fsdp") || contains(kind, "zero-3")) return pairs.add("z", 3);
  if (contains(kind, "zero-1") || contains(kind, "distributed optimizer")) return pairs.add("z", 1);
  if (kind == "sequence-parallel") pairs.add("sp", 1);
  if (!kind.empty()) return;
  context.out.assumed.emplace_back("dp_sharding");
  pairs.add("z", 1);
}

void add_links(const Context& context, const Split& split, Pairs& pairs) {
  const Row& row = context.row;
  const std::string& link = row.text("link");
  if (contains(link, "bridge")) {
    pairs.add("d1.fab", "nvlink-bridge");
  } else if (contains(link, "pcie")) {
    pairs.add("d1.fab", "pcie");
    if (contains(link, "assumed")) context.out.assumed.emplace_back("link");
  }
  const auto nodes = row.number("nodes");
  if (nodes && *nodes >= 1 && split.chips > 1) pairs.add("d1.node", split.chips / *nodes);
  // "FSDP-64 in slice": the chips of one slice.
  const double slice = number_behind(row.text("dp_sharding"), "FSDP-");
  if (slice > 1) pairs.add("d1.node", slice);
  const auto net = row.number("inter_node_gbit_s");
  if (net && nodes && *net > 0) pairs.add("d1.net", *net / 8 / (split.chips / *nodes));
}

// "expert ranks 32". Experts are spread over the devices of a server where nothing is said.
void add_experts(const Context& context, const Split& split, Pairs& pairs) {
  if (!contains(context.row.text("model"), "MoE") && !contains(context.row.text("model"), "-A")) return;
  const double stated = number_behind(context.row.text("notes"), "expert ranks ");
  if (stated > 0) return pairs.add("ep", stated);
  const Device* device = find_device(context.out.device_id);
  if (device == nullptr || device->kind == DeviceKind::tpu || split.data() * split.tp < expert_ranks) return;
  context.out.assumed.emplace_back("ep");
  pairs.add("ep", expert_ranks);
}

void add_split(const Context& context, Split& split, Pairs& pairs, double batch) {
  // A batch smaller than the data ranks: the sequences themselves are cut.
  if (batch < split.data() && split.cp == 1) {
    split.cp = split.data() / batch;
    context.out.assumed.emplace_back("cp");
  }
  if (split.chips > 1) pairs.add("d1.n", split.chips);
  if (split.tp > 1) pairs.add("tp", split.tp);
  if (split.pp > 1) pairs.add("pp", split.pp);
  if (split.cp > 1) pairs.add("cp", split.cp);
  if (split.ranks <= 1) return;
  add_interleave(context, split, pairs);
  add_sharding(context, pairs);
  add_links(context, split, pairs);
  add_experts(context, split, pairs);
}

struct Batch {
  double sequences = 1;
  double micro = 0;  // 0: not stated
};

bool is_large(const Row& row) { return row.number("params_b").value_or(0) > large_billions; }

Batch batch_of(const Context& context, const Split& split, double tokens) {
  const Row& row = context.row;
  Batch batch;
  batch.micro = row.blank("micro_batch") ? 0 : context.needed("micro_batch");
  if (contains(row.text("notes"), "micro_batch is per chip")) batch.micro *= split.tp;
  const bool large = is_large(row);
  if (batch.micro == 0 && (large || split.pp > 1)) {
    context.out.assumed.emplace_back("micro_batch");
    batch.micro = 1;
  }
  if (!row.blank("global_batch")) {
    batch.sequences = context.needed("global_batch");
    if (batch.micro > 0 && batch.sequences < batch.micro * split.data()) batch.micro = 0;
    return batch;
  }
  context.out.assumed.emplace_back("global_batch");
  // Without a batch of the whole, what a row with pipeline stages calls its micro-batch is cut once more.
  if (split.pp > 1 && batch.micro > split.pp) {
    context.out.assumed.emplace_back("micro_batch");
    batch.sequences = batch.micro * split.data();
    batch.micro = 1;
    return batch;
  }
  const double passes = context.plain_or("grad_accum", 0);
  if (batch.micro > 0 && passes > 0) {
    batch.sequences = batch.micro * passes * split.data();
  } else if (batch.micro > 0 && !large) {
    batch.sequences = batch.micro * split.data();
  } else {
    const double wanted = large ? large_batch_tokens / tokens : assumed_sequences * split.data();
    const double grain = (batch.micro > 0 ? batch.micro : 1) * split.data();
    batch.sequences = grain * (wanted > grain ? static_cast<double>(static_cast<long long>(wanted / grain)) : 1);
  }
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
    // Of a chip; the estimate counts one rank.
    const Device* device = find_device(context.out.device_id);
    return value * 1e12 / (device != nullptr ? device->ranks_per_device : 1);
  }
  context.problem("problem.unit", unit);
  return 1;
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
  add_method(context, pairs);
  const double tokens = context.given_or("seq_len", is_large(row) ? 2 * assumed_tokens : assumed_tokens);
  Split split = split_of(context);
  const Batch batch = batch_of(context, split, tokens);
  context.out.measured = measured(context, batch.sequences, tokens);
  if (row.text("phase") == "fwd+bwd") context.out.reading = Reading::time_without_update;
  pairs.add("w", contains(row.text("phase"), "finetune") ? "finetune" : "train");
  pairs.add("s", tokens);
  pairs.add("b", batch.sequences);
  if (batch.micro > 0) pairs.add("mb", batch.micro);
  add_split(context, split, pairs, batch.sequences);
  if (!context.skipped()) context.out.asks.push_back({pairs.text(), 1, {}, false});
}

}  // namespace tilewise::score
