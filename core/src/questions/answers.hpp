#pragma once
// Results of the calls of the second module as JSON, before they are wrapped; shapes in api.hpp. Internal.

#include <nlohmann/json_fwd.hpp>

#include "questions/api_request.hpp"

namespace tilewise {

// The limits of each device as they are now, without the search for where they give out.
[[nodiscard]] nlohmann::json limits_now(const Resolved& resolved);
[[nodiscard]] nlohmann::json limits_result(const nlohmann::json& body, const Resolved& resolved);
[[nodiscard]] nlohmann::json compare_result(const nlohmann::json& body, const Resolved& resolved);
// The question is one that fit knows.
[[nodiscard]] nlohmann::json fit_result(const nlohmann::json& body, const Scenario& scenario, Issues& issues);
[[nodiscard]] nlohmann::json plan_result(const nlohmann::json& body, const Scenario& scenario, const Resolution& own,
                                         Issues& issues);

}  // namespace tilewise
