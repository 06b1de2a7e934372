// What must hold for the time of every scenario: faster hardware is never slower, more work is never faster,
// the tiled model stays above the roofline, and the roofline scales exactly.

#include "support/catch.hpp"
#include "support/estimated.hpp"
#include "support/generate.hpp"
#include "support/link_text.hpp"

using namespace tilewise;
using namespace tilewise::testing;

namespace {

constexpr const char* time_models[] = {"tiled", "roofline", "essay-2018", "essay-corrected"};

// Counts comparisons, so that a test over generated scenarios cannot pass by comparing nothing.
struct Compared {
  int count = 0;
};

void check_not_slower(const Estimated& fast, const Estimated& slow, Compared& compared) {
  REQUIRE(fast.columns() == slow.columns());
  for (std::size_t i = 0; i < fast.columns(); ++i) {
    if (!fast.time(i) || !slow.time(i)) continue;
    CAPTURE(i, fast.resolution.resolved.columns[i].id);
    CHECK(in_seconds(*fast.time(i)) <= in_seconds(*slow.time(i)));
    ++compared.count;
  }
}

// Peak and bandwidth written into every column, scaled.
Scenario with_rates(const Scenario& scenario, double peak_factor, double bandwidth_factor) {
  Scenario out = scenario;
  const Resolution resolution = resolve(scenario);
  for (const ResolvedColumn& column : resolution.resolved.columns) {
    if (!column.peak || !column.bandwidth) continue;
    const std::string peak = write_number(column.peak->base() / 1e12 * peak_factor);
    const std::string bandwidth = write_number(column.bandwidth->base() / 1e9 * bandwidth_factor);
    out = with_column(std::move(out), column.index, Field::peak, peak);
    out = with_column(std::move(out), column.index, Field::bandwidth, bandwidth);
    // Of a chip, for what its host does.
    const double chip = (column.ranks / column.count) * bandwidth_factor / 1e9;
    out = with_column(std::move(out), column.index, Field::host_bandwidth,
                      write_number(column.topology.host.base() * chip));
    out = with_column(std::move(out), column.index, Field::host_read,
                      write_number(column.topology.host_memory.base() * chip));
  }
  return out;
}

double factor(Random& random) { return 1 + static_cast<double>(1 + random.below(64)) / 16; }

// The micro-batch is pinned: its default is a divisor of the batch, and a batch of 9 in three passes of 3
// reads the weights more often than one of 10 in two passes of 5.
Scenario pinned(Scenario scenario) {
  for (Column& column : scenario.columns) {
    column.overrides.erase(Field::micro_batch);
    column.overrides.erase(Field::batch);
  }
  const bool training = scenario.values.find(Field::workload)->text == "train";
  const double batch = training ? 16 : scenario.values.find(Field::batch)->number;
  scenario = with(std::move(scenario), Field::batch, write_number(batch));
  return with(std::move(scenario), Field::micro_batch, "2");
}

std::string more_text(const Estimated& base, Field field, double add, double times) {
  const Value* value = base.resolution.resolved.scenario.values.find(field);
  return write_number((value != nullptr ? value->number : 0) * times + add);
}

std::vector<Scenario> with_more_work(const Scenario& scenario, Random& random) {
  const Estimated base = estimated(scenario);
  std::vector<Scenario> out;
  const Shape& shape = base.resolution.resolved.shape;
  if (base.resolution.resolved.workload == Workload::matmul) {
    const MatmulShape& mm = base.resolution.resolved.matmul;
    const double add = static_cast<double>(1 + random.below(200));
    out.push_back(with(scenario, Field::matmul, dims_text(mm.m + add, mm.n, mm.k)));
    out.push_back(with(scenario, Field::matmul, dims_text(mm.m, mm.n + add, mm.k)));
    out.push_back(with(scenario, Field::matmul, dims_text(mm.m, mm.n, mm.k + add)));
  } else {
    const double add = static_cast<double>(1 + random.below(200));
    out.push_back(with(scenario, Field::sequence, more_text(base, Field::sequence, add, 1)));
    out.push_back(with(scenario, Field::layers, write_number(shape.layers + 1)));
    out.push_back(with(scenario, Field::width, write_number(shape.width + 64)));
    out.push_back(with(scenario, Field::mlp_width, write_number(shape.mlp_width + 64)));
    if (base.resolution.resolved.workload == Workload::decode) {
      out.push_back(with(scenario, Field::output, more_text(base, Field::output, add, 1)));
    }
  }
  out.push_back(with(scenario, Field::batch, more_text(base, Field::batch, 0, 2)));
  return out;
}

}  // namespace

TEST_CASE("More bandwidth, more peak or both is never slower, by any time model") {
  for (const char* model : time_models) {
    Compared compared;
    for (std::uint64_t seed = 1; seed <= 150; ++seed) {
      Random random(seed);
      const Scenario scenario = with(generate_scenario(random), Field::time_model, model);
      CAPTURE(model, seed, link_of(scenario));
      const Estimated base = estimated(with_rates(scenario, 1, 1));
      const double by = factor(random);
      check_not_slower(estimated(with_rates(scenario, by, 1)), base, compared);
      check_not_slower(estimated(with_rates(scenario, 1, by)), base, compared);
      check_not_slower(estimated(with_rates(scenario, by, by)), base, compared);
    }
    CAPTURE(model);
    CHECK(compared.count > 200);
  }
}

TEST_CASE("More tokens, layers, width or batch is never faster, by any time model") {
  for (const char* model : time_models) {
    Compared compared;
    for (std::uint64_t seed = 1; seed <= 120; ++seed) {
      Random random(seed);
      const Scenario scenario = pinned(with(generate_scenario(random), Field::time_model, model));
      CAPTURE(model, seed, link_of(scenario));
      const Estimated base = estimated(scenario);
      for (const Scenario& more : with_more_work(scenario, random)) {
        CAPTURE(link_of(more));
        check_not_slower(base, estimated(more), compared);
      }
    }
    CAPTURE(model);
    CHECK(compared.count > 300);
  }
}

TEST_CASE("Twice the peak and twice the bandwidth halve every time of the roofline, bit for bit") {
  Compared compared;
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    Random random(seed);
    const Scenario scenario = with(generate_scenario(random), Field::time_model, "roofline");
    CAPTURE(seed, link_of(scenario));
    const Estimated base = estimated(with_rates(scenario, 1, 1));
    const Estimated fast = estimated(with_rates(scenario, 2, 2));
    for (std::size_t i = 0; i < base.columns(); ++i) {
      if (!base.time(i)) continue;
      CHECK(in_seconds(*base.time(i)) == 2 * in_seconds(*fast.time(i)));
      ++compared.count;
    }
  }
  CHECK(compared.count > 200);
}

TEST_CASE("The tiled model is never below the roofline, and executed operations never exceed the peak") {
  Compared compared;
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    Random random(seed);
    const Scenario scenario = generate_scenario(random);
    CAPTURE(seed, link_of(scenario));
    const Estimated tiled = estimated(with(scenario, Field::time_model, "tiled"));
    check_not_slower(estimated(with(scenario, Field::time_model, "roofline")), tiled, compared);
    for (const ColumnEstimate& column : tiled.estimate.columns) {
      if (column.flops) CHECK(column.flops->hfu <= 1);
    }
  }
  CHECK(compared.count > 200);
}

TEST_CASE("The operators of a step sum to the step, and nothing takes negative time") {
  for (const char* model : time_models) {
    for (std::uint64_t seed = 1; seed <= 100; ++seed) {
      Random random(seed);
      const Estimated found = estimated(with(generate_scenario(random), Field::time_model, model));
      CAPTURE(model, seed);
      for (const ColumnEstimate& column : found.estimate.columns) {
        if (!column.time) continue;
        Seconds sum;
        for (const TimeItem& item : column.time->items) {
          CHECK(in_seconds(item.seconds) > 0);
          sum += item.seconds;
        }
        // Launches are what the operators leave of the step, so that the sum is rounded.
        CHECK(in_seconds(sum) == Approx(in_seconds(column.time->step)).epsilon(1e-12));
        CHECK(in_seconds(sum) > 0);
      }
    }
  }
}
