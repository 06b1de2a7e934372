#pragma once

#include <string>

#include <nlohmann/json_fwd.hpp>

namespace tilewise::cli {

[[nodiscard]] std::string compare_text(const nlohmann::json& envelope);

// The members of a request that say what there is to spend.
[[nodiscard]] std::string budget_members(double days, double usd, double flops);

}  // namespace tilewise::cli
