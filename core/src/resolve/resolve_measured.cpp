#include "resolve/resolve_measured.hpp"

#include <cmath>

#include <tilewise/estimate.hpp>
#include <tilewise/measured.hpp>

namespace tilewise {
namespace {

// Efficiencies are told to four digits.
constexpr double told = 1e4;
// Below this share of the roofline something else than the device holds the work up.
constexpr double healthy = 0.15;

// The time of a step that a measurement means; zero where it means none.
Seconds measured_step(std::string_view kind, double number, Workload workload, const ColumnEstimate& own) {
  const bool generates = workload == Workload::decode || workload == Workload::serve;
  if (kind == "step" || (kind == "tpot" && generates)) return seconds(number);
  if (kind != "tps" || !own.rate->tokens_per_s) return Seconds(0);
  return *own.rate->tokens_per_s / number * own.time->step;
}

}  // namespace

void resolve_measured(const Resolved& resolved, std::string_view given, const std::string& prefix,
                      ResolvedColumn& column, Issues& issues, std::vector<Assumption>& assumptions) {
  const std::size_t colon = given.find(':');
  const std::string_view kind = given.substr(0, colon);
  const double number = read_number(given.substr(colon + 1)).value_or(0);
  const ColumnEstimate own = estimate_column(resolved, column, nullptr, false);
  const auto tell = [&](const char* code, Severity severity, double share) {
    report(issues, code, prefix + "got", severity, {{"given", given}, {"share", share}, {"device", column.device->id}});
  };
  if (kind == "mem") {
    const double share = gib(number) / item_bytes(own.memory.items, "weights");
    if (share < 1) return tell("measured.below-weights", Severity::warning, share);
    column.pin.measured_memory = gib(number);
    column.pin.modelled_memory = own.memory.total;
    return;
  }
  Resolved plain;
  plain = resolved;
  plain.time_model = TimeModel::roofline;
  ResolvedColumn floor = column;
  floor.efficiency.reset();
  const ColumnEstimate fastest = estimate_column(plain, floor, nullptr, false);
  const bool essay = resolved.time_model == TimeModel::essay_2018 || resolved.time_model == TimeModel::essay_corrected;
  const Seconds step =
      own.time && fastest.time && !essay ? measured_step(kind, number, resolved.workload, own) : Seconds(0);
  if (step == Seconds(0)) return tell("measured.does-not-apply", Severity::error, 0);
  const double efficiency = fastest.time->step / step;
  if (efficiency > 1) return tell("measured.beyond-roofline", Severity::warning, efficiency);
  if (efficiency < healthy) tell("measured.far-below-roofline", Severity::note, efficiency);
  column.pin.measured = step;
  column.pin.modelled = own.time->step;
  column.pin.roofline = fastest.time->step;
  add_assumption(assumptions, prefix + "eff", write_number(std::floor(efficiency * told + 0.5) / told),
                 "assumption.measured");
}

Pins::Pins(Scenario& scenario) {
  bool any = false;
  for (const Column& column : scenario.columns) any = any || column.overrides.has(Field::measured);
  if (!any) return;
  const Resolution base = resolve(scenario);
  for (const ResolvedColumn& column : base.resolved.columns) {
    pins_.push_back(column.pin);
    if (column.usable) scenario.columns[column.index].overrides.erase(Field::measured);
  }
}

void Pins::apply_to(Resolved& resolved) const {
  for (ResolvedColumn& column : resolved.columns) {
    if (column.index < pins_.size()) column.pin = pins_[column.index];
  }
}

}  // namespace tilewise
