// Custom operators run beside the matrix unit: how much of that a device bears is what flexibility comes to.

#include "support/answer.hpp"
#include "support/catch.hpp"
#include "support/link.hpp"

#include <string>

#include <tilewise/scenario.hpp>

using namespace tilewise;
using namespace tilewise::testing;

namespace {

double total(const std::string& link, int column = 0) {
  CAPTURE(link);
  const double value = number_at(estimate_of(link), "devices." + std::to_string(column) + ".time.total_s");
  CHECK(value > 0);
  return value;
}

const char* const workloads[] = {
    "w=matmul&mm=4096x4096x4096", "m=llama-3.1-8b&s=2048", "m=llama-3.1-8b&w=decode&b=256",
    "m=llama-3.1-8b&w=serve&s=512&o=64", "m=gpt2&w=train&s=1024&b=8",
};

}  // namespace

TEST_CASE("A share of nothing in custom operators changes no byte of the answer") {
  for (const char* workload : workloads) {
    const std::string link = std::string("v=1&tm=tiled&d=h100-sxm5-80gb&") + workload;
    const auto plain = estimate_of(link);
    const auto asked = estimate_of(link + "&co=0");
    CHECK(*find_at(plain, "result.devices") == *find_at(asked, "result.devices"));
  }
}

TEST_CASE("The more custom operators the slower, by every time model and workload; memory does not move") {
  for (const char* workload : workloads) {
    for (const char* model : {"tiled", "roofline"}) {
      const std::string link = std::string("v=1&d=h100-sxm5-80gb~v100-sxm2-32gb&tm=") + model + "&" + workload;
      double before[2] = {total(link, 0), total(link, 1)};
      for (const char* share : {"0.01", "0.1", "0.5", "1"}) {
        for (int column : {0, 1}) {
          const double now = total(link + "&co=" + share, column);
          CHECK(now >= before[column]);
          before[column] = now;
        }
      }
      CHECK(before[0] > total(link, 0));
      CHECK(*find_at(estimate_of(link), "result.devices.0.memory") ==
            *find_at(estimate_of(link + "&co=1"), "result.devices.0.memory"));
    }
  }
}

TEST_CASE("Under a roofline a large product takes its two shares one after the other") {
  const std::string product = "v=1&tm=roofline&w=matmul&mm=8192x8192x8192&p=bf16&d=h100-sxm5-80gb&co=0.1";
  const double ops = 2.0 * 8192 * 8192 * 8192;
  CHECK(total(product) == Approx(0.9 * ops / 989.5e12 + 0.1 * ops / 67e12).epsilon(1e-12));
  // Utilisation counts against the matrix unit, which waits meanwhile.
  const auto answer = estimate_of(product);
  CHECK(number_at(answer, "devices.0.flops.implied_peak") == 989.5e12);
  CHECK(number_at(answer, "devices.0.flops.mfu") == Approx(ops / total(product) / 989.5e12).epsilon(1e-12));
}

TEST_CASE("A product that runs at the vector rate anyway has nothing to lose") {
  const std::string product = "v=1&tm=roofline&w=matmul&mm=8192x8192x8192&p=fp32&d=gtx-1080-ti";
  CHECK(total(product + "&co=1") == total(product));
}

TEST_CASE("A wide gap between matrix unit and vectors costs more: the same share weighs more on an H100 than on a T4") {
  const std::string prompt = "v=1&tm=roofline&m=llama-3.1-8b&s=2048&p=fp16&d=h100-sxm5-80gb~t4";
  const auto slower = [&](int column) { return total(prompt + "&co=0.1", column) / total(prompt, column); };
  CHECK(slower(0) > 2);
  CHECK(slower(0) > slower(1));
  CHECK(slower(1) > 1.5);
}

TEST_CASE("Where no rate beside the matrix unit is published there is no time, and an issue says so") {
  const auto answer = estimate_of("v=1&tm=tiled&m=bert-large&d=tpu-v4&co=0.1");
  CHECK(severity_of(answer, "rate.custom-not-published", "d1.p") == "warning");
  CHECK(find_at(answer, "result.devices.0.time")->is_null());
  CHECK(number_at(answer, "devices.0.memory.total_bytes") > 0);
}

TEST_CASE("A share outside of what was measured has no measured band") {
  const auto answer = estimate_of("v=1&tm=tiled&m=bert-large&d=h100-sxm5-80gb&co=0.1");
  CHECK(word_at(answer, "devices.0.band.basis") == "band.not-yet-calibrated");
}
