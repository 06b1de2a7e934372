// Comparisons of hardware with known outcomes (rows H of the collected cases).

#include "support/answer.hpp"
#include "support/call.hpp"
#include "support/catch.hpp"
#include "support/link.hpp"

#include <string>

#include <tilewise/catalogue.hpp>

using namespace tilewise;
using namespace tilewise::testing;

namespace {

double at(const std::string& link, const std::string& path) {
  CAPTURE(link, path);
  const double value = number_at(estimate_of(link), path);
  CHECK(value > 0);
  return value;
}
double over(const std::string& link, const std::string& above, const std::string& below) {
  return at(link, above) / at(link, below);
}
double per_watt(const char* id, Format format) {
  const Device& device = *find_device(id);
  return device.peak_dense[static_cast<std::size_t>(format)]->base() / 1e12 / device.power_limit->base();
}

}  // namespace

TEST_CASE("H01: a T4 is slower than an RTX 2080 Ti, whatever two lists of TFLOPS say") {
  for (const char* stack : {"tuned", "tensorrt-llm", "fastertransformer"}) {
    const std::string encoder = std::string("v=1&tm=tiled&m=bert-base&s=250&p=fp16&d=t4~rtx-2080-ti&stack=") + stack;
    CHECK(over(encoder, "devices.0.time.prefill_s", "devices.1.time.prefill_s") > 1.2);
  }
  // The recogniser of speech: 1,000 frames, a quarter of them after its convolutions, at the size that takes the T4 the
  // 98 runs a second that were measured. TensorRT sums in 16 bit, which a GeForce card does at twice the rate.
  const std::string recogniser = "v=1&tm=tiled&m=bert-large&s=250&p=fp16&d=t4~rtx-2080-ti&stack=tensorrt-llm";
  CHECK(1 / at(recogniser, "devices.0.time.prefill_s") == Approx(98).epsilon(0.1));
  CHECK(over(recogniser, "devices.0.time.prefill_s", "devices.1.time.prefill_s") == Approx(1.87).margin(0.4));
}

TEST_CASE("H02: four TPU v3 chips beat eight V100 only while these compute in 32 bit") {
  const std::string run =
      "v=1&tm=tiled&m=bert-base&w=train&s=128&b=1024&d=tpu-v3~v100-sxm2-32gb&d1.n=4&d1.stack=xla&d2.n=8&d2.mb=32";
  const std::string wide = run + "&d2.stack=eager&d2.p=fp32";
  CHECK(over(wide, "devices.1.time.step_s", "devices.0.time.step_s") == Approx(2.85).margin(0.6));
  CHECK(over(run + "&d2.p=fp16", "devices.1.time.step_s", "devices.0.time.step_s") <= 1.3);
}

TEST_CASE("H04: MTIA v1 leads per watt in arithmetic, not in bandwidth, and is marked as no training chip") {
  CHECK(per_watt("mtia-v1", Format::int8) == Approx(4.1).epsilon(0.02));
  CHECK(per_watt("mtia-v1", Format::fp16) == Approx(2.05).epsilon(0.02));
  CHECK(per_watt("tpu-v4", Format::bf16) == Approx(1.43).epsilon(0.02));
  const Device& mtia = *find_device("mtia-v1");
  const Device& tpu = *find_device("tpu-v4");
  CHECK(mtia.bandwidth->base() / 1e9 / mtia.power_limit->base() == Approx(7.0).epsilon(0.02));
  CHECK(tpu.bandwidth->base() / 1e9 / tpu.power_limit->base() == Approx(6.3).epsilon(0.02));
  CHECK(tpu.bandwidth->base() / 1e9 / tpu.mean_power->base() == Approx(7.1).epsilon(0.02));
  CHECK_FALSE(mtia.training_capable);
  // No edge where memory binds: a token takes as many joules within a third.
  const std::string token = "v=1&tm=tiled&m=llama-2-7b&w=decode&wq=int8&d=mtia-v1~tpu-v4";
  CHECK(over(token, "devices.1.energy.per_token_j", "devices.0.energy.per_token_j") == Approx(1).margin(0.34));
  const std::string product = "v=1&tm=tiled&w=matmul&mm=4096x4096x4096&p=int8&d=mtia-v1~tpu-v4";
  CHECK(over(product, "devices.1.energy.per_step_j", "devices.0.energy.per_step_j") > 1.5);
}

TEST_CASE("H06: an RTX 4090 reaches its rate with 32-bit sums, and never more bandwidth than its memory has") {
  const std::string product = "v=1&tm=tiled&w=matmul&mm=8192x8192x8192&p=fp16&d=rtx-4090";
  const double reached = 2 * 8192.0 * 8192 * 8192 / at(product, "devices.0.time.step_s");
  CHECK(reached == Approx(163e12).epsilon(0.08));
  const auto token = estimate_of("v=1&tm=tiled&m=llama-3.1-8b&w=decode&d=rtx-4090");
  const double bytes = number_at(token, "devices.0.memory.items.weights.bytes") - 2.0 * 128256 * 4096;
  CHECK(bytes / number_at(token, "devices.0.time.decode_s_per_token") < 1008e9);
}

TEST_CASE("More than the peak warns: a measurement or an override that breaks physics is not believed") {
  const auto answer = estimate_of("v=1&tm=tiled&m=llama-3.1-8b&s=2048&d=a100-sxm4-80gb&d1.got=step:0.01");
  CHECK(severity_of(answer, "measured.beyond-roofline", "d1.got") == "warning");
  CHECK(number_at(answer, "devices.0.flops.hfu") <= 1);
}

TEST_CASE("M27: 70B in 4 bit or 2 bit on one card of 24 GB is refused with what is missing") {
  for (const char* format : {"awq-128", "q4-k-m", "q2-k"}) {
    CAPTURE(format);
    const auto answer = estimate_of(std::string("v=1&tm=tiled&m=llama-3.1-70b&w=decode&d=rtx-4090&wq=") + format);
    CHECK(*find_at(answer, "result.devices.0.fits") == "no");
    CHECK(number_at(answer, "devices.0.memory.missing_bytes") > 0);
  }
  const auto size = [](const char* format) {
    const std::string link = std::string("v=1&tm=tiled&m=llama-3.1-70b&w=decode&s=1&d=mi300x&wq=") + format;
    return at(link, "devices.0.memory.items.weights.bytes") / 1073741824.0;
  };
  CHECK(size("q4-k-m") == Approx(39.6).epsilon(0.02));
  CHECK(size("q2-k") == Approx(24.6).epsilon(0.02));
  CHECK(size("iq2-xxs") == Approx(17.8).epsilon(0.02));
}
