// Numbers of the answer "what breaks first".

#include <cmath>

#include <tilewise/choices.hpp>
#include <tilewise/json_out.hpp>
#include <tilewise/limits.hpp>

#include "estimate/answer_formulas.hpp"
#include "estimate/energy_formulas.hpp"
#include "estimate/rent.hpp"
#include "explain/explain_answer.hpp"

namespace tilewise {
namespace {

using nlohmann::json;

constexpr FormulaInfo chosen{"limits.threshold", "threshold", ""};
constexpr FormulaInfo listed{"limits.listed-rate", "peak", ""};
constexpr FormulaInfo asked_price{"cost.price", "price", ""};
constexpr FormulaInfo first_break{"limits.first-value",
                                  "first value at which value_there is past the threshold and value_before is not, or the "
                                  "other way round",
                                  ""};

std::string_view text_at(const json& entry, std::string_view key) { return json_text_at(entry, key).value_or(""); }

// One device of the answer.
class DeviceLimits {
 public:
  DeviceLimits(const Asked& asked, std::size_t index, std::string_view path)
      : asked_(asked), index_(index), path_(path), estimate_(estimate_column(asked.resolved, column(), nullptr, false)) {}

  Explained limit(const json& entry, std::string_view field) const {
    const std::string_view kind = text_at(entry, "limit");
    if (field == "value") return value_of(kind, asked_.scenario, asked_.resolved, nullptr, index_);
    if (field == "threshold") return threshold(entry, kind);
    if (field != "margin") return std::nullopt;
    const Inputs inputs{given("value", limit(entry, "value")), given("threshold", threshold(entry, kind))};
    return explanation(path_, MarginLeft::info, MarginLeft{amount(inputs[0]), amount(inputs[1])}.value(), "", inputs);
  }

  Explained breakpoint(const json& entry) const {
    const auto at = json_number_at(entry, "at");
    const GrowthAxis* axis = nullptr;
    const std::vector<GrowthAxis> axes = growth_axes(asked_.resolved, column());
    for (const GrowthAxis& one : axes) {
      if (one.name == text_at(entry, "axis")) axis = &one;
    }
    if (axis == nullptr || !at) return std::nullopt;
    const GrowthTrial trial(asked_.resolved, index_);
    double before = *at - axis->unit;
    while (before > axis->from && trial.at(*axis, before).empty()) before -= axis->unit;
    if (before < axis->from) before = axis->from;
    const auto value_at = [&](double value) {
      const Scenario scenario = trial.scenario_at(*axis, value);
      if (text_at(entry, "limit") == "memory") return lacking(scenario, &trial.pins());
      return value_of(text_at(entry, "limit"), scenario, resolve(scenario).resolved, &trial.pins(), 0);
    };
    Explained there = value_at(*at);
    Explained earlier = value_at(before);
    if (!there || !earlier) return std::nullopt;
    double threshold = 0;
    for (const Limit& limit : trial.at(*axis, *at)) {
      if (word(limit.kind) != text_at(entry, "limit") || limit.kind == LimitKind::memory) continue;
      threshold = limit.threshold.value_or(0);
    }
    const std::string unit(json_text_at(*there, "unit").value_or(""));
    return explanation(path_, first_break, *at, "",
                       {given("at", *at), given("value_before", std::move(earlier)), given("value_there", std::move(there)),
                        given("threshold", threshold, unit)});
  }

  Explained format(const json& entry, std::string_view field) const {
    Scenario scenario = column_alone(asked_.resolved.scenario, index_);
    const Pins pins(scenario);
    scenario.columns.front().overrides.set(Field::precision, text_value(std::string(text_at(entry, "asked"))));
    if (field == "total_s") return estimated(scenario, "devices.0.time.total_s", &pins);
    if (field != "rate_ops_per_s") return std::nullopt;
    json peak = given("peak", json_number_at(entry, "rate_ops_per_s").value_or(0), "FLOP/s");
    put(peak, "catalogue", listed_as("peak_ops_per_s.") + std::string(text_at(entry, "used")));
    return explanation(path_, listed, amount(peak), "FLOP/s", {peak});
  }

  Explained rent(std::string_view field) const {
    const auto terms = rent_terms(asked_.resolved, estimate_);
    if (!terms) return std::nullopt;
    const Inputs known = rent_origins(*terms);
    const auto price = [&](const json& one) { return explanation(path_, asked_price, amount(one), "USD", {renamed(one, "price")}); };
    if (field == "rent_usd_per_hour") return price(known[0]);
    if (field == "purchase_usd") return price(known[1]);
    if (field == "own_usd_per_hour") return explained(path_, terms->own, known);
    const BreakEven even{*terms};
    if (field == "break_even_share") return explained(path_, even, known);
    if (field != "break_even_hours") return std::nullopt;
    return explained(path_, BreakEvenHours{even.value(), terms->own.life_years},
                     {given("share", explained(path_, even, known)), known[2]});
  }

 private:
  [[nodiscard]] const ResolvedColumn& column() const { return asked_.resolved.columns[index_]; }

  static json renamed(json one, const char* name) {
    put(one, "name", name);
    return one;
  }
  [[nodiscard]] std::string listed_as(const char* field) const { return std::string(column().device->id) + "/" + field; }

  // What a limit compares, in a scenario.
  Explained value_of(std::string_view kind, const Scenario& scenario, const Resolved& resolved, const Pins* pins,
                     std::size_t index) const {
    const std::string prefix = column_path(index);
    const std::string step = prefix + step_time_path(resolved.workload);
    if (kind == "memory") return estimated(scenario, prefix + "memory.total_bytes", pins);
    if (kind == "ttft") return estimated(scenario, prefix + "time.ttft_s", pins);
    if (kind == "tpot" || kind == "step") return estimated(scenario, step, pins);
    if (kind == "power") return estimated(scenario, prefix + "energy.power_w", pins);
    if (kind == "cost") {
      Explained run = estimated(scenario, prefix + "cost.run_usd", pins);
      return run ? std::move(run) : estimated(scenario, prefix + "cost.per_million_tokens_usd", pins);
    }
    const Bound bound = kind == "communication" ? Bound::link : kind == "compute" ? Bound::compute : Bound::memory;
    json sum = given("seconds", bound_time(scenario, pins, index, bound, path_));
    json whole = given("step", estimated(scenario, step, pins));
    if (amount(whole) <= 0) return std::nullopt;
    return explained(path_, BoundShare{seconds(amount(sum)), seconds(amount(whole))}, {sum, whole});
  }

  Explained threshold(const json& entry, std::string_view kind) const {
    if (kind == "memory") return estimated(asked_.resolved, column_path(index_) + "memory.capacity_bytes");
    const auto value = json_number_at(entry, "threshold");
    if (!value) return std::nullopt;
    constexpr struct {
      const char* kind;
      const char* key;
      const char* unit;
    } wishes[] = {{"ttft", "lim.ttft", "s"}, {"tpot", "lim.tpot", "s"}, {"step", "lim.step", "s"},
                  {"cost", "lim.usd", "USD"}, {"power", "lim.w", "W"}};
    for (const auto& wish : wishes) {
      if (kind == wish.kind) return explanation(path_, chosen, *value, wish.unit, {given("threshold", *value, wish.unit, wish.key)});
    }
    return explanation(path_, chosen, *value, "", {given("threshold", *value)});
  }

  // Prices as the scenario gives them, or as they are listed; the rest by key.
  [[nodiscard]] Inputs rent_origins(const RentTerms& terms) const {
    const Values& overrides = asked_.scenario.columns.empty() ? asked_.resolved.scenario.columns[index_].overrides
                                                              : asked_.scenario.columns[index_].overrides;
    const std::string prefix = "d" + write_number(static_cast<double>(index_ + 1)) + ".";
    Inputs out{given("rent", terms.rent.base(), "USD"), given("purchase", terms.own.purchase.base(), "USD")};
    const auto origin = [&](json& price, Field field, const char* key, const char* entry) {
      if (overrides.has(field)) {
        put(price, "key", prefix + key);
      } else {
        put(price, "catalogue", listed_as(entry));
      }
    };
    origin(out[0], Field::price, "price", "rent_usd_per_hour");
    origin(out[1], Field::purchase, "buy", column().device->street_usd ? "street_usd" : "msrp_usd");
    out.push_back(given("life_years", terms.own.life_years, "", "life"));
    out.push_back(given("usage", terms.own.usage, "", "ut"));
    out.push_back(given("electricity", terms.own.electricity.base(), "USD", "kwh"));
    out.push_back(given("usage_effectiveness", terms.own.effectiveness, "", "pue"));
    return out;
  }

  const Asked& asked_;
  std::size_t index_;
  std::string_view path_;
  ColumnEstimate estimate_;
};

}  // namespace

// devices.0.limits.1.value, devices.0.breakpoints.0.at, devices.0.precision.formats.2.total_s,
// devices.0.rent_or_buy.own_usd_per_hour
Explained explain_limits(const Asked& asked, const PathParts& parts, std::string_view path) {
  if (!names_number(asked, parts, 4)) return std::nullopt;
  const std::size_t index = *index_of(parts[1]);
  const DeviceLimits device(asked, index, path);
  const json& entry = *member_at(asked.result, parts, parts.size() - 1);
  if (parts[2] == "limits") return device.limit(entry, parts.back());
  if (parts[2] == "breakpoints" || parts[2] == "first") return device.breakpoint(entry);
  if (parts[2] == "precision") return device.format(entry, parts.back());
  if (parts[2] == "rent_or_buy") return device.rent(parts.back());
  return std::nullopt;
}

}  // namespace tilewise
