// Rows of prefill, decode, serving and encoder forward.

#include <tilewise/stack.hpp>

#include "mapper.hpp"

namespace tilewise::score {
namespace {

// Inputs that a row may leave out. One documented default a kind; the row is then marked.
constexpr double assumed_tokens = 128;  // prompt and answer of a decode without lengths
constexpr double assumed_batch = 1;

bool begins(const std::string& text, std::string_view start) { return text.rfind(start, 0) == 0; }

bool split(const Row& row) {
  for (const char* column : {"tp", "pp"}) {
    const auto number = row.number(column);
    if (number && *number > 1) return true;
  }
  return false;
}

// llama.cpp's layers spread over the cards of one machine.
bool layer_split(const Row& row) { return row.text("split") == "layer"; }

// Tensor ranks and pipeline stages, and nothing else.
bool rank_split(const Row& row) {
  const double ranks = row.number("tp").value_or(1) * row.number("pp").value_or(1);
  return ranks > 1 && row.number("device_count").value_or(ranks) == ranks;
}

// A token whose time is that of the host, which hands over each kernel.
bool from_host(const Context& context) {
  const SoftwareName software = context.names.software(context.row.text("software"));
  return launches_from_host(stack_named(software.stack));
}

std::string line_of(const Context& context) {
  const Row& row = context.row;
  const std::string& phase = row.text("phase");
  std::string line = "serving";  // also a prompt and its answer in one time
  if (begins(phase, "encoder") || phase == "forward") line = "encoder";
  if (begins(phase, "prefill") && phase != "prefill+decode") line = "prefill";
  if (begins(phase, "decode")) line = "decode";
  if (phase == "decode" && !split(row) && from_host(context)) return "decode-eager";
  return split(row) ? line + "-split" : line;
}

// What this version of the core cannot be asked.
void check_phase(const Context& context) {
  const std::string& phase = context.row.text("phase");
  if (phase == "encoder unpadded-half") {
    context.out.aside = "aside.real-length";
    return context.skip("skip.not-modelled", "real length below the sequence length");
  }
  if (begins(context.row.text("in_len"), "ShareGPT")) {
    context.out.aside = "aside.lengths";
    return context.skip("skip.not-modelled", "lengths drawn from conversations");
  }
  if (context.row.text("metric") == "mfu") return context.skip("skip.not-modelled", "utilisation without a time");
  if (!layer_split(context.row) && !rank_split(context.row) && needs_many(context)) return;
  if (begins(phase, "chat")) return context.skip("skip.not-modelled", "serving");
  if (is_layer_row(context.row)) return;
  for (const char* known :
       {"encoder", "forward", "prefill", "decode", "decode at full context", "prefill+decode", "serving"}) {
    if (phase == known || begins(phase, "serving")) return;
  }
  context.skip("skip.unknown-phase", phase);
}

void add_formats(const Context& context, Pairs& pairs, std::string& compute) {
  const std::string& stored = context.row.text("weight_precision");
  const std::string& computed = context.row.text("compute_precision");
  const PrecisionWord* weights = find_precision(stored);
  const PrecisionWord* products = computed.empty() ? weights : find_precision(computed);
  if (weights == nullptr || products == nullptr) {
    return context.skip("skip.unknown-precision", weights == nullptr ? stored : computed);
  }
  compute = std::string(products->compute);
  if (!compute.empty()) pairs.add("p", compute);
  const std::string_view format = weights->weights.empty() ? weights->compute : weights->weights;
  if (format != compute) pairs.add("wq", format == "fp4" ? "nvfp4" : format);
  if (weights->assumed) context.out.assumed.emplace_back("weight_precision");
}

// Everything but the workload and its lengths.
Pairs common_pairs(const Context& context) {
  Pairs pairs;
  std::string compute;
  if (!add_model(context, pairs)) return pairs;
  add_formats(context, pairs, compute);
  if (context.skipped() || !add_device(context, pairs, compute, false)) return pairs;
  add_software(context, pairs);
  if (rank_split(context.row)) {
    const double tp = context.plain_or("tp", 1);
    const double pp = context.plain_or("pp", 1);
    pairs.add("d1.n", tp * pp);
    if (tp > 1) pairs.add("tp", tp);
    if (pp > 1) pairs.add("pp", pp);
    const auto nodes = context.row.number("nodes");
    if (nodes && *nodes >= 1) pairs.add("d1.node", tp * pp / *nodes);
  }
  if (layer_split(context.row)) {
    pairs.add("d1.n", context.needed("device_count"));
    pairs.add("lay", "1");
  }
  return pairs;
}

void ask(const Context& context, Pairs pairs, const char* workload, double tokens, double output) {
  pairs.add("w", workload);
  pairs.add("s", tokens);
  if (output > 0) pairs.add("o", output);
  context.out.asks.push_back({pairs.text(), 1, {}, false});
}

// Seconds of the whole row: a latency, or `amount` at a speed.
double measured_seconds(const Context& context, double amount, double output) {
  const std::string& metric = context.row.text("metric");
  const std::string& unit = context.row.text("unit");
  const double value = context.needed("value");
  const bool speed = metric == "speed" || metric == "throughput" || metric == "output_throughput";
  if (speed) return amount / value;
  const bool time = metric == "latency" || begins(metric, "time_to_first_token");
  if (!time && metric != "time_per_output_token") {
    context.skip("skip.unknown-metric", metric);
    return 1;
  }
  const auto scale = seconds_per(unit);
  if (!scale) context.problem("problem.unit", unit);
  return value * scale.value_or(1) * (time ? 1 : output);
}

// A full forward pass has the logits of all positions; a prefill only those of the last.
Operator other_logits(const Context& context, double sequences, double tokens) {
  Operator op;
  op.name = "head";
  op.m = sequences * (tokens - 1);
  op.n = context.needed("vocab");
  op.k = context.needed("hidden");
  op.ops = 2 * op.m * op.n * op.k;
  op.weight_elements = op.n * op.k;
  op.activation_elements = op.m * (op.n + op.k);
  return op;
}

void map_pass(const Context& context, Pairs pairs, double batch) {
  const double tokens = context.needed("in_len");
  const bool encoder = context.row.text("phase") == "encoder";
  context.out.measured = measured_seconds(context, encoder ? batch : batch * tokens, 1);
  ask(context, pairs, "prefill", tokens, 0);
  const bool decoder = lower_case(context.row.text("model")).find("bert") == std::string::npos;
  if (context.row.text("phase") == "forward" && decoder && tokens > 1) {
    context.out.asks.back().extra.push_back(other_logits(context, batch, tokens));
  }
}

double cached_tokens(const Context& context) {
  const auto number = context.row.number("in_len");
  if (number && *number == 0) return 1;  // an empty cache holds the first token
  return context.given_or("in_len", assumed_tokens);
}

void map_decode(const Context& context, Pairs pairs, double batch) {
  const double cached = cached_tokens(context);
  const std::string& metric = context.row.text("metric");
  if (begins(metric, "meets_") && context.row.text("unit") == "bool") {
    context.out.reading = Reading::below_limit;
    context.out.limit = read_number(metric.substr(6, metric.find("ms") - 6)).value_or(0) * 1e-3;
    context.out.measured = context.row.number("value").value_or(0);
    return ask(context, pairs, "decode", cached, 1);
  }
  const auto given = context.row.number("out_len");
  const bool one_step = context.row.text("phase") == "decode at full context" || (given && *given == 0);
  const double output = one_step ? 1 : context.given_or("out_len", assumed_tokens);
  context.out.measured = measured_seconds(context, batch * output, output);
  ask(context, pairs, "decode", cached, output);
}

void map_request(const Context& context, Pairs pairs, double batch) {
  const double tokens = context.needed("in_len");
  const double output = context.needed("out_len");
  context.out.measured = measured_seconds(context, batch * output, output);
  ask(context, pairs, "prefill", tokens, 0);
  // The prompt gives the first token of the answer.
  if (output > 1) ask(context, pairs, "decode", tokens, output - 1);
}

// The mean over requests that wait for one another.
bool mean_first_token(const Row& row) { return row.text("metric") == "time_to_first_token_mean"; }

// Tokens per second of a full engine, or with so many requests at once; or the time to their first tokens.
void map_serving(const Context& context, Pairs pairs) {
  const Row& row = context.row;
  if (mean_first_token(row)) {
    context.out.reading = Reading::first_token;
    context.out.measured = measured_seconds(context, 1, 1);
  } else if (begins(row.text("metric"), "output_throughput")) {
    context.out.reading = Reading::time_per_token;
    context.out.measured = 1 / context.needed("value");
  } else {
    return context.skip("skip.unknown-metric", row.text("metric"));
  }
  if (const auto at_once = row.number("batch")) pairs.add("c", *at_once);
  // Checkpoints in 8 and 4 bit for such engines bring 8-bit scales for the cache.
  const std::string& weights = row.text("weight_precision");
  if (weights == "fp8" || weights == "nvfp4") {
    pairs.add("kq", "fp8");
    pairs.add("vq", "fp8");
  }
  ask(context, pairs, "serve", context.needed("in_len"), context.needed("out_len"));
}

}  // namespace

void map_inference(const Context& context) {
  const Row& row = context.row;
  context.out.line = line_of(context);
  context.out.subject = row.text("model") + " " + row.text("phase") + " " + row.text("weight_precision") +
                        " batch " + row.text("batch") + ", " + row.text("in_len") + " in, " +
                        row.text("out_len") + " out";
  check_phase(context);
  if (context.skipped()) return;
  if (is_layer_row(row)) return map_layer(context);
  Pairs pairs = common_pairs(context);
  if (context.skipped()) return;
  if (begins(row.text("phase"), "serving") || mean_first_token(row)) return map_serving(context, pairs);
  const double batch = context.given_or("batch", assumed_batch);
  pairs.add("b", batch);
  const std::string& phase = row.text("phase");
  if (phase == "prefill+decode") return map_request(context, pairs, batch);
  if (begins(phase, "decode")) return map_decode(context, pairs, batch);
  map_pass(context, pairs, batch);
}

}  // namespace tilewise::score
