// Number formats: what a device computes in when another one is asked for, and never silently.

#include "support/answer.hpp"
#include "support/catch.hpp"

#include <string>

#include <tilewise/precision.hpp>

using namespace tilewise;
using namespace tilewise::testing;

namespace {

PrecisionChoice choose(const char* device, const char* asked) {
  const Device* found = find_device(device);
  REQUIRE(found != nullptr);
  return choose_precision(*found, asked);
}

void check_choice(const char* device, const char* asked, std::optional<Format> used, bool native,
                  const char* code) {
  CAPTURE(device, asked);
  const PrecisionChoice choice = choose(device, asked);
  CHECK(choice.asked == asked);
  CHECK(choice.used == used);
  CHECK(choice.native == native);
  CHECK(choice.code == code);
  CHECK(choice.peak.has_value() == used.has_value());
}

}  // namespace

TEST_CASE("Auto is the fastest 16-bit format of the device, bf16 on a tie") {
  check_choice("a100-sxm4-80gb", "auto", Format::bf16, true, "precision.auto");
  check_choice("v100-sxm2-32gb", "auto", Format::fp16, true, "precision.auto");
  check_choice("tpu-v4", "auto", Format::bf16, true, "precision.auto");
  check_choice("gaudi-3", "auto", Format::bf16, true, "precision.auto");
}

TEST_CASE("A Gaudi 3 does fp16 at about a quarter of its bf16 rate, and auto takes bf16") {
  CHECK(choose("gaudi-3", "fp16").peak->base() < 0.3 * choose("gaudi-3", "auto").peak->base());
}

TEST_CASE("A device without a 16-bit rate computes in fp32, and says so") {
  check_choice("cpu-i9-13900k", "auto", Format::fp32, false, "precision.no-16-bit");
}

TEST_CASE("A V100 has no bf16: its range does not fit fp16, so fp32 stands in") {
  check_choice("v100-sxm2-32gb", "bf16", Format::fp32, false, "precision.fallback");
  CHECK(in_ops_per_second(*choose("v100-sxm2-32gb", "bf16").peak) == 15.7e12);
  check_choice("t4", "bf16", Format::fp32, false, "precision.fallback");
  check_choice("rtx-2080-ti", "bf16", Format::fp32, false, "precision.fallback");
}

TEST_CASE("A V100 runs int8 beside its matrix unit; Turing and later run it inside") {
  check_choice("v100-sxm2-32gb", "int8", Format::int8, true, "precision.not-on-matrix-unit");
  check_choice("rtx-2080-ti", "int8", Format::int8, true, "precision.native");
  check_choice("a100-sxm4-80gb", "int8", Format::int8, true, "precision.native");
}

TEST_CASE("An A100 widens fp8 to 16 bit and is no faster for it; an H100 has twice the rate") {
  check_choice("a100-sxm4-80gb", "fp8", Format::bf16, false, "precision.fallback");
  CHECK(*choose("a100-sxm4-80gb", "fp8").peak == *choose("a100-sxm4-80gb", "bf16").peak);
  check_choice("h100-sxm5-80gb", "fp8", Format::fp8, true, "precision.native");
  CHECK(*choose("h100-sxm5-80gb", "fp8").peak == 2 * *choose("h100-sxm5-80gb", "bf16").peak);
}

TEST_CASE("A TPU v4 computes fp16 in bf16 and int8 at no more than its bf16 rate") {
  check_choice("tpu-v4", "fp16", Format::bf16, false, "precision.fallback");
  check_choice("tpu-v4", "int8", Format::int8, true, "precision.native");
  CHECK(*choose("tpu-v4", "int8").peak <= *choose("tpu-v4", "bf16").peak);
}

TEST_CASE("Four bits fall back to 16 bit where no rate is published: Hopper and Blackwell dropped int4") {
  check_choice("a100-sxm4-80gb", "int4", Format::int4, true, "precision.native");
  check_choice("h100-sxm5-80gb", "int4", Format::bf16, false, "precision.fallback");
  check_choice("rtx-5090", "int4", Format::bf16, false, "precision.fallback");
  check_choice("rtx-5090", "fp4", Format::fp4, true, "precision.native");
}

TEST_CASE("The int8 rate of Blackwell Ultra is tiny, below its bf16 rate") {
  CHECK(*choose("b300-sxm", "int8").peak < *choose("b300-sxm", "bf16").peak);
}

TEST_CASE("GeForce cards run fp16 with fp32 accumulation, at half the fp16-accumulate rate") {
  const Device& card = *find_device("rtx-4090");
  const auto narrow = card.peak_dense[static_cast<std::size_t>(Format::fp16_acc16)];
  REQUIRE(narrow.has_value());
  CHECK(2 * choose("rtx-4090", "fp16").peak->base() == Approx(narrow->base()).epsilon(1e-3));
}

TEST_CASE("What is not published has no rate and never a zero") {
  check_choice("tpu-v4", "fp32", std::nullopt, false, "precision.not-published");
  check_choice("gaudi-2", "tf32", std::nullopt, false, "precision.not-published");
  check_choice("apple-m4-max-ane", "auto", std::nullopt, false, "precision.not-published");
  check_choice("tpu-v8i", "auto", std::nullopt, false, "precision.not-published");
  for (const Device& device : devices()) {
    for (const char* asked : {"auto", "fp32", "tf32", "bf16", "fp16", "fp8", "int8", "int4", "fp4"}) {
      const PrecisionChoice choice = choose_precision(device, asked);
      CAPTURE(std::string(device.id), asked);
      if (choice.peak) CHECK(in_ops_per_second(*choice.peak) > 0);
    }
  }
}

TEST_CASE("A device without a rate keeps its memory, has no time, and gets one from an override") {
  const std::string link = "v=1&m=bert-base&tm=roofline&p=fp32&d=tpu-v4~rtx-4090";
  const auto answer = estimate_of(link);
  CHECK(find_at(answer, "result.devices.0.time")->is_null());
  CHECK(find_at(answer, "result.devices.0.rate")->is_null());
  CHECK(find_at(answer, "result.devices.0.flops")->is_null());
  CHECK(number_at(answer, "devices.0.memory.total_bytes") > 0);
  CHECK(number_at(answer, "verdict.without_time.0") == 0);
  CHECK(number_at(answer, "verdict.fastest") == 1);
  CHECK(number_at(estimate_of(link + "&d1.peak=4"), "devices.0.time.total_s") > 0);
}

TEST_CASE("The fallback of the precision shows beside the numbers and keeps the bytes that were asked for") {
  const auto answer = estimate_of("v=1&m=bert-base&tm=roofline&p=bf16&d=v100-sxm2-32gb");
  CHECK(word_at(answer, "devices.0.precision.asked") == "bf16");
  CHECK(word_at(answer, "devices.0.precision.used") == "fp32");
  CHECK(word_at(answer, "devices.0.precision.code") == "precision.fallback");
  const auto weights = number_at(answer, "devices.0.memory.items.weights.bytes");
  CHECK(weights == number_at(estimate_of("v=1&m=bert-base&tm=roofline&p=bf16&d=a100-sxm4-80gb"),
                             "devices.0.memory.items.weights.bytes"));
}
