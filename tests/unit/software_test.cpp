// One device, many programs: the spread around an answer that names no software.

#include <algorithm>
#include <string>

#include "support/answer.hpp"
#include "support/call.hpp"
#include "support/catch.hpp"
#include "support/link.hpp"

using namespace tilewise::testing;

namespace {

nlohmann::json programs(const std::string& link) {
  const auto answer = parse_answer(call("software", with_tag(link)));
  return *find_at(answer, "result.devices.0.programs");
}

double edge(const nlohmann::json& program, const char* name) {
  return program.at("tokens_per_s").get<double>() * program.at("total_s").get<double>() /
         program.at(name).get<double>();
}

const std::string large = "v=1&tm=tiled&m=llama-2-70b&w=decode&s=512&o=128&wq=gptq-128&d=a100-sxm4-80gb";

}  // namespace

TEST_CASE("I18: 70B in 4 bit on an A100 spreads from 9 to 26 tokens a second and beyond, by software",
          "[software]") {
  const auto all = programs(large);
  REQUIRE(all.size() > 4);
  CHECK(edge(all.back(), "high_s") <= 9);
  CHECK(edge(all.front(), "low_s") >= 26);
  CHECK(all.front().at("tokens_per_s").get<double>() > 1.8 * all.back().at("tokens_per_s").get<double>());
}

TEST_CASE("Programs come fastest first, each with the time of a scenario that names it", "[software]") {
  for (const std::string& link : {large, std::string("v=1&tm=tiled&m=bert-large&s=128&b=8&d=v100-sxm2-32gb"),
                                  std::string("v=1&tm=tiled&m=llama-3.1-8b&s=2048&d=tpu-v4")}) {
    CAPTURE(link);
    double before = 0;
    bool typical = false;
    for (const auto& program : programs(link)) {
      const std::string stack = program.at("stack").get<std::string>();
      const double total = program.at("total_s").get<double>();
      CHECK(total >= before);
      CHECK(total == time_of(link + "&d1.stack=" + stack));
      CHECK(program.at("low_s").get<double>() <= total);
      CHECK(program.at("high_s").get<double>() >= total);
      typical = typical || stack == "typical";
      before = total;
    }
    CHECK(typical);
  }
}

TEST_CASE("What names its software, or does other work, has no spread", "[software]") {
  CHECK(programs(large + "&stack=vllm").empty());
  CHECK(programs(large + "&d1.stack=vllm").empty());
  CHECK(programs("v=1&tm=tiled&m=gpt2&w=train&s=512&d=h100-sxm5-80gb").empty());
  CHECK(programs("v=1&tm=tiled&w=matmul&mm=512x512x512&d=h100-sxm5-80gb").empty());
}

TEST_CASE("Engines for generation are not offered an encoder, on any kind of device", "[software]") {
  for (const char* device : {"v100-sxm2-32gb", "mi300x"}) {
    const auto all = programs(std::string("v=1&tm=tiled&m=bert-large&s=128&d=") + device);
    CAPTURE(device);
    CHECK(all.size() >= 2);
    for (const auto& program : all) {
      CHECK(program.at("stack").get<std::string>() != "vllm");
      CHECK(program.at("stack").get<std::string>() != "llama-cpp");
    }
  }
}

TEST_CASE("A program is offered only where it runs, and none where there is one alone or software plays no part",
          "[software]") {
  const auto offers = [](const std::string& link, const char* stack) {
    const auto all = programs("v=1&" + link);
    return std::any_of(all.begin(), all.end(), [&](const auto& one) { return one.at("stack") == stack; });
  };
  CHECK(programs("v=1&tm=tiled&m=bert-large&s=128&d=tpu-v4").empty());
  CHECK(programs("v=1&tm=tiled&m=llama-2-7b&w=decode&d=tpu-v3").empty());
  CHECK(offers("tm=tiled&m=llama-2-7b&w=decode&d=tpu-v4", "vllm"));
  CHECK(offers("tm=tiled&m=llama-2-7b&w=decode&d=v100-sxm2-32gb", "vllm"));
  CHECK_FALSE(offers("tm=tiled&m=llama-2-7b&w=decode&d=gtx-1080-ti", "vllm"));
  CHECK_FALSE(offers("tm=tiled&m=llama-2-7b&w=decode&d=gtx-1080-ti", "tensorrt-llm"));
  CHECK(offers("tm=tiled&m=llama-2-7b&w=decode&d=gtx-1080-ti", "llama-cpp"));
  CHECK(programs("v=1&tm=roofline&m=llama-2-7b&w=decode&d=a100-sxm4-80gb").empty());
}
