#pragma once
// Names of the calibration constants, generated from core/data/calibration/*.json:
//   constant::NAME            the place of a constant without dots in its name
//   TABLE_table::cells[r][c]  the place of a constant of row r, TABLE_table::COLUMN; rows[] names the rows
// A cell whose row has no constant of its own is that of the row's last parts, then of the table's default.

#include <cstddef>
#include <string_view>

#include <tilewise/calibration.hpp>

namespace tilewise {

#include "calibration_names.inc"

}  // namespace tilewise
