// Software stacks: their table of constants, and what a stack changes in an inference step.

#include <string>
#include <vector>

#include <tilewise/constants.hpp>
#include <tilewise/catalogue.hpp>
#include <tilewise/stack.hpp>

#include "support/answer.hpp"
#include "support/catch.hpp"

using namespace tilewise;
using namespace tilewise::testing;

namespace {

double time_under(const std::string& rest) { return time_of("v=1&tm=tiled&" + rest); }
double rate_of(const std::string& rest) {
  return number_at(estimate_of("v=1&tm=tiled&" + rest), "devices.0.rate.tokens_per_s");
}

}  // namespace

TEST_CASE("The table of stacks has a row for each kind of device and each stack", "[stack]") {
  std::vector<std::string> stacks;
  for (std::size_t i = 0; i <= static_cast<std::size_t>(Stack::hf); ++i)
    stacks.emplace_back(word(static_cast<Stack>(i)));
  stacks.emplace_back(word(Stack::tensorflow));
  const char* classes[] = {"gpu", "low-power", "hopper", "amd", "apple", "systolic"};
  REQUIRE(stack_table::row_count == std::size(classes) * stacks.size());
  for (std::size_t row = 0; row < stack_table::row_count; ++row) {
    CHECK(stack_table::rows[row] == classes[row / stacks.size()] + ("." + stacks[row % stacks.size()]));
  }
}

TEST_CASE("The table of devices has a row for each device, in the order of the catalogue", "[stack]") {
  REQUIRE(board_table::row_count == devices().size());
  for (std::size_t row = 0; row < board_table::row_count; ++row)
    CHECK(board_table::rows[row] == devices()[row].id);
}

TEST_CASE("A stack changes a tiled time and no roofline", "[stack]") {
  for (const char* asked : {"m=llama-2-7b&s=512&d=rtx-4090", "m=llama-2-7b&w=decode&s=512&d=rtx-4090",
                            "m=bert-base&b=8&d=v100-sxm2-32gb"}) {
    const std::string rest = asked;
    CAPTURE(rest);
    CHECK(time_under(rest + "&stack=llama-cpp") != time_under(rest + "&stack=eager"));
    CHECK(time_of("v=1&tm=roofline&" + rest + "&stack=llama-cpp") == time_of("v=1&tm=roofline&" + rest));
  }
}

TEST_CASE("llama.cpp reads a prompt in chunks of 512 tokens: a longer prompt costs more than its tokens",
          "[stack]") {
  CHECK(chunk_tokens(Stack::llama_cpp) == 512);
  CHECK(chunk_tokens(Stack::vllm) == 0);
  const std::string prompt = "m=llama-2-7b&d=rtx-4090&stack=llama-cpp&s=";
  CHECK(time_under(prompt + "1024") > 2 * time_under(prompt + "512"));
  CHECK(time_under(prompt + "513") > time_under(prompt + "512"));
}

TEST_CASE("I03: layers split over more cards add memory and no speed of a single stream", "[stack]") {
  const std::string asked =
      "m=llama-3.1-70b&w=decode&s=1&o=512&p=fp16&wq=q4-k-m&stack=llama-cpp&d=rtx-3090&lay=1&d1.n=";
  const double two = rate_of(asked + "2");
  CHECK(rate_of(asked + "4") == Approx(two).epsilon(0.05));
  CHECK(rate_of(asked + "6") == Approx(two).epsilon(0.05));
  CHECK(rate_of(asked + "6") <= two);
}

TEST_CASE("Devices in line work on the chunks of a long prompt at once, and cannot on one chunk", "[stack]") {
  const std::string asked = "m=llama-3.1-8b&p=fp16&stack=llama-cpp&d=rtx-3090&lay=1&s=";
  CHECK(time_under(asked + "8192&d1.n=4") < 0.6 * time_under(asked + "8192&d1.n=1"));
  CHECK(time_under(asked + "512&d1.n=4") >= time_under(asked + "512&d1.n=1"));
}

TEST_CASE("Twice the sequences never take more than twice the time of a token: a kernel can run again", "[stack]") {
  for (const char* device : {"mi300x", "h100-sxm5-80gb", "a100-sxm4-80gb", "rtx-4090"}) {
    for (const char* format : {"bf16", "int8", "int4", "awq-128"}) {
      const std::string asked = std::string("m=llama-2-7b&w=decode&s=64&d=") + device + "&wq=" + format + "&b=";
      double before = time_under(asked + "1");
      for (int batch = 2; batch <= 128; batch *= 2) {
        CAPTURE(device, format, batch);
        const double now = time_under(asked + std::to_string(batch));
        CHECK(now <= 2.02 * before);
        CHECK(now >= before);
        before = now;
      }
      CHECK(time_under(asked + "9") <= 2.02 * time_under(asked + "8"));
    }
  }
}
