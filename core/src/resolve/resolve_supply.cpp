#include "resolve/resolve_supply.hpp"

#include <cmath>

#include "calibration/power_constant.hpp"

namespace tilewise {
namespace {

std::optional<double> own(const OptionContext& context, Field field) {
  const Value* value = context.overrides.find(field);
  return value != nullptr && value->valid ? std::optional(value->number) : std::nullopt;
}

void resolve_power(const OptionContext& context, ResolvedColumn& column) {
  const Device& device = *column.device;
  Supply& supply = column.supply;
  supply.limit = device.power_limit;
  if (const auto given = own(context, Field::power_limit)) {
    supply.limit = watts(*given);
  } else if (!supply.limit && device.estimated_power) {
    supply.limit = device.estimated_power;
    supply.limit_estimated = true;
    context.note("tdp", write_number(in_watts(*supply.limit)), "assumption.power-estimated");
  }
  supply.idle = device.least_power;
  if (const auto given = own(context, Field::idle_power)) {
    supply.idle = watts(*given);
  } else if (!supply.idle && supply.limit) {
    const double share = column.calibration[power_constant(*column.device, power_table::idle)];
    const double tenths = std::floor(in_watts(*supply.limit) * share * 10 + 0.5);
    supply.idle = watts(tenths / 10);
    context.note("idle", write_number(in_watts(*supply.idle)), "assumption.idle-estimated");
  }
}

// A price that is given counts before one that is listed, and rent before a purchase.
void resolve_price(const OptionContext& context, ResolvedColumn& column) {
  const Device& device = *column.device;
  Supply& supply = column.supply;
  supply.rent = own(context, Field::price);
  supply.purchase = own(context, Field::purchase);
  if (supply.rent || supply.purchase) return;
  if (device.rent_usd_per_hour) {
    supply.rent = device.rent_usd_per_hour;
    context.note("price", write_number(*supply.rent), "assumption.price-listed");
  } else if (device.street_usd || device.msrp_usd) {
    supply.purchase = device.street_usd ? device.street_usd : device.msrp_usd;
    context.note("buy", write_number(*supply.purchase), "assumption.price-listed");
  }
}

}  // namespace

void resolve_supply(const OptionContext& context, ResolvedColumn& column) {
  resolve_power(context, column);
  resolve_price(context, column);
  Supply& supply = column.supply;
  const auto shared = [&](Field field, const char* code = "assumption.default") {
    return context.given_or_default(field, code).number;
  };
  if (supply.limit) {
    supply.usage_effectiveness = shared(Field::pue);
    supply.carbon = shared(Field::carbon, "assumption.grid-2024");
  }
  if (supply.rent || supply.purchase) supply.goodput = shared(Field::goodput);
  if (supply.rent || !supply.purchase) return;
  supply.electricity = shared(Field::electricity, "assumption.electricity-2023");
  supply.life_years = shared(Field::lifetime, "assumption.life-of-computers");
  supply.usage = shared(Field::usage);
}

}  // namespace tilewise
