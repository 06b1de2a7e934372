// Numbers of comparisons: ratios, waterfalls, figures that make equal, training budgets; and of the verdict.

#include <tilewise/budget.hpp>
#include <tilewise/compare.hpp>
#include <tilewise/json_out.hpp>
#include <tilewise/judge.hpp>
#include <tilewise/parameters.hpp>

#include "estimate/answer_formulas.hpp"
#include "explain/explain_answer.hpp"

namespace tilewise {
namespace {

using nlohmann::json;

constexpr FormulaInfo equal_time{"compare.must-be", "value with which time is other_time", ""};
constexpr FormulaInfo change_places{
    "compare.crossover", "first value at which the two have changed places: times before, and there", ""};
constexpr FormulaInfo figure_of{"compare.figure", "figure", ""};
constexpr FormulaInfo asked_for{"budget.asked", "given", ""};
constexpr FormulaInfo more_time{"verdict.more-time", "ratio - 1", ""};
constexpr FormulaInfo less_speed{"verdict.less-speed", "1 - 1 / ratio", ""};

std::size_t place_at(const json& entry, std::string_view key) {
  return static_cast<std::size_t>(json_number_at(entry, key).value_or(0));
}

// A figure is given in the unit of its key.
std::string_view figure_unit(std::string_view key) {
  if (key == "eff") return "";
  return key == "peak" ? "TFLOP/s" : "GB/s";
}

// The scenario with a column alone and one of its values changed.
struct Changed {
  Scenario scenario;
  Pins pins;
  Changed(const Asked& asked, std::size_t index)
      : scenario(column_alone(asked.resolved.scenario, index)), pins(scenario) {}
  Explained at(const std::string& path, std::string_view key, double value) {
    set_for_column(scenario, find_key(key)->field, number_value(value));
    return estimated(scenario, "devices.0." + path, &pins);
  }
  Explained total(std::string_view key, double value) { return at("time.total_s", key, value); }
};

Explained total_of(const Asked& asked, std::size_t index) {
  return estimated(asked.resolved, column_path(index) + "time.total_s");
}

json ratio_of(const Asked& asked, std::size_t other, std::size_t base, std::string_view path) {
  const json above = given("other", total_of(asked, other));
  const json below = given("base", total_of(asked, base));
  return explanation(path, TimeRatio::info, TimeRatio{seconds(amount(above)), seconds(amount(below))}.value(),
                     "", {above, below});
}

// Level `count` of a waterfall: the first is the base's step, the last the other's.
Explained level(const Asked& asked, std::size_t base, std::size_t other, std::size_t count,
                std::string_view path) {
  constexpr Bound bounds[] = {Bound::compute, Bound::memory, Bound::link, Bound::launch};
  const char* const step = step_time_path(asked.resolved.workload);
  if (count == 0) return estimated(asked.resolved, column_path(base) + step);
  if (count >= 4) return estimated(asked.resolved, column_path(other) + step);
  const json before = given("level", level(asked, base, other, count - 1, path));
  const json more = given("other", bound_time(asked.scenario, nullptr, other, bounds[count - 1], path));
  const json less = given("base", bound_time(asked.scenario, nullptr, base, bounds[count - 1], path));
  const WaterfallLevel formula{seconds(amount(before)), seconds(amount(more)), seconds(amount(less))};
  return explanation(path, WaterfallLevel::info, in_seconds(formula.value()), "s", {before, more, less});
}

// The price of a chip-hour of the dearer column at which both cost the same.
Explained equal_price(const Asked& asked, const json& entry, std::size_t cheaper, std::string_view path) {
  const std::string cost = "cost." + std::string(json_text_at(entry, "of").value_or(""));
  const json other = given("other_cost", estimated(asked.resolved, column_path(cheaper) + cost));
  const json one = given("cost_at_one_dollar", Changed(asked, place_at(entry, "index")).at(cost, "price", 1));
  return explanation(path, EqualPrice::info, EqualPrice{dollars(amount(other)), dollars(amount(one))}.value(), "USD",
                     {other, one});
}

Explained of_pair(const Asked& asked, const PathParts& parts, std::string_view path) {
  const json& pair = *member_at(asked.result, parts, 2);
  const std::size_t base = place_at(pair, "base");
  const std::size_t other = place_at(pair, "other");
  if (parts[2] == "ratio") return ratio_of(asked, other, base, path);
  if (parts[2] == "price_must_be") {
    const json& price = *member_at(asked.result, parts, 3);
    return equal_price(asked, price, place_at(price, "index") == base ? other : base, path);
  }
  if (parts.size() < 5) return std::nullopt;
  const json& entry = *member_at(asked.result, parts, 4);
  if (parts[2] == "waterfall") {
    return level(asked, base, other, *index_of(parts[3]) + (parts[4] == "to_s" ? 1 : 0), path);
  }
  const std::string_view key = json_text_at(entry, "key").value_or("");
  if (parts[2] == "must_be") {
    const std::size_t slower = place_at(pair, "catches_up");
    const double value = json_number_at(entry, "value").value_or(0);
    return explanation(
        path, equal_time, value, figure_unit(key),
        {given("value", value, figure_unit(key)), given("time", Changed(asked, slower).total(key, value)),
         given("other_time", total_of(asked, slower == other ? base : other))});
  }
  if (parts[2] != "crossovers") return std::nullopt;
  const double at = json_number_at(entry, "at").value_or(0);
  Changed first(asked, base);
  Changed second(asked, other);
  return explanation(
      path, change_places, at, "",
      {given("at", at), given("base_before", first.total(key, at - 1)),
       given("other_before", second.total(key, at - 1)), given("base_there", first.total(key, at)),
       given("other_there", second.total(key, at))});
}

// What a training budget buys: of days, of money, of FLOPs, of the scenario's model.
class BudgetNumbers {
 public:
  BudgetNumbers(const Asked& asked, std::size_t index, std::string_view path)
      : asked_(asked),
        index_(index),
        path_(path),
        estimate_(estimate_column(asked.resolved, asked.resolved.columns[index], nullptr, false)) {
    speed_ = training_speed(asked.resolved, estimate_).value_or(OpsPerSecond(0));
  }

  [[nodiscard]] json speed() const {
    return explained(
        path_, TrainingSpeed{estimate_.column->ranks, estimate_.flops->model, estimate_.time->step},
        {given("model_flops", own("flops.model_flops")), given("step_time", own("time.step_s"))});
  }

  Explained at(std::string_view budget, std::string_view field) const {
    const json work = flops(budget);
    if (field == "flops") return work;
    const json total = given("flops", work);
    const json parameters = explained(path_, OptimalParameters{ops(amount(total))}, {total});
    if (field == "parameters") return parameters;
    const json count = given("parameters", parameters);
    if (field == "tokens") return explained(path_, OptimalTokens{amount(count)}, {count});
    const json time = explained(path_, BudgetTime{ops(amount(total)), speed_, amount(goodput())},
                                {total, given("speed", speed()), goodput()});
    if (field == "run_s") return time;
    if (field != "run_usd" || !estimate_.cost) return std::nullopt;
    const json run = given("run_time", time);
    return explained(path_, BudgetCost{estimate_.cost->per_hour, seconds(amount(run))}, {per_hour(), run});
  }

 private:
  [[nodiscard]] Explained own(const char* path) const {
    return estimated(asked_.resolved, column_path(index_) + path);
  }
  [[nodiscard]] json goodput() const { return given("goodput", estimate_.column->supply.goodput, "", "gof"); }
  [[nodiscard]] json per_hour() const { return given("per_hour", own("cost.per_hour_usd")); }

  [[nodiscard]] json of_days(const json& days) const {
    return explained(path_, FlopsOfDays{speed_, amount(days), amount(goodput())},
                     {given("speed", speed()), days, goodput()});
  }
  [[nodiscard]] json flops(std::string_view budget) const {
    if (budget == "days") return of_days(given("days", json_number_at(asked_.body, "days").value_or(30)));
    if (budget == "model")
      return explained(path_, FlopsOfModel{count_parameters(asked_.resolved.shape).total});
    const double asked = json_number_at(asked_.body, budget).value_or(0);
    if (budget == "flops")
      return explanation(path_, asked_for, asked, "FLOP", {given("given", asked, "FLOP")});
    const DaysOfMoney days{dollars(asked), estimate_.cost->per_hour};
    return of_days(given("days", explained(path_, days, {per_hour()})));
  }

  const Asked& asked_;
  std::size_t index_;
  std::string_view path_;
  ColumnEstimate estimate_;
  OpsPerSecond speed_;
};

Explained of_device(const Asked& asked, const PathParts& parts, std::string_view path) {
  const std::size_t index = *index_of(parts[1]);
  if (parts[2] == "budget") {
    const BudgetNumbers budget(asked, index, path);
    return parts.size() == 4 ? Explained(budget.speed()) : budget.at(parts[3], parts.back());
  }
  if (parts[2] != "sensitivities" || parts.size() < 5) return std::nullopt;
  const json& entry = *member_at(asked.result, parts, 4);
  const std::string key(json_text_at(entry, "key").value_or(""));
  const double value = json_number_at(entry, "value").value_or(0);
  if (parts.back() == "lower_s") return Changed(asked, index).total(key, value * 0.8);
  if (parts.back() == "higher_s") return Changed(asked, index).total(key, value * 1.2);
  const std::string column = "d" + write_number(static_cast<double>(index + 1)) + ".";
  return explanation(path, figure_of, value, figure_unit(key),
                     {given("figure", value, figure_unit(key), column + key)});
}

}  // namespace

Explained explain_compare(const Asked& asked, const PathParts& parts, std::string_view path) {
  if (!names_number(asked, parts, 3)) return std::nullopt;
  return parts[0] == "pairs" ? of_pair(asked, parts, path) : of_device(asked, parts, path);
}

// verdict.ratio_to_next, verdict.comparisons.1.time_ratio
Explained explain_verdict(const Asked& asked, const PathParts& parts, std::string_view path) {
  const Verdict verdict = judge(estimate_all(asked.resolved));
  if (!verdict.fastest || parts.size() < 2) return std::nullopt;
  if (parts[1] == "ratio_to_next" && verdict.next)
    return ratio_of(asked, *verdict.next, *verdict.fastest, path);
  const auto at = parts.size() == 4 && parts[1] == "comparisons" ? index_of(parts[2]) : std::nullopt;
  if (!at || *at >= verdict.comparisons.size()) return std::nullopt;
  const Comparison& one = verdict.comparisons[*at];
  json ratio = ratio_of(asked, one.index, *verdict.fastest, path);
  if (parts[3] == "time_ratio") return ratio;
  if (parts[3] == "more_time_share")
    return explanation(path, more_time, one.more_time_share, "", {given("ratio", ratio)});
  if (parts[3] == "less_speed_share")
    return explanation(path, less_speed, one.less_speed_share, "", {given("ratio", ratio)});
  return std::nullopt;
}

}  // namespace tilewise
