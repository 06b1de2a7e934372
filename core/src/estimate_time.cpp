#include "estimate_time.hpp"

#include <array>
#include <cmath>

#include <tilewise/lower.hpp>

namespace tilewise {
namespace {

// Decode steps differ only in the length of the cache. Up to this many are summed one by one; longer
// generations are summed over equal segments, exact where time is linear in the cache.
constexpr double exact_steps = 128;
constexpr double segments = 128;

Pass inference_pass(const Resolved& resolved, const ResolvedColumn& column) {
  Pass pass;
  pass.sequences = column.batch;
  pass.fused_attention = column.fused_attention;
  if (resolved.workload == Workload::decode) {
    pass.tokens = 1;
    pass.context = resolved.sequence;
    pass.logit_tokens = 1;
  } else {
    pass.tokens = resolved.sequence;
    // A prompt needs the logits of its last token; an encoder's forward pass none.
    pass.logit_tokens = resolved.shape.architecture == Architecture::decoder ? 1 : 0;
  }
  return pass;
}

std::vector<Operator> step_operators(const Resolved& resolved, const ResolvedColumn& column) {
  if (resolved.workload == Workload::matmul) return lower_matmul(resolved.matmul, column.batch);
  if (resolved.workload == Workload::train) return lower_training(resolved.shape, column, resolved.sequence);
  return lower_pass(resolved.shape, inference_pass(resolved, column));
}

struct RepeatedTime {
  static constexpr FormulaInfo info{"time.repeated", "repeat * seconds", ""};
  double repeat = 1;
  Seconds one;
  [[nodiscard]] Seconds value() const { return repeat * one; }
  template <class V>
  void inputs(V& v) const {
    v("repeat", repeat);
    v("seconds", one);
  }
};

struct SharedTime {
  static constexpr FormulaInfo info{"time.efficiency", "roofline / efficiency", ""};
  Seconds roofline;
  double efficiency = 1;
  [[nodiscard]] Seconds value() const { return roofline / efficiency; }
  template <class V>
  void inputs(V& v) const {
    v("roofline", roofline);
    v("efficiency", efficiency);
  }
};

// The mean over all steps of a generation, whose cache grows by one token a step.
struct MeanStep {
  static constexpr FormulaInfo info{"time.mean-step", "mean over the steps", ""};
  double steps = 1;
  Seconds mean;
  [[nodiscard]] Seconds value() const { return mean; }
  template <class V>
  void inputs(V& v) const {
    v("steps", steps);
    v("mean", mean);
  }
};

struct TotalSteps {
  static constexpr FormulaInfo info{"time.generation", "output_tokens * mean_step", ""};
  double output_tokens = 1;
  Seconds mean;
  [[nodiscard]] Seconds value() const { return output_tokens * mean; }
  template <class V>
  void inputs(V& v) const {
    v("output_tokens", output_tokens);
    v("mean_step", mean);
  }
};

std::string item_name(const Operator& op) {
  const std::string phase = word(op.phase);
  return phase.empty() || op.phase == Phase::update ? std::string(op.name) : phase + "." + std::string(op.name);
}

class StepTimer {
 public:
  StepTimer(const Resolved& resolved, const ResolvedColumn& column, Trace* trace,
            std::optional<EssayTiles>& tiles)
      : resolved_(resolved), column_(column), trace_(trace), tiles_(tiles),
        model_(column.efficiency ? TimeModel::roofline : resolved.time_model) {}

  std::optional<TimeEstimate> run() {
    if (!essay()) {
      rates_ = rank_rates(column_, resolved_.workload == Workload::matmul);
      if (!rates_) return std::nullopt;
    } else if (!column_.bandwidth) {
      return std::nullopt;
    }
    const std::vector<Operator> operators = step_operators(resolved_, column_);
    for (const Operator& op : operators) add(op);
    if (trace_ != nullptr) {
      for (const auto& [name, parts] : parts_) {
        trace_->add_sum("time.items." + name + ".seconds", FormulaInfo{"time.item", "sum of the parts", ""}, "s",
                        seconds_of(name), parts);
      }
    }
    finish();
    return std::move(out_);
  }

 private:
  [[nodiscard]] bool essay() const {
    return model_ == TimeModel::essay_2018 || model_ == TimeModel::essay_corrected;
  }
  [[nodiscard]] bool long_decode() const { return resolved_.workload == Workload::decode && resolved_.output > 1; }

  // One run of one operator.
  OperatorTime once(const Operator& op, Trace* trace) {
    if (!essay()) return operator_time(op, *rates_, model_, trace);
    // The essay knows products only.
    if (op.kind != OperatorKind::product) return {Seconds(0), Bound::memory};
    const EssayTiles tiles =
        essay_tiles(op, column_, *column_.bandwidth / ranks_of_chip(), model_ == TimeModel::essay_corrected, trace);
    if (resolved_.workload == Workload::matmul) tiles_ = tiles;
    return {tiles.seconds, Bound::memory};
  }
  [[nodiscard]] double ranks_of_chip() const {
    return resolved_.workload == Workload::matmul ? 1 : column_.device->ranks_per_device;
  }

  void add(const Operator& op) {
    const std::string name = item_name(op);
    const bool grows = long_decode() && op.kind == OperatorKind::attention;
    OperatorTime time;
    std::string path;
    if (trace_ != nullptr) {
      path = "operators." + name;
      if (!op.part.empty()) path += "." + std::string(op.part);
    }
    {
      TraceScope scope(trace_, path);
      time = once(op, trace_);
    }
    const std::string once_path = trace_ != nullptr ? path + ".seconds" : std::string();
    if (trace_ != nullptr) path += ".whole_s";
    const Seconds repeated = grows ? mean_over_steps(op) : op.repeat * time.seconds;
    Seconds whole = repeated;
    if (column_.efficiency) {
      whole = apply(trace_, path, SharedTime{repeated, *column_.efficiency});
    } else if (grows) {
      whole = apply(trace_, path, MeanStep{resolved_.output, repeated});
    } else {
      whole = apply(trace_, path, RepeatedTime{op.repeat, time.seconds}, {{"seconds", once_path.c_str()}});
    }
    if (whole == Seconds(0)) return;
    TimeItem& item = item_named(name);
    // Of several kernels under one name the longest says what binds.
    if (item.seconds < whole) item.bound = time.bound;
    item.seconds += whole;
    by_bound_[static_cast<std::size_t>(time.bound)] += whole;
    if (trace_ == nullptr) return;
    parts_of(name).push_back({op.part.empty() ? std::string(op.name) : std::string(op.part), in_seconds(whole), path});
  }

  // Mean time of this layer group's attention over all decode steps.
  Seconds mean_over_steps(const Operator& op) {
    const double first = resolved_.sequence;
    const double count = resolved_.output;
    Seconds sum;
    if (count <= exact_steps) {
      for (double i = 0; i < count; i += 1) sum += attention_at(op, first + i);
    } else {
      // Between two nodes the steps after the left one up to the right one sum to n·(l + r)/2 + (r − l)/2
      // when time is linear in the cache.
      double node = 0;
      Seconds left = attention_at(op, first);
      sum = left;
      for (double part = 1; part <= segments; part += 1) {
        const double next = std::floor((count - 1) * part / segments);
        const Seconds right = attention_at(op, first + next);
        sum += (next - node) * (left + right) / 2 + (right - left) / 2;
        node = next;
        left = right;
      }
    }
    return op.repeat * sum / count;
  }
  Seconds attention_at(const Operator& op, double context) {
    Pass pass = inference_pass(resolved_, column_);
    pass.context = context;
    for (const Operator& step : lower_attention(resolved_.shape, pass)) {
      if (step.name == op.name) return once(step, nullptr).seconds;
    }
    return {};
  }

  TimeItem& item_named(const std::string& name) {
    for (TimeItem& item : out_.items) {
      if (item.name == name) return item;
    }
    out_.items.push_back({name, Seconds(0), Bound::memory});
    return out_.items.back();
  }
  std::vector<SumPart>& parts_of(const std::string& name) {
    for (auto& [known, parts] : parts_) {
      if (known == name) return parts;
    }
    parts_.push_back({name, {}});
    return parts_.back().second;
  }
  double seconds_of(const std::string& name) { return in_seconds(item_named(name).seconds); }

  void finish() {
    std::vector<SumPart> parts;
    for (TimeItem& item : out_.items) {
      out_.step += item.seconds;
      if (trace_ != nullptr) {
        parts.push_back({item.name, in_seconds(item.seconds), "time.items." + item.name + ".seconds"});
      }
    }
    std::size_t largest = 0;
    for (std::size_t i = 1; i < 4; ++i) {
      if (by_bound_[largest] < by_bound_[i]) largest = i;
    }
    out_.bound = static_cast<Bound>(largest);
    const char* path = resolved_.workload == Workload::prefill  ? "time.prefill_s"
                                  : resolved_.workload == Workload::decode ? "time.decode_s_per_token"
                                                                           : "time.step_s";
    if (trace_ != nullptr) {
      trace_->add_sum(path, FormulaInfo{"time.step", "sum of the operators", ""}, "s", in_seconds(out_.step), parts);
    }
    out_.total = out_.step;
    if (resolved_.workload == Workload::decode) {
      out_.total = apply(trace_, "time.decode_s", TotalSteps{resolved_.output, out_.step},
                         {{"output_tokens", "=o"}, {"mean_step", path}});
    }
  }

  const Resolved& resolved_;
  const ResolvedColumn& column_;
  Trace* trace_;
  std::optional<EssayTiles>& tiles_;
  TimeModel model_;
  std::optional<RankRates> rates_;
  TimeEstimate out_;
  std::array<Seconds, 4> by_bound_{};
  std::vector<std::pair<std::string, std::vector<SumPart>>> parts_;
};

}  // namespace

std::optional<TimeEstimate> estimate_time(const Resolved& resolved, const ResolvedColumn& column, Trace* trace,
                                          std::optional<EssayTiles>& tiles) {
  return StepTimer(resolved, column, trace, tiles).run();
}

}  // namespace tilewise
