// Inference over the ranks of a replica: tensor, pipeline, context and expert ranks. Names in brackets are the rows of
// the project's list of known answers; tolerances are theirs.

#include <string>

#include "support/answer.hpp"
#include "support/catch.hpp"

using namespace tilewise::testing;

namespace {

nlohmann::json asked(const std::string& rest) { return estimate_of("v=1&tm=tiled&" + rest); }
double step_of(const std::string& rest) { return time_of("v=1&tm=tiled&" + rest); }
double rate_of(const std::string& rest) { return number_at(asked(rest), "devices.0.rate.tokens_per_s"); }
double item_of(const std::string& rest, const std::string& name) {
  return number_at(asked(rest), "devices.0.time.items." + name + ".seconds");
}

const std::string large = "m=llama-3.1-70b&d=a100-sxm4-80gb&d1.n=8&p=bf16&";

}  // namespace

TEST_CASE("A token passes every stage: a pipeline makes one sequence no faster", "[split]") {
  const std::string one = large + "w=decode&s=2048&";
  const double whole = step_of("m=llama-3.1-70b&d=a100-sxm4-80gb&p=bf16&w=decode&s=2048");
  for (const char* stages : {"2", "4", "8"}) CHECK(step_of(one + "pp=" + stages) >= whole);
  CHECK(item_of(one + "pp=8", "pipeline-send") > item_of(one + "pp=2", "pipeline-send"));
}

TEST_CASE("Stages work on different sequences: a batch over eight stages is faster than on one", "[split]") {
  const std::string many = "w=decode&s=2048&b=64&";
  CHECK(step_of(large + many + "pp=8") < step_of("m=llama-3.1-70b&d=a100-sxm4-80gb&p=bf16&" + many));
  const std::string prompts = "s=2048&b=16&";
  const double alone = step_of("m=llama-3.1-70b&d=a100-sxm4-80gb&p=bf16&" + prompts);
  const double four = step_of(large + "d1.n=4&" + prompts + "pp=4");
  // Sixteen prompts through four stages take nineteen turns of a quarter.
  CHECK(four == Approx(alone * 19 / 64).epsilon(0.05));
}

TEST_CASE("Stages of an uneven pipeline wait for the heaviest", "[split]") {
  const std::string rest = "m=llama-3.1-70b&d=a100-sxm4-80gb&p=bf16&w=decode&s=2048&b=240&";
  // 80 layers over six stages: 14 on the heaviest, as if there were 5.7.
  CHECK(step_of(rest + "d1.n=6&pp=6") < step_of(rest + "d1.n=5&pp=5"));
  CHECK(step_of(rest + "d1.n=6&pp=6&L=84") == Approx(step_of(rest + "d1.n=6&pp=6") * 84 / 80).epsilon(0.05));
}

TEST_CASE("Context ranks share a long prompt and its cache", "[split]") {
  const std::string prompt = large + "s=131072&tp=2&";
  const double one = step_of("m=llama-3.1-70b&d=a100-sxm4-80gb&d1.n=2&p=bf16&s=131072&tp=2");
  CHECK(step_of(prompt + "cp=4") < one / 3);
  CHECK(step_of(prompt + "cp=4") > one / 4);
  const std::string token = large + "w=decode&s=131072&b=8&tp=2&";
  CHECK(item_of(token + "cp=4", "attention") < item_of(token + "cp=2", "attention"));
  CHECK(item_of(token + "cp=4", "mlp-up") == item_of(token + "cp=2", "mlp-up"));
  CHECK(memory_of("v=1&" + token + "cp=4") < memory_of("v=1&" + token + "cp=2"));
}

TEST_CASE("Expert ranks read fewer experts each and exchange tokens", "[split]") {
  const std::string rest = "m=mixtral-8x7b&w=decode&s=2048&b=32&p=fp16&d=h100-sxm5-80gb&d1.n=8&";
  CHECK(item_of(rest + "ep=8", "experts-up") < item_of(rest + "ep=2", "experts-up"));
  CHECK(item_of(rest + "ep=8", "expert-parallel") > 0);
  CHECK(memory_of("v=1&" + rest + "ep=8") < memory_of("v=1&" + rest + "ep=2"));
  // Tensor ranks have all tokens already.
  CHECK(find_at(asked(rest + "tp=8&ep=8"), "result.devices.0.time.items.expert-parallel") == nullptr);
}

TEST_CASE("Attention by data ranks: a rank has whole sequences and whole attention, and one exchange a layer", "[split]") {
  const std::string one = "m=deepseek-v3&wq=fp8&d=h200-sxm&d1.n=8&tp=8&w=decode&s=4096&b=128";
  const auto cut = asked(one);
  const auto own = asked(one + "&dpa=1");
  const auto bytes_of = [](const nlohmann::json& answer, const char* item) {
    return number_at(answer, std::string("devices.0.memory.items.") + item + ".bytes");
  };
  // The latent cache cannot be cut by heads: each rank held all of it.
  CHECK(bytes_of(own, "kv_cache") == bytes_of(cut, "kv_cache") / 8);
  CHECK(bytes_of(own, "weights") > bytes_of(cut, "weights"));
  CHECK(bytes_of(own, "weights") < 8 * bytes_of(cut, "weights"));
  CHECK(number_at(own, "devices.0.time.items.tensor-parallel.seconds") ==
        Approx(number_at(cut, "devices.0.time.items.tensor-parallel.seconds") / 2));
  CHECK(number_at(own, "devices.0.time.items.attention.seconds") <
        number_at(cut, "devices.0.time.items.attention.seconds"));
  CHECK(number_at(own, "devices.0.time.items.experts-up.seconds") ==
        number_at(cut, "devices.0.time.items.experts-up.seconds"));
  CHECK(number_at(own, "devices.0.flops.model_flops") == number_at(cut, "devices.0.flops.model_flops"));
  // The fullest rank decides: one sequence takes as long as eight.
  CHECK(bytes_of(asked("m=deepseek-v3&wq=fp8&d=h200-sxm&d1.n=8&tp=8&w=decode&s=4096&b=1&dpa=1"), "kv_cache") ==
        bytes_of(asked("m=deepseek-v3&wq=fp8&d=h200-sxm&d1.n=8&tp=8&w=decode&s=4096&b=8&dpa=1"), "kv_cache"));
  const std::string serving = "m=deepseek-v3&wq=fp8&d=h200-sxm&d1.n=8&tp=8&w=serve&s=4096&o=512&stack=vllm";
  CHECK(number_at(asked(serving + "&dpa=1"), "devices.0.batch") > 4 * number_at(asked(serving), "devices.0.batch"));
  CHECK(rate_of(serving + "&dpa=1") > rate_of(serving));
}

TEST_CASE("On one rank, and in training, attention by data ranks changes nothing", "[split]") {
  const std::string alone = "m=llama-3.1-8b&d=h200-sxm&w=decode&s=512&b=8";
  CHECK(step_of(alone + "&dpa=1") == step_of(alone));
  const std::string training = "m=llama-3.1-8b&d=h200-sxm&d1.n=8&tp=8&w=train&s=512&b=8";
  CHECK(step_of(training + "&dpa=1") == step_of(training));
}

TEST_CASE("I05: Llama 2 over 1, 2, 4 and 8 tensor ranks of a node, one sequence", "[split]") {
  struct Row {
    const char* model;
    const char* ranks;
    double tokens_per_s;
  };
  const Row rows[] = {{"llama-2-7b", "1", 104.9}, {"llama-2-7b", "2", 168.8}, {"llama-2-7b", "4", 254.0},
                      {"llama-2-7b", "8", 328.4}, {"llama-2-70b", "2", 21.3}, {"llama-2-70b", "4", 38.0},
                      {"llama-2-70b", "8", 62.5}};
  const auto link = [](const char* model, const char* ranks) {
    return std::string("w=decode&s=5&o=200&p=bf16&attn=fused&d=a100-sxm4-80gb&m=") + model + "&d1.n=" + ranks +
           "&tp=" + ranks;
  };
  for (const Row& row : rows) {
    CAPTURE(row.model, row.ranks);
    CHECK(rate_of(link(row.model, row.ranks)) == Approx(row.tokens_per_s).epsilon(0.2));
  }
  CHECK(word_at(asked(link("llama-2-70b", "1")), "devices.0.fits") == "no");
  const double small = rate_of(link("llama-2-7b", "8")) / rate_of(link("llama-2-7b", "1")) / 8;
  const double wide = rate_of(link("llama-2-70b", "8")) / rate_of(link("llama-2-70b", "2")) / 4;
  CHECK(small < wide);
}

TEST_CASE("vLLM: the engine of today is faster than its first one, alone and over ranks, and takes the same memory",
          "[split]") {
  const std::string scenario = "m=qwen2.5-32b&w=decode&s=2048&o=64&p=bf16&d=a100-sxm4-80gb&b=8&";
  for (const std::string ranks : {"d1.n=1", "d1.n=2&tp=2", "d1.n=4&tp=4"}) {
    CAPTURE(ranks);
    const auto first = asked(scenario + ranks + "&stack=vllm-v0");
    const auto today = asked(scenario + ranks + "&stack=vllm");
    CHECK(number_at(today, "devices.0.time.total_s") < number_at(first, "devices.0.time.total_s"));
    CHECK(number_at(today, "devices.0.memory.total_bytes") == number_at(first, "devices.0.memory.total_bytes"));
  }
}

TEST_CASE("Engines add small sums up faster than the library over NVLink; over PCIe and between nodes they call it",
          "[split]") {
  const std::string link = "m=llama-3.1-70b&w=decode&s=1024&p=bf16&d1.n=8&tp=8&d=";
  const auto sums = [&](const std::string& where, const std::string& stack) {
    return item_of(link + where + "&stack=" + stack, "tensor-parallel");
  };
  for (const char* engine : {"vllm", "vllm-v0", "tensorrt-llm"}) {
    CAPTURE(engine);
    CHECK(sums("h100-sxm5-80gb", engine) < sums("h100-sxm5-80gb", "typical"));
    CHECK(sums("rtx-4090&d1.node=8", engine) == sums("rtx-4090&d1.node=8", "typical"));
    CHECK(sums("h100-sxm5-80gb&d1.node=4", engine) == sums("h100-sxm5-80gb&d1.node=4", "typical"));
  }
}

TEST_CASE("What a switch adds up costs each rank the same bytes, however many take part; two ranks need no switch",
          "[split]") {
  // Long prompts: next to their bytes the starts of the sums do not count.
  const auto sums = [](const std::string& card, int ranks) {
    const std::string n = std::to_string(ranks);
    return item_of("m=llama-3.1-70b&s=8192&p=bf16&stack=typical&d1.lat=0&d=" + card + "&d1.n=" + n + "&tp=" + n,
                   "tensor-parallel");
  };
  CHECK(sums("h100-sxm5-80gb", 8) == Approx(sums("h100-sxm5-80gb", 4)).epsilon(0.02));
  CHECK(sums("a100-sxm4-80gb", 8) > 1.1 * sums("a100-sxm4-80gb", 4));
  CHECK(sums("h100-sxm5-80gb", 2) < 0.85 * sums("h100-sxm5-80gb", 4));
}

TEST_CASE("I06: a 32B model in vLLM's first engine (0.7) over 2, 4 and 8 tensor ranks", "[split]") {
  struct Row {
    const char* batch;
    const char* ranks;
    double tokens_per_s;
  };
  // The benchmark starts from one token.
  const Row rows[] = {{"1", "2", 36.2},  {"1", "4", 50},   {"1", "8", 63},
                      {"16", "2", 528}, {"16", "4", 660}, {"16", "8", 760},
                      {"128", "2", 2300}};
  for (const Row& row : rows) {
    CAPTURE(row.batch, row.ranks);
    const std::string link = std::string("m=qwen2.5-32b&w=decode&s=1&o=200&p=bf16&stack=vllm-v0&d=a100-sxm4-80gb&b=") +
                             row.batch + "&d1.n=" + row.ranks + "&tp=" + row.ranks;
    CHECK(rate_of(link) == Approx(row.tokens_per_s).epsilon(0.25));
  }
}

TEST_CASE("I09: a slice of eight v5e serves grouped queries more than twice as fast", "[split]") {
  // The static cache of 2,048 tokens is read whole.
  const std::string slice = "w=decode&s=2048&p=bf16&stack=xla&d=tpu-v5e&d1.n=8&tp=8&";
  const double plain = rate_of(slice + "m=llama-2-7b&b=96");
  const double grouped = rate_of(slice + "m=llama-3.1-8b&b=128");
  CHECK(plain == Approx(3663).epsilon(0.3));
  CHECK(grouped == Approx(8249).epsilon(0.3));
  CHECK(rate_of(slice + "m=llama-2-7b&b=96&wq=int8") == Approx(4783).epsilon(0.3));
  CHECK(rate_of(slice + "m=llama-3.1-8b&b=256&wq=int8") == Approx(10873).epsilon(0.3));
  CHECK(grouped > 2 * plain);
}

TEST_CASE("I01: a 70B model in 4 bit over two cards of 24 GB, layer by layer", "[split]") {
  const std::string pair = "m=llama-3.1-70b&w=decode&s=1&o=1024&p=fp16&wq=q4-k-m&stack=llama-cpp&lay=1&d1.n=2&d=";
  CHECK(rate_of(pair + "rtx-3090") == Approx(16.3).epsilon(0.15));
  CHECK(rate_of(pair + "rtx-4090") == Approx(19.1).epsilon(0.15));
  CHECK(word_at(asked(pair + "rtx-3090"), "devices.0.fits") == "yes");
  CHECK(rate_of("m=llama-3.1-70b&w=decode&s=1&o=1024&p=fp16&stack=llama-cpp&lay=1&d=rtx-3090&d1.n=6") ==
        Approx(5.8).epsilon(0.15));
}

TEST_CASE("I16: a model of 671B parameters on sixteen cards of 24 GB, layer by layer", "[split]") {
  const std::string rack =
      "m=deepseek-v3&w=decode&s=512&o=128&p=fp16&wq=q3-k-m&stack=llama-cpp&lay=1&d=rtx-3090&d1.n=16";
  CHECK(rate_of(rack) == Approx(17.5).epsilon(0.4));
  CHECK(word_at(asked(rack), "devices.0.fits") != "no");
}

TEST_CASE("I19: one RTX 5090 full of requests, weights and cache in 8 bit", "[split]") {
  CHECK(rate_of("m=llama-3.1-8b&w=serve&s=200&o=200&p=fp8&kq=fp8&vq=fp8&stack=tensorrt-llm&d=rtx-5090") ==
        Approx(7435).epsilon(0.35));
}

TEST_CASE("S5: Mixtral decodes by its active weights, over two cards with all-reduces of some 10 us", "[split]") {
  const std::string pair = "m=mixtral-8x7b&w=decode&s=2048&p=fp16&d=a100-sxm4-80gb&";
  const auto floor = estimate_of("v=1&tm=roofline&" + pair + "d1.n=2&tp=2");
  CHECK(number_at(floor, "devices.0.time.decode_s_per_token") == Approx(6.32e-3).epsilon(0.02));
  CHECK(item_of(pair + "d1.n=2&tp=2", "tensor-parallel") == Approx(0.64e-3).epsilon(0.5));
  CHECK(word_at(asked(pair + "d1.n=1"), "devices.0.fits") == "no");
  CHECK(word_at(asked(pair + "d1.n=2&tp=2"), "devices.0.fits") == "yes");
}

TEST_CASE("N05: the prompt of a 70B model sends 43 GB between two tensor ranks; a slow link makes them the slower split",
          "[split]") {
  const std::string pair = "m=llama-3.3-70b&s=16384&p=fp16&wq=q4-k-m&stack=llama-cpp&attn=fused&d=rtx-3090&d1.n=2&";
  // 3.4 GB/s of line rate without peer access give the 1.2 to 1.6 that were seen.
  const std::string slow = pair + "tp=2&d1.link=3.4";
  const double seconds = item_of(slow, "tensor-parallel");
  CHECK(2.0 * 80 * 16384 * 8192 * 2 / seconds == Approx(1.4e9).epsilon(0.15));
  // Not as far apart as measured under exllamav2 (0.36): a card of llama.cpp holds the launches of 18 such layers.
  CHECK(step_of(pair + "lay=1") < 0.8 * step_of(slow));
  CHECK(step_of(pair + "tp=2&d1.fab=pcie-p2p&d1.link=64") < step_of(pair + "lay=1"));
}
