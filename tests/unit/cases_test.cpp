// Questions with known answers, and values that other calculators get wrong: exact arithmetic on published
// shapes and specifications, asked through the text API.

#include "support/answer.hpp"
#include "support/catch.hpp"

#include <string>

using namespace tilewise::testing;

namespace {

constexpr double gib = 1073741824.0;

nlohmann::json ask(const std::string& rest) { return estimate_of("v=1&" + rest + "&tm=roofline"); }

double item(const nlohmann::json& answer, const std::string& name, int column = 0) {
  return number_at(answer, "devices." + std::to_string(column) + ".memory.items." + name + ".bytes");
}
double total(const nlohmann::json& answer, int column = 0) {
  return number_at(answer, "devices." + std::to_string(column) + ".time.total_s");
}
double rate(const nlohmann::json& answer, int column = 0) {
  return number_at(answer, "devices." + std::to_string(column) + ".rate.tokens_per_s");
}
std::string fits(const nlohmann::json& answer, int column = 0) {
  return word_at(answer, "devices." + std::to_string(column) + ".fits");
}

// Bytes of keys and values of `tokens` tokens of one sequence.
double cache(const std::string& model, int tokens, const std::string& more = {}) {
  return item(ask("m=" + model + "&w=decode&s=" + std::to_string(tokens) + more + "&d=a100-sxm4-80gb"),
              "kv_cache");
}

}  // namespace

TEST_CASE("S1, row 1: Llama-2-7B at 4,096 tokens needs 12.551 GiB of weights and 2.000 GiB of cache") {
  const auto answer = ask("m=llama-2-7b&w=decode&s=4096&d=a100-sxm4-80gb");
  CHECK(item(answer, "weights") == 2.0 * 6738415616);
  CHECK(item(answer, "weights") / gib == Approx(12.551).margin(5e-4));
  CHECK(item(answer, "kv_cache") == 2 * gib);
  const double runtime = item(answer, "runtime") / gib;
  CHECK(runtime >= 0.3);
  CHECK(runtime <= 1.5);
}

TEST_CASE(
    "S2: one token of Llama-2-7B at 4,096 tokens takes 7.53 ms on an A100 at full bandwidth, 132.7 per "
    "second") {
  const auto answer = ask("m=llama-2-7b&w=decode&s=4096&d=a100-sxm4-80gb");
  CHECK(1e3 * total(answer) == Approx(7.53).margin(0.01));
  CHECK(rate(answer) == Approx(132.7).margin(0.05));
  // 6.481 ms of weights, without the table of input tokens, and 1.053 ms of cache.
  const double attention = number_at(answer, "devices.0.time.items.attention.seconds");
  CHECK(1e3 * attention == Approx(1.053).margin(1e-3));
  CHECK(1e3 * (total(answer) - attention) == Approx(6.481).epsilon(1e-3));
}

TEST_CASE("S3: Llama-2-70B in 4 bit fits an A100 of 80 GB and not one RTX 4090, with both sizes shown") {
  const std::string base = "m=llama-2-70b&w=decode&s=2048&d=a100-sxm4-80gb~rtx-4090&wq=";
  const auto plain = ask(base + "int4");
  CHECK(item(plain, "weights") / 1e9 == Approx(34.49).margin(5e-3));
  CHECK(item(plain, "kv_cache") == 0.625 * gib);
  CHECK(fits(plain, 0) == "yes");
  CHECK(fits(plain, 1) == "no");
  CHECK(number_at(plain, "devices.1.memory.capacity_bytes") == 24564 * 1048576.0);  // of the 24 GiB sold
  CHECK(item(ask(base + "q4-k-m"), "weights") / 1e9 == Approx(41.8).epsilon(0.01));
}

TEST_CASE(
    "S3: a token takes 17.18 ms in 4 bit and 20.76 ms in Q4_K_M, and half as long on twice the bandwidth") {
  const std::string base = "m=llama-2-70b&w=decode&s=2048&d=a100-sxm4-80gb~rtx-4090&d2.bw=2016&d2.mem=48&wq=";
  const auto plain = ask(base + "int4");
  CHECK(1e3 * total(plain, 0) == Approx(17.18).margin(0.02));
  CHECK(rate(plain, 0) == Approx(58.2).margin(0.05));
  // Two RTX 4090 without any communication.
  CHECK(1e3 * total(plain, 1) == Approx(17.38).margin(0.02));
  CHECK(rate(plain, 1) == Approx(57.6).margin(0.1));
  const auto mix = ask(base + "q4-k-m");
  // By tensor; a flat 4.85 bits for every tensor gives 20.76.
  CHECK(1e3 * total(mix, 0) == Approx(20.76).epsilon(0.01));
  CHECK(rate(mix, 0) == Approx(48.2).epsilon(0.01));
  CHECK(1e3 * total(mix, 1) == Approx(21.00).epsilon(0.01));
  CHECK(rate(mix, 1) == Approx(47.6).epsilon(0.01));
}

TEST_CASE(
    "S4: a prompt of 2,048 tokens is 26.5 TFLOP of products and 1.10 or 2.20 of attention on Llama-2-7B") {
  const std::string base = "m=llama-2-7b&w=prefill&s=2048&d=a100-sxm4-80gb";
  const auto answer = ask(base);
  const double executed = number_at(answer, "devices.0.flops.hardware_flops");
  const double full = number_at(answer, "devices.0.flops.model_flops");
  CHECK((full - executed) / 1e12 == Approx(1.10).margin(5e-3));
  CHECK((2 * executed - full) / 1e12 == Approx(26.5).margin(0.05));
  CHECK(number_at(ask(base + "&mfu=causal"), "devices.0.flops.model_flops") == executed);
  // At the full rate of the device, 88.5 ms with causal attention and 92.1 ms with the full square.
  CHECK(1e3 * executed / 312e12 == Approx(88.5).margin(0.05));
  CHECK(1e3 * full / 312e12 == Approx(92.1).margin(0.05));
  CHECK(1e3 * total(answer) == Approx(88.5).margin(0.25));
}

TEST_CASE(
    "S5, row 3: Mixtral holds 46.7 billion parameters, 86.99 GiB, and one A100 of 80 GB is not enough") {
  const auto answer = ask("m=mixtral-8x7b&w=decode&s=2048&d=a100-sxm4-80gb");
  CHECK(item(answer, "weights") == 2 * 46702792704.0);
  CHECK(item(answer, "weights") / gib == Approx(86.99).margin(5e-3));
  CHECK(fits(answer) == "no");
}

TEST_CASE(
    "S5, row 3: a token of Mixtral reads its two experts, 6.32 ms on two A100, not the 22.9 ms of all "
    "eight") {
  // Twice the bandwidth stands for two devices without communication.
  const auto answer = ask("m=mixtral-8x7b&w=decode&s=2048&d=a100-sxm4-80gb&d1.bw=4078&d1.mem=160");
  CHECK(1e3 * total(answer) == Approx(6.32).margin(5e-3));
  CHECK(rate(answer) == Approx(158).margin(0.5));
  CHECK(1e3 * 2 * 46702792704.0 / 4078e9 == Approx(22.9).margin(0.05));
}

TEST_CASE("S6: full fine-tuning of Llama-2-7B keeps 100.41 or 112.96 GiB of states") {
  const auto states = [](const std::string& more) {
    const auto answer = ask("m=llama-2-7b&w=train&s=2048&b=1&d=a100-sxm4-80gb" + more);
    return (item(answer, "weights") + item(answer, "gradients") + item(answer, "master_weights") +
            item(answer, "optimizer")) /
           gib;
  };
  CHECK(states("&gp=fp16") == Approx(100.41).margin(5e-3));
  CHECK(states("") == Approx(112.96).margin(5e-3));
}

TEST_CASE("S6: activations of Llama-2-7B are 8.04 GiB, 28.5 with the score matrix, 0.50 recomputed") {
  const std::string base = "m=llama-2-7b&w=train&s=2048&b=1&d=a100-sxm4-80gb";
  const auto fused = ask(base);
  CHECK(item(fused, "activations") / gib == Approx(8.04).margin(5e-3));
  CHECK((item(fused, "logits") + item(fused, "loss")) / gib == Approx(0.5).margin(0.02));
  CHECK(item(ask(base + "&attn=unfused"), "activations") / gib == Approx(28.5).margin(0.05));
  const auto full = ask(base + "&ac=full");
  CHECK(item(full, "activations") == 0.5 * gib);
  CHECK(item(full, "recomputed_layer") == item(fused, "activations") / 32);
}

TEST_CASE("S7: BERT-large at batch 32 keeps 4.99 or 5.62 GiB of states, 4.125 or 7.875 GiB of activations") {
  const std::string base = "m=bert-large&w=train&s=128&b=32&mb=32&d=a100-sxm4-80gb";
  const auto states = [](const nlohmann::json& answer) {
    const double master = item(answer, "master_weights");
    return (item(answer, "weights") + item(answer, "gradients") + (master > 0 ? master : 0) +
            item(answer, "optimizer")) /
           gib;
  };
  const auto mixed = ask(base);
  const auto wide = ask(base + "&p=fp32");
  CHECK(states(mixed) == Approx(5.62).margin(5e-3));
  CHECK(states(ask(base + "&gp=fp16")) == Approx(4.99).margin(5e-3));
  CHECK(states(wide) == Approx(4.99).margin(5e-3));
  CHECK(item(mixed, "activations") == 4.125 * gib);
  CHECK(item(wide, "activations") == 7.875 * gib);
  CHECK(item(mixed, "logits") / gib == Approx(0.233).margin(5e-4));
}

TEST_CASE("Row 2, M11: the cache of Llama-2-70B is 640 MiB at 2,048 tokens and 40.0 GiB at 131,072") {
  CHECK(cache("llama-2-70b", 2048) == 640 * 1048576.0);
  CHECK(cache("llama-2-70b", 131072) == 40 * gib);
  CHECK(cache("llama-2-70b", 131072) / 1e9 == Approx(42.95).margin(5e-3));
}

TEST_CASE("M10: a 72B model without grouped queries keeps 20.0 GiB where one with 8 of 64 heads keeps 2.5") {
  const std::string shape = "&L=80&h=8192&a=64&hd=128&ff=24576&voc=152064&kv=";
  CHECK(cache("custom", 8192, shape + "64") == 20 * gib);
  CHECK(cache("custom", 8192, shape + "8") == 2.5 * gib);
}

TEST_CASE(
    "Row 5: latent attention keeps 70,272 bytes a token, 1,152 of each layer, 10.72 GiB at 163,840 tokens") {
  CHECK(cache("deepseek-v3", 1) == 70272);
  CHECK(cache("deepseek-v3", 1) / 61 == 1152);
  CHECK(cache("deepseek-v3", 163840) / gib == Approx(10.72).margin(5e-3));
  CHECK(cache("deepseek-v3", 262144) / gib == Approx(17.16).margin(5e-3));
}

TEST_CASE("Row 6: heads of Qwen3 are wider than width over heads: 4.375 GiB, 147,456 bytes a token") {
  CHECK(cache("qwen3-0.6b", 40960) == 4.375 * gib);
  CHECK(cache("qwen3-4b", 1) == 147456);
}

TEST_CASE("Row 8: gpt-oss keeps 73,728 bytes a token; its windowed layers bring 12.00 GiB down to 6.09") {
  CHECK(cache("gpt-oss-120b", 1) == 73728);
  CHECK(cache("gpt-oss-20b", 8192, "&b=32") / gib == Approx(6.09).margin(5e-3));
  CHECK(cache("gpt-oss-20b", 8192, "&b=32&win=0&wl=0") == 12 * gib);
}

TEST_CASE("Row 9: 262,144 tokens of Qwen2.5-7B take 14.00, 7.44 and 3.94 GiB by the format of the cache") {
  const auto in = [](const std::string& format) {
    return cache("qwen2.5-7b", 262144, "&kq=" + format + "&vq=" + format) / gib;
  };
  CHECK(in("fp16") == 14);
  CHECK(in("q8-0") == Approx(7.44).margin(5e-3));
  CHECK(in("q4-0") == Approx(3.94).margin(5e-3));
}

TEST_CASE("Row 11: Llama-3.1-70B in bf16 is 141.11 GB or 131.42 GiB") {
  const double bytes = item(ask("m=llama-3.1-70b&w=decode&d=a100-sxm4-80gb"), "weights");
  CHECK(bytes / 1e9 == Approx(141.11).margin(5e-3));
  CHECK(bytes / gib == Approx(131.42).margin(5e-3));
}

TEST_CASE(
    "M06, M07: a token of Llama-3.1-8B takes 65,536 bytes in FP8, one of a 7B model without groups 524,288") {
  CHECK(cache("llama-3.1-8b", 1, "&kq=fp8&vq=fp8") == 65536);
  CHECK(cache("llama-2-7b", 1) == 524288);
  // 263,008 tokens in FP8 are 16.05 GiB.
  CHECK(cache("llama-3.1-8b", 263008, "&kq=fp8&vq=fp8") / gib == Approx(16.05).margin(5e-3));
}

TEST_CASE("M27: a 70B model in 4 bit does not fit a card of 24 GB, whatever pages about it say") {
  for (const char* format : {"awq-128", "int4", "q4-k-m"}) {
    CAPTURE(format);
    const auto answer = ask("m=llama-3.1-70b&w=decode&s=512&d=rtx-4090&wq=" + std::string(format));
    CHECK(fits(answer) == "no");
    CHECK(item(answer, "weights") > 17e9 * 1.9);
  }
}

TEST_CASE("Row 20: a slice of v3-256 is 128 chips, for a v3 chip is two cores with half the memory each") {
  const auto answer = ask("m=bert-base&d=tpu-v3");
  CHECK(number_at(answer, "devices.0.ranks") == 2);
  CHECK(number_at(answer, "devices.0.memory.capacity_bytes") == 16 * gib);
}

TEST_CASE("Row 20: a gated layer of width h and MLP width f does 2sb(4h² + 3hf) FLOPs, causal attention counts half, tying none") {
  const auto model = [](const std::string& rest) {
    const std::string shape = "m=custom&w=prefill&s=512&b=3&h=1024&a=8&kv=8&glu=1&voc=1000&d=a100-sxm4-80gb&" + rest;
    return number_at(ask(shape), "devices.0.flops.model_flops");
  };
  const auto layer = [&](const std::string& rest) { return model("L=2&" + rest) - model("L=1&" + rest); };
  constexpr double tokens = 512 * 3;
  constexpr double h = 1024;
  constexpr double full = 4 * tokens * 512 * h;
  CHECK(layer("ff=4096") - full == Approx(32 * tokens * h * h).epsilon(1e-9));
  CHECK(layer("ff=4096") - full == Approx(2 * tokens * (4 * h * h + 3 * h * 4096)).epsilon(1e-9));
  CHECK(layer("ff=2816") - full == Approx(2 * tokens * (4 * h * h + 3 * h * 2816)).epsilon(1e-9));
  CHECK(layer("ff=4096&mfu=causal") == Approx(layer("ff=4096") - full / 2).epsilon(1e-9));
  CHECK(model("L=2&ff=4096&tie=1") == model("L=2&ff=4096&tie=0"));
}
