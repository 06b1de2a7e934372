#include "questions/plan_estimator.hpp"

#include "estimate/estimate_time.hpp"
#include "memory/concurrency.hpp"

namespace tilewise {

const char* word(Axis axis) {
  static constexpr const char* words[] = {"tokens", "memory", "cost", "energy"};
  return words[static_cast<int>(axis)];
}

double cost_on(Axis axis, const Plan& plan) {
  switch (axis) {
    case Axis::tokens: return -plan.tokens_per_s;
    case Axis::memory: return in_bytes(plan.memory);
    case Axis::cost: return plan.cost->base();
    case Axis::energy: return plan.energy->base();
  }
  return 0;
}

SplitEstimator::SplitEstimator(const Resolved& resolved, double devices)
    : resolved_(resolved), column_(resolved.columns.front()) {
  const double cores = column_.ranks / column_.count;
  column_.count = devices;
  column_.ranks = devices * cores;
  given_torus_ = resolved.scenario.columns.front().overrides.has(Field::torus);
  if (!given_torus_) column_.topology.torus = usual_torus(devices, column_.topology.torus_axes);
  if (const Value* given = asked(Field::concurrency)) concurrency_ = given->number;
  own_attention_ = resolved.workload != Workload::train && limit(Field::data_parallel_attention) != 0;
  cached_tokens_ = column_.serving.cached_tokens;
  limits_ = {limit(Field::limit_step), limit(Field::limit_tpot), limit(Field::limit_ttft), limit(Field::limit_cost),
             limit(Field::limit_power)};
  axis_ = axis_of(asked(Field::objective));
}

const Value* SplitEstimator::asked(Field field) const {
  const Value* value = resolved_.scenario.values.find(field);
  return value != nullptr && value->valid ? value : nullptr;
}

double SplitEstimator::limit(Field field) const {
  const Value* value = asked(field);
  return value != nullptr ? value->number : 0;
}

bool SplitEstimator::generates() const {
  return resolved_.workload == Workload::decode || resolved_.workload == Workload::serve;
}

Axis SplitEstimator::axis_of(const Value* objective) const {
  if (objective != nullptr) {
    if (objective->text == "cost") return Axis::cost;
    if (objective->text == "energy") return Axis::energy;
    if (objective->text == "memory") return Axis::memory;
  }
  return generates() ? Axis::tokens : Axis::memory;
}

SplitSpace SplitEstimator::space(const PlanScope& scope) const {
  SplitSpace space;
  space.ranks = column_.ranks;
  // Attention of a rank's own has all heads: any number of ranks divides them.
  space.heads = own_attention_ ? 0 : resolved_.shape.heads;
  space.layers = resolved_.shape.layers;
  space.sequence = resolved_.sequence;
  space.experts = resolved_.shape.experts ? resolved_.shape.experts->count : 1;
  space.batch = column_.batch;
  space.training = resolved_.workload == Workload::train;
  space.decoding = generates();
  space.coarse = scope.coarse;
  space.slice = scope.slice;
  space.slices = scope.slices;
  return space;
}

void SplitEstimator::place(const Split& split) {
  column_.parallel = split.parallel;
  column_.parallel.own_attention = own_attention_ && split.parallel.tp > 1;
  column_.serving.cached_tokens = min(cached_tokens_, resolved_.sequence - split.parallel.cp);
  column_.micro_batch = split.micro_batch;
  column_.training.recompute = split.recompute;
  if (resolved_.workload == Workload::serve) set_concurrency(resolved_, concurrency_, column_);
}

const char* SplitEstimator::try_split(const Split& split, Plan& plan) {
  place(split);
  const MemoryEstimate memory = estimate_memory(resolved_, column_, nullptr);
  if (memory.fits == Fits::no) return "plan.memory";
  std::optional<EssayTiles> none;
  const auto time = estimate_time(resolved_, column_, nullptr, none);
  if (!time) return "plan.no-time";
  plan = Plan();
  plan.split = split;
  plan.devices = column_.count;
  plan.time = time->step;
  plan.first_token = time->first_token;
  plan.memory = memory.total;
  plan.tight = memory.fits == Fits::tight;
  plan.tokens_per_s = tokens() / in_seconds(time->step);
  if (resolved_.run_tokens) plan.run = seconds(*resolved_.run_tokens / plan.tokens_per_s);
  const char* slow = passed(plan);
  const bool supply = axis_ == Axis::cost || axis_ == Axis::energy || limits_.cost > 0 || limits_.power > 0;
  if (slow != nullptr || !supply) return slow;
  read_supply(plan);
  return paid(plan);
}

void SplitEstimator::add_supply(Plan& plan) {
  if (plan.power || plan.cost) return;
  place(plan.split);
  read_supply(plan);
}

void SplitEstimator::read_supply(Plan& plan) const {
  const ColumnEstimate whole = estimate_column(resolved_, column_, nullptr, false);
  if (whole.energy) {
    plan.power = whole.energy->power;
    plan.energy = whole.energy->run ? whole.energy->run : whole.energy->per_token;
  }
  if (whole.cost) plan.cost = whole.cost->run ? whole.cost->run : whole.cost->per_million_tokens;
}

// Tokens of one step over all devices.
double SplitEstimator::tokens() const {
  if (resolved_.workload == Workload::train) return column_.batch * resolved_.sequence;
  return column_.parallel.dp * column_.batch * (generates() ? 1 : resolved_.sequence);
}

const char* SplitEstimator::passed(const Plan& plan) const {
  const double step = in_seconds(plan.time);
  if (!generates() && limits_.step > 0 && step > limits_.step) return "plan.limit-step";
  if (generates() && limits_.token > 0 && step > limits_.token) return "plan.limit-tpot";
  const bool prompt = resolved_.workload == Workload::prefill;
  const double first = prompt ? step : plan.first_token ? in_seconds(*plan.first_token) : 0;
  if (limits_.first > 0 && first > limits_.first) return "plan.limit-ttft";
  return nullptr;
}

const char* SplitEstimator::paid(const Plan& plan) const {
  if (axis_ == Axis::cost ? !plan.cost : axis_ == Axis::energy && !plan.energy) return "plan.no-objective";
  if (limits_.cost > 0 && plan.cost && plan.cost->base() > limits_.cost) return "plan.limit-usd";
  if (limits_.power > 0 && plan.power && in_watts(*plan.power) > limits_.power) return "plan.limit-w";
  return nullptr;
}

}  // namespace tilewise
