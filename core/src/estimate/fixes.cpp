#include <tilewise/fixes.hpp>

#include <cmath>
#include <span>

namespace tilewise {
namespace {

// Kinds of changes, each from the least to the most.
constexpr const char* plain_weights[] = {"wq=int8",   "wq=q6-k", "wq=q5-k-m", "wq=q4-k-m",
                                         "wq=q3-k-m", "wq=q2-k", "wq=iq2-xxs"};
constexpr const char* engine_weights[] = {"wq=fp8", "wq=awq-128"};
constexpr const char* framework_weights[] = {"wq=int8", "wq=nf4"};
constexpr const char* compiled_weights[] = {"wq=int8", "wq=int4"};
constexpr const char* plain_cache[] = {"kq=q8-0&vq=q8-0", "kq=q4-0&vq=q4-0"};
constexpr const char* engine_cache[] = {"kq=fp8&vq=fp8"};
constexpr const char* compiled_cache[] = {"kq=int8&vq=int8"};
constexpr const char* recompute[] = {"ac=selective", "ac=full"};
constexpr const char* sharding[] = {"z=1", "z=2", "z=3"};
constexpr const char* optimizers[] = {"opt=adamw8bit"};
constexpr const char* methods[] = {"ft=lora", "ft=qlora"};
constexpr const char* offloads[] = {"off=optimizer", "off=cpu"};

// Sets the pairs of a link for the one column.
void set_pairs(Scenario& scenario, std::string_view pairs) {
  while (!pairs.empty()) {
    const std::size_t end = pairs.find('&');
    const std::string_view pair = pairs.substr(0, end);
    const std::size_t equals = pair.find('=');
    const FieldSpec& spec = *find_key(pair.substr(0, equals));
    set_for_column(scenario, spec.field, read_value(spec, pair.substr(equals + 1)));
    pairs = end == std::string_view::npos ? std::string_view{} : pairs.substr(end + 1);
  }
}

constexpr double length_grain = 128;
constexpr double most_devices = 64;

class FixFinder {
 public:
  FixFinder(const Resolved& resolved, const ResolvedColumn& column)
      : resolved_(resolved), column_(column) {}

  std::vector<Fix> run() {
    if (resolved_.workload == Workload::matmul) return {};
    if (resolved_.workload == Workload::train) {
      training();
    } else {
      inference();
    }
    largest("s", resolved_.sequence, length_grain);
    devices();
    return std::move(fixes_);
  }

 private:
  void training() {
    if (column_.training.finetune == Finetune::full && resolved_.finetune) first_of(methods);
    if (column_.training.recompute != Recompute::full) first_of(recompute);
    if (column_.ranks > 1) first_of(sharding);
    if (column_.training.optimizer == Optimizer::adamw) first_of(optimizers);
    if (column_.training.offload == Offload::none) first_of(offloads);
    if (column_.micro_batch > 1) largest("mb", column_.micro_batch, 1);
  }

  void inference() {
    const bool engine = is_engine(column_.stack);
    const bool framework = column_.stack == Stack::hf || column_.stack == Stack::eager;
    // TPUs and the like run compiled programs; the formats of llama.cpp are for GPUs and hosts.
    const DeviceKind kind = column_.device == nullptr ? DeviceKind::gpu : column_.device->kind;
    const bool compiled = kind == DeviceKind::tpu || kind == DeviceKind::asic;
    using Kind = std::span<const char* const>;
    first_of(compiled    ? Kind(compiled_weights)
             : engine    ? Kind(engine_weights)
             : framework ? Kind(framework_weights)
                         : Kind(plain_weights));
    if (resolved_.shape.architecture == Architecture::decoder) {
      first_of(compiled ? Kind(compiled_cache) : engine ? Kind(engine_cache) : Kind(plain_cache));
    }
    if (column_.stack == Stack::llama_cpp) largest("ngl", resolved_.shape.layers, 1);
    if (column_.batch > 1) largest("b", column_.batch, 1);
  }

  void devices() {
    const bool shards = resolved_.workload == Workload::train;
    const bool layers = column_.stack == Stack::llama_cpp;
    for (double count = column_.count * 2; count <= most_devices; count *= 2) {
      const std::string number = write_number(count);
      if (shards) {
        if (keep_if_fits("n=" + number + "&z=3")) return;
        continue;
      }
      // Cut by tensors where that is computed, else by layers.
      if (!layers && keep_if_fits("n=" + number + "&tp=" + number)) return;
      if (keep_if_fits("n=" + number + "&lay=1")) return;
    }
  }

  void first_of(std::span<const char* const> kind) {
    for (const char* pairs : kind) {
      if (keep_if_fits(pairs)) return;
    }
  }

  // The largest value below `now` that fits, in steps of `grain`: need grows with each of these keys.
  void largest(const char* key, double now, double grain) {
    const auto pair = [&](double steps) { return std::string(key) + "=" + write_number(steps * grain); };
    double fits = 0;
    double too_much = std::ceil(now / grain);
    while (too_much - fits > 1) {
      const double middle = std::floor((fits + too_much) / 2);
      (evaluate(pair(middle)) ? fits : too_much) = middle;
    }
    if (fits > 0) keep_if_fits(pair(fits));
  }

  bool evaluate(std::string_view pairs) {
    const Resolution resolution = resolve_fix(resolved_, column_, pairs);
    if (!resolution.usable) return false;
    const ResolvedColumn& changed = resolution.resolved.columns.front();
    const MemoryEstimate memory = estimate_memory(resolution.resolved, changed, nullptr);
    last_ = {std::string(pairs), memory.total, memory.fits};
    return memory.fits == Fits::yes || memory.fits == Fits::tight;
  }

  bool keep_if_fits(std::string_view pairs) {
    if (!evaluate(pairs)) return false;
    fixes_.push_back(last_);
    return true;
  }

  const Resolved& resolved_;
  const ResolvedColumn& column_;
  Fix last_;
  std::vector<Fix> fixes_;
};

}  // namespace

Resolution resolve_fix(const Resolved& resolved, const ResolvedColumn& column, std::string_view pairs) {
  Scenario scenario = resolved.scenario;
  scenario.columns = {resolved.scenario.columns[column.index]};
  scenario.columns.front().overrides.erase(Field::measured);
  set_pairs(scenario, pairs);
  Resolution out = resolve(scenario, column.calibration);
  if (out.usable) out.resolved.columns.front().pin = column.pin;  // what was measured before still holds
  return out;
}

std::vector<Fix> find_fixes(const Resolved& resolved, const ResolvedColumn& column) {
  return FixFinder(resolved, column).run();
}

}  // namespace tilewise
