// Weighted figures, by hand.

#include <cmath>

#include <tilewise/score/statistics.hpp>

#include "support/catch.hpp"

using namespace tilewise::score;

TEST_CASE("The weighted median is the value that half of the weight reaches", "[score]") {
  CHECK_FALSE(weighted_quantile({}, 0.5));
  CHECK(weighted_quantile({{7, 2}}, 0.5) == 7.0);
  CHECK(weighted_quantile({{3, 1}, {1, 1}, {2, 1}}, 0.5) == 2.0);
  CHECK(weighted_quantile({{3, 5}, {1, 1}, {2, 1}}, 0.5) == 3.0);
}

TEST_CASE("A median that falls between two values is their middle", "[score]") {
  CHECK(weighted_quantile({{4, 1}, {1, 1}, {2, 1}, {8, 1}}, 0.5) == 3.0);
  CHECK(weighted_quantile({{1, 2}, {5, 1}, {9, 1}}, 0.5) == 3.0);
}

TEST_CASE("The 90th percentile leaves a tenth of the weight above it", "[score]") {
  std::vector<Weighted> values;
  for (int i = 1; i <= 20; ++i) values.push_back({static_cast<double>(i), 1});
  CHECK(weighted_quantile(values, 0.9) == 18.5);
  CHECK(weighted_quantile({{1, 1}, {2, 1}, {10, 1}}, 0.9) == 10.0);
}

TEST_CASE("A mean is weighted too", "[score]") {
  CHECK_FALSE(weighted_mean({}));
  CHECK(weighted_mean({{1, 3}, {5, 1}}) == 2.0);
}

TEST_CASE("A row weighs one over the root of the rows of its cell", "[score]") {
  const std::vector<double> weights = cell_weights({{"g", "a"}, {"g", "a"}, {"g", "a"}, {"g", "a"}, {"h", "b"}});
  for (std::size_t i = 0; i < 4; ++i) CHECK(weights[i] == 0.5);
  CHECK(weights[4] == 1.0);
}

TEST_CASE("Cells under three rows are pooled into their group", "[score]") {
  const std::vector<double> weights =
      cell_weights({{"g", "a"}, {"g", "a"}, {"g", "b"}, {"g", "c"}, {"g", "d"}, {"g", "d"}, {"g", "d"}, {"h", "a"}});
  for (std::size_t i = 0; i < 4; ++i) CHECK(weights[i] == 0.5);              // a, b and c of g: four rows
  for (std::size_t i = 4; i < 7; ++i) CHECK(weights[i] == 1 / std::sqrt(3.0));  // d stands alone
  CHECK(weights[7] == 1.0);                                                  // a of h is another cell
}
