#pragma once
// Every valid split of a column's devices: which fit the memory of a rank, which of them nothing beats, and why the
// others fall away. A plan is the scenario of a link: its numbers are those of an estimate of that link.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <tilewise/estimate.hpp>
#include <tilewise/scenario.hpp>

namespace tilewise {

// As the key `ac` spells it.
[[nodiscard]] const char* word(Recompute recompute);

// What a search may choose.
struct Split {
  Parallel parallel;
  double micro_batch = 1;
  Recompute recompute = Recompute::none;
};

struct Plan {
  Split split;
  double devices = 1;                  // chips
  Seconds time;                        // of a step; of one token in decode and serving
  std::optional<Seconds> first_token;  // of serving
  std::optional<Seconds> run;          // training for run_tokens
  double tokens_per_s = 0;             // of all devices
  Bytes memory;                        // of the heaviest rank
  bool tight = false;
  // Of the run where run_tokens are given, else of a million tokens and of one token. Absent: no price, no power known.
  std::optional<Dollars> cost;
  std::optional<Joules> energy;
  std::optional<Watts> power;  // all chips
};

// What a plan minimises, in the order of the words of the key `obj`.
enum class Objective { time, cost, energy, memory };

// Plans that fall away for one reason: "plan.heads" and the like where the shape rules them out, "plan.memory" where a
// rank lacks memory, "plan.limit-step" and the like where a limit of the scenario is passed, "plan.no-objective" where
// what is to be minimised is not known.
struct RejectedPlans {
  std::string_view code;
  double count = 0;
};

struct PlanSearch {
  std::string_view axis;      // the second of the front: "tokens" or "memory", or the scenario's objective
  bool best_last = false;     // the objective is the second axis: its best plan ends the front
  bool searched = false;      // false: the column cannot be estimated at all
  double considered = 0;
  double fitting = 0;
  std::vector<RejectedPlans> rejected;
  // Time of a step against memory; of tokens, time of one against those of all per second; or against the objective.
  // Fastest first.
  std::vector<Plan> front;
  [[nodiscard]] const Plan& best() const { return best_last ? front.back() : front.front(); }
};

// Which splits are looked at.
struct PlanScope {
  double devices = 0;     // chips; 0: as many as the column has
  bool coarse = false;    // no context ranks, sharded optimizer or weights, sequence parallelism: what a curve needs
  double slice = 0;       // only part `slice` of `slices`, for callers that do not want to wait
  double slices = 1;
};

class Planner {
 public:
  // A column of the scenario, its split left open.
  Planner(const Scenario& scenario, std::size_t index);

  [[nodiscard]] PlanSearch search(const PlanScope& scope) const;
  // The best that fits on so many chips: the fastest, or by the scenario's objective.
  [[nodiscard]] std::optional<Plan> best(double devices) const;
  // The fewest chips, up to `most`, that train for run_tokens within so many seconds. Among powers of two, then
  // between the last two in whole nodes.
  [[nodiscard]] std::optional<Plan> deadline(Seconds within, double most) const;

  [[nodiscard]] Scenario scenario_of(const Plan& plan) const;
  [[nodiscard]] double devices() const { return devices_; }
  [[nodiscard]] bool usable() const { return resolution_.usable; }
  [[nodiscard]] const Issues& issues() const { return resolution_.issues; }

 private:
  Scenario scenario_;
  Resolution resolution_;
  double devices_ = 1;
};

inline constexpr double most_planned_devices = 4096;    // of a curve
inline constexpr double most_searched_devices = 65536;  // above it nothing is searched

}  // namespace tilewise
