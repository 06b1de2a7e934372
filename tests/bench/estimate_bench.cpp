// How long an answer takes: the numbers alone, and the whole text API.
//
//   cmake --preset native -DTILEWISE_BENCH=ON && cmake --build --preset native --target tilewise_bench
//   build/native/tests/tilewise_bench

#include <tilewise/api.hpp>
#include <tilewise/estimate.hpp>
#include <tilewise/link.hpp>
#include <tilewise/plan.hpp>
#include <tilewise/resolve.hpp>

#include <benchmark/benchmark.h>

#include <string>

namespace {

struct Workload {
  const char* name;
  const char* link;
};
constexpr Workload workloads[] = {
    {"matmul", "v=1&w=matmul&mm=4096x4096x4096&d=a100-sxm4-80gb"},
    {"encoder", "v=1&m=bert-large&s=128&b=8&d=v100-sxm2-16gb"},
    {"encoder_fused", "v=1&m=bert-large&s=384&b=8&stack=fastertransformer&d=t4"},
    {"prefill", "v=1&m=llama-2-7b&w=prefill&s=2048&d=a100-sxm4-80gb"},
    {"prefill_in_chunks", "v=1&m=llama-2-7b&w=prefill&s=8192&stack=llama-cpp&wq=q4-k-m&d=rtx-4090"},
    {"decode", "v=1&m=llama-2-7b&w=decode&s=2048&o=256&d=a100-sxm4-80gb"},
    {"decode_experts", "v=1&m=gpt-oss-120b&w=decode&s=2048&o=256&b=16&d=h200-sxm"},
    {"serve", "v=1&m=llama-3.1-8b&w=serve&s=512&o=256&c=64&stack=vllm&d=h100-sxm5-80gb"},
    {"train", "v=1&m=llama-2-7b&w=train&s=2048&b=64&mb=1&d=h100-sxm5-80gb&d1.n=8&z=3"},
    {"train_split", "v=1&m=gpt3-175b&w=train&s=2048&b=64&mb=1&d=a100-sxm4-80gb&d1.n=64&tp=8&pp=8&ac=full"},
};
constexpr const char* one_device = workloads[3].link;
constexpr const char* eight_devices =
    "v=1&m=llama-2-7b&w=decode&s=2048&o=256"
    "&d=tpu-v4~mtia-v1~v100-sxm2-32gb~rtx-2080-ti~rtx-4090~a100-sxm4-80gb~h100-sxm5-80gb~mi300x";

// The budget: 10 microseconds a device in every workload.
void numbers_of_one_device(benchmark::State& state, const char* link) {
  const tilewise::Scenario scenario = tilewise::read_link(link).scenario;
  const tilewise::Resolution resolution = tilewise::resolve(scenario);
  for (auto _ : state) benchmark::DoNotOptimize(tilewise::estimate_all(resolution.resolved));
}

void resolving(benchmark::State& state, const char* link) {
  const tilewise::Scenario scenario = tilewise::read_link(link).scenario;
  for (auto _ : state) benchmark::DoNotOptimize(tilewise::resolve(scenario));
}

void answer_for_one_device(benchmark::State& state) {
  for (auto _ : state) benchmark::DoNotOptimize(tilewise::estimate(one_device));
}
BENCHMARK(answer_for_one_device)->Unit(benchmark::kMicrosecond);

void answer_for_eight_devices(benchmark::State& state) {
  for (auto _ : state) benchmark::DoNotOptimize(tilewise::estimate(eight_devices));
}
BENCHMARK(answer_for_eight_devices)->Unit(benchmark::kMicrosecond);

// 8 devices × 1,250 batch sizes: the 10,000 device-points of the budget.
void sweep_of_ten_thousand_points(benchmark::State& state) {
  const std::string request = std::string("{\"scenario\":\"") + eight_devices +
                              R"(","axis":"b","from":1,"to":1250,"steps":1250,"scale":"linear"})";
  for (auto _ : state) benchmark::DoNotOptimize(tilewise::sweep(request));
}
BENCHMARK(sweep_of_ten_thousand_points)->Unit(benchmark::kMillisecond);

// Splits of a training step over 512 and 4,096 chips: how many a second, of which the budget wants 100,000.
void splits_of_a_plan(benchmark::State& state) {
  const tilewise::Planner planner(
      tilewise::read_link("v=1&m=gpt3-175b&w=train&s=2048&b=4096&p=bf16&stack=megatron&d=h100-sxm5-80gb").scenario, 0);
  tilewise::PlanScope scope;
  scope.devices = static_cast<double>(state.range(0));
  double considered = 0;
  for (auto _ : state) considered += planner.search(scope).considered;
  state.counters["splits_per_s"] = benchmark::Counter(considered, benchmark::Counter::kIsRate);
}
BENCHMARK(splits_of_a_plan)->Arg(512)->Arg(4096)->Unit(benchmark::kMillisecond);

}  // namespace

int main(int argc, char** argv) {
  for (const Workload& workload : workloads) {
    const std::string name = workload.name;
    benchmark::RegisterBenchmark(("numbers_of_one_device/" + name).c_str(), numbers_of_one_device, workload.link)
        ->Unit(benchmark::kMicrosecond);
    benchmark::RegisterBenchmark(("resolving/" + name).c_str(), resolving, workload.link)
        ->Unit(benchmark::kMicrosecond);
  }
  benchmark::Initialize(&argc, argv);
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}
