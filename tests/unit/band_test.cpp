// Bands: from which measurements, and how wide beyond them.

#include "support/catch.hpp"

#include <tilewise/band.hpp>

#include "support/answer.hpp"

using namespace tilewise;
using tilewise::testing::estimate_of;
using tilewise::testing::number_at;
using tilewise::testing::word_at;

namespace {

BandFactors factors_of(int flops, int tokens, const char* kind = "ampere") {
  BandKey key;
  key.subject = "decode";
  key.kind = kind;
  key.flops = flops;
  key.tokens = tokens;
  return band_factors(key);
}

// Sizes that decoding was measured at on this kind of device.
constexpr int measured_flops = 34;
constexpr int measured_tokens = 0;
constexpr int far = 100;

}  // namespace

TEST_CASE("Within the measured range a band is that of the measurements", "[band]") {
  const BandFactors within = factors_of(measured_flops, measured_tokens);
  CHECK(within.basis == "band.measured");
  CHECK(within.low < 1);
  CHECK(within.high > 1);
  CHECK(within.rows >= 8);
}

TEST_CASE("Every doubling beyond the measured range widens a band on both sides, and the band says so", "[band]") {
  const BandFactors within = factors_of(measured_flops, measured_tokens);
  BandFactors last = within;
  bool beyond = false;
  for (int flops = measured_flops; flops <= far; ++flops) {
    const BandFactors found = factors_of(flops, measured_tokens);
    beyond = beyond || found.basis == "band.beyond";
    CHECK((found.basis == "band.beyond") == beyond);
    if (beyond) CHECK(found.low < last.low);
    if (beyond) CHECK(found.high > last.high);
    last = found;
  }
  CHECK(beyond);
  CHECK(factors_of(measured_flops, far).high > factors_of(measured_flops, far - 1).high);
  CHECK(factors_of(0, measured_tokens).high > within.high);
  CHECK(factors_of(far, far).high > factors_of(far, measured_tokens).high);
}

TEST_CASE("A kind that nobody measured takes the band of the others, and farther out says that it is beyond", "[band]") {
  CHECK(factors_of(measured_flops, measured_tokens, "gaudi").basis == "band.other-kinds");
  CHECK(factors_of(far, measured_tokens, "gaudi").basis == "band.beyond");
  CHECK(factors_of(measured_flops, measured_tokens, "gaudi").high >
        factors_of(measured_flops, measured_tokens, "ada").high);
}

TEST_CASE("An answer far beyond the measurements has a wider band and says why", "[band]") {
  const std::string decode = "v=1&m=llama-2-7b&w=decode&s=512&stack=llama-cpp&d=rtx-4090";
  const auto usual = estimate_of(decode);
  const auto beyond = estimate_of(decode + "&b=4096");
  CHECK(word_at(usual, "devices.0.band.basis") == "band.measured");
  CHECK(word_at(beyond, "devices.0.band.basis") == "band.beyond");
  const auto width = [](const nlohmann::json& answer) {
    return number_at(answer, "devices.0.band.high") / number_at(answer, "devices.0.band.low");
  };
  CHECK(width(beyond) > 2 * width(usual));
}

TEST_CASE("Software that nobody names may be any: its band is that of all engines or of all software", "[band]") {
  const auto width = [](const nlohmann::json& answer) {
    return number_at(answer, "devices.0.band.high") / number_at(answer, "devices.0.band.low");
  };
  for (const char* device : {"a100-sxm4-80gb", "rtx-3090"}) {
    for (const char* work : {"w=decode&s=512&o=128", "w=prefill&s=2048"}) {
      const std::string link = std::string("v=1&m=llama-2-13b&") + work + "&d=" + device;
      CAPTURE(link);
      const auto any = estimate_of(link);
      const bool decode = std::string(work).find("decode") != std::string::npos;
      CHECK(word_at(any, "devices.0.band.basis") == (decode ? "band.any-engine" : "band.any-software"));
      CHECK(width(any) < 6);
      CHECK(width(any) > width(estimate_of(link + "&stack=llama-cpp")));
    }
  }
  const auto split = estimate_of("v=1&m=llama-2-70b&w=decode&s=512&d=a100-sxm4-80gb&d1.n=8&tp=8&b=8");
  CHECK(word_at(split, "devices.0.band.basis") == "band.measured");
}
