#pragma once
// Estimate -> Verdict: who is fastest and by what factor, what does not fit, what binds. Only comparisons of
// numbers that are already there.

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include <tilewise/estimate.hpp>

namespace tilewise {

struct Comparison {
  std::size_t index = 0;        // column
  double time_ratio = 1;        // its time over the fastest's
  double more_time_share = 0;   // 0.46: takes 46 % more time
  double less_speed_share = 0;  // 0.32: reaches 32 % less speed, what the 2018 essay calls "32 % slower"
};

struct Verdict {
  std::string code;                        // verdict.fastest, verdict.single, verdict.none-fits, verdict.no-time
  std::optional<std::size_t> fastest;      // among columns that fit, or whose memory is not published
  std::optional<std::size_t> next;
  double ratio_to_next = 1;
  std::vector<Comparison> comparisons;     // every column with a time, in column order
  std::vector<std::size_t> does_not_fit;
  std::vector<std::size_t> tight;
  std::vector<std::size_t> without_time;   // unknown device, or a rate that is not published
};

[[nodiscard]] Verdict judge(const Estimate& estimate);

// How the share of the dense peak that an estimate comes to stands against what is known.
enum class ShareOfPeak {
  usual,
  above_published,  // more than hardly any published run: worth checking what was entered
  impossible        // more than the peak: the time model or an override leaves the physics
};

// Of the rows of tests/truth that run a model, none trains above 0.75 at 16 bits and one reads a prompt at 0.76; fp32,
// on shader cores, reaches 0.82. Single products reach their peak, and the ideal models of time do so by themselves:
// neither is judged. Where the chip sums 16-bit products in 16 bits at a higher rate, the share is of that rate.
[[nodiscard]] ShareOfPeak judge_share(const Resolved& resolved, const ColumnEstimate& column);

}  // namespace tilewise
