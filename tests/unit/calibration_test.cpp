// The constants of the time models are an argument of every estimate.

#include <cstddef>

#include <tilewise/constants.hpp>
#include <tilewise/estimate.hpp>
#include <tilewise/link.hpp>

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
  const double plain = seconds_with(default_calibration(), "v=1&w=matmul&mm=4100x4100x4100&d=rtx-4090&tm=tiled");
  CHECK(seconds_with(Calibration(values.data(), asked.data()), "v=1&w=matmul&mm=4100x4100x4100&d=rtx-4090&tm=tiled") == plain);
  CHECK(asked[constant::compute_share] == 1);
  CHECK(asked[constant::systolic_share] == 0);
}

TEST_CASE("An estimate without constants of its own uses the committed ones", "[calibration]") {
  const char* link = "v=1&d=rtx-4090&tm=tiled";
  const Resolution plain = resolve(read_link(link).scenario);
  CHECK(estimate_all(plain.resolved).columns.front().time->total.base() == seconds_with(default_calibration(), link));
}

TEST_CASE("Each constant changes the times it is about, and only those", "[calibration]") {
  const char* product = "v=1&w=matmul&mm=4100x4100x4100&d=rtx-4090&tm=tiled";
  const char* array = "v=1&w=matmul&mm=4096x4096x4096&d=tpu-v4&tm=tiled";
  const char* decode = "v=1&m=llama-2-7b&w=decode&d=rtx-4090&tm=tiled";
  const char* prompt = "v=1&m=llama-2-7b&s=8192&d=rtx-4090&tm=tiled";
  struct Case {
    Constant constant;
    const char* changes;
    const char* keeps;
  };
  const Case cases[] = {
      {constant::compute_share, product, array},        {constant::systolic_share, array, product},
      {constant::bandwidth_share, decode, product},     {constant::attention_share, prompt, product},
      {constant::tile_overhead, product, array},        {constant::loop_overhead, product, array},
      {constant::whole_wave_weight, product, array},    {constant::gpu_launch_s, product, array},
      {constant::compiled_launch_s, array, product},
  };
  REQUIRE(std::size(cases) == calibration_constants().size());
  for (const Case& one : cases) {
    std::vector<double> values = committed_values();
    values[one.constant] *= 0.8;
    const Calibration other(values.data());
    CAPTURE(one.changes);
    CHECK(seconds_with(other, one.changes) != seconds_with(default_calibration(), one.changes));
    CHECK(seconds_with(other, one.keeps) == seconds_with(default_calibration(), one.keeps));
  }
}

TEST_CASE("A roofline has no constants", "[calibration]") {
  std::vector<double> values;
  for (const CalibrationConstant& constant : calibration_constants()) values.push_back(constant.low);
  const char* link = "v=1&d=rtx-4090&tm=roofline";
  CHECK(seconds_with(Calibration(values.data()), link) == seconds_with(default_calibration(), link));
}
