#include "estimate/estimate_time.hpp"

#include <tilewise/collectives.hpp>
#include <tilewise/constants.hpp>
#include <tilewise/lower.hpp>

#include "estimate/estimate_serve.hpp"
#include "place/place_inference.hpp"
#include "time/step_formulas.hpp"
#include "time/step_items.hpp"
#include "time/step_sum.hpp"
#include "time/time_host.hpp"
#include "time/time_stack.hpp"
#include "time/time_training.hpp"

namespace tilewise {
namespace {

class StepTimer {
 public:
  StepTimer(const Resolved& resolved, const ResolvedColumn& column, Trace* trace,
            std::optional<EssayTiles>& tiles)
      : resolved_(resolved),
        column_(column),
        trace_(trace),
        tiles_(tiles),
        model_(column.efficiency ? TimeModel::roofline : resolved.time_model),
        items_(trace) {}

  std::optional<TimeEstimate> run() {
    if (!essay()) {
      rates_ = rank_rates(column_, whole_chip(), trace_);
      if (!rates_) return std::nullopt;
      if (model_ == TimeModel::tiled && inference()) stack_ = stack_rates(column_, *rates_, trace_);
    } else {
      if (!column_.bandwidth) return std::nullopt;
      bandwidth_ = rank_bandwidth(column_, whole_chip(), trace_);
    }
    if (inference()) rounds_ = rounds_of(resolved_, column_);
    std::vector<Operator> operators = step_operators(resolved_, column_, rounds_);
    if (inference() && !essay() && column_.serving.device_layers) add_host(operators);
    for (const Operator& op : operators) add(op);
    if (inference() && !essay()) add_exchanges();
    if (stack_) {
      add_launches(operators);
    } else if (rounds_.line > 1) {
      overlap_rounds();
    }
    return finish();
  }

 private:
  [[nodiscard]] bool essay() const {
    return model_ == TimeModel::essay_2018 || model_ == TimeModel::essay_corrected;
  }
  [[nodiscard]] bool inference() const {
    return resolved_.workload == Workload::prefill || resolved_.workload == Workload::decode;
  }
  [[nodiscard]] const char* step_path() const {
    return resolved_.workload == Workload::prefill  ? "time.prefill_s"
           : resolved_.workload == Workload::decode ? "time.decode_s_per_token"
                                                    : "time.step_s";
  }
  [[nodiscard]] bool long_decode() const {
    return resolved_.workload == Workload::decode && resolved_.output > 1;
  }
  // Attention differs between the steps of a generation and between the chunks of a prompt.
  [[nodiscard]] bool grows(const Operator& op) const {
    const bool of_scores = op.kind == OperatorKind::attention || op.name == "scores" ||
                           op.name == "softmax" || op.name == "weighting";
    return of_scores && (long_decode() || rounds_.chunks > 1);
  }

  // One run of one operator.
  OperatorTime once(const Operator& op, Trace* trace) {
    if (stack_) return stacked_time(op, *stack_, trace);
    if (!essay()) return operator_time(op, *rates_, model_, trace);
    // The essay knows products only.
    if (op.kind != OperatorKind::product) return {Seconds(0), Bound::memory};
    const EssayTiles tiles =
        essay_tiles(op, column_, bandwidth_, model_ == TimeModel::essay_corrected, trace);
    if (whole_chip()) tiles_ = tiles;
    return {tiles.seconds, Bound::memory};
  }
  // One product is cut over all cores of a chip; a model is not.
  [[nodiscard]] bool whole_chip() const { return resolved_.workload == Workload::matmul; }

  void add(const Operator& op) {
    const std::string name = item_name(op);
    OperatorTime time;
    Paths paths;
    if (keeps(trace_)) paths = paths_of(op, name);
    {
      TraceScope scope(trace_, paths.scope);
      time = once(op, trace_);
    }
    Seconds whole = grows(op) ? grown(op, paths)
                              : apply(trace_, paths.repeated, RepeatedTime{op.repeat, time.seconds},
                                      {{"seconds", paths.once.c_str()}});
    if (column_.efficiency) {
      whole = apply(trace_, paths.whole, SharedTime{whole, *column_.efficiency},
                    {{"roofline", paths.repeated.c_str()}, {"efficiency", "@efficiency"}});
    }
    items_.add(name, whole, time.bound, op.part.empty() ? op.name : op.part, paths.whole);
  }
  // Takes what the host does off the operators of the device.
  void add_host(std::vector<Operator>& operators) {
    const HostLayers host = host_layers(resolved_, column_, inference_pass(resolved_, column_, rounds_));
    for (Operator& op : operators) {
      const double runs = host.runs(op);
      if (runs == 0) continue;
      PathText scope = "operators.host-layers.";
      scope += op.name;
      const PathText whole = below(trace_, scope, ".whole_s");
      HostTime time{runs, Bytes(0), host.rate};
      {
        const TraceScope inside(trace_, scope);
        time.traffic = operator_bytes(host.moved(op), *rates_, trace_);
      }
      const PathText moved = below(trace_, scope, ".bytes");
      const Seconds all = apply(trace_, whole, time, {{"bytes", moved.c_str()}, {"host_rate", host.computed ? "=hmr" : "=hbw"}});
      items_.add("host-layers", all, Bound::link, op.name, whole);
      if (host.computed) op.repeat -= runs;
    }
  }
  void add_exchanges() {
    for (const Exchange& exchange : step_exchanges(resolved_, column_, rounds_)) {
      PathText scope = "operators.";
      scope += exchange.name;
      const PathText one = scope + ".one_s";
      const PathText whole = scope + ".whole_s";
      const Seconds time = collective_time(exchange.kind, exchange.group, exchange.size, column_,
                                           model_ == TimeModel::roofline, trace_, one);
      const Seconds all =
          apply(trace_, whole, RepeatedTime{exchange.repeat, time}, {{"seconds", one.c_str()}});
      items_.add(exchange.name, all, Bound::link, exchange.name, whole);
    }
  }

  // Everything of the step that is no operator: launches, the host, devices in line.
  void add_launches(const std::vector<Operator>& operators) {
    StackStep step = resolved_.workload == Workload::decode
                         ? token_step(*stack_, rounds_.sequences, resolved_.shape)
                         : pass_step(*stack_);
    step.device = items_.sum();
    if (keeps(trace_)) {
      std::vector<SumPart> parts;
      for (const TimeItem& item : items_.items()) parts.push_back({item.name, in_seconds(item.seconds), {}});
      trace_->add_sum("operators.device_s", FormulaInfo{"time.step", "sum of the operators", ""}, "s",
                      in_seconds(step.device), parts);
    }
    for (const Operator& op : operators) {
      step.operators += op.weight_elements > 0 ? op.repeat * (1 + stack_->more_launches) : op.repeat;
    }
    // Its loop goes through all experts.
    if (stack_->from_host && resolved_.shape.experts) {
      step.operators += resolved_.shape.layers * rounds_.passes() * resolved_.shape.experts->count;
    }
    // Such models have rotary positions and norms without a kernel of their own.
    if (stack_->from_host && resolved_.shape.gated) step.operators *= column_.calibration[constant::gated_launches];
    if (column_.parallel.layer_split) step.hops = (rounds_.line - 1) * rounds_.passes();
    step.pipeline_share = overlap_rounds();
    const char* const own_path = column_.pin.times() ? modelled_path : step_path();
    step_ = apply(trace_, own_path, step, {{"device", "operators.device_s"}});
    const PathText path = "operators.launch.whole_s";
    const Seconds launches = apply(trace_, path, LaunchShare{*step_, step.pipeline_share, step.device},
                                   {{"step_time", own_path}, {"device", "operators.device_s"}});
    items_.add("launch", launches, Bound::launch, "launch", path);
  }

  // Devices in line work on different passes at once.
  double overlap_rounds() {
    if (rounds_.line <= 1 || rounds_.passes() <= 1) return 1;
    ChunkPipeline pipeline{1, rounds_.passes(), rounds_.line};
    if (column_.parallel.layer_split) {
      const Calibration& constants = column_.calibration;
      pipeline.overlap = constants[constant::chunk_overlap];
      const double launches =
          constants[constant::layer_launches] + (stack_->packed ? constants[constant::packed_launches] : 0);
      pipeline.turn = apply(trace_, "operators.chunk_turn",
                            ChunkTurn{rounds_.line, constants[constant::chunk_copies],
                                      constants[constant::launch_queue], resolved_.shape.layers, launches});
    }
    const double share =
        apply(trace_, "operators.pipeline_share", pipeline,
              {{"turn", column_.parallel.layer_split ? "operators.chunk_turn" : ""}});
    items_.scale(share, "operators.pipeline_share", ".pipelined_s");
    return share;
  }

  // Where the explanation of one operator's time is kept.
  struct Paths {
    PathText scope;
    PathText once;
    PathText repeated;
    PathText whole;
  };
  [[nodiscard]] Paths paths_of(const Operator& op, const std::string& name) const {
    Paths paths;
    paths.scope = "operators.";
    paths.scope += name;
    if (!op.part.empty()) {
      paths.scope += ".";
      paths.scope += op.part;
    }
    paths.once = paths.scope + ".seconds";
    paths.whole = paths.scope + ".whole_s";
    paths.repeated = column_.efficiency ? paths.scope + ".roofline_s" : paths.whole;
    return paths;
  }

  Seconds grown(const Operator& op, const Paths& paths) {
    if (rounds_.chunks > 1) {
      return apply(trace_, paths.repeated, ChunkSum{op.repeat, rounds_.chunks, sum_over(op, rounds_.chunks)});
    }
    return apply(trace_, paths.repeated,
                 MeanStep{op.repeat, sum_over(op, resolved_.output), resolved_.output},
                 {{"steps", "=o"}});
  }

  // The time of one layer's attention over the steps of a generation or the chunks of a prompt.
  Seconds sum_over(const Operator& op, double steps) {
    const Shape shape = served_shape(resolved_, column_);
    const Pass first = inference_pass(resolved_, column_, rounds_);
    return sum_over_steps(steps, [&](double index) {
      Pass pass = first;
      pass.context = rounds_.chunks > 1 ? pass.context + pass.tokens * index
                                        : (resolved_.sequence + index) / column_.parallel.cp;
      for (Operator& step : lower_attention(shape, pass)) {
        if (step.name != op.name) continue;
        place_attention(resolved_, column_, step);
        return once(step, nullptr).seconds;
      }
      return Seconds(0);
    });
  }

  TimeEstimate finish() {
    TimeEstimate out = items_.finish(step_path(), column_.pin, step_);
    if (resolved_.workload == Workload::decode) {
      out.total = apply(trace_, "time.decode_s", TotalSteps{resolved_.output, out.step},
                        {{"output_tokens", "=o"}, {"mean_step", step_path()}});
    }
    return out;
  }

  const Resolved& resolved_;
  const ResolvedColumn& column_;
  Trace* trace_;
  std::optional<EssayTiles>& tiles_;
  TimeModel model_;
  std::optional<RankRates> rates_;
  std::optional<StackRates> stack_;  // of the tiled model in inference
  Rounds rounds_;
  BytesPerSecond bandwidth_;  // of the essay's models
  StepItems items_;
  std::optional<Seconds> step_;  // with the launches of a stack: more than the sum of its operators
};

}  // namespace

std::optional<TimeEstimate> estimate_time(const Resolved& resolved, const ResolvedColumn& column,
                                          Trace* trace, std::optional<EssayTiles>& tiles) {
  const bool closed_form = resolved.time_model == TimeModel::tiled && !column.efficiency;
  if (resolved.workload == Workload::train && closed_form) return training_time(resolved, column, trace);
  if (resolved.workload == Workload::serve) return serve_time(resolved, column, trace);
  return StepTimer(resolved, column, trace, tiles).run();
}

}  // namespace tilewise
