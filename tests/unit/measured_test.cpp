// The user's own measurement (got): what it fixes, what it cannot fix.

#include "support/catch.hpp"

#include <cmath>

#include "support/answer.hpp"

using tilewise::testing::estimate_of;
using tilewise::testing::explain_of;
using tilewise::testing::find_at;
using tilewise::testing::number_at;
using tilewise::testing::severity_of;
using tilewise::testing::sweep_of;
using tilewise::testing::time_of;
using tilewise::testing::word_at;

namespace {

double sum_of_items(const nlohmann::json& answer, const std::string& column) {
  double sum = 0;
  const nlohmann::json* items = find_at(answer, "result." + column + ".time.items");
  REQUIRE(items != nullptr);
  for (const auto& item : *items) sum += item["seconds"].get<double>();
  return sum;
}

const std::string column = "devices.0";
const std::string decode = "v=1&m=llama-2-7b&w=decode&s=512&o=64&b=4&d=a100-sxm4-80gb";
// Measured: Korthikanti et al. 2022, table 5.
const std::string train = "v=1&m=gpt3-175b&w=train&s=2048&b=64&mb=1&d=a100-sxm4-80gb&d1.n=64&tp=8&pp=8&ac=full";

}  // namespace

TEST_CASE("A measured time per token is the time of the answer, of its parts and of its rates", "[measured]") {
  const auto plain = estimate_of(decode);
  const auto answer = estimate_of(decode + "&d1.got=tpot:0.0125");
  CHECK(number_at(answer, column + ".time.decode_s_per_token") == 0.0125);
  CHECK(number_at(answer, column + ".time.decode_s") == 64 * 0.0125);
  CHECK(number_at(answer, column + ".rate.tokens_per_s") == Approx(4 / 0.0125));
  CHECK(sum_of_items(answer, column) == Approx(0.0125));
  const double stretched = 0.0125 / number_at(plain, column + ".time.decode_s_per_token");
  CHECK(number_at(answer, column + ".flops.mfu") == Approx(number_at(plain, column + ".flops.mfu") / stretched));
  CHECK(number_at(answer, column + ".time.items.qkv.seconds") ==
        Approx(stretched * number_at(plain, column + ".time.items.qkv.seconds")));
  CHECK(number_at(answer, column + ".memory.total_bytes") == number_at(plain, column + ".memory.total_bytes"));
}

TEST_CASE("A measurement narrows the band to itself", "[measured]") {
  const auto answer = estimate_of(decode + "&d1.got=tpot:0.0125");
  CHECK(number_at(answer, column + ".band.low") == number_at(answer, column + ".time.total_s"));
  CHECK(number_at(answer, column + ".band.high") == number_at(answer, column + ".time.total_s"));
  CHECK(word_at(answer, column + ".band.basis") == "band.own-measurement");
}

TEST_CASE("Tokens per second, a time per token and a time per step say the same", "[measured]") {
  const double token = time_of(decode + "&d1.got=tpot:0.0125");
  CHECK(time_of(decode + "&d1.got=step:0.0125") == token);
  CHECK(time_of(decode + "&d1.got=tps:320") == Approx(token));
  const double step = time_of(train + "&d1.got=step:18.13");
  CHECK(step == 18.13);
  CHECK(time_of(train + "&d1.got=tps:" + std::to_string(64 * 2048 / 18.13)) == Approx(step));
}

TEST_CASE("The efficiency that explains a measurement is shown, assumed and explained", "[measured]") {
  const auto answer = estimate_of(train + "&d1.got=step:18.13");
  const double efficiency = number_at(answer, column + ".measured.efficiency");
  const double roofline = time_of(train + "&tm=roofline");
  CHECK(efficiency == roofline / 18.13);
  const nlohmann::json* assumptions = find_at(answer, "result.assumptions");
  REQUIRE(assumptions != nullptr);
  bool assumed = false;
  for (const auto& entry : *assumptions) {
    if (entry["code"] != "assumption.measured") continue;
    assumed = true;
    CHECK(entry["path"] == "d1.eff");
    CHECK(std::abs(std::stod(entry["value"].get<std::string>()) - efficiency) <= 0.5e-4);
  }
  CHECK(assumed);
  const auto explained = explain_of(train + "&d1.got=step:18.13", "devices.0.measured.efficiency");
  CHECK(number_at(explained, "value") == efficiency);
  const auto step = explain_of(train + "&d1.got=step:18.13", "devices.0.time.step_s");
  CHECK(number_at(step, "value") == 18.13);
  CHECK(word_at(step, "inputs.measured.key") == "d1.got");
  CHECK(number_at(step, "inputs.estimate.value") == Approx(time_of(train)));
}

TEST_CASE("A measurement is in the link of the answer", "[measured]") {
  const auto answer = estimate_of(decode + "&d1.got=tps:320");
  CHECK(word_at(answer, "link").find("d1.got=tps:320") != std::string::npos);
}

TEST_CASE("A measurement of one column leaves the others as they are", "[measured]") {
  const std::string two = decode + "~rtx-4090";
  CHECK(time_of(two + "&d1.got=tpot:0.0125", 1) == time_of(two, 1));
  CHECK(time_of(two + "&d2.got=tpot:0.05", 1) == 64 * 0.05);
}

TEST_CASE("A measurement above the published rates is named and not used", "[measured]") {
  const auto answer = estimate_of(decode + "&d1.got=tpot:0.001");
  CHECK(severity_of(answer, "measured.beyond-roofline", "d1.got") == "warning");
  CHECK(number_at(answer, column + ".time.total_s") == time_of(decode));
  CHECK(word_at(answer, column + ".band.basis") != "band.own-measurement");
}

TEST_CASE("A measurement that the workload does not have is an error of its column", "[measured]") {
  const std::string product = "v=1&w=matmul&mm=512x512x512&d=v100-sxm2-16gb";
  for (const std::string& link :
       {train + "&d1.got=tpot:0.01", product + "&d1.got=tps:9", product + "&tm=essay-2018&d1.got=step:9"}) {
    CAPTURE(link);
    CHECK(severity_of(estimate_of(link), "measured.does-not-apply", "d1.got") == "error");
  }
}

TEST_CASE("A measurement stretches every part of serving", "[measured]") {
  const std::string serve = "v=1&m=llama-3.1-8b&w=serve&s=512&o=128&c=32&d=h100-sxm5-80gb";
  const auto plain = estimate_of(serve);
  const double token = 1.5 * number_at(plain, column + ".time.tpot_s");
  const auto answer = estimate_of(serve + "&d1.got=tpot:" + std::to_string(token));
  CHECK(number_at(answer, column + ".time.tpot_s") == Approx(token).epsilon(1e-4));
  CHECK(sum_of_items(answer, column) == Approx(token).epsilon(1e-4));
  CHECK(number_at(answer, column + ".time.ttft_s") ==
        Approx(1.5 * number_at(plain, column + ".time.ttft_s")).epsilon(1e-4));
}

TEST_CASE("A sweep takes the measurement where it was made and its efficiency elsewhere", "[measured]") {
  const std::string axis = "&x=b:4..64:log";
  const auto plain = sweep_of(decode + axis);
  const auto pinned = sweep_of(decode + "&d1.got=tpot:0.0125" + axis);
  const nlohmann::json& before = *find_at(plain, "result.devices.0.time_s");
  const nlohmann::json& after = *find_at(pinned, "result.devices.0.time_s");
  REQUIRE(before.size() == after.size());
  REQUIRE(before.size() > 3);
  CHECK(after[0].get<double>() == 64 * 0.0125);
  const double ratio = after[0].get<double>() / before[0].get<double>();
  for (std::size_t i = 0; i < before.size(); ++i) {
    CHECK(after[i].get<double>() == Approx(ratio * before[i].get<double>()));
  }
}

TEST_CASE("Measured memory is the total; what the items do not explain is an item", "[measured]") {
  const double gib = 1073741824;
  const auto plain = estimate_of(decode);
  for (const double measured : {30.0, 14.0}) {
    const auto answer = estimate_of(decode + "&d1.got=mem:" + std::to_string(measured));
    CHECK(number_at(answer, column + ".memory.total_bytes") == Approx(measured * gib));
    CHECK(number_at(answer, column + ".memory.items.measured.bytes") ==
          Approx(measured * gib - number_at(plain, column + ".memory.total_bytes")));
    CHECK(number_at(answer, column + ".time.total_s") == number_at(plain, column + ".time.total_s"));
  }
  const auto explained = explain_of(decode + "&d1.got=mem:30", "devices.0.memory.items.measured.bytes");
  CHECK(word_at(explained, "inputs.measured.key") == "d1.got");
}

TEST_CASE("Measured memory below the weights is named and not used", "[measured]") {
  const auto answer = estimate_of(decode + "&d1.got=mem:2");
  CHECK(severity_of(answer, "measured.below-weights", "d1.got") == "warning");
  CHECK(number_at(answer, column + ".memory.total_bytes") == number_at(estimate_of(decode), column + ".memory.total_bytes"));
}
