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
};

// Plans that fall away for one reason: "plan.heads" and the like where the shape rules them out, "plan.memory" where a
// rank lacks memory, "plan.limit-step" and the like where a limit of the scenario is passed.
struct RejectedPlans {
  std::string_view code;
  double count = 0;
};

struct PlanSearch {
  bool by_tokens = false;     // the second axis of the front
  bool searched = false;      // false: the column cannot be estimated at all
  double considered = 0;
  double fitting = 0;
  std::vector<RejectedPlans> rejected;
  // Time of a step against memory; of tokens, time of one against those of all per second. Fastest first.
  std::vector<Plan> front;
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
  // The fastest that fits on so many chips.
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
