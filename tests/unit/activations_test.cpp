// Activations of one layer kept for the backward pass, from its tensors: Korthikanti et al. 2022 (arXiv
// 2205.05198), as far as one rank shows it. Sixteen bit, dropout on, s·b·h·(34 + 5·a·s/h).

#include "support/answer.hpp"
#include "support/catch.hpp"

#include <string>

using namespace tilewise::testing;

namespace {

constexpr double gib = 1073741824.0;

struct Stage {
  const char* name;
  double layers;
  double width;
  double heads;
  double micro_batch;
  double no_recompute_gib;  // of the published stage one, 8 tensor ranks
  double selective_gib;     // with sequence parallelism
  double layers_held;       // of all micro-batches in flight on stage one, in layers
};

// The published four, sequence 2,048, tensor degree 8. Interleaving holds L(1 + (p − 1)/(p·v)) layers.
constexpr Stage stages[] = {
    {"22B", 48, 6144, 64, 4, 59.25, 9.5625, 48},
    {"175B", 96, 12288, 96, 1, 66.84375, 12.3515625, 96 * (1 + 7.0 / 24)},
    {"530B", 105, 20480, 128, 1, 114.0234375, 23.08203125, 105 * (1 + 34.0 / 105)},
    {"1T", 128, 25600, 160, 1, 131.25, 26.5625, 128},
};

std::string link_of(const Stage& stage, const std::string& more, const std::string& positions = "2048") {
  const auto whole = [](double number) { return std::to_string(static_cast<int>(number)); };
  return "v=1&m=custom&w=train&tm=roofline&s=2048&b=" + whole(stage.micro_batch) +
         "&mb=" + whole(stage.micro_batch) + "&L=" + whole(stage.layers) + "&h=" + whole(stage.width) +
         "&a=" + whole(stage.heads) + "&ff=" + whole(4 * stage.width) + "&glu=0&voc=51200&pos=" + positions +
         "&d=a100-sxm4-80gb" + more;
}

double layer_bytes(const Stage& stage, const std::string& more) {
  const auto answer = estimate_of(link_of(stage, more));
  return number_at(answer, "devices.0.memory.items.activations.bytes") / stage.layers;
}

double sbh(const Stage& stage) { return 2048 * stage.micro_batch * stage.width; }
double score_bytes(const Stage& stage) { return 5 * stage.heads * 2048 * 2048 * stage.micro_batch; }

}  // namespace

TEST_CASE("A layer keeps 34·s·b·h + 5·a·s²·b bytes, to the byte, for the four published models") {
  for (const Stage& stage : stages) {
    CAPTURE(stage.name);
    CHECK(layer_bytes(stage, "&attn=unfused") == 34 * sbh(stage) + score_bytes(stage));
  }
}

TEST_CASE("Selective recompute keeps 34·s·b·h, full recompute 2·s·b·h and one live layer") {
  for (const Stage& stage : stages) {
    CAPTURE(stage.name);
    CHECK(layer_bytes(stage, "&attn=unfused&ac=selective") == 34 * sbh(stage));
    CHECK(layer_bytes(stage, "&attn=unfused&ac=full") == 2 * sbh(stage));
    const auto answer = estimate_of(link_of(stage, "&attn=unfused&ac=full"));
    CHECK(number_at(answer, "devices.0.memory.items.recomputed_layer.bytes") ==
          34 * sbh(stage) + score_bytes(stage));
  }
}

TEST_CASE(
    "The published tables follow from the layer of one rank: ten tensors stay whole, the rest is split by "
    "8") {
  for (const Stage& stage : stages) {
    CAPTURE(stage.name);
    const double whole = layer_bytes(stage, "&attn=unfused");
    const double selective = layer_bytes(stage, "&attn=unfused&ac=selective");
    // Without sequence parallelism 10·s·b·h of a layer is on every rank.
    const double split = 10 * sbh(stage) + (whole - 10 * sbh(stage)) / 8;
    CHECK(stage.layers_held * split / gib == Approx(stage.no_recompute_gib).epsilon(1e-3));
    CHECK(stage.layers_held * selective / 8 / gib == Approx(stage.selective_gib).epsilon(1e-3));
  }
}

TEST_CASE("GPT-3 at micro-batch 1 holds 256.5 GiB of activations on one rank") {
  const auto answer =
      estimate_of("v=1&m=gpt3-175b&w=train&s=2048&b=1&attn=unfused&tm=roofline&d=a100-sxm4-80gb");
  CHECK(number_at(answer, "devices.0.memory.items.activations.bytes") == 256.5 * gib);
}

TEST_CASE(
    "Fused attention keeps 4·s·b·a bytes in place of the scores, and selective recompute then saves "
    "nothing") {
  const Stage& stage = stages[1];
  const double fused = layer_bytes(stage, "&attn=fused");
  CHECK(fused == 34 * sbh(stage) + 4 * 2048 * stage.micro_batch * stage.heads);
  CHECK(layer_bytes(stage, "&attn=fused&ac=selective") == fused);
}

TEST_CASE("Models without learned positions train without dropout masks: two bytes a value fewer") {
  const Stage& stage = stages[1];
  const auto answer = estimate_of(link_of(stage, "&attn=fused", "0"));
  const double layer = number_at(answer, "devices.0.memory.items.activations.bytes") / stage.layers;
  CHECK(layer == 32 * sbh(stage) + 4 * 2048 * stage.micro_batch * stage.heads);
}
