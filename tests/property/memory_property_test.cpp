// What must hold for the memory of every scenario.

#include "support/catch.hpp"
#include "support/estimated.hpp"
#include "support/generate.hpp"
#include "support/link_text.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include <tilewise/storage.hpp>

using namespace tilewise;
using namespace tilewise::testing;

namespace {

// Storage formats from the narrowest to the widest.
std::vector<std::string> formats_by_width() {
  std::vector<const StorageFormat*> sorted;
  for (const StorageFormat& format : storage_formats()) sorted.push_back(&format);
  std::stable_sort(sorted.begin(), sorted.end(),
                   [](const StorageFormat* a, const StorageFormat* b) { return a->bits < b->bits; });
  std::vector<std::string> out;
  for (const StorageFormat* format : sorted) out.emplace_back(format->word);
  return out;
}

int check_never_less(const Estimated& more, const Estimated& less) {
  int compared = 0;
  REQUIRE(more.columns() == less.columns());
  for (std::size_t i = 0; i < more.columns(); ++i) {
    if (!more.memory(i) || !less.memory(i)) continue;
    CHECK(in_bytes(*more.memory(i)) >= in_bytes(*less.memory(i)));
    ++compared;
  }
  return compared;
}

// Formats of the columns removed, so that the scenario's own decide.
Scenario plain_columns(Scenario scenario) {
  for (Column& column : scenario.columns) column.overrides = Values();
  return scenario;
}

Scenario decoder(Random& random) {
  static constexpr const char* models[] = {"llama-2-7b", "gpt-oss-20b", "deepseek-v3", "gemma-2-9b",
                                           "qwen3-0.6b"};
  const Scenario scenario = with(plain_columns(generate_scenario(random)), Field::workload, "decode");
  return with(with(scenario, Field::model, models[random.below(5)]), Field::output, "1");
}

double whole_number(Random& random, std::uint64_t limit) {
  return static_cast<double>(1 + random.below(limit));
}

}  // namespace

TEST_CASE("A wider weight, key or value format never needs less memory") {
  const std::vector<std::string> formats = formats_by_width();
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    Random random(seed);
    const Scenario scenario = decoder(random);
    CAPTURE(seed, link_of(scenario));
    for (Field field : {Field::weight_format, Field::key_format, Field::value_format}) {
      for (std::size_t i = 1; i < formats.size(); i += 1 + random.below(6)) {
        CAPTURE(formats[i - 1], formats[i]);
        check_never_less(estimated(with(scenario, field, formats[i])),
                         estimated(with(scenario, field, formats[i - 1])));
      }
    }
  }
}

TEST_CASE("Training in fp32 never needs less than in bf16 with the same states, nor do wider gradients") {
  int compared = 0;
  for (std::uint64_t seed = 1; seed <= 150; ++seed) {
    Random random(seed);
    Scenario scenario = with(plain_columns(generate_scenario(random)), Field::workload, "train");
    if (!scenario.values.has(Field::model)) scenario = with(scenario, Field::model, "gpt2");
    scenario = with(with(scenario, Field::batch, "16"), Field::micro_batch, "2");
    scenario.values.erase(Field::weight_format);
    CAPTURE(seed, link_of(scenario));
    compared += check_never_less(estimated(with(scenario, Field::gradient_precision, "fp32")),
                                 estimated(with(scenario, Field::gradient_precision, "bf16")));
    const Scenario copied = with(scenario, Field::master_weights, "1");
    compared += check_never_less(estimated(with(copied, Field::precision, "fp32")),
                                 estimated(with(copied, Field::precision, "bf16")));
    compared += check_never_less(estimated(with(scenario, Field::recompute, "none")),
                                 estimated(with(scenario, Field::recompute, "selective")));
  }
  CHECK(compared > 200);
}

TEST_CASE("The cache grows with every token, sequence and generated token, until windows are full") {
  int compared = 0;
  for (std::uint64_t seed = 1; seed <= 120; ++seed) {
    Random random(seed);
    const double length = whole_number(random, 20000);
    const double batch = whole_number(random, 64);
    const Scenario scenario =
        with(with(decoder(random), Field::sequence, write_number(length)), Field::batch, write_number(batch));
    CAPTURE(seed, link_of(scenario));
    const Estimated base = estimated(scenario);
    const Estimated longer =
        estimated(with(scenario, Field::sequence, write_number(length + whole_number(random, 999))));
    const Estimated more = estimated(with(scenario, Field::batch, write_number(batch + 1)));
    const Estimated generated = estimated(with(scenario, Field::output, "1000"));
    for (std::size_t i = 0; i < base.columns(); ++i) {
      const auto cache = base.item(i, "kv_cache");
      if (!cache) continue;
      CHECK(*longer.item(i, "kv_cache") > *cache);
      CHECK(*generated.item(i, "kv_cache") > *cache);
      CHECK(in_bytes(*more.item(i, "kv_cache")) ==
            Approx(in_bytes(*cache) / batch * (batch + 1)).epsilon(1e-12));
      ++compared;
    }
    check_never_less(longer, base);
    check_never_less(more, base);
  }
  CHECK(compared > 100);
}

TEST_CASE(
    "The items sum to the total, none is negative, and it fits exactly when the total is within the "
    "capacity") {
  int with_capacity = 0;
  for (std::uint64_t seed = 1; seed <= 300; ++seed) {
    Random random(seed);
    const Estimated found = estimated(generate_scenario(random));
    CAPTURE(seed);
    for (const ColumnEstimate& column : found.estimate.columns) {
      if (!column.column->usable) continue;
      Bytes sum;
      for (const MemoryItem& item : column.memory.items) {
        CHECK(in_bytes(item.bytes) >= 0);
        sum += item.bytes;
      }
      CHECK(sum == column.memory.total);
      if (!column.memory.capacity) {
        CHECK(column.memory.fits == Fits::unknown);
        continue;
      }
      ++with_capacity;
      CHECK((column.memory.fits != Fits::no) == (column.memory.total <= *column.memory.capacity));
      const bool tight = column.memory.total / *column.memory.capacity > 0.9;
      if (column.memory.fits != Fits::no) CHECK((column.memory.fits == Fits::tight) == tight);
    }
  }
  CHECK(with_capacity > 300);
}

TEST_CASE("A capacity of exactly the total fits, and one byte less does not") {
  // Bytes that are whole multiples of 2^-20 GiB read back exactly from the link.
  const Scenario scenario = read_link("v=1&w=matmul&mm=1024x1024x1024&p=fp32&d=rtx-4090").scenario;
  const Bytes total = *estimated(scenario).memory(0);
  const auto fits = [&](double gibibytes) {
    return estimated(with_column(scenario, 0, Field::memory, write_number(gibibytes)))
        .estimate.columns[0]
        .memory.fits;
  };
  CHECK(fits(in_gib(total)) == Fits::tight);
  CHECK(fits(in_gib(total - bytes(1))) == Fits::no);
}
