#pragma once
// Explanations of numbers that are not part of an estimate: of verdicts, limits, comparisons, rankings, plans, sweeps.
// Each is a number of the estimate of another scenario, a formula over such numbers, or the value a search found,
// with the numbers that show it. Internal to explain.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <tilewise/json_reader.hpp>

#include <tilewise/estimate.hpp>
#include <tilewise/formula.hpp>
#include <tilewise/measured.hpp>

#include "questions/api_request.hpp"

namespace tilewise {

using Explained = std::optional<nlohmann::json>;

// An answer with what it was asked for; the column of "devices.2…" is counted in the answer's own list.
struct Asked {
  const nlohmann::json& body;
  const Scenario& scenario;  // as asked
  const Resolved& resolved;
  const nlohmann::json& result;
};

// The parts of a path, and what the result holds there.
using PathParts = std::vector<std::string_view>;
[[nodiscard]] PathParts path_parts(std::string_view path);
[[nodiscard]] std::optional<std::size_t> index_of(std::string_view text);
[[nodiscard]] const nlohmann::json* member_at(const nlohmann::json& value, const PathParts& parts, std::size_t count);
[[nodiscard]] std::optional<double> shown_at(const nlohmann::json& result, const PathParts& parts);

// Whether a path of at least so many parts names a number of the answer.
[[nodiscard]] bool names_number(const Asked& asked, const PathParts& parts, std::size_t least);

// One input of an explanation, as the answer shows it: of another explanation, whose value and unit it has, or a
// number with the key it is given by.
[[nodiscard]] nlohmann::json given(std::string_view name, const Explained& from);
[[nodiscard]] nlohmann::json given(std::string_view name, double value, std::string_view unit = {}, std::string_view key = {});
[[nodiscard]] double amount(const nlohmann::json& input);

using Inputs = std::vector<nlohmann::json>;
[[nodiscard]] nlohmann::json explanation(std::string_view path, const FormulaInfo& info, double value, std::string_view unit,
                                         const Inputs& inputs);

// A formula with inputs() of its own; where `known` has an input of the same name, it says where that is from.
[[nodiscard]] nlohmann::json explanation(std::string_view path, const FormulaInfo& info, double value, std::string_view unit,
                                         InputCollector& inputs, const Inputs& known);
template <class F>
[[nodiscard]] nlohmann::json explained(std::string_view path, const F& formula, const Inputs& known = {}) {
  InputCollector inputs;
  formula.inputs(inputs);
  const auto value = formula.value();
  return explanation(path, F::info, base_of(value), unit_of_value(value), inputs, known);
}

// A number of the estimate of a scenario; `pins` holds what was measured before the scenario was changed.
[[nodiscard]] Explained estimated(const Scenario& scenario, const std::string& path, const Pins* pins = nullptr);
[[nodiscard]] Explained estimated(const Resolved& resolved, const std::string& path);
// Of a link that the answer itself gives.
[[nodiscard]] Explained estimated_of_link(const nlohmann::json& link, const std::string& path);

// What the memory of a rank lacks; below zero where some is left.
[[nodiscard]] Explained lacking(const Scenario& scenario, const Pins* pins = nullptr);

// "time.prefill_s" and so on.
[[nodiscard]] const char* step_time_path(Workload workload);
[[nodiscard]] std::string column_path(std::size_t index);  // "devices.2."

// The time of a step that one bound sets: the sum of its items.
[[nodiscard]] nlohmann::json bound_time(const Scenario& scenario, const Pins* pins, std::size_t index, Bound bound,
                                        std::string_view path);

// A number of the answer; nullopt: there is none at the path.
[[nodiscard]] Explained explain_verdict(const Asked& asked, const PathParts& parts, std::string_view path);
[[nodiscard]] Explained explain_limits(const Asked& asked, const PathParts& parts, std::string_view path);
[[nodiscard]] Explained explain_compare(const Asked& asked, const PathParts& parts, std::string_view path);
[[nodiscard]] Explained explain_fit(const Asked& asked, const PathParts& parts, std::string_view path);
[[nodiscard]] Explained explain_plan(const Asked& asked, const PathParts& parts, std::string_view path);
[[nodiscard]] Explained explain_sweep(const Asked& asked, const PathParts& parts, std::string_view path);

}  // namespace tilewise
