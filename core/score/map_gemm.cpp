// Rows of matrix products.

#include "mapper.hpp"

#include <algorithm>

namespace tilewise::score {
namespace {

// Shapes of a "best of several squares" row: the row does not say which was the best.
constexpr double squares[] = {1024, 2048, 4096, 8192, 10240};

constexpr double ops_per_product = 2;

struct Product {
  double m = 0;
  double n = 0;
  double k = 0;
  std::string layout = {};  // of both operands, "nt": the second is transposed; empty: the row does not say
};

// "N" or "T" of the two columns.
std::string layout_of(const Row& row) {
  std::string out;
  for (const char* column : {"trans_a", "trans_b"}) {
    const std::string& word = row.text(column);
    if (word != "N" && word != "T") return {};
    out += word == "N" ? 'n' : 't';
  }
  return out;
}

std::string dims(const Product& product) {
  return write_number(product.m) + "x" + write_number(product.n) + "x" + write_number(product.k);
}

// Seconds of the row, from a time, a rate of `ops`, or the time the table works out from the shape.
double measured_seconds(const Context& context, double ops) {
  const std::string& metric = context.row.text("metric");
  const std::string& unit = context.row.text("unit");
  if (metric == "time") {
    const auto scale = seconds_per(unit);
    if (!scale) context.problem("problem.unit", unit);
    return context.needed("value") * scale.value_or(1);
  }
  if (metric.rfind("tflops", 0) == 0) {
    if (unit != "TFLOPS") context.problem("problem.unit", unit);
    return ops / (context.needed("value") * 1e12);
  }
  if (context.row.number("time_ms_equiv")) return context.needed("time_ms_equiv") * 1e-3;
  context.skip("skip.unknown-metric", metric);
  return 1;
}

void ask_product(const Context& context, const Product& product, double batch, double weight) {
  Pairs pairs;
  pairs.add("w", "matmul");
  pairs.add("mm", dims(product));
  if (!product.layout.empty()) pairs.add("mml", product.layout);
  pairs.add("b", batch);
  add_software(context, pairs);
  const PrecisionWord* precision = add_precision(context, pairs, context.row.text("precision"));
  if (precision == nullptr || !add_device(context, pairs, precision->compute, true)) return;
  context.out.asks.push_back({pairs.text(), weight, {}, false});
}

void map_best_square(const Context& context) {
  context.out.combine = Combine::best;
  context.out.measured = 1 / (context.needed("value") * 1e12);
  for (const double side : squares) {
    ask_product(context, {side, side, side, layout_of(context.row)}, 1, 1 / (ops_per_product * side * side * side));
  }
}

// One encoder layer, m tokens a sequence: a model of one layer.
void map_layer(const Context& context, bool backward) {
  const double tokens = context.needed("m");
  const double width = context.needed("n");
  const double batch = context.needed("batch");
  const double forward = 24 * batch * tokens * width * width + 4 * batch * width * tokens * tokens;
  context.out.measured = measured_seconds(context, backward ? 3 * forward : forward);
  context.out.reading = backward ? Reading::time_without_update : Reading::time;
  Pairs pairs;
  pairs.add("w", backward ? "train" : "prefill");
  pairs.add_all("m=custom&arch=encoder&L=1&glu=0&voc=1");
  pairs.add("h", width);
  pairs.add("a", width / 64);
  pairs.add("ff", 4 * width);
  pairs.add("s", tokens);
  pairs.add("b", batch);
  if (backward) pairs.add("mb", batch);
  if (backward) pairs.add("mw", 0);  // a layer that is all in one format: no mixed precision around it
  add_software(context, pairs);
  const PrecisionWord* precision = add_precision(context, pairs, context.row.text("precision"));
  if (precision == nullptr || !add_device(context, pairs, precision->compute, false)) return;
  context.out.asks.push_back({pairs.text(), 1, {}, false});
}

void map_product(const Context& context) {
  Product product{context.needed("m"), context.needed("n"), context.needed("k"), layout_of(context.row)};
  const double batch = context.plain_or("batch", 1);
  // Libraries called directly hold matrices by columns: their M×N is our N×M, their first operand our second.
  if (context.names.software(context.row.text("software")).column_major) {
    std::swap(product.m, product.n);
    if (!product.layout.empty()) std::swap(product.layout[0], product.layout[1]);
  }
  context.out.measured = measured_seconds(context, ops_per_product * batch * product.m * product.n * product.k);
  ask_product(context, product, batch, 1);
}

}  // namespace

void map_gemm(const Context& context) {
  const Row& row = context.row;
  const PrecisionWord* precision = find_precision(row.text("precision"));
  context.out.line = precision != nullptr && !precision->tensor ? "gemm-shader" : "gemm-tensor";
  context.out.subject = row.text("op") + " " + row.text("m") + "x" + row.text("n") + "x" + row.text("k") + " batch " +
                        row.text("batch") + " " + row.text("precision");
  const std::string& op = row.text("op");
  if (op == "gemm_best_square") return map_best_square(context);
  if (op == "bert_large_layer_fwd") return map_layer(context, false);
  if (op == "bert_large_layer_fwd+bwd") return map_layer(context, true);
  for (const char* known : {"gemm", "linear", "bmm", "matmul"}) {
    if (op == known) return map_product(context);
  }
  context.skip("skip.unknown-operator", op);
}

}  // namespace tilewise::score
