#pragma once
// Where a constant of power lies for a device, by its kind. Internal to resolve and to the energy of an estimate.

#include <tilewise/catalogue.hpp>
#include <tilewise/constants.hpp>

namespace tilewise {

// `what`: a column of the table `power` of core/data/calibration/power.json.
[[nodiscard]] inline Constant power_constant(const Device& device, std::size_t what) {
  return power_table::cells[device_kinds[static_cast<std::size_t>(&device - devices().data())]][what];
}

}  // namespace tilewise
