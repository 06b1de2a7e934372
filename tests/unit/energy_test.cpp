// Energy, carbon and money: the arithmetic of published cases, and power that follows what binds.

#include "support/answer.hpp"
#include "support/catch.hpp"

#include <string>

#include <tilewise/scenario.hpp>

#include "estimate/energy_formulas.hpp"

using namespace tilewise;
using namespace tilewise::testing;

namespace {

Seconds hours(double count) { return seconds(count * 3600); }
double kwh(Joules energy) { return energy.base() / 3.6e6; }

double number_of(const std::string& link, const std::string& path) {
  CAPTURE(link, path);
  const double value = number_at(estimate_of(link), "devices.0." + path);
  CHECK(value > 0);
  return value;
}
double power_of(const std::string& link) { return number_of(link, "energy.power_w"); }

// TinyLlama 1.1B and Qwen2 7B.
const std::string small = "v=1&tm=tiled&w=decode&s=64&o=200&p=fp16&m=custom&L=22&h=2048&a=32&kv=4&ff=5632&glu=1&voc=32000";
const std::string seven =
    "v=1&tm=tiled&w=decode&s=64&o=200&p=fp16&m=custom&L=28&h=3584&a=28&kv=4&ff=18944&glu=1&voc=152064";

}  // namespace

TEST_CASE("C01: the carbon of the Llama 2 models follows from their hours", "[energy]") {
  // 400 W, 1.1 and 385 g/kWh reproduce the model card's table (kg).
  const auto carbon = [](double gpu_hours) {
    const Joules run = RunEnergy{watts(400), hours(gpu_hours), 1}.value();
    return Carbon{BuildingEnergy{1.1, run}.value(), 385}.value();
  };
  CHECK(carbon(184320) == Approx(31220).epsilon(0.001));
  CHECK(carbon(368640) == Approx(62440).epsilon(0.001));
  CHECK(carbon(1720320) == Approx(291420).epsilon(0.001));
  CHECK(kwh(RunEnergy{watts(400), hours(1720320), 1}.value()) == Approx(688128).epsilon(1e-12));
}

TEST_CASE("C01: 184,320 and 1,720,320 hours for two trillion tokens are 39 and 43 percent of the peak", "[energy]") {
  const auto utilised = [](const char* model, double gpu_hours) {
    const double rate = 2e12 / (gpu_hours * 3600);
    const std::string link = std::string("v=1&tm=tiled&w=train&s=4096&b=1&mb=1&mfu=6n&d=a100-sxm4-80gb&m=") + model +
                             "&d1.got=tps:" + write_number(rate);
    return number_at(estimate_of(link), "devices.0.flops.mfu");
  };
  CHECK(utilised("llama-2-7b", 184320) == Approx(0.39).margin(0.01));
  CHECK(utilised("llama-2-70b", 1720320) == Approx(0.43).margin(0.01));
}

TEST_CASE("C02: the dynamic energy and carbon of BLOOM follow from its hours", "[energy]") {
  const Joules run = RunEnergy{watts(400), hours(1082990), 1}.value();
  CHECK(kwh(run) == Approx(433196).epsilon(1e-5));
  CHECK(Carbon{run, 57}.value() == Approx(24700).epsilon(0.005));
  CHECK(Carbon{Joules(256646 * 3.6e6), 57}.value() == Approx(14600).epsilon(0.005));
}

TEST_CASE("C10: a model card whose hours, energy and carbon disagree is caught by the arithmetic", "[energy]") {
  const Joules run = RunEnergy{watts(700), hours(7.0e6), 1}.value();
  CHECK(kwh(run) == Approx(4.9e6).epsilon(1e-9));
  CHECK(2040e3 / kwh(run) == Approx(0.416).epsilon(0.01));
  // 39.3 million hours cannot give 2,040 t on the same grid.
  CHECK(Carbon{RunEnergy{watts(700), hours(39.3e6), 1}.value(), 416}.value() > 5 * 2040e3);
}

TEST_CASE("C03, C05, C06: rented hours cost what the invoices say", "[cost]") {
  const auto run = [](double chips, double price, double time_hours) {
    return RunCost{RentPerHour{chips, dollars(price)}.value(), hours(time_hours), 1}.value().base();
  };
  CHECK(run(8, 14.0 / 8, 1.5) == Approx(21).epsilon(1e-9));
  CHECK(run(8, 3.5, 24) == Approx(672).epsilon(1e-9));
  CHECK(run(2, 31.22, 33.25) == Approx(2076).epsilon(0.001));
  CHECK(run(1, 13.2, 125) == Approx(1650).epsilon(0.001));
  CHECK(run(1, 500.0 / (14 * 24), 14 * 24) == Approx(500).epsilon(1e-9));
}

TEST_CASE("C03: GPT-2 XL on eight H100 at 3.50 dollars costs what its 24 hours did, within a quarter", "[cost]") {
  // 32,000 steps of a million tokens.
  const auto run = estimate_of(
      "v=1&tm=tiled&m=gpt2-xl&w=train&s=1024&b=1024&mb=16&z=1&tok=33.6e9&stack=tuned&d=h100-sxm5-80gb&d1.n=8&d1.price=3.5");
  CHECK(number_at(run, "devices.0.cost.run_usd") == Approx(672).epsilon(0.25));
}

TEST_CASE("C03: GPT-2 on eight A100 at 14 dollars an hour costs what its 90 minutes did, within a quarter", "[cost]") {
  // Ten billion tokens in steps of 524,288, with kernels written for the card: the stack that compiles.
  const auto run = estimate_of(
      "v=1&tm=tiled&m=gpt2&w=train&s=1024&b=512&mb=64&p=bf16&tok=10e9&stack=tuned&d=a100-sxm4-80gb&d1.n=8&d1.price=1.75");
  CHECK(number_at(run, "devices.0.cost.run_usd") == Approx(21).epsilon(0.25));
  CHECK(number_at(run, "devices.0.time.run_s") == Approx(5400).epsilon(0.25));
}

TEST_CASE("C06: BERT-Base takes a Cloud TPU v2 of four chips about two weeks, within a factor of two", "[cost]") {
  // A million steps of 256 sequences of 512 tokens.
  const auto run = estimate_of("v=1&tm=tiled&m=bert-base&w=train&s=512&b=256&tok=131e9&d=tpu-v2&d1.n=4");
  const double days = number_at(run, "devices.0.time.run_s") / 86400;
  CHECK(days > 7);
  CHECK(days < 28);
}

TEST_CASE("Row 20: 400 W at 1,900 tokens a second are 0.0585 mWh a token", "[energy]") {
  CHECK(EnergyPer{watts(400), 1900}.value().base() / 3.6 == Approx(0.0585).epsilon(0.001));
}

TEST_CASE("Generation one sequence at a time draws far below the limit", "[energy]") {
  // Published: 388 W of 575 W for 7B in 16 bit, 157 W for 1.1B; decoding on an H200 at 137 to 300 of 700 W.
  const double large = power_of(seven + "&d=rtx-5090&stack=hf");
  CHECK(large == Approx(388).epsilon(0.4));
  CHECK(number_of(seven + "&d=rtx-5090&stack=hf", "energy.per_token_j") == Approx(5.51).epsilon(0.4));
  for (const char* batch : {"1", "8", "32"}) {
    const double drawn = power_of(std::string("v=1&tm=tiled&w=decode&m=llama-3.1-8b&s=4096&stack=vllm&d=h200-sxm&b=") + batch);
    CHECK(drawn > 137);
    CHECK(drawn < 1.1 * 300);
  }
}

TEST_CASE("A card of a small limit draws a larger share of it when it mostly waits", "[energy]") {
  // Published: 52.5 of 70 W on a T4 and 157 of 575 W on an RTX 5090, both waiting for the host most of the time.
  const double share_t4 = power_of(small + "&d=t4&stack=eager") / 70;
  const double share_5090 = power_of(small + "&d=rtx-5090&stack=eager") / 575;
  CHECK(share_t4 > share_5090);
  CHECK(share_t4 == Approx(52.5 / 70).epsilon(0.4));
}

TEST_CASE("Products at the peak draw the limit, and never more", "[energy]") {
  const std::string product = "v=1&tm=tiled&w=matmul&mm=8192x8192x8192&d=";
  CHECK(power_of(product + "h100-sxm5-80gb") == 700);
  CHECK(power_of(product + "rtx-4090") == 450);
  CHECK(power_of(product + "rtx-4090&d1.tdp=300") == 300);
}

TEST_CASE("A lower power limit costs clock where arithmetic binds, never correctness", "[energy]") {
  const std::string product = "v=1&tm=tiled&w=matmul&mm=8192x8192x8192&p=fp32&d=t4";
  const double usual = number_of(product, "time.step_s");
  CHECK(number_of(product + "&d1.tdp=35", "time.step_s") > usual);
}

TEST_CASE("Prompts draw more than generation on the same card", "[energy]") {
  const std::string model = "v=1&tm=tiled&m=llama-3.1-8b&s=4096&d=h100-sxm5-80gb&w=";
  CHECK(power_of(model + "prefill") > 1.5 * power_of(model + "decode"));
}

TEST_CASE("Energy and cost of a run follow from its hours, its building and its grid", "[energy]") {
  const std::string run =
      "v=1&tm=tiled&w=train&m=llama-2-7b&s=4096&b=512&mb=1&d=a100-sxm4-80gb&d1.n=64&z=1&tok=2e12&pue=1.1&ci=385&gof=0.8&d1.price=2";
  const auto answer = estimate_of(run);
  const auto at = [&](const char* path) { return number_at(answer, std::string("devices.0.") + path); };
  CHECK(at("energy.run_j") == Approx(at("energy.power_w") * at("time.run_s") / 0.8).epsilon(1e-12));
  CHECK(at("energy.run_building_j") == Approx(1.1 * at("energy.run_j")).epsilon(1e-12));
  CHECK(at("energy.run_co2_kg") == Approx(at("energy.run_building_j") / 3.6e6 * 0.385).epsilon(1e-12));
  CHECK(at("cost.per_hour_usd") == 128);
  CHECK(at("cost.run_usd") == Approx(128 * at("time.run_s") / 3600 / 0.8).epsilon(1e-12));
  CHECK(at("cost.per_million_tokens_usd") * 2e6 == Approx(at("cost.run_usd")).epsilon(1e-9));
}

TEST_CASE("A purchase is spread over its used hours and pays for electricity", "[cost]") {
  const std::string card = "v=1&tm=tiled&w=decode&m=llama-3.2-1b&d=rtx-4090&d1.buy=1753.2&life=2&kwh=0.25&pue=1";
  const double power = power_of(card + "&ut=0.5");
  CHECK(number_of(card + "&ut=1", "cost.per_hour_usd") == Approx(0.1 + 0.25 * power / 1000).epsilon(1e-9));
  const double idle = 31.5;  // the usual share of this kind: 7 % of 450 W
  CHECK(number_of(card + "&ut=0.5", "cost.per_hour_usd") == Approx(0.2 + 0.25 * (power + idle) / 1000).epsilon(1e-9));
}

TEST_CASE("What is not published has no energy, and no price no cost", "[energy]") {
  const auto apple = estimate_of("v=1&tm=tiled&w=decode&m=llama-3.2-1b&d=apple-m4-gpu");
  REQUIRE(find_at(apple, "result.devices.0.energy") != nullptr);
  CHECK(find_at(apple, "result.devices.0.energy")->is_null());
  CHECK(find_at(apple, "result.devices.0.cost")->is_null());
}
