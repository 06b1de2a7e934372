#include <tilewise/score/statistics.hpp>

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

namespace tilewise::score {
namespace {

constexpr double smallest_cell = 3;
constexpr double same = 1e-12;  // relative: sums of weights in another order differ by rounding

}  // namespace

std::optional<double> weighted_quantile(std::vector<Weighted> values, double share) {
  if (values.empty()) return std::nullopt;
  std::stable_sort(values.begin(), values.end(), [](const Weighted& a, const Weighted& b) { return a.value < b.value; });
  double total = 0;
  for (const Weighted& value : values) total += value.weight;
  const double wanted = share * total;
  double below = 0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    below += values[i].weight;
    if (below < wanted - same * total) continue;
    const bool exact = below <= wanted + same * total;
    if (exact && i + 1 < values.size()) return (values[i].value + values[i + 1].value) / 2;
    return values[i].value;
  }
  return values.back().value;
}

std::optional<double> weighted_mean(const std::vector<Weighted>& values) {
  if (values.empty()) return std::nullopt;
  double sum = 0;
  double total = 0;
  for (const Weighted& value : values) {
    sum += value.value * value.weight;
    total += value.weight;
  }
  return sum / total;
}

std::vector<double> cell_weights(const std::vector<CellKey>& keys) {
  std::map<std::pair<std::string, std::string>, double> cells;
  for (const CellKey& key : keys) cells[{key.group, key.device}] += 1;
  std::map<std::string, double> pools;
  for (const auto& [cell, rows] : cells) {
    if (rows < smallest_cell) pools[cell.first] += rows;
  }
  std::vector<double> weights;
  weights.reserve(keys.size());
  for (const CellKey& key : keys) {
    const double rows = cells[{key.group, key.device}];
    weights.push_back(1 / std::sqrt(rows < smallest_cell ? pools[key.group] : rows));
  }
  return weights;
}

}  // namespace tilewise::score
