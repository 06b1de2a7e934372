// Rows of operators other than products, and of collectives. No scenario asks for one such operator, so it is
// built here and timed by the formulas that time it inside a model: tensors read and written, nothing fused.

#include "mapper.hpp"

#include <tilewise/scenario.hpp>

namespace tilewise::score {
namespace {

struct OperatorWord {
  std::string_view word;
  double tensors;  // read and written, of the row's size
};
constexpr OperatorWord operator_words[] = {
    {"add", 3},        {"sub", 3},  {"mul", 3},  {"div", 3},  {"pow", 3},     {"add_scalar", 2}, {"mul_scalar", 2},
    {"div_scalar", 2}, {"sub_scalar", 2}, {"pow_scalar", 2}, {"relu", 2}, {"gelu", 2}, {"silu", 2}, {"tanh", 2},
    {"exp", 2}, {"sigmoid", 2}, {"softmax", 2}, {"layernorm", 2}, {"rmsnorm", 2}, {"hbm_copy", 2}, {"copy", 2},
};

double tensors_of(std::string_view word) {
  for (const OperatorWord& known : operator_words) {
    if (known.word == word) return known.tensors;
  }
  return 0;
}

Sweep sweep_of(std::string_view word) {
  if (word == "softmax") return Sweep::softmax;
  if (word == "layernorm" || word == "rmsnorm") return Sweep::norm;
  for (const char* known : {"gelu", "silu", "tanh", "sigmoid", "exp"}) {
    if (word == known) return Sweep::activation;
  }
  return Sweep::plain;
}

double elements_of(const Context& context) {
  if (context.row.number("elements")) return context.needed("elements");
  return context.needed("rows") * context.needed("cols");
}

double measured_seconds(const Context& context, double elements, double bytes) {
  const std::string& metric = context.row.text("metric");
  const std::string& unit = context.row.text("unit");
  const double value = context.needed("value");
  if (metric == "time") {
    const auto scale = seconds_per(unit);
    if (!scale) context.problem("problem.unit", unit);
    return value * scale.value_or(1);
  }
  if (metric == "throughput" && unit == "Gelement/s") return elements / (value * 1e9);
  if (metric == "bandwidth" && unit == "GB/s") return bytes / (value * 1e9);
  context.skip("skip.unknown-metric", metric + " in " + unit);
  return 1;
}

double width_of(const PrecisionWord& precision) {
  return precision.compute == "fp32" || precision.compute == "tf32" ? 4 : 2;
}

}  // namespace

void map_operator(const Context& context) {
  const Row& row = context.row;
  context.out.line = "ops";
  const std::string& op = row.text("op");
  context.out.subject = op + " " + row.text("rows") + "x" + row.text("cols") + " " + row.text("precision");
  const double tensors = tensors_of(op);
  if (tensors == 0) return context.skip("skip.unknown-operator", op);

  Pairs pairs;
  pairs.add_all("w=matmul&mm=1x1x1");
  add_software(context, pairs);
  const PrecisionWord* precision = add_precision(context, pairs, row.text("precision"));
  // The core keeps activations in 16 or 32 bit.
  if (precision != nullptr && (precision->compute == "int8" || precision->compute == "fp8")) {
    context.skip("skip.not-modelled", "element-wise work in 8 bit");
  }
  if (precision == nullptr || !add_device(context, pairs, precision->compute, false)) return;
  const double elements = elements_of(context);
  context.out.measured = measured_seconds(context, elements, tensors * elements * width_of(*precision));

  Operator one;
  one.name = "operator";
  one.kind = OperatorKind::elementwise;
  one.activation_elements = tensors * elements;
  one.sweep = sweep_of(op);
  if (one.sweep == Sweep::norm || one.sweep == Sweep::softmax) one.row = context.needed("cols");
  context.out.asks.push_back({pairs.text(), 1, {one}, true});
}

namespace {

// The link between the devices, as far as the row tells it apart from what they come with.
void add_fabric(const Context& context, double devices, Pairs& pairs) {
  const Row& row = context.row;
  const std::string& link = row.text("link");
  const bool peer = link.find("peer access") != std::string::npos;
  if (link.find("bridge") != std::string::npos) pairs.add("d1.fab", "nvlink-bridge");
  if (link.rfind("PCIe", 0) == 0) pairs.add("d1.fab", peer ? "pcie-p2p" : "pcie");
  const auto nodes = row.number("nodes");
  if (!nodes) return;
  pairs.add("d1.node", devices / *nodes);
  if (*nodes > 1) pairs.add("d1.net", context.needed("inter_node_gbit_s") / 8 / (devices / *nodes));
}

}  // namespace

// A collective called alone on the devices of one node or several.
void map_collective(const Context& context) {
  const Row& row = context.row;
  const std::string& op = row.text("op");
  context.out.line = "collectives";
  context.out.subject = op + " " + row.text("bytes") + " B on " + row.text("device_count") + " devices";
  CollectiveRow one;
  // A message is a gather between two.
  if (op == "all_gather" || op == "send") {
    one.kind = Collective::all_gather;
  } else if (op != "allreduce") {
    return context.skip("skip.unknown-operator", op);
  }
  one.ranks = context.needed("device_count");
  // "4-way gather": over some of the devices.
  const std::string& notes = row.text("notes");
  const std::size_t way = notes.find("-way ");
  if (way != std::string::npos && way > 0) {
    const std::size_t from = notes.find_last_not_of("0123456789", way - 1) + 1;
    one.ranks = read_number(std::string_view(notes).substr(from, way - from)).value_or(one.ranks);
  }
  one.bytes = context.needed("bytes");
  Pairs pairs;
  if (!add_device(context, pairs, "", false)) return;
  const double devices = context.needed("device_count");
  pairs.add("d1.n", devices);
  add_fabric(context, devices, pairs);
  const double value = context.needed("value");
  const auto scale = seconds_per(row.text("unit"));
  const bool rate = row.text("unit") == "GB/s";
  if (!scale && !rate) return context.problem("problem.unit", row.text("unit"));
  // The bus bandwidth is that of the bytes a rank moves.
  const bool bus = row.text("metric") == "bus_bandwidth" && one.kind == Collective::all_reduce;
  const double moved = one.bytes * (bus ? 2 * (one.ranks - 1) / one.ranks : 1);
  context.out.measured = rate ? moved / (value * 1e9) : value * *scale;
  context.out.asks.push_back({pairs.text(), 1, {}, true, one});
}

// "2048x2048x2048 dynamic int8": the same product in 16 bit took `value` times as long.
void map_speedup(const Context& context) {
  const std::string& shape = context.row.text("model_or_shape");
  context.out.reading = Reading::value;
  context.out.combine = Combine::ratio;
  context.out.measured = context.needed("value");
  for (const char* word : {"fp16", "int8"}) {
    Pairs pairs;
    pairs.add("w", "matmul");
    pairs.add("mm", std::string_view(shape).substr(0, shape.find(' ')));
    const PrecisionWord* precision = add_precision(context, pairs, word);
    if (precision == nullptr || !add_device(context, pairs, precision->compute, true)) return;
    context.out.asks.push_back({pairs.text(), 1, {}, false});
  }
}

// Claims about TPUs and MTIA: only rows whose workload is a named model or shape can be asked.
void map_claim(const Context& context) {
  const Row& row = context.row;
  context.out.line = "claims";
  context.out.subject = row.text("workload") + " " + row.text("model_or_shape") + " " + row.text("metric");
  if (row.text("kind") == "spec") {
    context.out.aside = "aside.input";
    return context.skip("aside.input");
  }
  if (needs_many(context)) return;
  if (row.text("metric") == "speedup" && row.text("compared_to") == "fp16 on the same chip") {
    return map_speedup(context);
  }
  if (row.text("metric") == "meets_600ms_ttft") {
    // A prompt of the usual 2,048 tokens; the row names two models of one size.
    context.out.assumed.insert(context.out.assumed.end(), {"in_len", "model"});
    Pairs pairs;
    pairs.add_all("m=llama-2-7b&w=prefill&b=1&s=2048");
    const PrecisionWord* precision = add_precision(context, pairs, row.text("precision"));
    if (precision == nullptr || !add_device(context, pairs, precision->compute, false)) return;
    context.out.reading = Reading::below_limit;
    context.out.limit = 0.6;
    context.out.measured = row.number("value").value_or(0);
    context.out.asks.push_back({pairs.text(), 1, {}, false});
    return;
  }
  context.out.aside = "aside.no-named-shape";
  context.skip("aside.no-named-shape");
}

}  // namespace tilewise::score
