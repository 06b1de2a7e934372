#pragma once
// Scores and fitted constants as readable text.

#include <cstddef>
#include <string>

#include <tilewise/score/report.hpp>

namespace tilewise::cli {

[[nodiscard]] std::string score_text(const score::Report& report, std::size_t worst);

// One row in full: what was measured, the link the core is asked, and both answers.
[[nodiscard]] std::string row_text(const score::RowScore& row);

[[nodiscard]] std::string fit_text(const score::Fit& fit);

// The lines under two sets of constants.
[[nodiscard]] std::string before_and_after(const score::Report& before, const score::Report& after);

}  // namespace tilewise::cli
