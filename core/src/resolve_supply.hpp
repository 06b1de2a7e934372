#pragma once
// Power and prices of one column: given, published, or assumed and said so. Internal to resolve.

#include <tilewise/constants.hpp>

#include "resolve_options.hpp"

namespace tilewise {

// The constant of a column of the table of power, for the kind of the column's device.
[[nodiscard]] inline Constant power_constant(const ResolvedColumn& column, std::size_t what) {
  return power_table::cells[device_kinds[static_cast<std::size_t>(column.device - devices().data())]][what];
}

void resolve_supply(const OptionContext& context, ResolvedColumn& column);

}  // namespace tilewise
