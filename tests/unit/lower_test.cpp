// Operators of one pass: the shapes of products, what attention reads and computes, whose experts run.

#include "support/catch.hpp"
#include "support/operators.hpp"

#include <tilewise/parameters.hpp>

using namespace tilewise;
using namespace tilewise::testing;

namespace {

void check_product(const std::vector<Operator>& operators, std::string_view name, double m, double n,
                   double k, double repeat) {
  CAPTURE(std::string(name));
  const Operator* op = find_operator(operators, name);
  REQUIRE(op != nullptr);
  CHECK(op->m == m);
  CHECK(op->n == n);
  CHECK(op->k == k);
  CHECK(op->repeat == repeat);
  CHECK(op->ops == 2 * op->batch * m * n * k);
  CHECK(op->weight_elements == op->batch * n * k);
}

}  // namespace

TEST_CASE("Grouped queries: one product makes all queries and 8 of 64 keys and values") {
  const auto operators = lower_pass(preset("llama-2-70b"), prompt(2, 100));
  check_product(operators, "qkv", 200, 64 * 128 + 2 * 8 * 128, 8192, 80);
  check_product(operators, "attention-out", 200, 8192, 8192, 80);
  check_product(operators, "mlp-up", 200, 2 * 28672, 8192, 80);
  check_product(operators, "mlp-down", 200, 8192, 28672, 80);
  check_product(operators, "head", 2, 32000, 8192, 1);
}

TEST_CASE("One KV head serves all queries of a multi-query model") {
  Shape shape = dense_shape(12, 768, 12);
  shape.kv_heads = 1;
  const auto operators = lower_pass(shape, decode_step(4, 1000));
  check_product(operators, "qkv", 4, 768 + 2 * 64, 768, 12);
  const Operator* attention = find_operator(operators, "attention");
  REQUIRE(attention != nullptr);
  CHECK(attention->key_elements == 4 * 1000 * 64);
  CHECK(attention->value_elements == 4 * 1000 * 64);
  // Every head still computes.
  CHECK(attention->ops == 4 * 4.0 * 1000 * 12 * 64);
}

TEST_CASE("A gated MLP has two branches going up, a plain one has one") {
  Shape shape = dense_shape(2, 512, 8);
  check_product(lower_pass(shape, prompt(1, 64)), "mlp-up", 64, 2048, 512, 2);
  shape.gated = true;
  check_product(lower_pass(shape, prompt(1, 64)), "mlp-up", 64, 4096, 512, 2);
  check_product(lower_pass(shape, prompt(1, 64)), "mlp-down", 64, 512, 2048, 2);
}

TEST_CASE("Experts touched by the tokens of a step, at the published points") {
  CHECK(experts_touched(8, 2, 1) == 2);
  CHECK(experts_touched(8, 2, 4) == Approx(5.47).margin(5e-3));
  CHECK(experts_touched(8, 2, 8) == Approx(7.20).margin(5e-3));
  CHECK(experts_touched(8, 2, 16) == Approx(7.92).margin(5e-3));
  CHECK(experts_touched(256, 8, 16) == Approx(102).margin(0.5));
  CHECK(experts_touched(256, 8, 64) == Approx(222).margin(0.5));
  CHECK(experts_touched(256, 8, 128) == Approx(252).margin(0.5));
}

TEST_CASE("A mixture of experts computes for the experts chosen and reads those touched") {
  const Shape& shape = preset("mixtral-8x7b");
  const auto operators = lower_pass(shape, decode_step(4, 128));
  const Operator* up = find_operator(operators, "experts-up");
  REQUIRE(up != nullptr);
  const double touched = experts_touched(8, 2, 4);
  CHECK(up->batch == touched);
  CHECK(up->weight_elements == Approx(touched * 2 * 14336 * 4096).epsilon(1e-12));
  CHECK(up->ops == Approx(2.0 * 4 * 2 * (2 * 14336) * 4096).epsilon(1e-12));
  check_product(operators, "router", 4, 8, 4096, 32);
  CHECK(find_operator(operators, "mlp-up") == nullptr);
}

TEST_CASE("DeepSeek-V3: three dense layers first, then 58 with routed and shared experts") {
  const auto operators = lower_pass(preset("deepseek-v3"), decode_step(1, 128));
  check_product(operators, "mlp-up", 1, 2 * 18432, 7168, 3);
  check_product(operators, "router", 1, 256, 7168, 58);
  check_product(operators, "shared-up", 1, 2 * 2048, 7168, 58);
  const Operator* routed = find_operator(operators, "experts-up");
  REQUIRE(routed != nullptr);
  CHECK(routed->repeat == 58);
  CHECK(routed->batch == Approx(8).epsilon(1e-12));
}

TEST_CASE("Latent attention projects down and up; while decoding it reads one latent per cached token") {
  const auto operators = lower_pass(preset("deepseek-v3"), decode_step(2, 1000));
  check_product(operators, "q-down", 2, 1536, 7168, 61);
  check_product(operators, "q-up", 2, 128 * 192, 1536, 61);
  check_product(operators, "kv-down", 2, 512 + 64, 7168, 61);
  check_product(operators, "kv-up", 2, 128 * (128 + 128), 512, 61);
  check_product(operators, "attention-out", 2, 7168, 128 * 128, 61);
  const Operator* attention = find_operator(operators, "attention");
  REQUIRE(attention != nullptr);
  CHECK(attention->key_elements == 2 * 1000 * (512 + 64));
  CHECK(attention->value_elements == 0);
  CHECK(attention->ops == 2.0 * 2 * 1000 * 128 * (576 + 512));
}

TEST_CASE("Windowed layers read at most the window while decoding, and every key once in a prompt") {
  Shape shape = dense_shape(26, 2304, 8);
  shape.window = 4096;
  shape.windowed_layers = 13;
  const double kv = shape.kv_heads * shape.head_width;
  const auto late = lower_pass(shape, decode_step(1, 10000));
  CHECK(find_operator(late, "attention")->repeat == 13);
  CHECK(find_operator(late, "attention")->key_elements == 10000 * kv);
  CHECK(find_operator(late, "attention-windowed")->repeat == 13);
  CHECK(find_operator(late, "attention-windowed")->key_elements == 4096 * kv);
  const auto early = lower_pass(shape, decode_step(1, 100));
  CHECK(find_operator(early, "attention-windowed")->key_elements == 100 * kv);
  const auto whole = lower_pass(shape, prompt(1, 10000));
  CHECK(find_operator(whole, "attention-windowed")->key_elements == 10000 * kv);
  CHECK(find_operator(whole, "attention-windowed")->ops < find_operator(whole, "attention")->ops);
}

TEST_CASE("A model whose layers all have a window has no attention over the whole context") {
  Shape shape = dense_shape(4, 512, 8);
  shape.window = 128;
  shape.windowed_layers = 4;
  const auto operators = lower_pass(shape, decode_step(1, 1000));
  CHECK(find_operator(operators, "attention") == nullptr);
  CHECK(find_operator(operators, "attention-windowed")->repeat == 4);
}

TEST_CASE("An encoder attends both ways in separate kernels, pools one token and has no logits") {
  Pass pass = prompt(8, 128);
  pass.fused_attention = false;
  pass.logit_tokens = 0;
  const auto operators = lower_pass(preset("bert-large"), pass);
  const Operator* scores = find_operator(operators, "scores");
  REQUIRE(scores != nullptr);
  CHECK(scores->batch == 8 * 16);
  CHECK(scores->m == 128);
  CHECK(scores->n == 128);
  CHECK(scores->k == 64);
  CHECK(scores->weight_elements == 0);
  CHECK(scores->activation_elements == 8 * 16 * (2 * 128 * 64 + 128 * 128));
  CHECK(find_operator(operators, "softmax")->activation_elements == 2 * 8 * 16 * 128 * 128);
  check_product(operators, "pooler", 8, 1024, 1024, 1);
  CHECK(find_operator(operators, "head") == nullptr);
}

TEST_CASE("A vision model projects patches, classifies once per image and looks nothing up") {
  Pass pass = prompt(4, 197);
  pass.fused_attention = false;
  pass.logit_tokens = 0;
  const Shape& shape = preset("vit-base-16");
  const auto operators = lower_pass(shape, pass);
  check_product(operators, "patches", 4 * 197, 768, 768, 1);
  check_product(operators, "head", 4, 1000, 768, 1);
  CHECK(find_operator(operators, "embedding") == nullptr);
}

TEST_CASE("The products of a pass multiply with every matrix of the model once") {
  for (const char* id :
       {"llama-2-7b", "llama-3.1-70b", "qwen3-4b", "gemma-2-9b", "gpt2-xl", "phi-2", "deepseek-v3"}) {
    CAPTURE(id);
    const Shape& shape = preset(id);
    const ParameterCount count = count_parameters(shape);
    double weights = 0;
    // So many tokens that every expert is touched.
    for (const Operator& op : lower_pass(shape, prompt(1, 100000))) {
      if (op.kind == OperatorKind::product) weights += op.weight_elements * op.repeat;
    }
    CHECK(weights == Approx(count.layer_matrices + count.output_matrix).epsilon(1e-9));
  }
}

TEST_CASE("A matrix product is one operator") {
  const auto operators = lower_matmul(MatmulShape{256, 1024, 512}, 3);
  REQUIRE(operators.size() == 1);
  CHECK(operators[0].ops == 2.0 * 3 * 256 * 1024 * 512);
  CHECK(operators[0].weight_elements == 3 * 1024 * 512);
  CHECK(operators[0].activation_elements == 3 * (256 * 512 + 256 * 1024));
}
