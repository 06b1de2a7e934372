#pragma once

#include <string>

#include <nlohmann/json_fwd.hpp>

namespace tilewise::cli {

// Members of a request beside the scenario: "1,2,4" or "all" as a list of counts, and days.
[[nodiscard]] std::string plan_members(const std::string& counts, double days);

[[nodiscard]] std::string plan_text(const nlohmann::json& envelope);

}  // namespace tilewise::cli
