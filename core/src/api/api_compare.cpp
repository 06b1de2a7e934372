// Columns against each other, and what a training budget buys: questions of the second module.

#include <tilewise/api.hpp>

#include <tilewise/budget.hpp>
#include <tilewise/compare.hpp>
#include <tilewise/json_out.hpp>
#include <tilewise/json_reader.hpp>
#include <tilewise/parameters.hpp>

#include "estimate/answer_formulas.hpp"
#include "questions/answers.hpp"

namespace tilewise {
namespace {

using nlohmann::json;

json waterfall_json(const TimeEstimate& from, const TimeEstimate& to) {
  json out = json::array();
  for (const WaterfallPart& part : waterfall(from, to)) {
    json entry = json::object();
    put(entry, "bound", word(part.bound));
    put(entry, "from_s", part.from);
    put(entry, "to_s", part.to);
    push(out, std::move(entry));
  }
  return out;
}

json sensitivities_json(const Resolved& resolved, std::size_t column) {
  json out = json::array();
  for (const Sensitivity& one : sensitivities(resolved, column)) {
    json entry = json::object();
    put(entry, "key", one.key);
    put(entry, "value", one.value);
    put(entry, "lower_s", one.lower);
    put(entry, "higher_s", one.higher);
    push(out, std::move(entry));
  }
  return out;
}

// What each figure of the slower column has to be to reach the time of the base.
json must_be_json(const Resolved& resolved, std::size_t column, Seconds target) {
  json out = json::array();
  for (const std::string_view key : {"peak", "bw", "link", "net", "eff"}) {
    const auto value = value_for_time(resolved, column, key, target);
    if (!value) continue;
    json entry = json::object();
    put(entry, "key", key);
    put(entry, "value", *value);
    push(out, std::move(entry));
  }
  return out;
}

json pair_json(const Resolved& resolved, const std::vector<ColumnEstimate>& estimates, std::size_t base, std::size_t other) {
  json out = json::object();
  put(out, "base", static_cast<double>(base));
  put(out, "other", static_cast<double>(other));
  const TimeEstimate& from = *estimates[base].time;
  const TimeEstimate& to = *estimates[other].time;
  put(out, "ratio", TimeRatio{to.total, from.total}.value());
  put_json(out, "waterfall", waterfall_json(from, to));
  const bool slower = to.total > from.total;
  put(out, "catches_up", static_cast<double>(slower ? other : base));
  put_json(out, "must_be", must_be_json(resolved, slower ? other : base, slower ? from.total : to.total));
  if (const auto price = price_to_match(resolved, estimates[base], estimates[other])) {
    json entry = json::object();
    put(entry, "index", static_cast<double>(price->first_dearer ? base : other));
    put(entry, "of", price->of);
    put(entry, "usd_per_hour", price->usd_per_hour);
    put_json(out, "price_must_be", std::move(entry));
  }
  json points = json::array();
  for (const Crossover& point : crossovers(resolved, base, other)) {
    json entry = json::object();
    put(entry, "key", point.key);
    put(entry, "at", point.at);
    push(points, std::move(entry));
  }
  put_json(out, "crossovers", std::move(points));
  return out;
}

json budget_json(const TrainingBudget& budget) {
  json out = json::object();
  put(out, "flops", budget.flops);
  put(out, "parameters", budget.parameters);
  put(out, "tokens", budget.tokens);
  put(out, "run_s", budget.time);
  put(out, "run_usd", budget.cost);
  return out;
}

// For the scenario's model, and for what the request has to spend.
json budgets_json(const json& body, const Resolved& resolved, const ColumnEstimate& estimate) {
  const auto speed = training_speed(resolved, estimate);
  if (!speed) return nullptr;
  json out = json::object();
  put(out, "speed_ops_per_s", *speed);
  put_json(out, "model", budget_json(budget_of_model(estimate, *speed, count_parameters(resolved.shape).total)));
  const double days = json_number_at(body, "days").value_or(30);
  if (days > 0) put_json(out, "days", budget_json(budget_of_days(estimate, *speed, days)));
  if (const auto flops = json_number_at(body, "flops"); flops && *flops > 0) {
    put_json(out, "flops", budget_json(budget_of_flops(estimate, *speed, ops(*flops))));
  }
  if (const auto usd = json_number_at(body, "usd"); usd && *usd > 0) {
    const auto budget = budget_of_money(estimate, *speed, dollars(*usd));
    put_json(out, "usd", budget ? budget_json(*budget) : json(nullptr));
  }
  return out;
}

}  // namespace

json compare_result(const json& body, const Resolved& resolved) {
  const std::vector<ColumnEstimate> estimates = estimate_all(resolved).columns;
  const Value* baseline = resolved.scenario.values.find(Field::baseline);
  const std::size_t base = baseline != nullptr && baseline->valid ? static_cast<std::size_t>(baseline->number) - 1 : 0;
  json out = json::object();
  json pairs = json::array();
  json columns = json::array();
  for (std::size_t i = 0; i < estimates.size(); ++i) {
    const bool both = base < estimates.size() && i != base && estimates[i].time && estimates[base].time;
    if (both) push(pairs, pair_json(resolved, estimates, base, i));
    json column = json::object();
    put(column, "index", static_cast<double>(i));
    put(column, "id", resolved.columns[i].id);
    if (estimates[i].time) put_json(column, "sensitivities", sensitivities_json(resolved, i));
    json budgets = budgets_json(body, resolved, estimates[i]);
    if (!budgets.is_null()) put_json(column, "budget", std::move(budgets));
    push(columns, std::move(column));
  }
  put_json(out, "pairs", std::move(pairs));
  put_json(out, "devices", std::move(columns));
  return out;
}

std::string compare(std::string_view request_text) {
  ResolvedRequest asked = read_resolved(request_text);
  if (!asked.usable) return answer(nullptr, asked.issues());
  return answer(compare_result(asked.request.body, asked.resolved()), asked.issues());
}

}  // namespace tilewise
