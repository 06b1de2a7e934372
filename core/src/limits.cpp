#include <tilewise/limits.hpp>

#include "answer_formulas.hpp"

namespace tilewise {
namespace {

double share_of(const TimeEstimate& time, Bound bound) {
  return time.step > Seconds(0) ? time_bound_by(time, bound) / time.step : 0;
}

class LimitFinder {
 public:
  LimitFinder(const Resolved& resolved, const ColumnEstimate& estimate) : resolved_(resolved), estimate_(estimate) {
    for (std::size_t i = 0; i < limit_count; ++i) {
      Limit limit;
      limit.kind = static_cast<LimitKind>(i);
      out_.push_back(limit);
    }
  }

  std::vector<Limit> run() {
    memory();
    precision();
    // What a change of format does to answers is not computed yet; saying nothing would read as "no risk".
    at(LimitKind::evaluation).code = "limit.evaluation-not-yet";
    if (!estimate_.time) return std::move(out_);
    pace();
    wishes();
    return std::move(out_);
  }

 private:
  Limit& at(LimitKind kind) { return out_[static_cast<std::size_t>(kind)]; }

  void compare(LimitKind kind, double value, double threshold, std::string_view code) {
    Limit& limit = at(kind);
    limit.applies = true;
    limit.value = value;
    limit.threshold = threshold;
    limit.breaks = value > threshold;
    limit.code = code;
  }

  void memory() {
    const MemoryEstimate& memory = estimate_.memory;
    if (memory.capacity) {
      compare(LimitKind::memory, in_bytes(memory.total), in_bytes(*memory.capacity), "limit.memory");
      at(LimitKind::memory).breaks = memory.fits == Fits::no;
    } else {
      at(LimitKind::memory).code = "limit.memory-not-published";
    }
  }

  void precision() {
    const PrecisionChoice& choice = estimate_.column->precision;
    Limit& limit = at(LimitKind::precision);
    limit.applies = true;
    limit.breaks = !choice.native || choice.code == "precision.not-on-matrix-unit";
    limit.code = choice.code;
  }

  // What sets the pace: it slows the work, it does not stop it.
  void pace() {
    const TimeEstimate& time = *estimate_.time;
    compare(LimitKind::communication, share_of(time, Bound::link), communication_threshold, "limit.communication");
    compare(LimitKind::compute, share_of(time, Bound::compute), pace_threshold, "limit.compute");
    compare(LimitKind::bandwidth, share_of(time, Bound::memory), pace_threshold, "limit.bandwidth");
  }

  void wish(LimitKind kind, Field field, std::optional<double> value, std::string_view code) {
    const Value* asked = resolved_.scenario.values.find(field);
    if (asked != nullptr && asked->valid && value) compare(kind, *value, asked->number, code);
  }

  void wishes() {
    const TimeEstimate& time = *estimate_.time;
    const auto seconds_of = [](std::optional<Seconds> span) {
      return span ? std::optional<double>(in_seconds(*span)) : std::nullopt;
    };
    wish(LimitKind::ttft, Field::limit_ttft, seconds_of(time.first_token), "limit.ttft");
    const bool generates = resolved_.workload == Workload::decode || resolved_.workload == Workload::serve;
    if (generates) wish(LimitKind::tpot, Field::limit_tpot, in_seconds(time.step), "limit.tpot");
    if (!generates) wish(LimitKind::step, Field::limit_step, in_seconds(time.step), "limit.step");
    if (estimate_.cost) {
      const CostEstimate& cost = *estimate_.cost;
      const auto& paid = cost.run ? cost.run : cost.per_million_tokens;
      const auto usd = paid ? std::optional<double>(paid->base()) : std::nullopt;
      wish(LimitKind::cost, Field::limit_cost, usd, cost.run ? "limit.cost-run" : "limit.cost-tokens");
    }
    if (estimate_.energy) wish(LimitKind::power, Field::limit_power, in_watts(estimate_.energy->power), "limit.power");
  }

  const Resolved& resolved_;
  const ColumnEstimate& estimate_;
  std::vector<Limit> out_;
};

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
  return LimitFinder(resolved, estimate).run();
}

}  // namespace tilewise
