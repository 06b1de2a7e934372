// Serving in its steady state: what runs, what waits, and how speed is shared.

#include <string>

#include "support/answer.hpp"
#include "support/catch.hpp"

using namespace tilewise::testing;

namespace {

const std::string engine =
    "v=1&tm=tiled&w=serve&m=llama-3.1-8b&p=fp8&kq=fp8&vq=fp8&stack=tensorrt-llm&d=h100-sxm5-80gb";

double number(const std::string& link, const std::string& name) {
  return number_at(estimate_of(link), "devices.0." + name);
}
double rate(const std::string& link) { return number(link, "rate.tokens_per_s"); }

}  // namespace

TEST_CASE("Every running sequence gets a token a step, and a request is its first token and the others",
          "[serving]") {
  const auto answer = estimate_of(engine + "&s=1000&o=500&c=64");
  const double step = number_at(answer, "devices.0.time.tpot_s");
  CHECK(number_at(answer, "devices.0.batch") == 64);
  CHECK(number_at(answer, "devices.0.rate.tokens_per_s") == Approx(64 / step));
  CHECK(number_at(answer, "devices.0.rate.tokens_per_s_per_user") == Approx(1 / step));
  const double first = number_at(answer, "devices.0.time.ttft_s");
  CHECK(number_at(answer, "devices.0.time.total_s") == Approx(first + 499 * step));
  CHECK(first > step);
}

TEST_CASE("As many sequences run as the memory holds; the others wait and make nothing faster", "[serving]") {
  const std::string asked = engine + "&s=1000&o=1000";
  const double most = number(asked, "batch");
  REQUIRE(most > 100);
  const std::string twice = asked + "&c=" + std::to_string(static_cast<int>(2 * most));
  CHECK(number(twice, "batch") == most);
  CHECK(rate(twice) == rate(asked));
  CHECK(number(twice, "time.ttft_s") > number(asked, "time.ttft_s"));
  CHECK(number(asked, "memory.total_bytes") <= number(asked, "memory.capacity_bytes"));
  CHECK(number_at(estimate_of(engine + "&s=30000&o=1000"), "devices.0.batch") < most / 10);
}

TEST_CASE("More sequences at once give more tokens in all and fewer to each", "[serving]") {
  double before = 0;
  double each_before = 1e9;
  for (const char* at_once : {"1", "4", "16", "64", "128"}) {
    const std::string link = engine + "&s=500&o=500&c=" + at_once;
    const double each = number(link, "rate.tokens_per_s_per_user");
    CHECK(rate(link) > before);
    CHECK(each <= each_before);
    before = rate(link);
    each_before = each;
  }
}

TEST_CASE("More memory and more bandwidth never serve fewer tokens", "[serving]") {
  const std::string asked = engine + "&s=2000&o=2000";
  CHECK(rate(asked + "&d1.mem=160") > rate(asked));
  CHECK(rate(asked + "&d1.bw=5000") >= rate(asked));
  CHECK(rate(asked + "&d1.mem=40") < rate(asked));
}

TEST_CASE("The parts of a step are the generation and the prompts, and sum to it", "[serving]") {
  const auto answer = estimate_of(engine + "&s=1000&o=500&c=64");
  double generation = 0;
  double prompt = 0;
  for (const auto& item : *find_at(answer, "result.devices.0.time.items")) {
    const std::string name = item.find("name")->get<std::string>();
    (name.rfind("prompt.", 0) == 0 ? prompt : generation) += item.find("seconds")->get<double>();
  }
  CHECK(prompt > 0);
  CHECK(generation > prompt);
  CHECK(generation + prompt == Approx(number_at(answer, "devices.0.time.tpot_s")));
}

TEST_CASE("A prompt in chunks does the same operations, takes no less time and leaves room for other tokens",
          "[serving]") {
  const std::string asked = engine + "&s=6000&o=500&c=32";
  const auto whole = estimate_of(asked + "&ch=6000");
  double first = number_at(whole, "devices.0.time.ttft_s");
  for (const char* chunk : {"3000", "1500", "750", "250"}) {
    const auto cut = estimate_of(asked + "&ch=" + chunk);
    CAPTURE(chunk);
    CHECK(number_at(cut, "devices.0.flops.model_flops") == number_at(whole, "devices.0.flops.model_flops"));
    CHECK(number_at(cut, "devices.0.flops.hardware_flops") == number_at(whole, "devices.0.flops.hardware_flops"));
    CHECK(number_at(cut, "devices.0.time.tpot_s") >= number_at(whole, "devices.0.time.tpot_s"));
    // Between its chunks the others get their tokens, which the first token waits for.
    CHECK(number_at(cut, "devices.0.time.ttft_s") > first);
    CHECK(number_at(cut, "devices.0.memory.items.activations.bytes") <
          number_at(whole, "devices.0.memory.items.activations.bytes"));
    first = number_at(cut, "devices.0.time.ttft_s");
  }
  CHECK(number(asked + "&ch=8192", "time.total_s") == number_at(whole, "devices.0.time.total_s"));
}

TEST_CASE("Tokens found in a prefix cache are not computed again: never slower, and the last one always is",
          "[serving]") {
  for (const std::string& asked : {engine + "&s=4000&o=500&c=32&ch=1000", engine + "&s=4000&o=500&c=32",
                                   std::string("v=1&tm=tiled&w=prefill&m=gemma-2-27b&s=4000&d=h100-sxm5-80gb"),
                                   std::string("v=1&tm=roofline&w=prefill&m=mixtral-8x7b&s=4000&d=h200-sxm&d1.n=4&tp=2&cp=2")}) {
    auto before = estimate_of(asked);
    for (const char* cached : {"8", "1000", "2000", "3600", "3998"}) {
      const auto now = estimate_of(asked + "&pc=" + cached);
      CAPTURE(asked, cached);
      CHECK(number_at(now, "devices.0.time.total_s") <= number_at(before, "devices.0.time.total_s"));
      CHECK(number_at(now, "devices.0.flops.model_flops") < number_at(before, "devices.0.flops.model_flops"));
      CHECK(number_at(now, "devices.0.memory.items.kv_cache.bytes") ==
            number_at(before, "devices.0.memory.items.kv_cache.bytes"));
      before = now;
    }
    CHECK(number(asked + "&pc=4000", "time.total_s") == number(asked + "&pc=3999", "time.total_s"));
    CHECK(number(asked + "&pc=3999", "time.total_s") > 0);
    CHECK(number(asked + "&pc=3999&ch=1", "time.total_s") > 0);
    CHECK(number(asked + "&ch=1", "time.total_s") >= number(asked, "time.total_s"));
  }
}

TEST_CASE("A model without a decoder serves nothing", "[serving]") {
  CHECK(has_issue(estimate_of("v=1&w=serve&m=bert-base&d=rtx-4090"), "workload.no-decoder", "w"));
}
