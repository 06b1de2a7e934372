#include "support/catch.hpp"
#include "support/link.hpp"

#include <algorithm>

using namespace tilewise;
using namespace tilewise::testing;

TEST_CASE("A link of a newer version is read as far as it goes, with a warning", "[link]") {
  const LinkReading reading = read_link(with_tag("v=3&b=8&future=1"));
  const Issue* issue = find_issue(reading.issues, "link.newer-version", "v");
  REQUIRE(issue != nullptr);
  CHECK(issue->severity == Severity::warning);
  CHECK(param_text(*issue, "version") == "3");
  CHECK(param_text(*issue, "known") == "1");
  CHECK(text_of(reading.scenario, Field::batch) == "8");
  CHECK(rewritten("v=3&b=8&future=1") == "v=3&b=8&future=1");
}

TEST_CASE("A link of an older version is migrated step by step, in order", "[link]") {
  const Migration steps[] = {
      {1, [](Scenario& scenario) { scenario.values.set(Field::batch, number_value(10)); }},
      {2,
       [](Scenario& scenario) {
         const double batch = scenario.values.find(Field::batch)->number;
         scenario.values.set(Field::batch, number_value(batch + 1));
       }},
      {3, [](Scenario& scenario) { scenario.values.erase(Field::batch); }},
  };
  LinkContext context = current_link_context();
  context.version = 3;
  context.migrations = steps;
  const LinkReading reading = read_link(with_tag("v=1&m=gpt2-xl"), context);
  CHECK(text_of(reading.scenario, Field::batch) == "11");
  CHECK(text_of(reading.scenario, Field::version) == "3");
  REQUIRE(reading.issues.size() == 1);
  CHECK(reading.issues[0].code == "link.older-version");
  CHECK(reading.issues[0].severity == Severity::note);
  CHECK(text_of(read_link("v=2&b=5", context).scenario, Field::batch) == "6");
  CHECK(text_of(read_link("v=3&b=5", context).scenario, Field::batch) == "5");
}

TEST_CASE("Presets that changed since the link was made are listed, if the link uses them", "[link]") {
  const CatalogueChange changes[] = {
      {5, "tpu-v4", "bandwidth_bytes_per_s", 1.2e12, 1.228e12},
      {5, "rtx-4090", "bandwidth_bytes_per_s", 1e12, 1.008e12},
      {3, "tpu-v4", "memory_bytes", 1, 2},
      {9, "tpu-v4", "clock_hz", 1, 2},
      {6, "gpt2-xl", "published_total", 1.5e9, 1.558e9},
  };
  LinkContext context = current_link_context();
  context.revision = 7;
  context.changes = changes;
  const LinkReading reading = read_link("v=1&r=4&m=gpt2-xl&d=tpu-v4", context);
  const auto is_change = [](const Issue& issue) { return issue.code == "link.revision-changed"; };
  CHECK(std::count_if(reading.issues.begin(), reading.issues.end(), is_change) == 2);
  const Issue* issue = find_issue(reading.issues, "link.revision-changed", "r");
  REQUIRE(issue != nullptr);
  CHECK(issue->severity == Severity::warning);
  CHECK(param_text(*issue, "id") == "tpu-v4");
  CHECK(param_text(*issue, "field") == "bandwidth_bytes_per_s");
  CHECK(param_text(*issue, "old") == "1200000000000");
  CHECK(param_text(*issue, "new") == "1228000000000");

  CHECK_FALSE(has_issue(read_link("v=1&r=4&d=tpu-v4&d1.bw=900", context), "link.revision-changed", "r"));
  CHECK_FALSE(has_issue(read_link("v=1&d=tpu-v4", context), "link.revision-changed", "r"));
  CHECK_FALSE(has_issue(read_link("v=1&r=7&d=tpu-v4", context), "link.revision-changed", "r"));
}

TEST_CASE("A link without devices uses the default ones, also for what changed", "[link]") {
  const CatalogueChange changes[] = {{2, "mtia-v1", "memory_bytes", 1, 2}};
  LinkContext context = current_link_context();
  context.revision = 2;
  context.changes = changes;
  CHECK(has_issue(read_link("v=1&r=1&b=2", context), "link.revision-changed", "r"));
}

TEST_CASE("A link of a newer catalogue is noted", "[link]") {
  const LinkReading reading = read_link(with_tag("v=1&r=99&b=2"));
  REQUIRE(reading.issues.size() == 1);
  CHECK(reading.issues[0].code == "link.newer-revision");
  CHECK(reading.issues[0].severity == Severity::note);
}
