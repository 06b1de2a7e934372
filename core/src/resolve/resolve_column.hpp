#pragma once
// One column of the comparison: the device with its overrides, the formats it computes and stores in, and
// how the batch falls on its ranks. Internal to resolve.

#include <string>
#include <vector>

#include <tilewise/resolve.hpp>

namespace tilewise {

[[nodiscard]] std::string column_prefix(std::size_t index);  // "d1." for the first column

// `whole` says whether the scenario itself is free of errors; a column of a broken scenario is never usable.
[[nodiscard]] ResolvedColumn resolve_column(const Resolved& resolved, Column& column, std::size_t index,
                                            bool whole, Issues& issues,
                                            std::vector<Assumption>& assumptions);

}  // namespace tilewise
