// Time of one operator: the floor of the roofline, the tiled model above it, what binds.

#include "support/answer.hpp"
#include "support/catch.hpp"
#include "support/operators.hpp"

#include <string>

#include <tilewise/time.hpp>

using namespace tilewise;
using namespace tilewise::testing;

namespace {

RankRates rates() {
  RankRates out;
  out.peak = tflops(100);
  out.bandwidth = gigabytes_per_second(1000);
  out.units = 80;
  out.launch = seconds(5e-6);
  out.product = {.compute_share = 0.95,
                 .tile_overhead = 16,
                 .narrow_penalty = 0.1,
                 .loop_s = 2e-9,
                 .loop_overhead = 35,
                 .bandwidth_share = 0.85,
                 .whole_wave_weight = 0.5,
                 .far_penalty = 0.1,
                 .along_factor = 1,
                 .stride_penalty = 0.05,
                 .overlap = 0.1,
                 .rate_per_watt = 1e14,
                 .split_traffic = 1};
  out.stream.stream_share = 0.85;
  return out;
}

RankRates systolic(double side) {
  RankRates out = rates();
  out.array_side = side;
  out.arrays = 4;
  out.units = 1;
  out.fuses_elementwise = true;
  out.product.overlap = 0;
  return out;
}

Operator product(double m, double n, double k) { return lower_matmul(MatmulShape{m, n, k}, 1).front(); }

double time_at(const Operator& op, const RankRates& at, TimeModel model) {
  return in_seconds(operator_time(op, at, model, nullptr).seconds);
}
Bound bound_at(const Operator& op, const RankRates& at, TimeModel model) {
  return operator_time(op, at, model, nullptr).bound;
}

Operator elementwise(double elements, bool hidden) {
  Operator op;
  op.name = "norm";
  op.kind = OperatorKind::elementwise;
  op.activation_elements = elements;
  op.hidden_by_fusion = hidden;
  return op;
}

}  // namespace

TEST_CASE("The roofline is operations over peak or bytes over bandwidth, whichever is longer") {
  const Operator wide = product(4096, 4096, 4096);
  CHECK(time_at(wide, rates(), TimeModel::roofline) == 2.0 * 4096 * 4096 * 4096 / 100e12);
  CHECK(bound_at(wide, rates(), TimeModel::roofline) == Bound::compute);
  const Operator thin = product(1, 4096, 4096);
  CHECK(time_at(thin, rates(), TimeModel::roofline) == 2.0 * (4096.0 * 4096 + 2 * 4096) / 1e12);
  CHECK(bound_at(thin, rates(), TimeModel::roofline) == Bound::memory);
}

TEST_CASE("Bytes count weights, activations, keys and values each in its own width") {
  Operator op;
  op.weight_elements = 1000;
  op.activation_elements = 100;
  op.key_elements = 10;
  op.value_elements = 1;
  op.plain_bytes = 7;
  RankRates at = rates();
  at.weight_bits = 4;
  at.activation_bytes = 2;
  at.key_bits = 8;
  at.value_bits = 32;
  CHECK(in_bytes(operator_bytes(op, at, nullptr)) == 500 + 200 + 10 + 4 + 7);
}

TEST_CASE("The roofline folds element-wise work away; the tiled model only where the compiler does") {
  CHECK(time_at(elementwise(1e6, true), rates(), TimeModel::roofline) == 0);
  CHECK(time_at(elementwise(1e6, true), systolic(128), TimeModel::tiled) == 0);
  CHECK(time_at(elementwise(1e6, true), rates(), TimeModel::tiled) > 2e6 / 1e12);
  // A softmax between two kernels is there on every device.
  CHECK(time_at(elementwise(1e6, false), rates(), TimeModel::roofline) == 2e6 / 1e12);
  CHECK(time_at(elementwise(1e6, false), systolic(128), TimeModel::tiled) > 2e6 / 1e12);
}

TEST_CASE("The tiled model is never below the roofline, on tiles or on a systolic array") {
  for (double m : {1.0, 7.0, 64.0, 129.0, 1000.0, 4096.0}) {
    for (double n : {1.0, 100.0, 1024.0, 5000.0}) {
      for (double k : {1.0, 33.0, 512.0, 8192.0}) {
        CAPTURE(m, n, k);
        const Operator op = product(m, n, k);
        const double floor = time_at(op, rates(), TimeModel::roofline);
        CHECK(time_at(op, rates(), TimeModel::tiled) > floor);
        CHECK(time_at(op, systolic(128), TimeModel::tiled) > floor);
        CHECK(time_at(op, systolic(256), TimeModel::tiled) > floor);
      }
    }
  }
}

TEST_CASE("A large product reaches most of the roofline in the tiled model") {
  const Operator op = product(16384, 16384, 16384);
  const double floor = time_at(op, rates(), TimeModel::roofline);
  CHECK(time_at(op, rates(), TimeModel::tiled) < 1.25 * floor);
  CHECK(time_at(op, systolic(128), TimeModel::tiled) < 1.25 * floor);
}

TEST_CASE("A tiny product is bound by its launch and takes little longer than it") {
  const Operator op = product(16, 16, 16);
  CHECK(bound_at(op, rates(), TimeModel::tiled) == Bound::launch);
  CHECK(time_at(op, rates(), TimeModel::tiled) < 2 * 5e-6);
}

TEST_CASE("A systolic array pads: one row costs as much as a full side of them") {
  // Enough columns that the array is the limit, not the memory.
  RankRates at = systolic(128);
  at.bandwidth = gigabytes_per_second(1e6);
  const double one = time_at(product(1, 8192, 8192), at, TimeModel::tiled);
  CHECK(time_at(product(128, 8192, 8192), at, TimeModel::tiled) == one);
  CHECK(time_at(product(129, 8192, 8192), at, TimeModel::tiled) > one);
}

TEST_CASE("Tiles come in waves: one tile more than the processors hold starts another wave") {
  RankRates at = rates();
  at.bandwidth = gigabytes_per_second(1e6);
  at.launch = seconds(0);
  // 80 processors and tiles of 128 × 128: 10 rows of 8, and one column more.
  const double full = time_at(product(1280, 1024, 4096), at, TimeModel::tiled);
  const double more = time_at(product(1281, 1024, 4096), at, TimeModel::tiled);
  CHECK(more > 1.05 * full);
}

TEST_CASE("Cores of one chip share a product and hold a model each, with half the rates") {
  const std::string base = "v=1&tm=roofline&p=bf16&d=tpu-v3";
  const auto product_answer = estimate_of(base + "&w=matmul&mm=4096x4096x4096");
  CHECK(number_at(product_answer, "devices.0.flops.implied_peak") == 123e12);
  CHECK(number_at(product_answer, "devices.0.time.step_s") ==
        Approx(2.0 * 4096 * 4096 * 4096 / 123e12).epsilon(1e-12));
  const auto model = estimate_of(base + "&m=bert-base");
  CHECK(number_at(model, "devices.0.flops.implied_peak") == 61.5e12);
  // Two copies side by side: twice the sequences in the time of one.
  CHECK(number_at(model, "devices.0.rate.sequences_per_s") ==
        2 / number_at(model, "devices.0.time.prefill_s"));
}

TEST_CASE("Rates are work over time, in tokens, sequences and steps") {
  const auto prompt_answer = estimate_of("v=1&m=gpt2&s=512&b=4&tm=tiled&d=rtx-4090");
  const double prefill = number_at(prompt_answer, "devices.0.time.prefill_s");
  CHECK(number_at(prompt_answer, "devices.0.rate.sequences_per_s") == Approx(4 / prefill).epsilon(1e-12));
  CHECK(number_at(prompt_answer, "devices.0.rate.tokens_per_s") == Approx(4 * 512 / prefill).epsilon(1e-12));
  const auto decode = estimate_of("v=1&m=gpt2&w=decode&s=512&o=100&b=4&tm=tiled&d=rtx-4090");
  const double token = number_at(decode, "devices.0.time.decode_s_per_token");
  CHECK(number_at(decode, "devices.0.rate.tokens_per_s") == Approx(4 / token).epsilon(1e-12));
  CHECK(number_at(decode, "devices.0.rate.tokens_per_s_per_user") == Approx(1 / token).epsilon(1e-12));
  CHECK(number_at(decode, "devices.0.time.decode_s") == 100 * token);
  const auto train = estimate_of("v=1&m=gpt2&w=train&s=512&b=32&tok=1e9&tm=tiled&d=rtx-4090");
  const double step = number_at(train, "devices.0.time.step_s");
  CHECK(number_at(train, "devices.0.rate.tokens_per_s") == Approx(32 * 512 / step).epsilon(1e-12));
  CHECK(number_at(train, "devices.0.time.run_s") == Approx(1e9 / (32 * 512) * step).epsilon(1e-12));
}

TEST_CASE("Utilisation is operations over time and peak; recompute raises HFU and lowers MFU") {
  const std::string base = "v=1&m=gpt2&w=train&s=1024&b=8&attn=unfused&tm=tiled&d=a100-sxm4-80gb";
  const auto plain = estimate_of(base);
  const auto again = estimate_of(base + "&ac=full");
  const double step = number_at(plain, "devices.0.time.step_s");
  const double flops = number_at(plain, "devices.0.flops.model_flops");
  CHECK(number_at(plain, "devices.0.flops.mfu") == Approx(flops / step / 312e12).epsilon(1e-12));
  CHECK(number_at(plain, "devices.0.flops.hfu") == number_at(plain, "devices.0.flops.mfu"));
  CHECK(number_at(again, "devices.0.flops.model_flops") == flops);
  CHECK(number_at(again, "devices.0.flops.mfu") < number_at(plain, "devices.0.flops.mfu"));
  const double ratio = number_at(again, "devices.0.flops.hfu") / number_at(again, "devices.0.flops.mfu");
  CHECK(ratio > 1.2);  // 4/3 without the head, which is not computed again
  CHECK(ratio < 4.0 / 3);
}

TEST_CASE("The essay's models have no band; a roofline's reaches to three times the estimate") {
  const std::string base = "v=1&w=matmul&mm=512x512x512&d=rtx-4090&tm=";
  CHECK(find_at(estimate_of(base + "essay-2018"), "result.devices.0.band") == nullptr);
  const auto answer = estimate_of(base + "roofline");
  CHECK(number_at(answer, "devices.0.band.low") == time_of(base + "roofline"));
  CHECK(number_at(answer, "devices.0.band.high") == Approx(3 * time_of(base + "roofline")).epsilon(1e-12));
  CHECK(word_at(answer, "devices.0.band.basis") == "band.not-yet-calibrated");
}

TEST_CASE("The band is that of measurements of the kind of device, and wider where nobody measured the kind") {
  const auto band = [](const std::string& rest, const std::string& basis) {
    const auto answer = estimate_of("v=1&tm=tiled&" + rest);
    CHECK(word_at(answer, "devices.0.band.basis") == basis);
    CHECK(number_at(answer, "devices.0.band.rows") >= 8);
    return number_at(answer, "devices.0.band.high") / number_at(answer, "devices.0.band.low");
  };
  const std::string product = "w=matmul&mm=4096x4096x4096&p=fp32&d=";
  const double measured = band(product + "v100", "band.measured");
  CHECK(measured > 1.04);
  CHECK(band(product + "cpu-i9-13900k", "band.other-kinds") > measured);
  CHECK(band("m=llama-2-7b&w=decode&d=rtx-4090", "band.any-engine") <
        band("m=llama-2-7b&w=decode&d=gaudi-2", "band.other-kinds"));
}

TEST_CASE("What binds a step is what binds most of its time; an item, what binds its longest kernel") {
  const auto bound = [](const std::string& rest) {
    return word_at(estimate_of("v=1&tm=tiled&d=h200-sxm&" + rest), "devices.0.bound");
  };
  CHECK(bound("m=llama-2-7b&s=4096") == "compute");
  CHECK(bound("m=llama-2-70b&w=decode") == "memory");
  CHECK(bound("m=gpt2&w=decode&s=16") == "launch");
  // Activations of DeepSeek-V3: those of routed experts weigh most and wait for memory, those of the shared
  // one, which come last, for their launch.
  const auto answer = estimate_of("v=1&tm=tiled&d=h200-sxm&m=deepseek-v3&s=300");
  CHECK(word_at(answer, "devices.0.time.items.activation.bound") == "memory");
}

TEST_CASE("More operations than the peak allows are a warning, from the first percent") {
  const std::string product_link = "v=1&w=matmul&mm=256x1024x1024&tm=essay-corrected&d=tpu-v2&d1.bw=";
  const auto above = estimate_of(product_link + "370");
  CHECK(number_at(above, "devices.0.flops.hfu") == Approx(1.03).margin(0.01));
  CHECK(has_issue(above, "flops.beyond-peak", "d1"));
  CHECK_FALSE(has_issue(estimate_of(product_link + "350"), "flops.beyond-peak", "d1"));
}
