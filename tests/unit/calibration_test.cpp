// The constants of the time models are an argument of every estimate.

#include <cstddef>

#include <tilewise/constants.hpp>
#include <tilewise/estimate.hpp>
#include <tilewise/link.hpp>
#include <tilewise/product_rates.hpp>

#include "support/catch.hpp"

using namespace tilewise;

namespace {

double seconds_with(Calibration calibration, const char* link) {
  const Resolution resolution = resolve(read_link(link).scenario, calibration);
  REQUIRE(resolution.usable);
  return estimate_all(resolution.resolved).columns.front().time->total.base();
}

}  // namespace

TEST_CASE("Every constant has its own place, its bounds and its committed value", "[calibration]") {
  const auto constants = calibration_constants();
  REQUIRE(constants.size() == constant_count);
  REQUIRE(committed_values().size() == constant_count);
  for (std::size_t i = 0; i < constants.size(); ++i) {
    CAPTURE(constants[i].name);
    CHECK(constants[i].index == i);
    CHECK(constants[i].parent < constants.size());
    CHECK(default_calibration()[constants[i].index] == constants[i].value);
    CHECK(constants[i].low <= constants[i].value);
    CHECK(constants[i].value <= constants[i].high);
    if (constants[i].unit == "ratio") CHECK(constants[i].high <= 1);
  }
}

TEST_CASE("Every constant is in a file that says what it is fitted to", "[calibration]") {
  for (const CalibrationConstant& constant : calibration_constants()) {
    CAPTURE(constant.name);
    double files = 0;
    for (const CalibrationFile& file : calibration_files()) files += file.name == constant.file ? 1 : 0;
    CHECK(files == 1);
  }
  CHECK(calibration_files().front().name == "products");
}

TEST_CASE("A set of values can tell which constants an estimate asked for", "[calibration]") {
  std::vector<std::uint8_t> asked(constant_count);
  const std::vector<double> values = committed_values();
  const double plain =
      seconds_with(default_calibration(), "v=1&w=matmul&mm=4100x4100x4100&d=rtx-4090&tm=tiled");
  CHECK(seconds_with(Calibration(values.data(), asked.data()),
                     "v=1&w=matmul&mm=4100x4100x4100&d=rtx-4090&tm=tiled") == plain);
  const auto was_asked = [&](std::string_view name) {
    for (const CalibrationConstant& constant : calibration_constants()) {
      if (constant.name == name) return asked[constant.index] == 1;
    }
    return false;
  };
  CHECK(was_asked("product.ada.tensor.compute_share"));
  CHECK_FALSE(was_asked("product.ada.shader.compute_share"));
  CHECK_FALSE(was_asked("attention_share"));
}

TEST_CASE("An estimate without constants of its own uses the committed ones", "[calibration]") {
  const char* link = "v=1&d=rtx-4090&tm=tiled";
  const Resolution plain = resolve(read_link(link).scenario);
  CHECK(estimate_all(plain.resolved).columns.front().time->total.base() ==
        seconds_with(default_calibration(), link));
}

TEST_CASE("Each constant changes the times it is about, and only those", "[calibration]") {
  const char* product = "v=1&w=matmul&mm=4100x4100x4100&p=fp16&d=v100&stack=eager&tm=tiled";
  const char* shader = "v=1&w=matmul&mm=4100x4100x4100&p=fp32&d=v100&stack=eager&tm=tiled";
  const char* crossed = "v=1&w=matmul&mm=4100x4100x16384&mml=nn&p=fp32&d=p100-pcie-16gb&tm=tiled";
  const char* linear = "v=1&w=matmul&mm=4100x4100x16384&mml=nt&p=fp32&d=p100-pcie-16gb&tm=tiled";
  const char* bytes = "v=1&w=matmul&mm=8192x8192x8192&p=int8&d=titan-xp&tm=tiled";
  const char* array = "v=1&w=matmul&mm=4096x4096x4096&d=tpu-v6e&tm=tiled";
  const char* deep = "v=1&w=matmul&mm=64x64x65536&p=fp16&d=v100&tm=tiled";
  const char* few = "v=1&w=matmul&mm=16x8192x1024&b=64&p=fp32&d=gtx-1080-ti&tm=tiled";
  const char* thin = "v=1&w=matmul&mm=1x8192x8192&p=fp16&d=v100&tm=tiled";
  const char* low_power = "v=1&w=matmul&mm=4100x4100x4100&p=fp32&d=t4&tm=tiled";
  const char* prompt = "v=1&m=llama-2-7b&s=8192&attn=fused&d=rtx-4090&tm=tiled";
  struct Case {
    const char* constant;
    const char* changes;
    const char* keeps;
  };
  const Case cases[] = {
      {"product.volta.tensor.compute_share", product, shader},
      {"product.tpu-6.tensor.compute_share", array, product},
      {"product.volta.tensor.bandwidth_share", thin, shader},
      {"attention_share", prompt, product},
      {"product.volta.tensor.tile_overhead", product, shader},
      {"product.volta.tensor.loop_s", deep, shader},
      {"product.volta.tensor.loop_overhead", deep, shader},
      {"whole_wave_weight", product, array},
      {"product.int8.far_penalty", bytes, shader},
      {"product.pascal-consumer.shader.narrow_penalty", few, shader},
      {"product.pascal.shader.along_factor", linear, shader},
      {"product.pascal.shader.stride_penalty", linear, crossed},
      {"split_traffic", deep, product},
      {"product.turing.shader.rate_per_watt", low_power, product},
      {"card.v100-sxm2-16gb.shader_factor", shader, product},
      {"card.v100-sxm2-16gb.tensor_factor", product, shader},
      {"call.eager.launch_s", product, array},
      {"call.xla.launch_s", array, product},
  };
  for (const Case& one : cases) {
    std::vector<double> values = committed_values();
    for (const CalibrationConstant& constant : calibration_constants()) {
      if (constant.name == one.constant) values[constant.index] *= 0.8;
    }
    const Calibration other(values.data());
    CAPTURE(one.constant);
    REQUIRE(values != committed_values());
    CHECK(seconds_with(other, one.changes) != seconds_with(default_calibration(), one.changes));
    CHECK(seconds_with(other, one.keeps) == seconds_with(default_calibration(), one.keeps));
  }
}

TEST_CASE("Every device has a kind, and kinds tell data-centre chips from cards", "[calibration]") {
  REQUIRE(std::size(device_kinds) == devices().size());
  const auto kind = [](std::string_view id) {
    return kind_names[device_kinds[static_cast<std::size_t>(find_device(id) - devices().data())]];
  };
  CHECK(kind("a100-sxm4-80gb") == "ampere");
  CHECK(kind("a40") == "ampere-consumer");
  CHECK(kind("b200-sxm") == "blackwell");
  CHECK(kind("gb300") == "blackwell");
  CHECK(kind("rtx-5090") == "blackwell-consumer");
  CHECK(kind("mi300x") == "cdna");
  CHECK(kind("rx-7900-xtx") == "rdna");
  CHECK(kind("tpu-v3") == "tpu-2");
  CHECK(kind("cpu-i9-13900k") == "cpu");
}

TEST_CASE("No share of a published rate is above one, whatever the card's own factor", "[calibration]") {
  for (const Device& device : devices()) {
    for (const Format format : {Format::fp32, Format::tf32, Format::fp16, Format::fp8, Format::int8}) {
      const ProductConstants constants = product_constants(default_calibration(), device, format);
      CAPTURE(device.id, word(format));
      CHECK(constants.compute_share <= 1);
      CHECK(constants.compute_share >= 0.3);
      CHECK(constants.bandwidth_share <= 1);
      CHECK(constants.bandwidth_share >= 0.2);
      CHECK(constants.overlap <= 1);
    }
  }
}

TEST_CASE("A roofline has no constants", "[calibration]") {
  std::vector<double> values;
  for (const CalibrationConstant& constant : calibration_constants()) values.push_back(constant.low);
  const char* link = "v=1&d=rtx-4090&tm=roofline";
  CHECK(seconds_with(Calibration(values.data()), link) == seconds_with(default_calibration(), link));
}
