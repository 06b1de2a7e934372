#include <tilewise/limits.hpp>

#include "estimate/answer_formulas.hpp"

namespace tilewise {
namespace {

// In the order of LimitKind; precision says why in a code of its own.
constexpr const char* codes[] = {"limit.memory",  "limit.communication", "",           "limit.evaluation-not-yet",
                                 "limit.compute", "limit.bandwidth",     "limit.ttft", "limit.tpot",
                                 "limit.step",    "limit.cost-tokens",   "limit.power"};

void compare(Limit& limit, double value, double threshold) {
  limit.applies = true;
  limit.value = value;
  limit.threshold = threshold;
  limit.breaks = value > threshold;
  limit.code = codes[static_cast<std::size_t>(limit.kind)];
}

void memory_limit(Limit& limit, const MemoryEstimate& memory) {
  limit.code = "limit.memory-not-published";
  if (!memory.capacity) return;
  compare(limit, in_bytes(memory.total), in_bytes(*memory.capacity));
  limit.breaks = memory.fits == Fits::no;
}

void precision_limit(Limit& limit, const PrecisionChoice& choice) {
  limit.applies = true;
  limit.breaks = !choice.native || choice.code == "precision.not-on-matrix-unit";
  limit.code = choice.code;
}

// What sets the pace: it slows the work, it does not stop it.
void pace_limits(Limit* limits, const TimeEstimate& time) {
  constexpr struct {
    LimitKind kind;
    Bound bound;
    double threshold;
  } paces[] = {{LimitKind::communication, Bound::link, communication_threshold},
               {LimitKind::compute, Bound::compute, pace_threshold},
               {LimitKind::bandwidth, Bound::memory, pace_threshold}};
  for (const auto& pace : paces) {
    const double share = time.step > Seconds(0) ? time_bound_by(time, pace.bound) / time.step : 0;
    compare(limits[static_cast<std::size_t>(pace.kind)], share, pace.threshold);
  }
}

// Limits of the asker's own, from ttft on.
void wish_limits(Limit* limits, const Resolved& resolved, const ColumnEstimate& estimate) {
  const TimeEstimate& time = *estimate.time;
  const bool generates = resolved.workload == Workload::decode || resolved.workload == Workload::serve;
  constexpr double unknown = -1;
  double run = unknown;
  double cost = unknown;
  if (estimate.cost) {
    if (estimate.cost->run) run = estimate.cost->run->base();
    cost = estimate.cost->per_million_tokens ? estimate.cost->per_million_tokens->base() : unknown;
  }
  const struct {
    Field field;
    double value;
  } wishes[] = {{Field::limit_ttft, time.first_token ? in_seconds(*time.first_token) : unknown},
                {Field::limit_tpot, generates ? in_seconds(time.step) : unknown},
                {Field::limit_step, generates ? unknown : in_seconds(time.step)},
                {Field::limit_cost, run >= 0 ? run : cost},
                {Field::limit_power, estimate.energy ? in_watts(estimate.energy->power) : unknown}};
  Limit* limit = limits + static_cast<std::size_t>(LimitKind::ttft);
  for (const auto& wish : wishes) {
    const Value* asked = resolved.scenario.values.find(wish.field);
    if (asked != nullptr && asked->valid && wish.value >= 0) compare(*limit, wish.value, asked->number);
    ++limit;
  }
  Limit& paid = limits[static_cast<std::size_t>(LimitKind::cost)];
  if (paid.applies && run >= 0) paid.code = "limit.cost-run";
}

}  // namespace

const char* word(LimitKind kind) {
  constexpr const char* words[] = {"memory", "communication", "precision", "evaluation", "compute", "bandwidth",
                                   "ttft",   "tpot",          "step",      "cost",       "power"};
  return words[static_cast<std::size_t>(kind)];
}

std::optional<double> Limit::margin() const {
  if (!value || !threshold || *threshold <= 0) return std::nullopt;
  return MarginLeft{*value, *threshold}.value();
}

std::vector<Limit> limits_of(const Resolved& resolved, const ColumnEstimate& estimate) {
  std::vector<Limit> out(limit_count);
  for (std::size_t i = 0; i < limit_count; ++i) out[i].kind = static_cast<LimitKind>(i);
  memory_limit(out[static_cast<std::size_t>(LimitKind::memory)], estimate.memory);
  precision_limit(out[static_cast<std::size_t>(LimitKind::precision)], estimate.column->precision);
  // What a change of format does to answers is not computed yet; saying nothing would read as "no risk".
  constexpr auto evaluation = static_cast<std::size_t>(LimitKind::evaluation);
  out[evaluation].code = codes[evaluation];
  if (!estimate.time) return out;
  pace_limits(out.data(), *estimate.time);
  wish_limits(out.data(), resolved, estimate);
  return out;
}

}  // namespace tilewise
