// The constants of the time models are an argument of every estimate.

#include <cstddef>

#include <tilewise/calibration.hpp>
#include <tilewise/estimate.hpp>
#include <tilewise/link.hpp>

#include "support/catch.hpp"

using namespace tilewise;

namespace {

double seconds_with(const Calibration& calibration, const char* link) {
  const Resolution resolution = resolve(read_link(link).scenario, calibration);
  REQUIRE(resolution.usable);
  return estimate_all(resolution.resolved).columns.front().time->total.base();
}

}  // namespace

TEST_CASE("Every constant has its own place, its bounds and its committed value", "[calibration]") {
  const auto constants = calibration_constants();
  REQUIRE(constants.size() * sizeof(double) == sizeof(Calibration));
  for (std::size_t i = 0; i < constants.size(); ++i) {
    CAPTURE(constants[i].name);
    CHECK(default_calibration().*constants[i].field == constants[i].value);
    CHECK(constants[i].low <= constants[i].value);
    CHECK(constants[i].value <= constants[i].high);
    if (constants[i].unit == "ratio") CHECK(constants[i].high <= 1);
    for (std::size_t j = 0; j < i; ++j) CHECK(constants[i].field != constants[j].field);
  }
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
    double Calibration::*field;
    const char* changes;
    const char* keeps;
  };
  const Case cases[] = {
      {&Calibration::compute_share, product, array},        {&Calibration::systolic_share, array, product},
      {&Calibration::bandwidth_share, decode, product},     {&Calibration::attention_share, prompt, product},
      {&Calibration::tile_overhead, product, array},        {&Calibration::loop_overhead, product, array},
      {&Calibration::whole_wave_weight, product, array},    {&Calibration::gpu_launch_s, product, array},
      {&Calibration::compiled_launch_s, array, product},
  };
  REQUIRE(std::size(cases) == calibration_constants().size());
  for (const Case& one : cases) {
    Calibration other = default_calibration();
    other.*one.field *= 0.8;
    CAPTURE(one.changes);
    CHECK(seconds_with(other, one.changes) != seconds_with(default_calibration(), one.changes));
    CHECK(seconds_with(other, one.keeps) == seconds_with(default_calibration(), one.keeps));
  }
}

TEST_CASE("A roofline has no constants", "[calibration]") {
  Calibration other = default_calibration();
  for (const CalibrationConstant& constant : calibration_constants()) other.*constant.field = constant.low;
  const char* link = "v=1&d=rtx-4090&tm=roofline";
  CHECK(seconds_with(other, link) == seconds_with(default_calibration(), link));
}
