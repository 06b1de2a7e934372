#pragma once
// One axis of a scenario varied: the same estimate at many values, as columns of numbers.

#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include <tilewise/issue.hpp>
#include <tilewise/scenario.hpp>

namespace tilewise {

struct SweepAxis {
  std::string key;             // link key of a number ("b", "s", "d1.bw", "n" of every column), or mm.m, mm.n, mm.k
  std::vector<double> values;  // ascending as given
};

inline constexpr double sweep_points_limit = 10000;  // values × columns

// Evenly spaced values from `from` to `to`, whole ones for whole-number fields, without repeats. Logarithmic
// spacing halves the interval geometrically (square roots only), so it has 2^k + 1 values, at least `steps`.
[[nodiscard]] std::vector<double> spaced(double from, double to, double steps, bool logarithmic, bool whole);

// The sweep the request asks for: its "axis" with "values" or "from", "to", "steps", "scale", else the
// scenario's sweep_axis. Empty values: `issues` says why.
[[nodiscard]] SweepAxis read_sweep_axis(const nlohmann::json& request, const Scenario& scenario, Issues& issues);

// The scenario with the axis at one value. False when the key cannot be swept.
[[nodiscard]] bool set_axis(Scenario& scenario, std::string_view key, double value);

[[nodiscard]] nlohmann::json run_sweep(const Scenario& scenario, const SweepAxis& axis, Issues& issues);

}  // namespace tilewise
