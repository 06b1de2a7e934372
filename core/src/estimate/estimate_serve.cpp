#include "estimate/estimate_serve.hpp"

#include "estimate/estimate_time.hpp"
#include "place/place_inference.hpp"
#include "place/place_serving.hpp"
#include "time/step_formulas.hpp"

namespace tilewise {
namespace {

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
