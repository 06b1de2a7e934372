// Layers on the host: as many as are not on the device, at the speed of what reads or carries them.

#include <string>

#include "support/answer.hpp"
#include "support/catch.hpp"

using namespace tilewise::testing;

namespace {

const std::string large = "v=1&tm=tiled&m=llama-3.1-70b&wq=q4-k-m&stack=llama-cpp&d=rtx-4090&w=";

double step_of(const std::string& link) {
  return number_at(estimate_of(link), "devices.0.time.decode_s_per_token");
}

}  // namespace

// github: AlexsJones/llmfit, pull request 774: RTX 2080, Q4_K_M, i9-10900X with four channels of DDR4-2933.
TEST_CASE("Generation with layers on the host comes out as published, with the usual host", "[host]") {
  struct Run {
    const char* model;
    const char* on_device;
    double tokens_per_s;
  };
  for (const Run& run :
       {Run{"qwen3-14b", "32", 16.9}, Run{"phi-4", "32", 16.7}, Run{"gemma-3-12b", "44", 26.1}}) {
    INFO(run.model);
    const std::string link =
        std::string("v=1&tm=tiled&w=decode&wq=q4-k-m&stack=llama-cpp&s=100&o=256&d=rtx-2080&m=") + run.model +
        "&ngl=" + run.on_device;
    CHECK(1 / step_of(link) == Approx(run.tokens_per_s).epsilon(0.2));
  }
}

TEST_CASE("Every layer that goes to the host makes generation slower, until all are there", "[host]") {
  double before = step_of(large + "decode");
  CHECK(step_of(large + "decode&ngl=80") == before);
  CHECK(step_of(large + "decode&ngl=99") == before);
  for (int layers = 79; layers >= 0; --layers) {
    const double step = step_of(large + "decode&ngl=" + std::to_string(layers));
    CHECK(step > before);
    before = step;
  }
  // All of its weights at 60 GB/s.
  CHECK(before > 0.6);
}

TEST_CASE("A few tokens wait for the host's memory, a prompt for its link", "[host]") {
  const std::string generation = large + "decode&ngl=40";
  CHECK(step_of(generation + "&d1.hmr=30") > 1.8 * step_of(generation + "&d1.hmr=60"));
  CHECK(step_of(generation + "&d1.hbw=1") == step_of(generation));
  const std::string prompt = large + "prefill&s=512&ngl=40";
  CHECK(time_of(prompt + "&d1.hbw=5") > 2 * time_of(prompt + "&d1.hbw=20"));
  CHECK(time_of(prompt + "&d1.hmr=10") == time_of(prompt));
}

TEST_CASE("Other software fetches the weights of every step", "[host]") {
  const std::string link = "v=1&tm=tiled&m=llama-3.1-8b&w=decode&stack=vllm&d=rtx-4090&ngl=16&d1.hbw=25";
  // Half of 6.98 billion parameters in layers, and the output matrix, in 16 bit.
  CHECK(step_of(link) > (6.98e9 / 2 + 0.52e9) * 2 / 25e9);
  CHECK(word_at(estimate_of(link), "devices.0.bound") == "link");
}

TEST_CASE(
    "The speed of the host is an assumption that can be changed, and the band is that of the unmeasured",
    "[host]") {
  const auto answer = estimate_of(large + "decode&ngl=40");
  bool assumed = false;
  for (const auto& one : answer["result"]["assumptions"]) assumed |= one["code"] == "assumption.host-read";
  CHECK(assumed);
  CHECK(word_at(answer, "devices.0.band.basis") == "band.other-kinds");
  const auto given = estimate_of(large + "decode&ngl=40&d1.hmr=80");
  for (const auto& one : given["result"]["assumptions"]) CHECK(one["code"] != "assumption.host-read");
}
