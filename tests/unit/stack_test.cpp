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
  const char* classes[] = {"gpu", "low-power", "hopper", "amd", "apple", "systolic", "pascal"};
  const std::size_t kinds = std::size(classes) * stacks.size();
  REQUIRE(stack_table::row_count == kinds + 1);
  CHECK(stack_table::rows[kinds] == std::string_view("v0.vllm"));  // one row for every kind
  for (std::size_t row = 0; row < kinds; ++row) {
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

TEST_CASE("Generation by llama.cpp, with no attention named, comes near what today's builds are measured at", "[stack]") {
  struct Published {
    const char* asked;
    double tokens_per_s;
    double within;
  };
  // llama.cpp, pull requests 26284 and 15616; normiebench, issues 3 and 40; kyuz0, amd-r9700-ai-toolboxes; L. Lin,
  // llm-tracker.info; Hardware Corner.
  for (const Published& row : {
           Published{"m=llama-3.1-8b&wq=q4-k-m&s=1&o=64&d=rx-7900-xtx", 105.8, 0.15},
           {"m=llama-3.1-8b&wq=q4-k-m&s=1&o=128&d=apple-m1-max-gpu", 46.2, 0.15},
           {"m=llama-3.1-8b&wq=q4-k-m&s=1&o=128&d=apple-m4-gpu", 20.87, 0.15},
           {"m=llama-2-7b&wq=q4-0&s=1&o=128&d=r9700", 103.66, 0.15},
           {"m=llama-2-7b&wq=q4-0&s=1&o=128&d=rtx-pro-6000-blackwell", 278.95, 0.15},
           {"m=llama-2-7b&wq=q4-0&s=1&o=128&d=rtx-5090", 290, 0.15},
           {"m=qwen3-30b-a3b&wq=q4-k-m&s=1&o=128&d=rtx-pro-6000-blackwell", 251, 0.25},
           {"m=qwen3-30b-a3b&wq=q8-0&s=1&o=128&d=apple-m2-ultra-gpu", 76.3, 0.25},
           {"m=gpt-oss-20b&wq=mxfp4&s=1&o=128&d=gb10", 84.1, 0.25},
       }) {
    CAPTURE(row.asked);
    CHECK(rate_of(std::string("w=decode&p=fp16&stack=llama-cpp&") + row.asked) ==
          Approx(row.tokens_per_s).epsilon(row.within));
  }
}

TEST_CASE("Under llama.cpp a layer of experts costs a token more than its weights, and weights under 4 bits save no time in proportion", "[stack]") {
  // As many weights a token: 8 of 128 experts, or all of a dense layer as wide as those 8.
  const std::string shape = "w=decode&m=custom&L=48&h=2048&a=32&kv=4&voc=151936&glu=1&p=fp16&wq=q4-0&stack=llama-cpp&d=rtx-4090&";
  CHECK(time_under(shape + "ff=6144&E=128&ek=8&ef=768") > 1.05 * time_under(shape + "ff=6144"));
  const std::string asked = "m=llama-3.1-8b&w=decode&p=fp16&stack=llama-cpp&d=rx-7900-xtx&wq=";
  CHECK(time_under(asked + "q2-k") > 0.75 * time_under(asked + "q4-k-m"));
}
