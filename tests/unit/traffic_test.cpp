// What a pass moves beside its products: norms, residuals, activations, losses, caches read again going back,
// and the widest moment of a forward pass.

#include "support/answer.hpp"
#include "support/catch.hpp"
#include "support/operators.hpp"

#include <string>

#include <tilewise/place.hpp>
#include <tilewise/training_states.hpp>

using namespace tilewise;
using namespace tilewise::testing;

namespace {

const Operator& named(const std::vector<Operator>& operators, std::string_view name,
                      Phase phase = Phase::inference, std::string_view part = {}) {
  const Operator* op = find_operator(operators, name, phase, part);
  CAPTURE(std::string(name));
  REQUIRE(op != nullptr);
  return *op;
}

double item(const std::string& link, const std::string& name) {
  return number_at(estimate_of(link), "devices.0.memory.items." + name + ".bytes");
}

bool has_time_item(const nlohmann::json& answer, const std::string& name) {
  return find_at(answer, "result.devices.0.time.items." + name) != nullptr;
}

}  // namespace

TEST_CASE("A norm reads and writes the stream, a residual reads two and writes one, in every layer") {
  const auto operators = lower_pass(preset("llama-2-7b"), prompt(2, 100));
  CHECK(named(operators, "norm").activation_elements == 2 * 200 * 4096.0);
  CHECK(named(operators, "norm").repeat == 32 * 2);
  CHECK(named(operators, "residual").activation_elements == 3 * 200 * 4096.0);
  CHECK(named(operators, "residual").repeat == 32 * 2);
  CHECK(named(lower_pass(preset("gemma-2-2b"), prompt(1, 1)), "norm").repeat == 26 * 4);
}

TEST_CASE("A gated activation reads two branches, a plain one its input; both write one") {
  CHECK(named(lower_pass(preset("llama-2-7b"), prompt(1, 100)), "activation").activation_elements ==
        3 * 100 * 11008.0);
  CHECK(named(lower_pass(preset("gpt2"), prompt(1, 100)), "activation").activation_elements ==
        2 * 100 * 3072.0);
  const auto experts = lower_pass(preset("deepseek-v3"), decode_step(1, 100));
  CHECK(named(experts, "activation", Phase::inference, "mlp-up").repeat == 3);
  CHECK(named(experts, "activation", Phase::inference, "experts-up").activation_elements ==
        Approx(3 * 8 * 2048.0).epsilon(1e-12));
  CHECK(named(experts, "activation", Phase::inference, "shared-up").activation_elements == 3 * 2048.0);
}

TEST_CASE("Element-wise work may be folded into products; a softmax between two products may not") {
  Pass pass = prompt(1, 64);
  pass.fused_attention = false;
  const auto operators = lower_pass(preset("gpt2"), pass);
  for (const char* name : {"norm", "residual", "activation"}) CHECK(named(operators, name).hidden_by_fusion);
  CHECK_FALSE(named(operators, "softmax").hidden_by_fusion);
}

TEST_CASE("A model without shared experts runs none") {
  const auto operators = lower_pass(preset("mixtral-8x7b"), prompt(1, 64));
  CHECK(find_operator(operators, "shared-up") == nullptr);
  CHECK(find_operator(operators, "activation", Phase::inference, "shared-up") == nullptr);
}

TEST_CASE("Going back, element-wise work reads the gradient too, and attention its keys and values twice") {
  ResolvedColumn column;
  const auto operators = lower_training(preset("llama-2-7b"), column, 512);
  CHECK(named(operators, "norm", Phase::backward).activation_elements >
        1.5 * named(operators, "norm", Phase::forward).activation_elements);
  const Operator& forward = named(operators, "attention", Phase::forward);
  const Operator& backward = named(operators, "attention", Phase::backward);
  CHECK(backward.key_elements == 2 * forward.key_elements);
  CHECK(backward.value_elements == 2 * forward.value_elements);
  CHECK(backward.activation_elements == 2 * forward.activation_elements);
}

TEST_CASE("The loss goes over the logits in 16 and in 32 bit") {
  ResolvedColumn column;
  column.batch = 4;
  column.micro_batch = 2;
  const auto operators = lower_training(preset("llama-2-7b"), column, 512);
  CHECK(named(operators, "loss", Phase::forward).activation_elements == 5 * 2 * 512 * 32000.0);
  CHECK(named(operators, "loss", Phase::forward).repeat == 2);
}

TEST_CASE("A prompt computes the logits of its last token, an encoder none, training all of them") {
  CHECK(named(lower_pass(preset("llama-2-7b"), prompt(3, 100)), "head").m == 3);
  CHECK_FALSE(has_time_item(estimate_of("v=1&m=bert-large&tm=roofline&d=rtx-4090"), "head"));
  CHECK(has_time_item(estimate_of("v=1&m=gpt2&tm=roofline&d=rtx-4090"), "head"));
  ResolvedColumn column;
  CHECK(named(lower_training(preset("bert-base"), column, 128), "head", Phase::forward).m == 128);
}

TEST_CASE("An optimizer without a master copy reads the weight as well as writing it") {
  ResolvedColumn column;
  column.training.master_weights = false;
  column.training.gradient_bytes = 2;
  CHECK(optimizer_traffic_bytes(column) == 2 + 2 * (2 * 2) + 2 * 2);
  column.training.optimizer = Optimizer::sgd;
  CHECK(optimizer_traffic_bytes(column) == 2 + 2 * 2 + 2 * 2);
}

TEST_CASE("States of 8 bit carry one fp32 scale for every 2,048 values") {
  ResolvedColumn column;
  column.training.optimizer = Optimizer::adamw8bit;
  CHECK(optimizer_states(column).states * optimizer_states(column).state_bytes == 2 * (1 + 4.0 / 2048));
}

TEST_CASE("The widest moment of a pass is the stream beside the MLP or the heads, whichever is wider") {
  const std::string base = "v=1&m=llama-2-7b&s=100&b=2&tm=roofline&p=fp16&d=a100-sxm4-80gb";
  CHECK(item(base, "activations") == 200 * (2 * 4096 + 3 * 11008.0) * 2);
  CHECK(item(base + "&ff=1024&kv=8", "activations") == 200 * (2 * 4096 + (2 * 32 + 2 * 8) * 128.0) * 2);
  CHECK(item(base + "&attn=unfused", "activations") ==
        (200 * (2 * 4096 + 3 * 11008.0) + 2 * 2 * 32 * 100.0 * 100) * 2);
  // What decodes has read its prompts before, 2,048 tokens at a time.
  const std::string decoding = "v=1&m=llama-2-7b&w=decode&tm=roofline&d=a100-sxm4-80gb";
  CHECK(item(decoding + "&b=2&s=100", "activations") == 100 * (2 * 4096 + 3 * 11008.0) * 2);
  CHECK(item(decoding + "&b=200&s=100", "activations") == 200 * (2 * 4096 + 3 * 11008.0) * 2);
  CHECK(item(decoding + "&b=2&s=8192", "activations") == 2048 * (2 * 4096 + 3 * 11008.0) * 2);
}

TEST_CASE("Logits for sampling are one row of the vocabulary per sequence, in 32 bit") {
  CHECK(item("v=1&m=llama-2-7b&w=decode&b=5&d=a100-sxm4-80gb", "logits") == 5 * 32000.0 * 4);
}

TEST_CASE("A compiled TPU program folds element-wise work away and launches for little") {
  const auto tpu = estimate_of("v=1&m=gpt2&s=256&tm=tiled&d=tpu-v4");
  const auto gpu = estimate_of("v=1&m=gpt2&s=256&tm=tiled&d=rtx-4090");
  for (const char* name : {"norm", "residual", "activation"}) {
    CHECK_FALSE(has_time_item(tpu, name));
    CHECK(has_time_item(gpu, name));
  }
  const std::string tiny = "v=1&w=matmul&mm=8x8x8&tm=tiled&d=";
  CHECK(time_of(tiny + "tpu-v4") < 4e-6);
  CHECK(time_of(tiny + "v100&stack=eager") > 4e-6);
}

TEST_CASE("Two ranks of one chip train their halves of the batch side by side") {
  const auto answer = estimate_of("v=1&m=gpt2&w=train&s=256&b=16&tm=tiled&d=tpu-v3");
  const double step = number_at(answer, "devices.0.time.step_s");
  CHECK(number_at(answer, "devices.0.rate.sequences_per_s") == Approx(16 / step).epsilon(1e-12));
  CHECK(number_at(answer, "devices.0.rate.steps_per_s") == Approx(1 / step).epsilon(1e-12));
  const auto whole = estimate_of("v=1&m=gpt2&w=train&s=256&b=16&tm=tiled&d=tpu-v4");
  CHECK(2 * number_at(answer, "devices.0.flops.hardware_flops") ==
        number_at(whole, "devices.0.flops.hardware_flops"));
}

TEST_CASE("The operations of a generation's step are the mean over its steps") {
  const std::string base = "v=1&m=llama-2-7b&w=decode&tm=roofline&d=a100-sxm4-80gb&s=";
  const auto flops = [&](const std::string& rest) {
    return number_at(estimate_of(base + rest), "devices.0.flops.hardware_flops");
  };
  CHECK(flops("100&o=3") == Approx((flops("100") + flops("101") + flops("102")) / 3).epsilon(1e-12));
}

TEST_CASE("Attention reads its queries and writes its output beside keys and values") {
  const auto plain = lower_pass(preset("llama-2-70b"), decode_step(3, 500));
  CHECK(named(plain, "attention").activation_elements == 3 * 2 * 64 * 128.0);
  const auto latent = lower_pass(preset("deepseek-v3"), decode_step(3, 500));
  CHECK(named(latent, "attention").activation_elements == 3 * 128 * (192.0 + 128));
}

TEST_CASE("A cache of a model that computes in fp32 is as wide as its activations") {
  const std::string base = "v=1&m=llama-2-7b&w=decode&s=64&d=a100-sxm4-80gb&p=";
  CHECK(item(base + "fp32", "kv_cache") == 2 * item(base + "fp16", "kv_cache"));
  CHECK(item(base + "fp8", "kv_cache") == item(base + "fp16", "kv_cache"));
}

TEST_CASE(
    "Activations of a mixture count the experts of a token in its layers and the wide MLP in the dense "
    "ones") {
  const auto answer = estimate_of("v=1&m=deepseek-v3&w=train&s=64&b=1&tm=roofline&d=h200-sxm");
  const double mlp = (58 * (8 + 1) * 2048.0 + 3 * 18432.0) / 61;
  const double layer =
      64 * ((4 * 7168 + 2 * 128 * 192.0 + 2 * 128 * 192.0) * 2 + 3 * mlp * 2) + 64 * 128 * 4.0;
  CHECK(number_at(answer, "devices.0.memory.items.activations.bytes") == Approx(61 * layer).epsilon(1e-12));
}
