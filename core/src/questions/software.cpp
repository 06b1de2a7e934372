#include <tilewise/software.hpp>

#include <algorithm>
#include <iterator>
#include <string_view>

namespace tilewise {
namespace {

constexpr Stack anywhere[] = {Stack::typical, Stack::eager, Stack::hf, Stack::torchscript, Stack::llama_cpp};
constexpr Stack with_cuda[] = {Stack::tuned, Stack::vllm, Stack::tensorrt_llm, Stack::fastertransformer};
constexpr Stack compiled[] = {Stack::typical, Stack::xla, Stack::vllm};
// vLLM and TensorRT-LLM need tensor cores, vLLM on TPUs one of the fourth generation or later.
constexpr std::string_view too_old[] = {"maxwell", "pascal", "tpu-2"};

bool runs_on(Stack stack, const Device& device) {
  if (!is_vllm(stack) && stack != Stack::tensorrt_llm) return true;
  return std::find(std::begin(too_old), std::end(too_old), device.family) == std::end(too_old);
}

std::vector<Stack> programs_for(const Device& device, bool decoder) {
  std::vector<Stack> out;
  if (device.kind == DeviceKind::tpu) out.assign(std::begin(compiled), std::end(compiled));
  if (device.kind == DeviceKind::gpu) out.assign(std::begin(anywhere), std::end(anywhere));
  if (device.vendor == "NVIDIA") out.insert(out.end(), std::begin(with_cuda), std::end(with_cuda));
  // Engines for generation run no encoders.
  const auto aside = [&](Stack stack) {
    return !runs_on(stack, device) || (!decoder && (is_vllm(stack) || stack == Stack::llama_cpp));
  };
  out.erase(std::remove_if(out.begin(), out.end(), aside), out.end());
  // "typical" stands for the others: beside a single program there is nothing to choose from.
  if (out.size() < 3) out.clear();
  return out;
}

bool names_software(const Scenario& scenario, const Column& column) {
  return scenario.values.has(Field::stack) || column.overrides.has(Field::stack);
}

}  // namespace

std::vector<SoftwareTime> software_spread(const Scenario& scenario, const Resolved& resolved, std::size_t column) {
  std::vector<SoftwareTime> out;
  if (resolved.workload != Workload::prefill && resolved.workload != Workload::decode) return out;
  if (resolved.time_model != TimeModel::tiled) return out;  // the others know no software
  const ResolvedColumn& own = resolved.columns[column];
  // A scenario without columns has those of the default comparison.
  const Column as_asked = column < scenario.columns.size() ? scenario.columns[column] : resolved.scenario.columns[column];
  if (!own.usable || names_software(scenario, as_asked) || own.pin.times()) return out;
  Scenario asked = scenario;
  asked.columns.assign(1, as_asked);
  for (const Stack stack : programs_for(*own.device, resolved.shape.architecture == Architecture::decoder)) {
    asked.columns.front().overrides.set(Field::stack, text_value(word(stack)));
    const Resolution one = resolve(asked);
    if (!one.usable) continue;
    const ColumnEstimate estimate = estimate_column(one.resolved, one.resolved.columns.front());
    if (!estimate.time || !estimate.band) continue;
    out.push_back({stack, estimate.time->total, *estimate.band, estimate.rate->tokens_per_s.value_or(0)});
  }
  std::stable_sort(out.begin(), out.end(),
                   [](const SoftwareTime& a, const SoftwareTime& b) { return a.total < b.total; });
  return out;
}

}  // namespace tilewise
