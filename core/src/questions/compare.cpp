#include <tilewise/compare.hpp>

#include <cmath>

#include "estimate/answer_formulas.hpp"

namespace tilewise {
namespace {

constexpr double fifth = 0.2;
constexpr double reach = 1024;
constexpr int halvings = 200;

constexpr std::string_view figures[] = {"peak", "bw", "link", "net"};

// One column under changed values.
class Trial {
 public:
  Trial(const Resolved& resolved, std::size_t column)
      : scenario_(column_alone(resolved.scenario, column)), pins_(scenario_) {}

  [[nodiscard]] std::optional<Seconds> time(std::string_view key, double value) const {
    const auto estimate = at(key, value);
    return estimate.time ? std::optional(estimate.time->total) : std::nullopt;
  }
  [[nodiscard]] std::optional<CostEstimate> cost(std::string_view key, double value) const { return at(key, value).cost; }

 private:
  // Without the column it is of, which ends here.
  [[nodiscard]] ColumnEstimate at(std::string_view key, double value) const {
    Scenario scenario = scenario_;
    set_for_column(scenario, find_key(key)->field, number_value(value));
    Resolution resolution = resolve(scenario);
    if (!resolution.usable) return {};
    pins_.apply_to(resolution.resolved);
    ColumnEstimate out = estimate_column(resolution.resolved, resolution.resolved.columns.front(), nullptr, false);
    out.column = nullptr;
    return out;
  }

  Scenario scenario_;
  Pins pins_;
};

// A figure in the unit of its key.
std::optional<double> figure(const ResolvedColumn& column, std::string_view key) {
  const auto scaled = [](const auto& quantity, double unit) {
    return quantity ? std::optional<double>(quantity->base() / unit) : std::nullopt;
  };
  if (key == "peak") return scaled(column.peak, 1e12);
  if (key == "bw") return scaled(column.bandwidth, 1e9);
  // Of a chip, where the topology has that of a rank.
  if (column.ranks <= 1) return std::nullopt;
  return (key == "link" ? column.topology.link : column.topology.net).base() * column.topology.chip_ranks / 1e9;
}

}  // namespace

std::vector<WaterfallPart> waterfall(const TimeEstimate& from, const TimeEstimate& to) {
  std::vector<WaterfallPart> parts;
  Seconds level = from.step;
  for (const Bound bound : {Bound::compute, Bound::memory, Bound::link, Bound::launch}) {
    const Seconds next = bound == Bound::launch ? to.step : WaterfallLevel{level, time_bound_by(to, bound), time_bound_by(from, bound)}.value();
    parts.push_back({bound, level, next});
    level = next;
  }
  return parts;
}

std::vector<Sensitivity> sensitivities(const Resolved& resolved, std::size_t index) {
  const Trial trial(resolved, index);
  std::vector<Sensitivity> out;
  for (const std::string_view key : figures) {
    const auto value = figure(resolved.columns[index], key);
    if (!value || *value <= 0) continue;
    const auto lower = trial.time(key, *value * (1 - fifth));
    const auto higher = trial.time(key, *value * (1 + fifth));
    if (!lower || !higher || *lower == *higher) continue;
    // A handful: put where it belongs, behind its equals.
    auto place = out.begin();
    while (place != out.end() && place->lower - place->higher >= *lower - *higher) ++place;
    out.insert(place, {key, *value, *lower, *higher});
  }
  return out;
}

std::optional<double> value_for_time(const Resolved& resolved, std::size_t index, std::string_view key, Seconds target) {
  const bool share = key == "eff";
  const auto value = share ? std::optional(1.0) : figure(resolved.columns[index], key);
  if (!value || *value <= 0) return std::nullopt;
  const Trial trial(resolved, index);
  // More of a figure is never slower: the time at `low` is above the target, at `high` it is not.
  double low = *value / reach;
  double high = share ? 1 : *value * reach;
  const auto at_low = trial.time(key, low);
  const auto at_high = trial.time(key, high);
  if (!at_low || !at_high || *at_low <= target || *at_high > target) return std::nullopt;
  for (int i = 0; i < halvings; ++i) {
    const double middle = i < 12 ? std::sqrt(low) * std::sqrt(high) : low + (high - low) / 2;
    if (middle <= low || middle >= high) break;
    const auto time = trial.time(key, middle);
    if (!time) return std::nullopt;
    (*time > target ? low : high) = middle;
  }
  return high;
}

std::optional<PriceToMatch> price_to_match(const Resolved& resolved, const ColumnEstimate& first,
                                           const ColumnEstimate& second) {
  if (!first.cost || !second.cost) return std::nullopt;
  const bool runs = first.cost->run && second.cost->run;
  const auto paid = [&](const CostEstimate& cost) { return runs ? cost.run : cost.per_million_tokens; };
  const auto one = paid(*first.cost);
  const auto other = paid(*second.cost);
  if (!one || !other || *one == *other) return std::nullopt;
  PriceToMatch out;
  out.first_dearer = *one > *other;
  out.of = runs ? "run_usd" : "per_million_tokens_usd";
  const auto at_one = Trial(resolved, (out.first_dearer ? first : second).column->index).cost("price", 1);
  if (!at_one || !paid(*at_one)) return std::nullopt;
  out.usd_per_hour = EqualPrice{out.first_dearer ? *other : *one, *paid(*at_one)}.value();
  return out;
}

std::vector<Crossover> crossovers(const Resolved& resolved, std::size_t a, std::size_t b) {
  constexpr double most = 65536;
  constexpr double growth = 1.1;
  std::vector<Crossover> out;
  if (resolved.workload == Workload::train || resolved.workload == Workload::serve) return out;
  const Trial first(resolved, a);
  const Trial second(resolved, b);
  for (const std::string_view key : {std::string_view("b"), std::string_view("s")}) {
    if (key == "s" && resolved.workload == Workload::matmul) continue;
    const auto ahead = [&](double value) -> std::optional<bool> {
      const auto left = first.time(key, value);
      const auto right = second.time(key, value);
      return left && right ? std::optional(*left < *right) : std::nullopt;
    };
    const auto start = ahead(1);
    double last = 1;
    double value = 2;
    while (start && value <= most) {
      const auto now = ahead(value);
      if (now && *now != *start) break;
      last = value;
      value = std::floor(value * growth) > value ? std::floor(value * growth) : value + 1;
    }
    if (!start || value > most) continue;
    while (last + 1 < value && ahead(last + 1) == start) last += 1;
    out.push_back({key, last + 1});
  }
  return out;
}

}  // namespace tilewise
