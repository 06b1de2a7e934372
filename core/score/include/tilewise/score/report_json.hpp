#pragma once
// A report as the answer of `tilewise score --json`: shares, not percent.

#include <cstddef>
#include <string>

#include <tilewise/score/report.hpp>

namespace tilewise::score {

// {"schema":1,"result":{summary, lines[], files[], groups[], …},"issues":[]}; `with_rows` adds every row.
[[nodiscard]] std::string report_json(const Report& report, std::size_t worst, bool with_rows);

}  // namespace tilewise::score
