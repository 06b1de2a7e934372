#pragma once
// Resolved -> Estimate: time, memory, rates and FLOPs of every column. Pure: the same request gives the same
// bytes. "Does not fit" is an answer with both numbers, never a failure.

#include <optional>
#include <string>
#include <vector>

#include <tilewise/energy.hpp>
#include <tilewise/memory.hpp>
#include <tilewise/resolve.hpp>
#include <tilewise/time.hpp>

namespace tilewise {

struct RateEstimate {
  std::optional<double> tokens_per_s;           // over all ranks of the column
  std::optional<double> tokens_per_s_per_user;  // decode
  std::optional<double> sequences_per_s;
  double steps_per_s = 0;
};

struct FlopsEstimate {
  Ops model;       // of one step on one rank, by the convention asked for
  Ops hardware;    // executed, recompute included
  double mfu = 0;  // model FLOPs against the dense peak at the precision used
  double hfu = 0;
  OpsPerSecond peak;  // what both are divided by, of one rank
};

// An interval for the total time. Until the time model is calibrated on measurements it is a statement of
// physics and experience: not below the roofline, not above three times the estimate.
struct Band {
  Seconds low;
  Seconds high;
  std::string basis;   // code of the text
  double rows = 0;     // measurements behind it
};

struct ColumnEstimate {
  const ResolvedColumn* column = nullptr;
  MemoryEstimate memory;
  std::optional<TimeEstimate> time;   // nullopt: a rate it needs is not published
  std::optional<RateEstimate> rate;
  std::optional<FlopsEstimate> flops;
  std::optional<EnergyEstimate> energy;  // nullopt: no power limit is published
  std::optional<CostEstimate> cost;      // nullopt: no price is listed
  std::optional<Band> band;
  std::optional<EssayTiles> tiles;    // the essay's models on one product
};

// `with_band` off for searches, which do not show one.
[[nodiscard]] ColumnEstimate estimate_column(const Resolved& resolved, const ResolvedColumn& column,
                                             Trace* trace = nullptr, bool with_band = true);

struct Estimate {
  std::vector<ColumnEstimate> columns;  // one per column, also unusable ones
};
[[nodiscard]] Estimate estimate_all(const Resolved& resolved);

}  // namespace tilewise
