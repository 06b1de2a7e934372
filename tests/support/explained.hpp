#pragma once
// Whether every number of an answer opens, and what opens recomputes to it: expression, inputs, the inputs' own
// explanations, catalogue entries. A value that a search found is checked by the numbers that show it.

#include <string>

#include "support/answer.hpp"

namespace tilewise::testing {

// A scenario as a link with its tag, or as an object.
void check_estimate_opens(const nlohmann::json& scenario);

// Of any call with an answer of numbers; `request` as in a golden file.
void check_answer_opens(const std::string& call, const nlohmann::json& request);

}  // namespace tilewise::testing
