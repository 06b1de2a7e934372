#include "time_serve.hpp"

#include <cmath>

#include <tilewise/constants.hpp>

#include "estimate_time.hpp"
#include "step_formulas.hpp"
#include "time_inference.hpp"

namespace tilewise {
namespace {

constexpr double tokens_read_together = 8192;  // of prompts in one pass: engines bound it near this
constexpr double most_tried = 1048576;

// What the time of a scenario depends on, with another workload.
Resolved part_of(const Resolved& whole, Workload workload, double sequence) {
  Resolved part;
  part.workload = workload;
  part.time_model = whole.time_model;
  part.convention = whole.convention;
  part.shape = whole.shape;
  part.sequence = sequence;
  part.output = 1;
  return part;
}

struct ServeStep {
  static constexpr FormulaInfo info{"time.serve-step",
                                    "generation + running * prompts / (read_together * output_tokens)", ""};
  Seconds generation;
  double running = 1;
  Seconds prompts;
  double together = 1;
  double output = 1;
  [[nodiscard]] Seconds value() const { return generation + running * prompts / (together * output); }
  template <class V>
  void inputs(V& v) const {
    v("generation", generation);
    v("running", running);
    v("prompts", prompts);
    v("read_together", together);
    v("output_tokens", output);
  }
};

// A sequence waits until one of those before it is done, then for its prompt and the step that runs. Between the
// chunks of its prompt the running ones get their tokens.
struct FirstToken {
  static constexpr FormulaInfo info{"time.first-token",
                                    "prompts + (chunks - 1) * generation + step + "
                                    "max(asked - running, 0) * output_tokens * step / running",
                                    ""};
  Seconds prompts;
  double chunks = 1;
  Seconds generation;
  Seconds step;
  double asked = 1;
  double running = 1;
  double output = 1;
  [[nodiscard]] Seconds value() const {
    const double waiting = asked > running ? asked - running : 0;
    return prompts + (chunks - 1) * generation + step + waiting * output * step / running;
  }
  template <class V>
  void inputs(V& v) const {
    v("prompts", prompts);
    v("chunks", chunks);
    v("generation", generation);
    v("step", step);
    v("asked", asked);
    v("running", running);
    v("output_tokens", output);
  }
};

struct RequestTime {
  static constexpr FormulaInfo info{"time.request", "first_token + (output_tokens - 1) * step", ""};
  Seconds first;
  double output = 1;
  Seconds step;
  [[nodiscard]] Seconds value() const { return first + (output - 1) * step; }
  template <class V>
  void inputs(V& v) const {
    v("first_token", first);
    v("output_tokens", output);
    v("step", step);
  }
};

// The items of a part, as often as it runs in a step.
void take_items(const TimeEstimate& part, const char* name, double repeat, Trace* trace, TimeEstimate& out) {
  for (const TimeItem& item : part.items) {
    TimeItem own{std::string(name) + "." + item.name, Seconds(0), item.bound};
    PathText origin;
    PathText path;
    if (keeps(trace)) {
      origin = std::string(name) + ".time.items." + item.name + ".seconds";
      path = "time.items." + own.name + ".seconds";
    }
    own.seconds = apply(trace, path, RepeatedTime{repeat, item.seconds},
                        {{"seconds", origin.c_str()}});
    out.items.push_back(std::move(own));
  }
}

Bound longest(const std::vector<TimeItem>& items) {
  Seconds sums[4];
  std::size_t most = 0;
  for (const TimeItem& item : items) {
    const auto bound = static_cast<std::size_t>(item.bound);
    sums[bound] += item.seconds;
    if (sums[most] < sums[bound]) most = bound;
  }
  return static_cast<Bound>(most);
}

}  // namespace

ServedParts served_parts(const Resolved& resolved, const ResolvedColumn& column) {
  ServedParts parts;
  // The mean length of the cache over the life of a sequence.
  parts.generation = part_of(resolved, Workload::decode, resolved.sequence + (resolved.output - 1) / 2);
  parts.prompt = part_of(resolved, Workload::prefill, resolved.sequence);
  parts.prompt_column = column;
  // Each rank that attends to sequences of its own reads prompts of its own.
  const double chunk = column.serving.chunk_tokens;
  const double pass = chunk > 0 ? min(chunk, tokens_read_together) : tokens_read_together;
  const double together = max(std::floor(pass / read_tokens(resolved, column)), 1) * column.parallel.attention_ranks();
  parts.prompt_column.batch = min(together, column.batch);
  return parts;
}

double served_tokens(const Resolved& resolved, const ResolvedColumn& column) {
  return resolved.sequence + std::floor(column.calibration[constant::serving_cache] * resolved.output);
}

double largest_concurrency(const Resolved& resolved, const ResolvedColumn& column) {
  if (!column.memory) return 1;
  const Resolved full = part_of(resolved, Workload::decode, served_tokens(resolved, column));
  ResolvedColumn one = column;
  const double unit = column.parallel.attention_ranks();
  one.batch = unit;
  const MemoryEstimate first = estimate_memory(full, one, nullptr);
  one.batch = 2 * unit;
  const Bytes each = estimate_memory(full, one, nullptr).total - first.total;
  const double usual = column.calibration[constant::serving_memory];
  const double asked = column.serving.utilisation;
  const Bytes room = (asked < usual ? asked : usual) * *first.capacity - first.total;
  if (room <= Bytes(0) || each <= Bytes(0)) return 1;
  return unit * (1 + min(std::floor(room / each), most_tried));
}

void set_concurrency(const Resolved& resolved, std::optional<double> asked, ResolvedColumn& column) {
  const double room = largest_concurrency(resolved, column);
  const double most = asked.value_or(most_sequences(column.stack));
  column.batch = room < most ? room : most;
  column.concurrency = asked.value_or(column.batch);
}

std::optional<TimeEstimate> serve_time(const Resolved& resolved, const ResolvedColumn& column, Trace* trace) {
  const ServedParts parts = served_parts(resolved, column);
  std::optional<EssayTiles> none;
  const auto timed = [&](const char* name, const Resolved& part, const ResolvedColumn& on) {
    const TraceScope scope(trace, name);
    return estimate_time(part, on, trace, none);
  };
  const auto generation = timed("generation", parts.generation, column);
  const auto prompt = timed("prompt", parts.prompt, parts.prompt_column);
  if (!generation || !prompt) return std::nullopt;
  const double together = parts.prompt_column.batch;
  TimeEstimate out;
  out.step = apply(trace, "time.tpot_s",
                   ServeStep{generation->step, column.batch, prompt->step, together, resolved.output},
                   {{"generation", "generation.time.decode_s_per_token"},
                    {"prompts", "prompt.time.prefill_s"},
                    {"output_tokens", "=o"}});
  take_items(*generation, "generation", 1, trace, out);
  take_items(*prompt, "prompt", column.batch / (together * resolved.output), trace, out);
  out.bound = longest(out.items);
  out.first_token =
      apply(trace, "time.ttft_s",
            FirstToken{prompt->step, rounds_of(parts.prompt, parts.prompt_column).chunks, generation->step, out.step,
                       column.concurrency, column.batch, resolved.output},
            {{"prompts", "prompt.time.prefill_s"},
             {"chunks", "=ch"},
             {"generation", "generation.time.decode_s_per_token"},
             {"step", "time.tpot_s"},
             {"output_tokens", "=o"}});
  out.total = apply(trace, "time.total_s", RequestTime{*out.first_token, resolved.output, out.step},
                    {{"first_token", "time.ttft_s"}, {"output_tokens", "=o"}, {"step", "time.tpot_s"}});
  return out;
}

}  // namespace tilewise
