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

TEST_CASE("A model without a decoder serves nothing", "[serving]") {
  CHECK(has_issue(estimate_of("v=1&w=serve&m=bert-base&d=rtx-4090"), "workload.no-decoder", "w"));
}
