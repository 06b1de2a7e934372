// What must hold of rates and sizes, exactly: twice all rates at half of all fixed costs halve every time bit for bit,
// and no step of a random walk through hardware or work goes the wrong way. Every workload, and training over plans.

#include <string>
#include <vector>

#include <tilewise/link.hpp>
#include <tilewise/time.hpp>

#include "support/catch.hpp"
#include "support/estimated.hpp"
#include "support/generate.hpp"
#include "support/link_text.hpp"

using namespace tilewise;
using namespace tilewise::testing;

namespace {

const std::vector<std::string> plans = {"z=0", "z=1", "z=2", "z=3", "tp=4", "tp=4&sp=1", "pp=4", "pp=4&vp=2&z=1",
                                        "pp=2&tp=2&cp=2", "pp=4&sch=zb-h1", "cp=4&z=3", "tp=16", "tp=2&pp=2&ac=full"};
const std::vector<std::string> trained_on = {"a100-sxm4-80gb", "rtx-4090", "tpu-v5p", "h100-sxm5-80gb",
                                             "v100-pcie-32gb", "mi300x"};
const std::vector<std::string> models_trained = {"llama-2-7b", "mixtral-8x7b", "bert-large"};
const std::vector<std::string> stacks = {"typical", "vllm", "tensorrt-llm", "llama-cpp", "eager", "fastertransformer"};

Scenario scenario_of(const std::string& pairs) { return read_link("v=1&tm=tiled&" + pairs).scenario; }

// Every workload on devices of many kinds: what a time may be made of.
std::vector<Scenario> scenarios_of_every_workload() {
  std::vector<Scenario> out;
  for (const std::string& device : trained_on) {
    for (const std::string& model : models_trained) {
      for (const std::string& plan : plans) {
        out.push_back(scenario_of("w=train&b=64&mb=1&s=512&m=" + model + "&d=" + device + "&d1.n=16&" + plan));
      }
    }
    for (const std::string& stack : stacks) {
      const std::string asked = "m=llama-3.2-1b&stack=" + stack + "&d=" + device;
      for (const char* more : {"&w=serve&c=8&s=256&o=64", "&w=decode&s=300&o=40&b=3", "&w=decode&wq=q4-k-m&d1.n=2&lay=1",
                               "&w=prefill&s=700&b=2", "&w=prefill&attn=unfused", "&w=decode&d1.n=2&tp=2"}) {
        out.push_back(scenario_of(asked + more));
      }
    }
    out.push_back(scenario_of("w=matmul&mm=1000x300x5000&b=3&d=" + device));
    out.push_back(scenario_of("w=matmul&mm=8x4096x4096&p=fp32&d=" + device));
  }
  for (std::uint64_t seed = 1; seed <= 100; ++seed) {
    Random random(seed);
    out.push_back(with(generate_scenario(random), Field::time_model, "tiled"));
  }
  return out;
}

bool is_rate(const CalibrationConstant& constant) {
  return constant.unit == "FLOP/s/W" || constant.name.find(".take_") != std::string_view::npos;
}

// Costs in seconds halved, rates doubled.
std::vector<double> faster_constants() {
  std::vector<double> values = committed_values();
  for (const CalibrationConstant& constant : calibration_constants()) {
    if (constant.unit == "s") values[constant.index] /= 2;
    if (is_rate(constant)) values[constant.index] *= 2;
  }
  return values;
}

void make_twice_as_fast(ResolvedColumn& column, Calibration constants) {
  if (column.peak) column.peak = 2 * *column.peak;
  if (column.bandwidth) column.bandwidth = 2 * *column.bandwidth;
  Topology& topology = column.topology;
  topology.link = 2 * topology.link;
  topology.net = 2 * topology.net;
  topology.host = 2 * topology.host;
  topology.host_memory = 2 * topology.host_memory;
  if (topology.latency) topology.latency = *topology.latency / 2;
  column.calibration = constants;
}

Operator random_product(Random& random) {
  MatmulShape shape{random.whole(1, 16384), random.whole(1, 16384), random.whole(1, 16384)};
  return lower_matmul(shape, random.chance(4) ? random.whole(1, 64) : 1).front();
}

Operator product_of(double m, double n, double k, double batch) { return lower_matmul({m, n, k}, batch).front(); }

// Rates of devices with units and arrays, with matrix units and without, at three formats.
std::vector<RankRates> rates_of_many_kinds() {
  std::vector<RankRates> out;
  for (const char* device : {"a100-sxm4-80gb", "h100-sxm5-80gb", "v100-sxm2-16gb", "rtx-2080-ti", "rtx-4090", "t4", "p100-sxm2",
                             "gtx-1080-ti", "tpu-v3", "tpu-v5p", "mi210", "m40", "mtia-v1", "apple-m2-ultra-76"}) {
    for (const char* precision : {"fp32", "fp16", "int8"}) {
      const Resolution resolution =
          resolve(scenario_of(std::string("w=matmul&mm=1x1x1&p=") + precision + "&d=" + device));
      if (!resolution.usable) continue;
      if (const auto rates = rank_rates(resolution.resolved.columns.front(), true, nullptr)) out.push_back(*rates);
    }
  }
  return out;
}

Seconds time_at(const Operator& op, const RankRates& rates) {
  return operator_time(op, rates, TimeModel::tiled, nullptr).seconds;
}

double factor(Random& random) { return 1 + static_cast<double>(1 + random.below(64)) / 16; }

}  // namespace

TEST_CASE("Twice all rates at half of all fixed costs halve every tiled time, bit for bit", "[rates]") {
  const std::vector<double> values = faster_constants();
  int compared = 0;
  for (const Scenario& scenario : scenarios_of_every_workload()) {
    Resolution resolution = resolve(scenario);
    for (ResolvedColumn& column : resolution.resolved.columns) {
      const auto before = estimate_column(resolution.resolved, column, nullptr, false).time;
      if (!before) continue;
      make_twice_as_fast(column, Calibration(values.data()));
      const auto after = estimate_column(resolution.resolved, column, nullptr, false).time;
      REQUIRE(after.has_value());
      CAPTURE(link_of(scenario), column.id);
      CHECK(before->total == 2 * after->total);
      CHECK(before->step == 2 * after->step);
      REQUIRE(before->items.size() == after->items.size());
      for (std::size_t i = 0; i < before->items.size(); ++i) {
        CAPTURE(before->items[i].name);
        CHECK(before->items[i].seconds == 2 * after->items[i].seconds);
      }
      ++compared;
    }
  }
  CHECK(compared > 500);
}

TEST_CASE("No random product gets faster by being larger, nor slower by faster hardware", "[rates]") {
  const std::vector<RankRates> kinds = rates_of_many_kinds();
  REQUIRE(kinds.size() > 30);
  int wrong = 0;
  for (std::uint64_t seed = 1; seed <= 100000; ++seed) {
    Random random(seed);
    const RankRates& rates = kinds[static_cast<std::size_t>(random.below(kinds.size()))];
    const Operator op = random_product(random);
    const Seconds base = time_at(op, rates);
    const double more = 1 + random.whole(0, 300);
    wrong += time_at(product_of(op.m + more, op.n, op.k, op.batch), rates) < base;
    wrong += time_at(product_of(op.m, op.n + more, op.k, op.batch), rates) < base;
    wrong += time_at(product_of(op.m, op.n, op.k + more, op.batch), rates) < base;
    wrong += time_at(product_of(op.m, op.n, op.k, op.batch + 1), rates) < base;
    RankRates faster = rates;
    faster.peak = factor(random) * rates.peak;
    wrong += base < time_at(op, faster);
    faster.bandwidth = factor(random) * rates.bandwidth;
    wrong += base < time_at(op, faster);
    if (wrong == 0) continue;
    CAPTURE(seed, op.m, op.n, op.k, op.batch, more);
    REQUIRE(wrong == 0);
  }
}

TEST_CASE("Faster hardware is never slower, in any workload and any plan", "[rates]") {
  std::uint64_t seed = 0;
  int compared = 0;
  for (const Scenario& scenario : scenarios_of_every_workload()) {
    Random random(++seed);
    const Resolution resolution = resolve(scenario);
    for (const ResolvedColumn& column : resolution.resolved.columns) {
      ResolvedColumn faster = column;
      const auto time = [&] { return estimate_column(resolution.resolved, faster, nullptr, false).time; };
      auto last = time();
      if (!last) continue;
      for (int change = 0; change < 6; ++change) {
        const double by = factor(random);
        Topology& topology = faster.topology;
        if (change == 0) faster.bandwidth = by * *faster.bandwidth;
        if (change == 1) faster.peak = by * *faster.peak;
        if (change == 2) topology.link = by * topology.link;
        if (change == 3) topology.net = by * topology.net;
        if (change == 4) topology.host = by * topology.host;
        if (change == 5) topology.host_memory = by * topology.host_memory;
        const auto now = time();
        CAPTURE(link_of(scenario), column.id, change, by);
        CHECK(now->total <= last->total);
        last = now;
        ++compared;
      }
    }
  }
  CHECK(compared > 2500);
}

TEST_CASE("More tokens, layers and batch are never faster, in serving and in any plan of training", "[rates]") {
  int compared = 0;
  const auto check = [&](const std::string& less, const std::string& more) {
    CAPTURE(less, more);
    const Estimated small = estimated(scenario_of(less));
    const Estimated large = estimated(scenario_of(more));
    if (!small.time(0) || !large.time(0)) return;
    CHECK(*small.time(0) <= *large.time(0));
    ++compared;
  };
  for (const std::string& device : trained_on) {
    for (const std::string& plan : plans) {
      const std::string many = "&m=llama-2-7b&w=train&d1.n=16&d=" + device + "&" + plan;
      for (const char* each : {"1", "2"}) {
        const std::string passes = many + "&mb=" + each;
        check("s=512&b=64" + passes, "s=513&b=64" + passes);
        check("s=512&b=64" + passes, "s=1024&b=64" + passes);
        check("s=512&b=64" + passes, "s=512&b=128" + passes);
        check("s=512&b=64" + passes, "s=512&b=64&L=33" + passes);
        check("s=512&b=64" + passes, "s=512&b=64&L=48" + passes);
        check("s=512&b=64" + passes, "s=512&b=64&voc=50000" + passes);
      }
    }
    for (const std::string& stack : stacks) {
      const std::string served = "&m=llama-3.2-1b&w=serve&stack=" + stack + "&d=" + device;
      check("s=200&o=50&c=4" + served, "s=201&o=50&c=4" + served);
      check("s=200&o=50&c=4" + served, "s=900&o=50&c=4" + served);
      check("s=200&o=50&c=4" + served, "s=200&o=51&c=4" + served);
      check("s=200&o=50&c=4" + served, "s=200&o=50&c=5" + served);
      check("s=200&o=50&c=4" + served, "s=200&o=50&c=64" + served);
      check("s=200&o=50&c=4" + served, "s=200&o=50&c=4&L=17" + served);
    }
  }
  CHECK(compared > 600);
}
