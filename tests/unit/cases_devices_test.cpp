// Specifications that are often mixed up: dense against sparse, fp16 against fp32 accumulation, one card
// against its namesake. Row 19 of the values that other calculators get wrong, through the text API.

#include "support/answer.hpp"
#include "support/catch.hpp"

#include <string>

using namespace tilewise::testing;

namespace {

// TFLOP/s that a product of 16-bit numbers is measured against.
double dense(const std::string& device, const std::string& precision) {
  const auto answer =
      estimate_of("v=1&w=matmul&mm=4096x4096x4096&tm=roofline&d=" + device + "&p=" + precision);
  return number_at(answer, "devices.0.flops.implied_peak") / 1e12;
}

// GB/s: the bytes of a product with one row over its time, which is the time to read the matrix.
double bandwidth(const std::string& device) {
  constexpr double side = 4096;
  const auto answer = estimate_of("v=1&w=matmul&mm=1x4096x4096&tm=roofline&p=fp16&d=" + device);
  return 2 * (side * side + 2 * side) / number_at(answer, "devices.0.time.step_s") / 1e9;
}

}  // namespace

TEST_CASE("Row 19: dense 16-bit rates of the H100 cards and of the H200 are not the sparse ones") {
  CHECK(dense("h100-sxm5-80gb", "bf16") == Approx(989).margin(1));
  CHECK(dense("h100-pcie-80gb", "bf16") == Approx(756.5).margin(1));
  CHECK(dense("h100-nvl", "bf16") == Approx(835.5).margin(1));
  CHECK(dense("h200-sxm", "bf16") == Approx(989.5).margin(1));
}

TEST_CASE("Row 19: GeForce cards are rated with fp32 accumulation") {
  CHECK(dense("rtx-3070-ti", "fp16") == Approx(43.5).margin(0.1));
  CHECK(dense("rtx-3090", "fp16") == Approx(71).margin(0.5));
  CHECK(dense("rtx-4090", "fp16") == Approx(165.2).margin(0.1));
}

TEST_CASE("Row 19: a V100 reaches 125 TFLOP/s in fp16, has no bf16, and runs int8 beside its tensor cores") {
  const std::string link = "v=1&w=matmul&mm=4096x4096x4096&tm=roofline&d=v100-sxm2-32gb&p=";
  CHECK(dense("v100-sxm2-32gb", "fp16") == 125);
  const auto brain = estimate_of(link + "bf16");
  CHECK(has_issue(brain, "precision.fallback", "d1.p"));
  CHECK(word_at(brain, "devices.0.precision.used") == "fp32");
  CHECK(number_at(brain, "devices.0.flops.implied_peak") == 15.7e12);
  CHECK(has_issue(estimate_of(link + "int8"), "precision.not-on-matrix-unit", "d1.p"));
}

TEST_CASE(
    "Row 19: the RTX 5070 of laptops and the RTX 5060 Ti read 448 GB/s, not the 672 of the desktop's RTX "
    "5070") {
  CHECK(bandwidth("rtx-5070-laptop") == Approx(448).epsilon(1e-9));
  CHECK(bandwidth("rtx-5060-ti-16gb") == Approx(448).epsilon(1e-9));
}
