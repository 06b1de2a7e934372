#include "time/time_training.hpp"

#include <array>
#include <cmath>

#include <tilewise/collectives.hpp>
#include <tilewise/place.hpp>

#include "place/offload.hpp"
#include "time/step_formulas.hpp"
#include "time/step_items.hpp"
#include "time/training_constants.hpp"
#include "time/training_formulas.hpp"
#include "time/training_operator.hpp"
#include "time/training_ranks.hpp"

namespace tilewise {
namespace {

constexpr double gathered_again = 1.5;   // sequence parallelism: the backward pass gathers its inputs once more

// Phases that a device goes through for each micro-batch.
struct PassKind {
  Phase phase;
  double units;
  const char* path;
};
constexpr std::array passes = {PassKind{Phase::forward, 1, "training_forward"},
                               PassKind{Phase::recompute, 1, "training_recompute"},
                               PassKind{Phase::backward, 2, "training_backward"}};

class TrainingTimer {
 public:
  TrainingTimer(const Resolved& resolved, const ResolvedColumn& column, const RankRates& rates, Trace* trace)
      : resolved_(resolved), shape_(resolved.shape), column_(column), parallel_(column.parallel), rates_(rates),
        trace_(trace), c_(training_constants(column)), ranks_(resolved.shape, column, c_), batches_(micro_batches(column)),
        tokens_(column.micro_batch * resolved.sequence / column.parallel.cp),
        layers_(resolved.shape.layers / column.parallel.pp), items_(trace) {}

  TimeEstimate run() {
    operators();
    for (std::size_t i = 0; i < passes.size(); ++i) pass(i);
    stages();
    gradients();
    update();
    stragglers();
    return items_.finish("time.step_s", column_.pin);
  }

 private:
  [[nodiscard]] RankParameters parameters() const { return rank_parameters(shape_, parallel_); }
  [[nodiscard]] PathText at(const PathText& path, const char* rest) const { return below(trace_, path, rest); }

  // Operators --------------------------------------------------------------------------------------------

  void operators() {
    std::string name;
    for (const Operator& op : lower_training(shape_, column_, resolved_.sequence)) {
      name = op.phase == Phase::update ? "" : word(op.phase);
      if (!name.empty()) name += '.';
      name += op.name;
      PathText scope = at("operators.", name.c_str());
      if (keeps(trace_) && !op.part.empty()) (scope += ".") += op.part;
      OperatorTime time;
      {
        TraceScope inside(trace_, scope);
        time = training_operator_time(op, column_, rates_, c_, trace_);
      }
      const PathText whole = at(scope, ".whole_s");
      const PathText one = at(scope, ".seconds");
      const Seconds sum = apply(trace_, whole, RepeatedTime{op.repeat, time.seconds}, {{"seconds", one.c_str()}});
      items_.add(name, sum, time.bound, op.part.empty() ? op.name : op.part, whole);
      if (op.phase == Phase::update) continue;
      (is_layer_work(op) ? work_[pass_of(op.phase)] : ends_) += sum;
    }
  }
  static std::size_t pass_of(Phase phase) { return phase == Phase::forward ? 0 : phase == Phase::recompute ? 1 : 2; }

  // A pass over the layers of the mean stage: what runs beside the operators. Everything below is of one micro-
  // batch; items count all.
  void pass(std::size_t i) {
    const PassKind& kind = passes[i];
    if (work_[i] == Seconds(0)) return;
    const PathText path = kind.path;
    const double routed = shape_.experts ? (shape_.layers - shape_.experts->dense_layers_first) / shape_.layers : 0;
    const double launches = (1 + routed * (c_.expert_launches - 1)) * (ranks_.frozen() ? c_.adapter_launches : 1);
    const Seconds kernels = apply(trace_, at(path, ".kernels_s"), LayerCost{layers_, kind.units, launches * c_.kernel},
                                  {{"layers", "=L"}});
    repeated("small-kernels", kernels, Bound::launch, at(path, ".kernels_s"));
    Seconds device = work_[i] / batches_ + kernels;
    device += tensor(kind, path, device);
    device += experts(path, routed);
    device += context(kind, path, device);
    const Seconds host = apply(trace_, at(path, ".host_s"), LayerCost{layers_, kind.units, launches * c_.host},
                               {{"layers", "=L"}});
    const PathText launches_path = at(path, ".host_s");
    const PathText pass_path = at(path, ".pass_s");
    const Seconds whole = apply(trace_, pass_path, PassTime{device, host}, {{"host", launches_path.c_str()}});
    const Seconds wait = apply(trace_, at(path, ".wait_s"), HostWait{whole, device}, {{"pass", pass_path.c_str()}});
    repeated("host", wait, Bound::launch, at(path, ".wait_s"));
    pass_[i] = whole + weights(kind, path, whole);
    pass_[i] += fetched(kind, path, whole);  // not in one sum: compilers choose the order of its calls
  }

  // Two all-reduces a layer and pass (Shoeybi et al. 2019); with sequence parallelism a gather and a scatter each,
  // and in the backward pass one gather more. Kernels wait for them, but compilers for TPUs overlap.
  Seconds tensor(const PassKind& kind, const PathText& path, Seconds work) {
    if (parallel_.tp <= 1) return Seconds(0);
    const LinkedRanks ranks = ranks_.group(1, parallel_.tp);
    const double again = parallel_.sp && kind.phase == Phase::backward ? gathered_again : 1;
    const RingTime ring{4 * layers_ * again, parallel_.tp, c_.latency,
                        bytes(tokens_ * shape_.width * min(column_.activation_bytes, 4)), ranks.rate};
    return exchange("tensor-parallel", at(path, ".tensor"), ring, ranks_.tpu() ? c_.overlap : 0, work);
  }

  // Tokens go to the ranks of their experts and come back: two all-to-alls a layer, beside sorting and adding up.
  Seconds experts(const PathText& path, double routed) {
    if (routed <= 0) return Seconds(0);
    const double values = tokens_ / parallel_.tp * parallel_.etp * shape_.experts->active * shape_.width;
    const Seconds sorting = apply(
        trace_, at(path, ".dispatch_s"),
        TrainingKernel{ops(0), rates_.peak, 1, bytes(values * layers_ * routed), c_.expert_traffic, rates_.bandwidth,
                       c_.bandwidth_share},
        {{"bandwidth", rank_bandwidth_path}});
    repeated("expert-dispatch", sorting, Bound::memory, at(path, ".dispatch_s"));
    if (parallel_.ep <= 1) return sorting;
    const LinkedRanks ranks = ranks_.group(1, parallel_.ep);
    const RingTime ring{2 * layers_ * routed, parallel_.ep, Seconds(0), bytes(values * column_.activation_bytes),
                        ranks.rate};
    return sorting + exchange("expert-parallel", at(path, ".experts"), ring, ranks_.tpu() ? c_.overlap : 0, Seconds(0));
  }

  // Keys and values go round the context ranks beside attention; gradients come back the same way.
  Seconds context(const PassKind& kind, const PathText& path, Seconds work) {
    if (parallel_.cp <= 1) return Seconds(0);
    const double kv = 2 * max(shape_.kv_heads / parallel_.tp, 1) * shape_.head_width;
    const RingTime ring{layers_ * kind.units, parallel_.cp, c_.latency,
                        bytes(tokens_ * parallel_.cp * kv * column_.activation_bytes),
                        ranks_.group(parallel_.tp, parallel_.cp).rate};
    return exchange("context-parallel", at(path, ".context"), ring, c_.overlap, work);
  }

  // Sharded weights are gathered for every pass; gradients are scattered in the backward pass (Rajbhandari et al.
  // 2020, section 7).
  Seconds weights(const PassKind& kind, const PathText& path, Seconds work) {
    if (parallel_.zero < 3) return Seconds(0);
    const LinkedRanks ranks = ranks_.shards();
    if (ranks.ranks <= 1 || kind.phase == Phase::recompute) return Seconds(0);
    const double gathered = parameters().dense * column_.weight_bits / 8;
    const double scattered = kind.phase == Phase::backward ? ranks_.trained() * ranks_.wire() : 0;
    const RingTime ring{1, ranks.ranks, layers_ * c_.latency, bytes(gathered + scattered), ranks.rate};
    const Seconds behind = kind.phase == Phase::backward ? pass_[1] + work : work;
    return exchange("weights-gather", at(path, ".weights"), ring, c_.overlap, behind);
  }

  // Adds the exposed part of a collective to an item of its own.
  template <class F>
  Seconds exchange(const char* item, const PathText& path, const F& way, double overlap, Seconds work) {
    const PathText sent = at(path, "_sent_s");
    const PathText seen = at(path, "_s");
    const Seconds communication = apply(trace_, sent, way);
    const Seconds exposed = apply(trace_, seen, ExposedTime{communication, overlap, work},
                                  {{"communication", sent.c_str()}});
    repeated(item, exposed, Bound::link, seen);
    return exposed;
  }

  // Stages -----------------------------------------------------------------------------------------------

  void stages() {
    if (parallel_.pp <= 1) return;
    const Seconds mean = pass_[0] + pass_[1] + pass_[2];
    const Seconds layer = mean / layers_;
    const double whole_layers = std::ceil(layers_);
    const Seconds ends = heaviest_ends(ends_ * parallel_.pp / batches_, layer, parallel_.vp > 1 && whole_layers > layers_);
    once_item("imbalance", Bound::compute, "training_imbalance_s",
              ImbalanceTime{batches_, whole_layers, layers_, layer, parallel_.pp, ends});
    const bool leaves = parallel_.tp * parallel_.cp * parallel_.dp * parallel_.pp > column_.topology.node;
    const SendTime send{2 * parallel_.vp, c_.send,
                        bytes(tokens_ * shape_.width * column_.activation_bytes / parallel_.tp),
                        leaves ? c_.net : c_.link};
    const Seconds sent = apply(trace_, "training_send_s", send);
    once_item("pipeline-send", Bound::link, "training_sends_s", RepeatedTime{batches_ - 1, sent});
    const Seconds stage = whole_layers * layer + ends;
    once_item("bubble", Bound::link, "training_bubble_s",
              BubbleTime{parallel_.pp, parallel_.vp, stage - hidden(), sent, shortage()});
  }

  // Zero-bubble schedules fill the wait with weight gradients: half of the backward pass.
  [[nodiscard]] Seconds hidden() const {
    const Schedule schedule = column_.schedule;
    return schedule == Schedule::zb_h1 ? pass_[2] / 2 : schedule == Schedule::zb_h2 ? pass_[2] : Seconds(0);
  }
  // Interleaved stages take micro-batches in rounds of p; the last round waits for what it lacks.
  [[nodiscard]] double shortage() const {
    if (parallel_.vp <= 1) return 0;
    const double rounds = std::ceil(batches_ / parallel_.pp);
    return (rounds * parallel_.pp - batches_) * (parallel_.vp - 1) / parallel_.vp;
  }

  // Once a step ------------------------------------------------------------------------------------------

  void gradients() {
    const LinkedRanks all = ranks_.group(parallel_.tp, ranks_.data());
    if (all.ranks <= 1) return;
    const double held = ranks_.trained();
    if (parallel_.zero == 3) {
      const LinkedRanks sharding = ranks_.shards();
      const double slices = all.ranks / sharding.ranks;
      if (slices <= 1) return;
      reduce(2, slices, held / sharding.ranks, c_.net, "training_slices");
      return;
    }
    // Sharded gradients are scattered for every micro-batch, and the weights gathered once.
    const double turns = parallel_.zero == 2 ? 1 + batches_ : 2;
    reduce(turns, all.ranks, held, all.rate, "training_gradients");
    if (!ranks_.frozen()) expert_gradients();
  }
  void expert_gradients() {
    const double held = parameters().experts;
    const double ranks = ranks_.data() * parallel_.tp / (parallel_.ep * parallel_.etp);
    if (held <= 0 || ranks <= 1) return;
    reduce(2, ranks, held, ranks_.group(parallel_.ep, ranks).rate, "training_expert_gradients");
  }
  void reduce(double turns, double ranks, double held, BytesPerSecond rate, const PathText& path) {
    const PathText sent = at(path, "_sent_s");
    const RingTime ring{turns, ranks, c_.latency, bytes(held * ranks_.wire()), rate};
    // As libraries choose; the links of a torus have no trees.
    const TreeTime tree{doublings(ranks), c_.latency, ring.moved, rate};
    const bool trees = turns == 2 && !ranks_.tpu() && tree.value() < ring.value();
    const Seconds communication = trees ? apply(trace_, sent, tree) : apply(trace_, sent, ring);
    once_item("gradients", Bound::link, at(path, "_s"), ExposedTime{communication, c_.overlap, pass_[2]});
  }

  // The optimizer on the host (Ren et al. 2021): gradients come down, weights go back, and the host's processors
  // update what the rank keeps of them; states on drives come from there and go back.
  void host_update() {
    const HostWork work = host_work(column_, ranks_.frozen() ? ranks_.trained() : parameters().sum());
    once_item("offload", Bound::link, "training_offload_copy_s", HostCopy{work.copied, c_.host_link});
    once_item("offload", Bound::launch, "training_offload_update_s", RepeatedTime{work.updated, c_.host_update});
    if (work.driven > Bytes(0)) {
      once_item("offload", Bound::link, "training_offload_drives_s", HostCopy{work.driven, c_.drives});
    }
  }

  // Weights that live on the host are fetched once a pass, beside the work of the pass.
  Seconds fetched(const PassKind& kind, const PathText& path, Seconds work) {
    if (!weights_away(column_.training) || kind.phase == Phase::recompute) return Seconds(0);
    const HostCopy copy{fetched_bytes(column_, parameters().sum()), c_.host_link};
    return exchange("offload", at(path, ".fetched"), copy, c_.overlap, work);
  }

  void update() {
    if (states_away(column_.training)) host_update();
    once_item("optimizer", Bound::launch, "training_update_s", LayerCost{layers_, 1, max(c_.host, c_.kernel)});
    once_item("optimizer", Bound::launch, "training_step_cost_s", RepeatedTime{1, c_.step});
  }

  void stragglers() {
    if (column_.ranks <= 1) return;
    once_item("stragglers", Bound::link, "training_stragglers_s",
              StragglerTime{c_.straggler_share, doublings(column_.ranks), items_.sum()});
  }

  // Items ------------------------------------------------------------------------------------------------

  template <class F>
  void once_item(const char* name, Bound bound, const PathText& path, const F& formula) {
    items_.add(name, apply(trace_, path, formula), bound, name, path);
  }
  void repeated(const char* name, Seconds one, Bound bound, const PathText& path) {
    const PathText whole = at(path, ".all");
    items_.add(name, apply(trace_, whole, RepeatedTime{batches_, one}, {{"seconds", path.c_str()}}), bound, name, whole);
  }
  const Resolved& resolved_;
  const Shape& shape_;
  const ResolvedColumn& column_;
  const Parallel& parallel_;
  const RankRates& rates_;
  Trace* trace_;
  TrainingConstants c_;
  TrainingRanks ranks_;
  double batches_;   // passes of a step
  double tokens_;    // of one pass
  double layers_;    // of the mean stage
  std::array<Seconds, 3> work_{};  // operators of the layers, all micro-batches
  std::array<Seconds, 3> pass_{};  // one micro-batch over the layers of the mean stage
  Seconds ends_;                   // operators of the ends of the network, all micro-batches, mean stage
  StepItems items_;
};

}  // namespace

std::optional<TimeEstimate> training_time(const Resolved& resolved, const ResolvedColumn& column, Trace* trace) {
  const auto rates = rank_rates(column, false, trace);
  if (!rates) return std::nullopt;
  return TrainingTimer(resolved, column, *rates, trace).run();
}

}  // namespace tilewise
