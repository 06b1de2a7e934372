#include <tilewise/catalogue.hpp>

#include <string>
#include <string_view>
#include <vector>

#include "support/catch.hpp"

using namespace tilewise;

namespace {

// What the catalogue was started with. Links name these ids, so none may ever go.
constexpr std::string_view first_devices =
    "a100-pcie-40gb a100-pcie-80gb a100-sxm4-40gb a100-sxm4-80gb a10g apple-m1-ultra-ane "
    "apple-m1-ultra-gpu apple-m2-ultra-ane apple-m2-ultra-gpu apple-m4-max-ane apple-m4-max-gpu b200-sxm "
    "b300-sxm cpu-i9-13900k gaudi-2 gaudi-3 gb200 gb300 h100-nvl h100-pcie-80gb h100-sxm5-80gb h200-sxm "
    "inferentia-2 l4 l40s mi250x mi300x mi325x mi355x mtia-300 mtia-400 mtia-450 mtia-500 mtia-v1 mtia-v2 "
    "rtx-2080-ti rtx-3060-12gb rtx-3080-10gb rtx-3090 rtx-3090-ti rtx-4060-ti-16gb rtx-4080 rtx-4090 "
    "rtx-5080 rtx-5090 rtx-6000-ada rtx-a6000 rtx-pro-6000-blackwell rx-7900-xtx t4 titan-rtx tpu-v2 "
    "tpu-v3 tpu-v4 tpu-v4i tpu-v5e tpu-v5p tpu-v6e tpu-v7 tpu-v8i tpu-v8t trainium-1 trainium-2 "
    "trainium-3 v100-pcie-16gb v100-pcie-32gb v100-sxm2-16gb v100-sxm2-32gb v100s-pcie-32gb";

constexpr std::string_view first_models =
    "bert-base bert-large deepseek-v3 gemma-2-27b gemma-2-2b gemma-2-9b gemma-3-12b gemma-3-1b "
    "gemma-3-27b gemma-3-4b gpt-oss-120b gpt-oss-20b gpt2 gpt2-large gpt2-medium gpt2-xl gpt3-175b "
    "kimi-k2 llama-2-13b llama-2-70b llama-2-7b llama-3.1-405b llama-3.1-70b llama-3.1-8b llama-3.2-1b "
    "llama-3.2-3b llama-3.3-70b mistral-7b mixtral-8x7b phi-2 phi-3-mini-4k phi-4 qwen2.5-0.5b "
    "qwen2.5-1.5b qwen2.5-14b qwen2.5-32b qwen2.5-3b qwen2.5-72b qwen2.5-7b qwen3-0.6b qwen3-1.7b "
    "qwen3-14b qwen3-235b-a22b qwen3-30b-a3b qwen3-32b qwen3-4b qwen3-8b t5-11b t5-3b t5-base t5-large "
    "t5-small vit-base-16 vit-large-16";

// Ids of a list that spaces separate.
std::vector<std::string> words(std::string_view list) {
  std::vector<std::string> out;
  while (!list.empty()) {
    const std::size_t end = list.find(' ');
    out.emplace_back(list.substr(0, end));
    list = end == std::string_view::npos ? std::string_view{} : list.substr(end + 1);
  }
  return out;
}

double peak(std::string_view id, Format format) {
  const Device* device = find_device(id);
  REQUIRE(device != nullptr);
  const std::optional<OpsPerSecond>& rate = device->peak_dense[static_cast<std::size_t>(format)];
  REQUIRE(rate.has_value());
  return in_ops_per_second(*rate);
}

double bandwidth(std::string_view id) {
  const Device* device = find_device(id);
  REQUIRE(device != nullptr);
  REQUIRE(device->bandwidth.has_value());
  return in_bytes_per_second(*device->bandwidth);
}

}  // namespace

TEST_CASE("The 69 devices and 54 models that the catalogue was started with are still there") {
  CHECK(words(first_devices).size() == 69);
  for (const std::string& id : words(first_devices)) {
    INFO(id);
    const Device* device = find_device(id);
    REQUIRE(device != nullptr);
    CHECK(device->id == id);
  }
  CHECK(words(first_models).size() == 54);
  for (const std::string& id : words(first_models)) {
    INFO(id);
    const Model* model = find_model(id);
    REQUIRE(model != nullptr);
    CHECK(model->id == id);
  }
}

TEST_CASE("The RTX 3070 Ti has the rate of fp32 accumulation, half of what is often quoted") {
  CHECK(peak("rtx-3070-ti", Format::fp16) == Approx(43.5e12));
  CHECK(peak("rtx-3070-ti", Format::fp16_acc16) == Approx(87e12));
  CHECK(peak("rtx-3070-ti", Format::fp32) == Approx(21.75e12));
  CHECK(bandwidth("rtx-3070-ti") == Approx(608.3e9));
}

TEST_CASE("The RTX 5070 of laptops has the memory of the RTX 5060 Ti, not that of the desktop card") {
  CHECK(bandwidth("rtx-5070-laptop") == bandwidth("rtx-5060-ti-16gb"));
  CHECK(bandwidth("rtx-5070-laptop") == Approx(448e9));
  CHECK(in_gib(*find_device("rtx-5070-laptop")->memory) == 8);
  CHECK(find_device("5070-mobile") == find_device("rtx-5070-laptop"));
  // Bare "5070" is the desktop card, never the laptop's.
  REQUIRE(find_device("5070") != nullptr);
  CHECK(find_device("5070") == find_device("rtx-5070"));
  CHECK(bandwidth("rtx-5070") == Approx(672e9));
  // Two cards are called RTX 5060 Ti; they differ in memory.
  CHECK(find_device("rtx-5060-ti") == nullptr);
}
