#pragma once
// Answers of inverse questions as JSON; the shape is documented in api.hpp.

#include <vector>

#include <nlohmann/json_fwd.hpp>

#include <tilewise/fit.hpp>

namespace tilewise {

inline constexpr const char* catalogue_question = "catalogue";

[[nodiscard]] nlohmann::json fit_json(FitQuestion question, const std::vector<FitAnswer>& answers);
// Those that pass all of `filters`, and how many each of them left out.
[[nodiscard]] nlohmann::json ranking_json(const std::vector<RankedDevice>& ranked, const std::vector<RankFilter>& filters);

}  // namespace tilewise
