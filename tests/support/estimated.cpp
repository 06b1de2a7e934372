#include "support/estimated.hpp"

namespace tilewise::testing {

std::optional<Seconds> Estimated::time(std::size_t column) const {
  const auto& found = estimate.columns[column].time;
  return found ? std::optional<Seconds>(found->total) : std::nullopt;
}

std::optional<Bytes> Estimated::memory(std::size_t column) const {
  const ColumnEstimate& found = estimate.columns[column];
  return found.column->usable ? std::optional<Bytes>(found.memory.total) : std::nullopt;
}

std::optional<Bytes> Estimated::item(std::size_t column, std::string_view name) const {
  for (const MemoryItem& item : estimate.columns[column].memory.items) {
    if (item.name == name) return item.bytes;
  }
  return std::nullopt;
}

Estimated estimated(const Scenario& scenario) {
  Estimated out;
  out.resolution = resolve(scenario);
  out.estimate = estimate_all(out.resolution.resolved);
  return out;
}

Scenario with(Scenario scenario, Field field, std::string_view text) {
  scenario.values.set(field, read_value(spec_of(field), text));
  return scenario;
}

Scenario with_column(Scenario scenario, std::size_t column, Field field, std::string_view text) {
  scenario.columns[column].overrides.set(field, read_value(spec_of(field), text));
  return scenario;
}

}  // namespace tilewise::testing
