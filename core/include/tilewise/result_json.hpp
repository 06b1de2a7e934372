#pragma once
// Structs -> the JSON of the answers, by the contract of api.hpp. Filled by assignment: nested initialiser
// lists cost several times the size and the time.

#include <nlohmann/json_fwd.hpp>

#include <tilewise/estimate.hpp>
#include <tilewise/issue.hpp>
#include <tilewise/judge.hpp>
#include <tilewise/resolve.hpp>

namespace tilewise {

[[nodiscard]] nlohmann::json issue_json(const Issue& issue);
[[nodiscard]] nlohmann::json envelope(nlohmann::json result, const Issues& issues);
[[nodiscard]] nlohmann::json column_json(const Resolved& resolved, const ColumnEstimate& estimate);
[[nodiscard]] nlohmann::json limits_json(const Resolved& resolved, const ColumnEstimate& estimate);
[[nodiscard]] nlohmann::json verdict_json(const Verdict& verdict);
[[nodiscard]] nlohmann::json assumptions_json(const std::vector<Assumption>& assumptions);

}  // namespace tilewise
