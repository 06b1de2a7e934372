#pragma once
// Answers of inverse questions as JSON; the shape is documented in api.hpp.

#include <vector>

#include <nlohmann/json_fwd.hpp>

#include <tilewise/fit.hpp>

namespace tilewise {

inline constexpr const char* catalogue_question = "catalogue";

[[nodiscard]] nlohmann::json fit_json(FitQuestion question, const std::vector<FitAnswer>& answers);
[[nodiscard]] nlohmann::json ranking_json(const std::vector<RankedDevice>& ranked);

}  // namespace tilewise
