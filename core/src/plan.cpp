#include <tilewise/plan.hpp>

#include <algorithm>
#include <cmath>

#include "estimate_time.hpp"
#include "plan_space.hpp"
#include "time_serve.hpp"

namespace tilewise {

std::vector<double> divisors(double whole) {
  std::vector<double> out;
  std::vector<double> large;
  for (double low = 1; low * low <= whole; low += 1) {
    if (!divides(low, whole)) continue;
    out.push_back(low);
    if (low * low != whole) large.push_back(whole / low);
  }
  out.insert(out.end(), large.rbegin(), large.rend());
  return out;
}

namespace {

// Keys that a plan chooses.
constexpr Field chosen[] = {Field::tp, Field::sp,  Field::pp, Field::vp, Field::dp,         Field::ep,
                            Field::etp, Field::cp, Field::zero, Field::layer_split, Field::micro_batch, Field::recompute};

bool generates(const Resolved& resolved) {
  return resolved.workload == Workload::decode || resolved.workload == Workload::serve;
}

// The better of two on the second axis of the front.
bool less_costly(const Resolved& resolved, const Plan& a, const Plan& b) {
  return generates(resolved) ? a.tokens_per_s > b.tokens_per_s : a.memory < b.memory;
}

// Sorted by time, each better than all faster ones on the second axis.
void keep_if_unbeaten(const Resolved& resolved, const Plan& plan, std::vector<Plan>& front) {
  const auto later = std::upper_bound(front.begin(), front.end(), plan,
                                      [](const Plan& a, const Plan& b) { return a.time < b.time; });
  if (later != front.begin() && !less_costly(resolved, plan, *(later - 1))) return;
  auto beaten = later;
  if (later != front.begin() && (later - 1)->time == plan.time) --beaten;
  auto end = beaten;
  while (end != front.end() && !less_costly(resolved, *end, plan)) ++end;
  const auto at = front.erase(beaten, end);
  front.insert(at, plan);
}

// Estimates splits of one column, changed in place.
class SplitEstimator {
 public:
  SplitEstimator(const Resolved& resolved, double devices)
      : resolved_(resolved), column_(resolved.columns.front()), given_torus_(false) {
    const double cores = column_.ranks / column_.count;
    column_.count = devices;
    column_.ranks = devices * cores;
    const Values& own = resolved.scenario.columns.front().overrides;
    given_torus_ = own.has(Field::torus);
    if (!given_torus_) column_.topology.torus = usual_torus(devices, column_.topology.torus_axes);
    if (const Value* asked = resolved.scenario.values.find(Field::concurrency)) concurrency_ = asked->number;
    limits_ = {limit(Field::limit_step), limit(Field::limit_tpot), limit(Field::limit_ttft)};
  }

  [[nodiscard]] SplitSpace space(const PlanScope& scope) const {
    SplitSpace space;
    space.ranks = column_.ranks;
    space.heads = resolved_.shape.heads;
    space.layers = resolved_.shape.layers;
    space.sequence = resolved_.sequence;
    space.experts = resolved_.shape.experts ? resolved_.shape.experts->count : 1;
    space.batch = column_.batch;
    space.training = resolved_.workload == Workload::train;
    space.decoding = generates(resolved_);
    space.coarse = scope.coarse;
    space.slice = scope.slice;
    space.slices = scope.slices;
    return space;
  }

  // nullptr: it holds. Otherwise the code of the reason.
  const char* try_split(const Split& split, Plan& plan) {
    column_.parallel = split.parallel;
    column_.micro_batch = split.micro_batch;
    column_.training.recompute = split.recompute;
    if (resolved_.workload == Workload::serve) set_concurrency(resolved_, concurrency_, column_);
    const MemoryEstimate memory = estimate_memory(resolved_, column_, nullptr);
    if (memory.fits == Fits::no) return "plan.memory";
    std::optional<EssayTiles> none;
    const auto time = estimate_time(resolved_, column_, nullptr, none);
    if (!time) return "plan.no-time";
    plan.split = split;
    plan.devices = column_.count;
    plan.time = time->step;
    plan.first_token = time->first_token;
    plan.memory = memory.total;
    plan.tight = memory.fits == Fits::tight;
    plan.tokens_per_s = tokens() / in_seconds(time->step);
    plan.run.reset();
    if (resolved_.run_tokens) plan.run = seconds(*resolved_.run_tokens / plan.tokens_per_s);
    return passed(plan);
  }

 private:
  struct Limits {
    double step = 0;
    double token = 0;
    double first = 0;
  };
  [[nodiscard]] double limit(Field field) const {
    const Value* value = resolved_.scenario.values.find(field);
    return value != nullptr && value->valid ? value->number : 0;
  }
  // Tokens of one step over all devices.
  [[nodiscard]] double tokens() const {
    if (resolved_.workload == Workload::train) return column_.batch * resolved_.sequence;
    return column_.parallel.dp * column_.batch * (generates(resolved_) ? 1 : resolved_.sequence);
  }
  [[nodiscard]] const char* passed(const Plan& plan) const {
    const bool training = resolved_.workload == Workload::train;
    const double step = in_seconds(plan.time);
    if (training && limits_.step > 0 && step > limits_.step) return "plan.limit-step";
    if (generates(resolved_) && limits_.token > 0 && step > limits_.token) return "plan.limit-tpot";
    const bool prompt = resolved_.workload == Workload::prefill;
    const double first = prompt ? step : plan.first_token ? in_seconds(*plan.first_token) : 0;
    if (limits_.first > 0 && first > limits_.first) return "plan.limit-ttft";
    return nullptr;
  }

  const Resolved& resolved_;
  ResolvedColumn column_;
  bool given_torus_;
  std::optional<double> concurrency_;
  Limits limits_;
};

void count_reason(std::vector<RejectedPlans>& rejected, std::string_view code, double count) {
  for (RejectedPlans& known : rejected) {
    if (known.code != code) continue;
    known.count += count;
    return;
  }
  rejected.push_back({code, count});
}

void set_if(Scenario& scenario, Field field, double value, double otherwise) {
  if (value != otherwise) scenario.values.set(field, number_value(value));
}

}  // namespace

Planner::Planner(const Scenario& scenario, std::size_t index) : scenario_(column_alone(scenario, index)) {
  Values& own = scenario_.columns.front().overrides;
  for (const Field field : chosen) {
    scenario_.values.erase(field);
    own.erase(field);
  }
  if (const Value* count = own.find(Field::count)) devices_ = count->valid ? count->number : 1;
  // Resolved for one chip: any batch divides, and what is chosen is put in later.
  Scenario one = scenario_;
  one.columns.front().overrides.erase(Field::count);
  one.columns.front().overrides.erase(Field::torus);
  resolution_ = resolve(one);
  if (resolution_.resolved.workload == Workload::matmul) resolution_.usable = false;
}

PlanSearch Planner::search(const PlanScope& scope) const {
  PlanSearch out;
  const double devices = scope.devices > 0 ? scope.devices : devices_;
  if (!resolution_.usable || devices > most_searched_devices) return out;
  out.searched = true;
  const Resolved& resolved = resolution_.resolved;
  out.by_tokens = generates(resolved);
  SplitEstimator estimator(resolved, devices);
  Plan plan;
  for_each_split(
      estimator.space(scope),
      [&](const Split& split) {
        out.considered += 1;
        const char* reason = estimator.try_split(split, plan);
        if (reason != nullptr) return count_reason(out.rejected, reason, 1);
        out.fitting += 1;
        keep_if_unbeaten(resolved, plan, out.front);
      },
      [&](const char* code, double count) {
        out.considered += count;
        count_reason(out.rejected, code, count);
      });
  return out;
}

std::optional<Plan> Planner::best(double devices) const {
  PlanScope scope;
  scope.devices = devices;
  scope.coarse = true;
  const PlanSearch found = search(scope);
  if (found.front.empty()) return std::nullopt;
  return found.front.front();
}

std::optional<Plan> Planner::deadline(Seconds within, double most) const {
  constexpr double tries = 16;
  const auto in_time = [&](double devices) {
    auto plan = best(devices);
    if (plan && (!plan->run || *plan->run > within)) plan.reset();
    return plan;
  };
  for (double devices = 1; devices <= most; devices *= 2) {
    const auto found = in_time(devices);
    if (!found) continue;
    const double node = min(resolution_.resolved.columns.front().topology.node, devices / 2);
    const double step = max(std::ceil(devices / 2 / tries / max(node, 1)), 1) * max(node, 1);
    for (double fewer = devices / 2 + step; fewer < devices; fewer += step) {
      if (auto less = in_time(std::floor(fewer))) return less;
    }
    return found;
  }
  return std::nullopt;
}

Scenario Planner::scenario_of(const Plan& plan) const {
  Scenario out = scenario_;
  const Parallel& p = plan.split.parallel;
  const Value devices = number_value(plan.devices);
  out.columns.front().overrides.set(Field::count, devices);
  if (plan.devices == 1) out.columns.front().overrides.erase(Field::count);
  set_if(out, Field::tp, p.tp, 1);
  set_if(out, Field::sp, p.sp ? 1 : 0, 0);
  set_if(out, Field::pp, p.pp, 1);
  set_if(out, Field::vp, p.vp, 1);
  set_if(out, Field::cp, p.cp, 1);
  set_if(out, Field::ep, p.ep, 1);
  set_if(out, Field::zero, p.zero, 0);
  set_if(out, Field::layer_split, p.layer_split ? 1 : 0, 0);
  if (resolution_.resolved.workload != Workload::train) return out;
  out.values.set(Field::micro_batch, number_value(plan.split.micro_batch));
  static constexpr const char* words[] = {"none", "selective", "full"};
  out.values.set(Field::recompute, text_value(words[static_cast<int>(plan.split.recompute)]));
  return out;
}

}  // namespace tilewise
