#include "resolve/resolve_column.hpp"

#include <cmath>

#include <tilewise/defaults.hpp>

#include "memory/concurrency.hpp"
#include "resolve/resolve_measured.hpp"
#include "resolve/resolve_options.hpp"
#include "resolve/resolve_parallel.hpp"
#include "resolve/resolve_supply.hpp"

namespace tilewise {

std::string column_prefix(std::size_t index) {
  std::string prefix = "d";
  prefix += write_number(static_cast<double>(index + 1));
  prefix += '.';
  return prefix;
}

namespace {

constexpr double largest_default_micro_batch = 8;
constexpr double masked_share = 20.0 / 128;

double largest_divisor(double whole, double limit) {
  for (double candidate = limit; candidate > 1; candidate -= 1) {
    if (std::floor(whole / candidate) * candidate == whole) return candidate;
  }
  return 1;
}

bool divides(double divisor, double whole) { return std::floor(whole / divisor) * divisor == whole; }

// Dropout was part of the published training of the models with learned or relative positions (BERT,
// GPT-2, GPT-3, T5, ViT); the rotary families train without it. Materialised scores are counted with
// dropout whatever the model, as in the published activation tables (Korthikanti et al. 2022, eq. 1–2).
bool keeps_dropout_masks(const Shape& shape, bool fused_attention) {
  return !fused_attention || shape.learned_positions > 0 || shape.relative_bias;
}

class ColumnResolver {
 public:
  ColumnResolver(const Resolved& resolved, Column& column, Issues& issues, std::vector<Assumption>& assumptions)
      : resolved_(resolved), column_(column), issues_(issues), assumptions_(assumptions) {}

  ResolvedColumn run(std::size_t index, bool whole) {
    out_.index = index;
    out_.id = column_.device;
    prefix_ = column_prefix(index);
    out_.device = find_device(column_.device);
    if (out_.device == nullptr) {
      tilewise::report(issues_, "device.unknown", prefix_.substr(0, prefix_.size() - 1), Severity::error,
                       {{"id", column_.device}});
      return out_;
    }
    if (!whole) return out_;
    read_formats();
    read_rates();
    if (const Value* stack = value_of(Field::stack)) out_.stack = stack_named(stack->text);
    read_batch();
    read_options();
    resolve_supply({resolved_, column_.overrides, prefix_, issues_, assumptions_}, out_);
    read_attention();
    if (resolved_.workload == Workload::serve) {
      const Value* asked = shared(Field::concurrency);
      set_concurrency(resolved_, asked != nullptr ? std::optional(asked->number) : std::nullopt, out_);
      if (asked == nullptr) note("c", write_number(out_.batch), "assumption.largest-concurrency");
    }
    check_time_model();
    out_.usable = !has_error(issues_);
    const Value* measured = own(Field::measured);
    if (measured == nullptr || !out_.usable) return out_;
    resolve_measured(resolved_, measured->text, prefix_, out_, issues_, assumptions_);
    out_.usable = !has_error(issues_);
    return out_;
  }

 private:
  [[nodiscard]] bool training() const { return resolved_.workload == Workload::train; }

  // A field of Scope::both: the column's own value, else the scenario's, where defaults are filled in.
  const Value* value_of(Field field) {
    if (const Value* own = column_.overrides.find(field)) return own->valid ? own : nullptr;
    if (const Value* shared = resolved_.scenario.values.find(field)) return shared->valid ? shared : nullptr;
    return nullptr;
  }
  const Value* own(Field field) const {
    const Value* value = column_.overrides.find(field);
    return value != nullptr && value->valid ? value : nullptr;
  }
  void assume(Field field, const Value& value, const char* code) {
    column_.overrides.set(field, value);
    note(spec_of(field).key, write_value(spec_of(field), value), code);
  }
  void report(const char* code, Severity severity, std::string_view key,
              std::initializer_list<ParamView> params = {}) {
    const std::string path = key.empty() ? prefix_.substr(0, prefix_.size() - 1) : prefix_ + std::string(key);
    tilewise::report(issues_, code, path, severity, params);
    issues_.back().params.push_back({"device", std::string(out_.device->id)});
  }
  void note(std::string_view key, std::string_view value, const char* code) {
    add_assumption(assumptions_, prefix_ + std::string(key), value, code);
  }

  void read_formats() {
    const Value* asked = value_of(Field::precision);
    const std::string asked_word = asked != nullptr ? asked->text : "auto";
    out_.precision = choose_precision(*out_.device, asked_word);
    const std::string_view used = out_.precision.used ? word(*out_.precision.used) : std::string_view("bf16");
    const std::string_view computed = asked_word == "auto" ? used : std::string_view(asked_word);
    if (asked_word == "auto" && out_.precision.used) {
      note("p", std::string(used), "assumption.auto-precision");
    }
    if (out_.precision.code == "precision.fallback" || out_.precision.code == "precision.not-on-matrix-unit") {
      report(out_.precision.code.data(), Severity::warning, "p",
             {{"asked", asked_word}, {"used", used}, {"rate_ops_per_s", out_.precision.peak->base()}});
    }
    if (training() && used == "fp16") report("precision.loss-scaling", Severity::note, "p");
    const bool wide = computed == "fp32" || computed == "tf32";
    out_.activation_bytes = wide ? 4 : 2;
    out_.weight_format = stored_word(computed, wide);
    if (const Value* format = value_of(Field::weight_format)) out_.weight_format = format->text;
    out_.weight_bits = bits_of(out_.weight_format);
    out_.key_bits = cache_bits(Field::key_format);
    out_.value_bits = cache_bits(Field::value_format);
  }

  // The storage format that goes with a compute format when none is given.
  static std::string stored_word(std::string_view computed, bool wide) {
    if (wide) return "fp32";
    if (computed == "fp4") return "nvfp4";
    return std::string(computed);
  }
  static double bits_of(std::string_view word) {
    const StorageFormat* format = find_storage_format(word);
    return format != nullptr ? format->bits : 16;
  }
  // Keys and values stay as wide as the activations unless a narrower cache is asked for.
  double cache_bits(Field field) {
    if (const Value* given = value_of(field)) return bits_of(given->text);
    return out_.activation_bytes * 8;
  }

  void read_rates() {
    const Device& device = *out_.device;
    out_.peak = out_.precision.peak;
    out_.bandwidth = device.bandwidth;
    out_.memory = device.memory;
    if (const Value* clock = own(Field::clock)) {
      if (!device.clock) {
        report("clock.not-published", Severity::error, "clk");
      } else if (out_.peak) {
        out_.peak = *out_.peak * (clock->number * 1e6 / device.clock->base());
      }
    }
    if (const Value* peak = own(Field::peak)) read_peak(tflops(peak->number));
    if (const Value* bandwidth = own(Field::bandwidth)) out_.bandwidth = gigabytes_per_second(bandwidth->number);
    if (const Value* memory = own(Field::memory)) out_.memory = gib(memory->number);
    if (const Value* efficiency = own(Field::efficiency)) out_.efficiency = efficiency->number;
    const char* missing = "rate.not-published";
    if (const Value* custom = shared(Field::custom_share)) out_.custom_share = custom->number;
    // Both rates must be listed: an override of the peak keeps their proportion.
    if (out_.custom_share > 0 && !(vector_rate(device) && out_.precision.peak)) {
      missing = "rate.custom-not-published";
      out_.peak.reset();
    }
    if (!out_.peak && !essay()) report(missing, Severity::warning, "p", {{"asked", out_.precision.asked}});
  }

  // Within a hundredth of the rate with sparsity, it is that figure, rounded.
  void read_peak(OpsPerSecond given) {
    out_.peak = given;
    const std::optional<OpsPerSecond>& dense = out_.precision.peak;
    const double factor = out_.device->sparse_multiplier.value_or(1);
    if (!dense || factor <= 1) return;
    const double share = given / (factor * *dense);
    if (share > 0.99 && share < 1.01) report("peak.sparse", Severity::note, "peak", {{"dense_ops_per_s", dense->base()}});
  }

  [[nodiscard]] bool essay() const {
    return resolved_.time_model == TimeModel::essay_2018 || resolved_.time_model == TimeModel::essay_corrected;
  }

  // After stack and formats are known: what is kept, and the weights tensor by tensor.
  void read_options() {
    const OptionContext context{resolved_, column_.overrides, prefix_, issues_, assumptions_};
    if (training()) {
      if (!out_.device->training_capable) report("device.not-for-training", Severity::warning, "");
      resolve_training_options(context, out_);
    } else {
      resolve_serving_options(context, out_);
    }
    if (const Value* host = own(Field::host_memory)) {
      out_.host_memory = bytes(host->number * 1e9);
    }
    const StorageFormat* format = find_storage_format(out_.weight_format);
    if (resolved_.workload == Workload::matmul || format == nullptr) return;
    out_.weights = stored_weights(resolved_.shape, *format, out_.activation_bytes * 8, out_.stack == Stack::eager);
    out_.weight_bits = out_.weights.multiplied_bits();
  }

  const Value* shared(Field field) const {
    const Value* value = resolved_.scenario.values.find(field);
    return value != nullptr && value->valid ? value : nullptr;
  }
  void read_batch() {
    if (const Value* batch = value_of(Field::batch)) out_.batch = batch->number;
    if (const Value* count = own(Field::count)) out_.count = count->number;
    // One product is cut over all cores of a chip; a model is not: each core holds it whole.
    const double cores = out_.device->ranks_per_device;
    out_.ranks = resolved_.workload == Workload::matmul ? out_.count : out_.count * cores;
    if (cores > 1) {
      note("n", write_number(cores),
           resolved_.workload == Workload::matmul ? "assumption.cores-share-product" : "assumption.cores-hold-copies");
    }
    resolve_parallel(resolved_, column_, prefix_, out_, issues_, assumptions_);
    if (!training()) return;
    if (!divides(out_.parallel.dp, out_.batch)) {
      report("batch.not-divisible", Severity::error, "b", {{"batch", out_.batch}, {"ranks", out_.parallel.dp}});
      return;
    }
    const double each = out_.batch / out_.parallel.dp;
    const Value* given = column_.overrides.find(Field::micro_batch);
    if (given == nullptr) given = resolved_.scenario.values.find(Field::micro_batch);
    if (given == nullptr) {
      out_.micro_batch = largest_divisor(each, largest_default_micro_batch);
      assume(Field::micro_batch, number_value(out_.micro_batch), "assumption.micro-batch");
    } else if (given->valid) {
      out_.micro_batch = given->number;
      if (!divides(out_.micro_batch, each)) {
        report("micro-batch.not-divisible", Severity::error, "mb",
               {{"micro_batch", out_.micro_batch}, {"sequences", each}});
      }
    }
  }

  void read_attention() {
    if (resolved_.workload == Workload::matmul) return;
    // An encoder compiled for inference has a fused kernel too.
    out_.fused_attention = fuses_attention(out_.stack, resolved_.shape.architecture == Architecture::decoder) ||
                           (out_.stack == Stack::tuned && resolved_.workload == Workload::prefill);
    if (const Value* given = shared(Field::attention)) {
      out_.fused_attention = given->text == "fused";
    } else {
      note("attn", out_.fused_attention ? "fused" : "unfused", "assumption.by-stack");
    }
    // BERT predicts 20 of 128 and 80 of 512 tokens (Devlin et al. 2018); decoders predict every next one. A
    // fine-tuned encoder ends in a task's head of a few columns.
    if (resolved_.shape.architecture == Architecture::encoder) {
      out_.training.loss_share = resolved_.finetune ? 0 : masked_share;
    }
    out_.training.dropout = keeps_dropout_masks(resolved_.shape, out_.fused_attention);
  }

  // The essay gives tile sides for TPUs and NVIDIA GPUs, at 32, 16 and 8 bit.
  void check_time_model() {
    if (!essay()) return;
    const bool nvidia = out_.device->kind == DeviceKind::gpu && out_.device->vendor == "NVIDIA";
    if (out_.device->kind != DeviceKind::tpu && !nvidia) {
      report("essay.device", Severity::error, "");
    } else if (out_.precision.asked == "int4" || out_.precision.asked == "fp4") {
      report("essay.precision", Severity::error, "p", {{"asked", out_.precision.asked}});
    }
  }

  const Resolved& resolved_;
  Column& column_;
  Issues& issues_;
  std::vector<Assumption>& assumptions_;
  ResolvedColumn out_;
  std::string prefix_;
};

}  // namespace

ResolvedColumn resolve_column(const Resolved& resolved, Column& column, std::size_t index, bool whole,
                              Issues& issues, std::vector<Assumption>& assumptions) {
  return ColumnResolver(resolved, column, issues, assumptions).run(index, whole);
}

}  // namespace tilewise
