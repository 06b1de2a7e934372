// One axis varied: the same answers as one by one, as columns.

#include "support/answer.hpp"
#include "support/call.hpp"
#include "support/catch.hpp"
#include "support/link.hpp"

#include <string>

#include <tilewise/sweep.hpp>

using namespace tilewise;
using namespace tilewise::testing;
using nlohmann::json;

namespace {

json sweep_request(const std::string& link, const std::string& axis) {
  return parse_answer(call("sweep", "{\"scenario\":\"" + with_tag(link) + "\"," + axis + "}"));
}

std::vector<double> numbers(const json& answer, const std::string& path) {
  std::vector<double> out;
  const json* list = find_at(answer, "result." + path);
  REQUIRE(list != nullptr);
  for (const json& value : *list) out.push_back(value.is_number() ? value.get<double>() : -1);
  return out;
}

const std::string product = "v=1&w=matmul&mm=256x1024x1024&tm=tiled&d=rtx-4090~tpu-v4";

}  // namespace

TEST_CASE("Even steps reach both ends; whole ones are rounded and never repeated") {
  CHECK(spaced(0, 1, 5, false, false) == std::vector<double>{0, 0.25, 0.5, 0.75, 1});
  CHECK(spaced(1, 10, 4, false, true) == std::vector<double>{1, 4, 7, 10});
  CHECK(spaced(1, 3, 33, false, true) == std::vector<double>{1, 2, 3});
}

TEST_CASE("Logarithmic steps halve the interval by its geometric middle and reach both ends exactly") {
  CHECK(spaced(1, 256, 9, true, true) == std::vector<double>{1, 2, 4, 8, 16, 32, 64, 128, 256});
  CHECK(spaced(1, 16, 3, true, false) == std::vector<double>{1, 4, 16});
  const auto values = spaced(3, 1000, 20, true, false);
  CHECK(values.size() == 33);
  CHECK(values.front() == 3);
  CHECK(values.back() == 1000);
  for (std::size_t i = 1; i < values.size(); ++i) {
    CHECK(values[i] / values[i - 1] == Approx(values[1] / values[0]).epsilon(1e-9));
  }
}

TEST_CASE("Every point of a sweep is the estimate at that value") {
  const std::string base = "v=1&m=gpt2&w=decode&s=512&tm=tiled&d=rtx-4090~tpu-v4&b=";
  const auto swept = sweep_request(base + "1", R"("axis":"b","values":[1,8,300])");
  CHECK(numbers(swept, "axis.values") == std::vector<double>{1, 8, 300});
  const char* batches[] = {"1", "8", "300"};
  for (std::size_t i = 0; i < 3; ++i) {
    const auto one = estimate_of(base + batches[i]);
    for (int column = 0; column < 2; ++column) {
      CAPTURE(batches[i], column);
      const std::string at = "devices." + std::to_string(column) + ".";
      const std::string point = "." + std::to_string(i);
      CHECK(number_at(swept, at + "time_s" + point) == number_at(one, at + "time.total_s"));
      CHECK(number_at(swept, at + "low_s" + point) == number_at(one, at + "band.low"));
      CHECK(number_at(swept, at + "high_s" + point) == number_at(one, at + "band.high"));
      CHECK(number_at(swept, at + "memory_bytes" + point) == number_at(one, at + "memory.total_bytes"));
      CHECK(number_at(swept, at + "rate" + point) == number_at(one, at + "rate.tokens_per_s"));
      CHECK(word_at(swept, at + "fits" + point) == word_at(one, at + "fits"));
      CHECK(word_at(swept, at + "bound" + point) == word_at(one, at + "bound"));
    }
  }
}

TEST_CASE("The axis of the link is swept without a request of its own") {
  const auto swept = sweep_of("v=1&m=gpt2&s=64&tm=roofline&d=rtx-4090&x=b:1..16:log");
  CHECK(word_at(swept, "axis.key") == "b");
  CHECK(numbers(swept, "axis.values") ==
        std::vector<double>{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 15, 16});
}

TEST_CASE("A side of a product is an axis") {
  const auto swept = sweep_request(product, R"("axis":"mm.n","values":[512,4096])");
  CHECK(numbers(swept, "devices.0.time_s")[0] == time_of("v=1&w=matmul&mm=256x512x1024&tm=tiled&d=rtx-4090"));
  CHECK(numbers(swept, "devices.0.time_s")[1] ==
        time_of("v=1&w=matmul&mm=256x4096x1024&tm=tiled&d=rtx-4090"));
  CHECK(word_at(swept, "axis.key") == "mm.n");
}

TEST_CASE("Sides that are no sizes have no numbers and an issue") {
  const auto swept = sweep_request(product, R"("axis":"mm.m","values":[-5,0,2.5])");
  CHECK(has_issue(swept, "value.invalid", "mm"));
  CHECK(numbers(swept, "devices.0.time_s") == std::vector<double>{-1, -1, -1});
  CHECK(numbers(swept, "devices.0.memory_bytes") == std::vector<double>{-1, -1, -1});
}

TEST_CASE("A key of one device moves that device alone") {
  const auto swept = sweep_request(product, R"("axis":"d2.bw","values":[600,1200])");
  const auto first = numbers(swept, "devices.0.time_s");
  CHECK(first[0] == first[1]);
  const auto second = numbers(swept, "devices.1.time_s");
  CHECK(second[0] > second[1]);
}

TEST_CASE("A key of one of the default devices can be swept without naming them") {
  const auto swept = sweep_request("v=1&tm=roofline", R"("axis":"d3.bw","values":[90,900])");
  CHECK(numbers(swept, "devices.2.time_s")[0] > numbers(swept, "devices.2.time_s")[1]);
}

TEST_CASE("A throughput curve: more requests at once give more tokens in all, each later") {
  const auto swept = sweep_of("v=1&tm=tiled&m=llama-3.1-8b&w=serve&s=1024&o=256&stack=vllm&d=h100-sxm5-80gb&x=c:1..256:log");
  const auto rate = numbers(swept, "devices.0.rate");
  const auto step = numbers(swept, "devices.0.step_s");
  const auto first = numbers(swept, "devices.0.ttft_s");
  const auto at_once = numbers(swept, "axis.values");
  REQUIRE(rate.size() > 10);
  for (std::size_t i = 0; i < rate.size(); ++i) {
    CHECK(rate[i] * step[i] == Approx(at_once[i]));
    if (i == 0) continue;
    CHECK(rate[i] > rate[i - 1]);
    CHECK(step[i] >= step[i - 1]);
    CHECK(first[i] >= first[i - 1]);
  }
}

TEST_CASE("A scale-out curve: the chips of one column, or of each, double in the link's own axis") {
  const std::string run = "v=1&tm=tiled&m=llama-2-13b&w=train&s=2048&b=1024&mb=1&z=1&tp=8&stack=megatron&d=";
  const auto swept = sweep_of(run + "a100-sxm4-80gb&x=d1.n:8..512:log");
  CHECK(numbers(swept, "axis.values") == std::vector<double>{8, 16, 32, 64, 128, 256, 512});
  const auto rate = numbers(swept, "devices.0.rate");
  for (std::size_t i = 1; i < rate.size(); ++i) {
    CHECK(rate[i] > rate[i - 1]);
    CHECK(rate[i] <= 2 * rate[i - 1] * (1 + 1e-9));
  }
  const auto both = sweep_of(run + "a100-sxm4-80gb~h100-sxm5-80gb&x=n:8..512:log");
  CHECK(numbers(both, "devices.0.rate") == rate);
  CHECK(numbers(both, "devices.1.rate")[3] > rate[3]);
}

TEST_CASE("Values that leave the range of the key have no numbers; the others keep theirs") {
  const auto swept = sweep_request(product, R"("axis":"d1.eff","values":[0.5,2])");
  CHECK(numbers(swept, "devices.0.time_s")[0] > 0);
  CHECK(numbers(swept, "devices.0.time_s")[1] == -1);
  CHECK(numbers(swept, "devices.1.time_s")[1] > 0);
}

TEST_CASE("Words, names and keys nobody knows cannot be swept") {
  for (const char* axis : {"m", "w", "p", "d", "nonsense", "d9.bw", "d1.stack", "v", "mm.x", ""}) {
    CAPTURE(axis);
    const auto swept = sweep_request(product, "\"axis\":\"" + std::string(axis) + R"(","from":1,"to":2)");
    CHECK(severity_of(swept, "sweep.axis", "x") == "error");
    CHECK(find_at(swept, "result")->is_null());
  }
  CHECK(has_issue(sweep_request("v=1&d=rtx-4090", R"("axis":"d3.bw","from":1,"to":2)"), "sweep.axis", "x"));
  CHECK(has_issue(sweep_request("v=1&d=rtx-4090", R"("axis":"mm.n","from":1,"to":2)"), "sweep.axis", "x"));
}

TEST_CASE("An empty range and too many points are said, and nothing is computed") {
  CHECK(has_issue(sweep_request(product, R"("axis":"b","from":8,"to":8)"), "sweep.range", "x"));
  CHECK(has_issue(sweep_request(product, R"("axis":"b","values":[])"), "sweep.range", "x"));
  const auto many = sweep_request(product, R"("axis":"b","from":1,"to":100000,"steps":5001)");
  CHECK(has_issue(many, "sweep.too-many", "x"));
  CHECK(find_at(many, "result")->is_null());
  CHECK(numbers(sweep_request(product, R"("axis":"b","from":1,"to":100000,"steps":4999)"), "axis.values")
            .size() == 4999);
}

TEST_CASE("The default devices count as the five they are") {
  CHECK(has_issue(sweep_request("v=1", R"("axis":"s","from":1,"to":5000,"steps":2001)"), "sweep.too-many", "x"));
  CHECK(find_at(sweep_request("v=1", R"("axis":"s","from":1,"to":50,"steps":3)"), "result.devices")->size() == 5);
}

TEST_CASE("A crossover of a sweep is the first value at which the order is the other way round") {
  // Generation is bound by bandwidth, a prompt of many sequences by compute: the order changes on the way.
  const auto swept = sweep_request("v=1&m=llama-3.1-8b&w=decode&s=128&tm=roofline&d=h100-sxm5-80gb~h200-sxm&d2.peak=300",
                                   R"("axis":"b","from":1,"to":4096,"steps":33,"scale":"log")");
  const json* crossovers = find_at(swept, "result.crossovers");
  REQUIRE(crossovers != nullptr);
  REQUIRE(crossovers->size() == 1);
  const auto values = numbers(swept, "axis.values");
  const auto first = numbers(swept, "devices.0.time_s");
  const auto second = numbers(swept, "devices.1.time_s");
  const json& one = crossovers->at(0);
  CHECK(one["faster"] == 0);
  CHECK(one["slower"] == 1);
  for (std::size_t i = 0; i < values.size(); ++i) {
    CAPTURE(values[i]);
    CHECK((first[i] < second[i]) == (values[i] >= one["at"].get<double>()));
  }
}
