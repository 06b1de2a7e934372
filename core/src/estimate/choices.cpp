#include <tilewise/choices.hpp>

#include <tilewise/defaults.hpp>

#include "estimate/rent.hpp"

namespace tilewise {
namespace {

constexpr std::string_view words[] = {"fp32", "tf32", "bf16", "fp16", "fp8", "int8", "int4", "fp4"};

// What the format may cost beside time: fp16 ends at 65,504 and loses gradients below 6e-8 (Micikevicius et al. 2018);
// bf16 has the range of fp32; 8 and 4 bit change answers, which only an evaluation shows.
std::string_view risk_of(std::string_view asked, bool training) {
  if (asked == "fp16") return training ? "risk.loss-scaling" : "risk.overflow";
  if (asked == "fp8") return training ? "risk.scaling-recipe" : "risk.evaluate";
  const bool wide = asked.back() == '2' || asked == "bf16";  // fp32, tf32
  if (wide) return "risk.none";
  return training ? "risk.not-for-training" : "risk.evaluate";
}

double given_or(const Resolved& resolved, Field field) {
  const Value* given = resolved.scenario.values.find(field);
  if (given != nullptr && given->valid) return given->number;
  return default_of(field, resolved.scenario).value_or(Value{}).number;
}

std::optional<double> own_or(const Resolved& resolved, std::size_t index, Field field, std::optional<double> listed) {
  const Value* given = resolved.scenario.columns[index].overrides.find(field);
  return given != nullptr && given->valid ? std::optional(given->number) : listed;
}

}  // namespace

FormatChoices choose_format(const Resolved& resolved, std::size_t index) {
  FormatChoices out;
  const bool training = resolved.workload == Workload::train;
  Scenario scenario = resolved.scenario;
  scenario.columns = {resolved.scenario.columns[index]};
  const Pins pins(scenario);
  for (const std::string_view word : words) {
    scenario.columns.front().overrides.set(Field::precision, text_value(std::string(word)));
    Resolution resolution = resolve(scenario);
    FormatChoice choice;
    choice.asked = word;
    choice.risk = risk_of(word, training);
    choice.precision = choose_precision(*resolved.columns[index].device, word);
    if (resolution.usable) {
      pins.apply_to(resolution.resolved);
      const ResolvedColumn& column = resolution.resolved.columns.front();
      const ColumnEstimate estimate = estimate_column(resolution.resolved, column, nullptr, false);
      choice.fits = estimate.memory.fits;
      if (estimate.time) choice.time = estimate.time->total;
    }
    const bool may = choice.precision.code == "precision.native" && choice.fits != Fits::no && choice.time &&
                     choice.risk != "risk.not-for-training";
    if (may && (!out.best || *choice.time < *out.formats[*out.best].time)) out.best = out.formats.size();
    out.formats.push_back(std::move(choice));
  }
  return out;
}

std::optional<RentTerms> rent_terms(const Resolved& resolved, const ColumnEstimate& estimate) {
  const ResolvedColumn& column = *estimate.column;
  const Device& device = *column.device;
  const auto rent = own_or(resolved, column.index, Field::price, device.rent_usd_per_hour);
  const auto bought = device.street_usd ? device.street_usd : device.msrp_usd;
  const auto purchase = own_or(resolved, column.index, Field::purchase, bought);
  if (!rent || !purchase || !estimate.energy) return std::nullopt;
  RentTerms terms;
  terms.rent = dollars(*rent);
  terms.own.chips = 1;
  terms.own.purchase = dollars(*purchase);
  terms.own.life_years = given_or(resolved, Field::lifetime);
  terms.own.usage = given_or(resolved, Field::usage);
  terms.own.electricity = dollars(given_or(resolved, Field::electricity));
  terms.own.effectiveness = column.supply.usage_effectiveness;
  terms.own.power = estimate.energy->power / column.count;
  terms.own.idle = *column.supply.idle;
  return terms;
}

std::optional<RentOrBuy> rent_or_buy(const Resolved& resolved, const ColumnEstimate& estimate) {
  const auto terms = rent_terms(resolved, estimate);
  if (!terms) return std::nullopt;
  RentOrBuy out;
  out.rent = terms->rent.base();
  out.purchase = terms->own.purchase.base();
  out.own_per_hour = terms->own.value().base();
  const BreakEven even{*terms};
  if (even.saved() <= 0 || even.value() > 1) return out;
  out.usage = even.value();
  out.hours = BreakEvenHours{*out.usage, terms->own.life_years}.value();
  return out;
}

}  // namespace tilewise
