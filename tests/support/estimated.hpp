#pragma once
// A scenario estimated by direct calls, without text in between: what the property tests compare.

#include <optional>
#include <vector>

#include <tilewise/estimate.hpp>

namespace tilewise::testing {

struct Estimated {
  Resolution resolution;  // the estimate points into it
  Estimate estimate;

  // Of one column; nullopt when it has none.
  [[nodiscard]] std::optional<Seconds> time(std::size_t column) const;
  [[nodiscard]] std::optional<Bytes> memory(std::size_t column) const;
  [[nodiscard]] std::optional<Bytes> item(std::size_t column, std::string_view name) const;
  [[nodiscard]] std::size_t columns() const { return estimate.columns.size(); }
};

[[nodiscard]] Estimated estimated(const Scenario& scenario);

// The scenario with a field changed: for all, or for one column.
[[nodiscard]] Scenario with(Scenario scenario, Field field, std::string_view text);
[[nodiscard]] Scenario with_column(Scenario scenario, std::size_t column, Field field, std::string_view text);

}  // namespace tilewise::testing
