#pragma once
// Weighted figures of a set of rows. A cell is one (group, device); a row weighs 1/√(rows of its cell), and cells
// under three rows are pooled into their group.

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace tilewise::score {

struct Weighted {
  double value = 0;
  double weight = 1;
};

// The smallest value with at least the share of the weight at or below it; exactly at the share, the middle
// between it and the next. nullopt without values.
[[nodiscard]] std::optional<double> weighted_quantile(std::vector<Weighted> values, double share);
[[nodiscard]] std::optional<double> weighted_mean(const std::vector<Weighted>& values);

struct CellKey {
  std::string group;
  std::string device;  // or, for "best of" rows of a community, its family
};

// One weight per key, in their order.
[[nodiscard]] std::vector<double> cell_weights(const std::vector<CellKey>& keys);

}  // namespace tilewise::score
