#include <tilewise/plan.hpp>

#include <algorithm>
#include <cmath>

#include "questions/plan_estimator.hpp"

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

// Sorted by time, each better than all faster ones on the second axis.
void keep_if_unbeaten(Axis axis, const Plan& plan, std::vector<Plan>& front) {
  const double cost = cost_on(axis, plan);
  const auto later = std::upper_bound(front.begin(), front.end(), plan,
                                      [](const Plan& a, const Plan& b) { return a.time < b.time; });
  if (later != front.begin() && cost >= cost_on(axis, *(later - 1))) return;
  auto beaten = later;
  if (later != front.begin() && (later - 1)->time == plan.time) --beaten;
  auto end = beaten;
  while (end != front.end() && cost_on(axis, *end) >= cost) ++end;
  const auto at = front.erase(beaten, end);
  front.insert(at, plan);
}

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

const char* word(Recompute recompute) {
  static constexpr const char* words[] = {"none", "selective", "full"};
  return words[static_cast<std::size_t>(recompute)];
}

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
  SplitEstimator estimator(resolved, devices);
  const Axis axis = estimator.axis();
  out.axis = word(axis);
  const Value* asked = resolved.scenario.values.find(Field::objective);
  out.best_last = asked != nullptr && asked->valid && asked->text != "time";
  Plan plan;
  for_each_split(
      estimator.space(scope),
      [&](const Split& split) {
        out.considered += 1;
        const char* reason = estimator.try_split(split, plan);
        if (reason != nullptr) return count_reason(out.rejected, reason, 1);
        out.fitting += 1;
        keep_if_unbeaten(axis, plan, out.front);
      },
      [&](const char* code, double count) {
        out.considered += count;
        count_reason(out.rejected, code, count);
      });
  for (Plan& kept : out.front) estimator.add_supply(kept);
  return out;
}

std::optional<Plan> Planner::best(double devices) const {
  PlanScope scope;
  scope.devices = devices;
  scope.coarse = true;
  const PlanSearch found = search(scope);
  if (found.front.empty()) return std::nullopt;
  return found.best();
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
  out.values.set(Field::recompute, text_value(word(plan.split.recompute)));
  return out;
}

}  // namespace tilewise
