#pragma once
// How far the same work on the same device spreads by the program that runs it: from the best to what
// frameworks do out of the box. One number stands for "typical" where a scenario names no software; this is
// what it stands among.

#include <vector>

#include <tilewise/estimate.hpp>
#include <tilewise/stack.hpp>

namespace tilewise {

struct SoftwareTime {
  Stack stack = Stack::typical;
  Seconds total;  // as time.total_s
  Band band;
  double tokens_per_s = 0;
};

// Programs that run the column's prompt or generation, the fastest first; empty where the scenario names its
// software, or is about other work. Programs that only one vendor's devices run are left out on others. `scenario` is
// what was asked, `resolved` the same with its defaults.
[[nodiscard]] std::vector<SoftwareTime> software_spread(const Scenario& scenario, const Resolved& resolved,
                                                        std::size_t column);

}  // namespace tilewise
