#include <tilewise/energy.hpp>

#include <cmath>

#include <tilewise/constants.hpp>
#include <tilewise/estimate.hpp>

#include "calibration/power_constant.hpp"
#include "estimate/energy_formulas.hpp"

namespace tilewise {
namespace {

class SupplyEstimator {
 public:
  SupplyEstimator(const Resolved& resolved, ColumnEstimate& out, Trace* trace)
      : resolved_(resolved), out_(out), column_(*out.column), supply_(out.column->supply), trace_(trace) {}

  void run() {
    if (supply_.limit) {
      chip_ = chip_power();
      energy();
    }
    if (supply_.rent || (supply_.purchase && chip_)) cost();
  }

 private:
  // Time of the step whose length `bound` sets, as a share of the step.
  double share_of(Bound bound, const char* path) {
    return apply(trace_, path, BoundShare{time_bound_by(*out_.time, bound), out_.time->step});
  }
  [[nodiscard]] double constant_of(std::size_t what) const {
    return column_.calibration[power_constant(*column_.device, what)];
  }

  Watts chip_power() {
    Activity activity;
    activity.awake = constant_of(power_table::awake);
    activity.limit = *supply_.limit;
    activity.compute = constant_of(power_table::compute);
    activity.utilisation = out_.flops ? out_.flops->hfu : 0;
    activity.memory = constant_of(power_table::memory);
    activity.memory_share = share_of(Bound::memory, "energy.memory_share");
    activity.link = constant_of(power_table::link);
    activity.link_share = share_of(Bound::link, "energy.link_share");
    const double active = apply(trace_, "energy.activity", activity,
                                {{"limit", "@power_limit_w"},
                                 {"utilisation", "flops.hfu"},
                                 {"memory_share", "energy.memory_share"},
                                 {"link_share", "energy.link_share"}});
    return apply(trace_, "energy.chip_power_w", ChipPower{*supply_.limit, *supply_.idle, active},
                 {{"limit", "@power_limit_w"},
                  {"idle", column_.device->least_power ? "@least_power_w" : ""},
                  {"activity", "energy.activity"}});
  }

  Joules per(const char* path, double rate, const char* rate_path) {
    return apply(trace_, path, EnergyPer{out_.energy->power, rate},
                 {{"power", "energy.power_w"}, {"per_second", rate_path}});
  }

  void energy() {
    EnergyEstimate& energy = out_.energy.emplace();
    const RateEstimate& rate = *out_.rate;
    energy.power = apply(trace_, "energy.power_w", AllPower{column_.count, *chip_},
                         {{"chips", "=n"}, {"power", "energy.chip_power_w"}});
    energy.per_hour_co2_kg = apply(
        trace_, "energy.per_hour_co2_kg",
        HourCarbon{energy.power, supply_.usage_effectiveness, supply_.carbon},
        {{"power", "energy.power_w"}, {"usage_effectiveness", "=pue"}, {"grams_per_kwh", "=ci"}});
    energy.per_step = per("energy.per_step_j", rate.steps_per_s, "rate.steps_per_s");
    if (rate.sequences_per_s) energy.per_sequence = per("energy.per_sequence_j", *rate.sequences_per_s, "rate.sequences_per_s");
    if (rate.tokens_per_s) energy.per_token = per("energy.per_token_j", *rate.tokens_per_s, "rate.tokens_per_s");
    if (energy.per_token && resolved_.output > 0) {
      energy.per_answer = apply(trace_, "energy.per_answer_j", AnswerEnergy{resolved_.output, *energy.per_token},
                                {{"output_tokens", "=o"}, {"per_token", "energy.per_token_j"}});
    }
    if (out_.time->run) run_energy(energy);
  }

  void run_energy(EnergyEstimate& energy) {
    energy.run = apply(trace_, "energy.run_j", RunEnergy{energy.power, *out_.time->run, supply_.goodput},
                       {{"power", "energy.power_w"}, {"run_time", "time.run_s"}, {"goodput", "=gof"}});
    energy.run_building = apply(trace_, "energy.run_building_j", BuildingEnergy{supply_.usage_effectiveness, *energy.run},
                                {{"usage_effectiveness", "=pue"}, {"energy", "energy.run_j"}});
    energy.run_co2_kg = apply(trace_, "energy.run_co2_kg", Carbon{*energy.run_building, supply_.carbon},
                              {{"energy", "energy.run_building_j"}, {"grams_per_kwh", "=ci"}});
  }

  Dollars per_hour() {
    constexpr const char* path = "cost.per_hour_usd";
    if (supply_.rent) {
      return apply(trace_, path, RentPerHour{column_.count, dollars(*supply_.rent)},
                   {{"chips", "=n"}, {"price", "@rent_usd_per_hour"}});
    }
    OwnPerHour own;
    own.chips = column_.count;
    own.purchase = dollars(*supply_.purchase);
    own.life_years = supply_.life_years;
    own.usage = supply_.usage;
    own.electricity = dollars(supply_.electricity);
    own.effectiveness = supply_.usage_effectiveness;
    own.power = *chip_;
    own.idle = *supply_.idle;
    return apply(trace_, path, own,
                 {{"chips", "=n"},
                  {"purchase", "@purchase_usd"},
                  {"life_years", "=life"},
                  {"usage", "=ut"},
                  {"electricity", "=kwh"},
                  {"usage_effectiveness", "=pue"},
                  {"power", "energy.chip_power_w"}});
  }

  void cost() {
    CostEstimate& cost = out_.cost.emplace();
    cost.per_hour = per_hour();
    if (out_.rate->tokens_per_s) {
      cost.per_million_tokens =
          apply(trace_, "cost.per_million_tokens_usd",
                TokenCost{cost.per_hour, supply_.goodput, *out_.rate->tokens_per_s},
                {{"per_hour", "cost.per_hour_usd"}, {"goodput", "=gof"}, {"tokens_per_s", "rate.tokens_per_s"}});
    }
    if (out_.time->run) {
      cost.run = apply(trace_, "cost.run_usd", RunCost{cost.per_hour, *out_.time->run, supply_.goodput},
                       {{"per_hour", "cost.per_hour_usd"}, {"run_time", "time.run_s"}, {"goodput", "=gof"}});
    }
  }

  const Resolved& resolved_;
  ColumnEstimate& out_;
  const ResolvedColumn& column_;
  const Supply& supply_;
  Trace* trace_;
  std::optional<Watts> chip_;
};

}  // namespace

void estimate_supply(const Resolved& resolved, ColumnEstimate& estimate, Trace* trace) {
  // The essay's arithmetic is reproduced; it says nothing of power.
  if (resolved.time_model == TimeModel::essay_2018 || resolved.time_model == TimeModel::essay_corrected) return;
  SupplyEstimator(resolved, estimate, trace).run();
}

}  // namespace tilewise
