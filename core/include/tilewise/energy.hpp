#pragma once
// Energy, carbon and money of a column, from its time: what the chips draw while they work, and what an hour of them
// costs. Of the chips alone; the building's share is the scenario's `pue`.

#include <optional>

#include <tilewise/formula.hpp>
#include <tilewise/resolve.hpp>

namespace tilewise {

struct EnergyEstimate {
  Watts power;                          // mean of a step, all chips of the column
  Joules per_step;                      // as rate.steps_per_s counts steps
  std::optional<Joules> per_token;      // of a prompt, an answer or training
  std::optional<Joules> per_sequence;   // of a prompt or training
  std::optional<Joules> per_answer;     // all output tokens of one request
  std::optional<Joules> run;            // training for run_tokens, hours without progress included
  std::optional<Joules> run_building;   // the run with what the building adds
  std::optional<double> run_co2_kg;
  double per_hour_co2_kg = 0;
};

struct CostEstimate {
  Dollars per_hour;                     // all chips of the column
  std::optional<Dollars> per_million_tokens;
  std::optional<Dollars> run;
};

struct ColumnEstimate;

// Fills energy and cost of an estimate that has a time.
void estimate_supply(const Resolved& resolved, ColumnEstimate& estimate, Trace* trace);

}  // namespace tilewise
