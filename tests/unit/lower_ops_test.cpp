// Operations: attention pairs, the published formulas per layer, the conventions of MFU, what training adds.

#include "support/catch.hpp"
#include "support/operators.hpp"

#include <tilewise/parameters.hpp>
#include <tilewise/place.hpp>
#include <tilewise/training_states.hpp>

using namespace tilewise;
using namespace tilewise::testing;

namespace {

constexpr double s = 512;
constexpr double b = 3;

double forward_ops(const Shape& shape, FlopsConvention convention) {
  Pass pass = prompt(b, s);
  pass.logit_tokens = 0;
  return model_ops(shape, pass, convention);
}

ResolvedColumn training_column(double batch, double micro_batch, bool fused) {
  ResolvedColumn column;
  column.batch = batch;
  column.micro_batch = micro_batch;
  column.fused_attention = fused;
  return column;
}

double phase_ops(const std::vector<Operator>& operators, Phase phase) {
  double sum = 0;
  for (const Operator& op : operators) sum += op.phase == phase ? op.ops * op.repeat : 0;
  return sum;
}

}  // namespace

TEST_CASE("Causal attention halves the pairs of fused kernels only") {
  Pass pass = prompt(1, 1000);
  CHECK(full_pairs(pass, 0) == 1000.0 * 1000);
  CHECK(attention_pairs(pass, true, 0) == 1000.0 * 1000 / 2);
  CHECK(attention_pairs(pass, false, 0) == 1000.0 * 1000);
  pass.fused_attention = false;
  CHECK(attention_pairs(pass, true, 0) == 1000.0 * 1000);
}

TEST_CASE("A window cuts the pairs to a triangle and full rows, and never adds any") {
  const Pass pass = prompt(1, 1000);
  CHECK(attention_pairs(pass, true, 100) == 1000.0 * 100 - 100.0 * 100 / 2);
  CHECK(attention_pairs(pass, true, 1000) == attention_pairs(pass, true, 0));
  CHECK(attention_pairs(pass, true, 5000) == attention_pairs(pass, true, 0));
  CHECK(full_pairs(pass, 100) == 1000.0 * 100);
}

TEST_CASE("A decode step looks at the cache alone, at most at the window") {
  CHECK(attention_pairs(decode_step(1, 700), true, 0) == 700);
  CHECK(attention_pairs(decode_step(1, 700), true, 128) == 128);
}

TEST_CASE("A prompt read in chunks looks at as many keys as one read whole, with a window or without") {
  for (const double window : {0.0, 100.0, 300.0, 1000.0, 5000.0}) {
    double sum = 0;
    for (double done = 0; done < 1000; done += 200) {
      Pass chunk = prompt(1, 200);
      chunk.context = done;
      sum += attention_pairs(chunk, true, window);
    }
    CAPTURE(window);
    CHECK(sum == attention_pairs(prompt(1, 1000), true, window));
  }
}

TEST_CASE("A dense layer is 24·s·b·h² + 4·s²·b·h operations") {
  const double h = 1024;
  const Shape shape = dense_shape(7, h, 16);
  CHECK(forward_ops(shape, FlopsConvention::full) == 7 * (24 * s * b * h * h + 4 * s * s * b * h));
  CHECK(forward_ops(shape, FlopsConvention::causal) == 7 * (24 * s * b * h * h + 2 * s * s * b * h));
}

TEST_CASE("A gated layer is 32·s·b·h² at f = 4h and 24·s·b·h² at f = 8h/3, beside attention") {
  const double h = 768;
  Shape shape = dense_shape(5, h, 12);
  shape.gated = true;
  const double attention = 4 * s * s * b * h;
  CHECK(forward_ops(shape, FlopsConvention::full) == 5 * (32 * s * b * h * h + attention));
  shape.mlp_width = 8 * h / 3;
  CHECK(forward_ops(shape, FlopsConvention::full) == 5 * (24 * s * b * h * h + attention));
}

TEST_CASE(
    "The 6N convention counts two operations per parameter a token meets, and tying changes nothing else") {
  const Shape& mixtral = preset("mixtral-8x7b");
  CHECK(forward_ops(mixtral, FlopsConvention::six_n) == 2 * 12879925248.0 * s * b);
  Shape tied = preset("llama-2-7b");
  const double untied = forward_ops(tied, FlopsConvention::full);
  tied.tied_head = true;
  CHECK(forward_ops(tied, FlopsConvention::full) == untied);
}

TEST_CASE("Latent and windowed attention count the model's own square by the full convention") {
  const Shape& deep = preset("deepseek-v3");
  const double difference =
      forward_ops(deep, FlopsConvention::full) - forward_ops(deep, FlopsConvention::causal);
  CHECK(difference == Approx(b * 61 * 2 * (s * s / 2) * 128 * (192 + 128)).epsilon(1e-9));
  Shape windowed = dense_shape(4, 1024, 16);
  const double whole = forward_ops(windowed, FlopsConvention::full);
  windowed.window = 128;
  windowed.windowed_layers = 2;
  CHECK(whole - forward_ops(windowed, FlopsConvention::full) ==
        Approx(2 * 4 * s * (s - 128) * b * 1024).epsilon(1e-12));
}

TEST_CASE("Training with separate attention kernels executes three forward passes") {
  const Shape& shape = preset("bert-large");
  const auto operators = lower_training(shape, training_column(32, 8, false), 128);
  Pass pass = prompt(8, 128);
  pass.fused_attention = false;
  pass.logit_tokens = 128;
  const double forward = all_ops(lower_pass(shape, pass));
  CHECK(phase_ops(operators, Phase::forward) == 4 * forward);
  CHECK(phase_ops(operators, Phase::backward) == 2 * 4 * forward);
  CHECK(all_ops(operators) == 3 * 4 * forward);
  CHECK(4 * 3 * model_ops(shape, pass, FlopsConvention::full) == all_ops(operators));
}

TEST_CASE("Fused attention computes its scores again: five products back against two forward") {
  const Shape& shape = preset("llama-2-7b");
  const auto operators = lower_training(shape, training_column(1, 1, true), 2048);
  const Operator* forward = find_operator(operators, "attention", Phase::forward);
  const Operator* backward = find_operator(operators, "attention", Phase::backward);
  REQUIRE(forward != nullptr);
  REQUIRE(backward != nullptr);
  CHECK(backward->ops == 2.5 * forward->ops);
}

TEST_CASE("The two gradients of a product have its operations and swapped sides") {
  const auto operators = lower_training(preset("llama-2-7b"), training_column(1, 1, true), 2048);
  const Operator* forward = find_operator(operators, "mlp-down", Phase::forward);
  const Operator* input = find_operator(operators, "mlp-down", Phase::backward, "input-gradient");
  const Operator* weight = find_operator(operators, "mlp-down", Phase::backward, "weight-gradient");
  REQUIRE(forward != nullptr);
  REQUIRE(input != nullptr);
  REQUIRE(weight != nullptr);
  CHECK(input->m == forward->m);
  CHECK(input->n == forward->k);
  CHECK(input->k == forward->n);
  CHECK(weight->m == forward->k);
  CHECK(weight->n == forward->n);
  CHECK(weight->k == forward->m);
  CHECK(input->ops == forward->ops);
  CHECK(weight->ops == forward->ops);
}

TEST_CASE("Full recompute runs the layers once more, selective recompute the scores, and neither the head") {
  const Shape& shape = preset("gpt2");
  ResolvedColumn column = training_column(4, 4, false);
  const double plain = all_ops(lower_training(shape, column, 1024));
  column.training.recompute = Recompute::full;
  const auto full = lower_training(shape, column, 1024);
  const Operator* head = find_operator(full, "head", Phase::forward);
  REQUIRE(head != nullptr);
  CHECK(find_operator(full, "head", Phase::recompute) == nullptr);
  CHECK(all_ops(full) - plain ==
        Approx(phase_ops(full, Phase::forward) - head->ops * head->repeat).epsilon(1e-12));
  column.training.recompute = Recompute::selective;
  const auto selective = lower_training(shape, column, 1024);
  CHECK(all_ops(selective) - plain == Approx(12.0 * 4 * 1024 * 1024 * 768 * 4).epsilon(1e-12));
}

TEST_CASE("The optimizer moves 30 bytes a parameter with fp32 gradients and 28 with 16-bit ones") {
  ResolvedColumn column = training_column(1, 1, true);
  CHECK(optimizer_traffic_bytes(column) == 30);
  column.training.gradient_bytes = 2;
  CHECK(optimizer_traffic_bytes(column) == 28);
  const Shape& shape = preset("gpt2");
  const auto operators = lower_training(shape, column, 1024);
  CHECK(operators.back().kind == OperatorKind::update);
  CHECK(operators.back().plain_bytes == 28 * count_parameters(shape).total);
  CHECK(operators.back().repeat == 1);
}
