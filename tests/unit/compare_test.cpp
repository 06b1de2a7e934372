// Columns against each other: differences that sum, figures that make equal, training budgets.

#include "support/answer.hpp"
#include "support/call.hpp"
#include "support/catch.hpp"
#include "support/generate.hpp"
#include "support/link.hpp"

#include <string>

#include <tilewise/link.hpp>
#include <tilewise/scenario.hpp>
#include <tilewise/vocabulary.hpp>

using namespace tilewise;
using namespace tilewise::testing;

namespace {

nlohmann::json compared(const std::string& link) { return parse_answer(call("compare", with_tag(link))); }

const char* const scenarios[] = {
    "v=1&tm=tiled&m=llama-3.1-8b&w=decode&d=a100-sxm4-80gb~rtx-4090~h100-sxm5-80gb",
    "v=1&tm=tiled&m=bert-large&s=128&b=32&d=v100-sxm2-32gb~t4~tpu-v4",
    "v=1&tm=tiled&m=gpt2-xl&w=train&s=1024&b=64&d=a100-sxm4-80gb~h100-sxm5-80gb&d1.n=8&d2.n=8",
    "v=1&tm=roofline&w=matmul&mm=4096x4096x4096&d=a100-sxm4-80gb~rtx-4090",
    "v=1&tm=tiled&m=llama-3.1-8b&w=serve&s=512&d=h100-sxm5-80gb~a100-sxm4-80gb",
};

}  // namespace

TEST_CASE("The parts of a waterfall begin at one time, end at the other and leave no gap", "[compare]") {
  for (const char* link : scenarios) {
    CAPTURE(link);
    const auto estimate = estimate_of(link);
    const char* step = nullptr;
    for (const char* key : {"prefill_s", "decode_s_per_token", "tpot_s", "step_s"}) {
      if (find_at(estimate, "result.devices.0.time")->contains(key)) step = key;
    }
    REQUIRE(step != nullptr);
    const auto answer = compared(link);
    const auto* pairs = find_at(answer, "result.pairs");
    REQUIRE(pairs != nullptr);
    REQUIRE_FALSE(pairs->empty());
    for (const auto& pair : *pairs) {
      const auto time_of = [&](const char* which) {
        return number_at(estimate, "devices." + std::to_string(pair[which].get<int>()) + ".time." + step);
      };
      const auto& parts = pair["waterfall"];
      CHECK(parts.front()["from_s"].get<double>() == time_of("base"));
      CHECK(parts.back()["to_s"].get<double>() == time_of("other"));
      for (std::size_t i = 1; i < parts.size(); ++i) CHECK(parts[i]["from_s"] == parts[i - 1]["to_s"]);
    }
  }
}

TEST_CASE("What must be true, put back in, makes the two equally fast", "[compare]") {
  int solved = 0;
  for (const char* link : scenarios) {
    const auto answer = compared(link);
    for (const auto& pair : *find_at(answer, "result.pairs")) {
      const int slower = pair["catches_up"].get<int>();
      const int faster = slower == pair["other"].get<int>() ? pair["base"].get<int>() : pair["other"].get<int>();
      for (const auto& must : pair["must_be"]) {
        const std::string changed = std::string(link) + "&d" + std::to_string(slower + 1) + "." +
                                    must["key"].get<std::string>() + "=" + write_number(must["value"].get<double>());
        CAPTURE(changed);
        const auto estimate = estimate_of(changed);
        const auto total = [&](int column) { return number_at(estimate, "devices." + std::to_string(column) + ".time.total_s"); };
        CHECK(total(slower) == Approx(total(faster)).epsilon(1e-6));
        ++solved;
      }
    }
  }
  CHECK(solved >= 5);  // the scenarios have some to solve
}

TEST_CASE("On generated scenarios waterfalls sum exactly, and what must be true holds when put back in", "[compare]") {
  Random random(41);
  int waterfalls = 0;
  int solved = 0;
  int priced = 0;
  for (int i = 0; i < 150; ++i) {
    const Scenario scenario = generate_scenario(random);
    const std::string link = write_link(scenario);
    CAPTURE(link);
    const auto answer = parse_answer(call("compare", link));
    const auto* pairs = find_at(answer, "result.pairs");
    if (pairs == nullptr) continue;
    const auto changed = [&](int column, const std::string& key, double value) {
      Scenario other = scenario;
      other.columns[static_cast<std::size_t>(column)].overrides.set(find_key(key)->field, number_value(value));
      return parse_answer(call("estimate", write_link(other)));
    };
    for (const auto& pair : *pairs) {
      const auto& parts = pair["waterfall"];
      for (std::size_t part = 1; part < parts.size(); ++part) CHECK(parts[part]["from_s"] == parts[part - 1]["to_s"]);
      ++waterfalls;
      const int base = pair["base"].get<int>();
      const int slower = pair["catches_up"].get<int>();
      const int faster = slower == base ? pair["other"].get<int>() : base;
      // A measurement stays what it was, whatever the figures are.
      if (scenario.columns[static_cast<std::size_t>(slower)].overrides.has(Field::measured)) continue;
      for (const auto& must : pair["must_be"]) {
        CAPTURE(must.dump());
        const auto estimate = changed(slower, must["key"].get<std::string>(), must["value"].get<double>());
        const auto total = [&](int column) { return number_at(estimate, "devices." + std::to_string(column) + ".time.total_s"); };
        CHECK(total(slower) == Approx(total(faster)).epsilon(1e-6));
        ++solved;
      }
      if (!pair.contains("price_must_be")) continue;
      const auto& price = pair["price_must_be"];
      CAPTURE(price.dump());
      const auto estimate = changed(price["index"].get<int>(), "price", price["usd_per_hour"].get<double>());
      const auto cost = [&](const char* which) {
        return number_at(estimate, "devices." + std::to_string(pair[which].get<int>()) + ".cost." + price["of"].get<std::string>());
      };
      CHECK(cost("base") == Approx(cost("other")).epsilon(1e-9));
      ++priced;
    }
  }
  CHECK(waterfalls > 100);
  CHECK(solved > 100);
  CHECK(priced > 30);
}

TEST_CASE("Generation hangs on bandwidth, a large product on its peak", "[compare]") {
  const auto first = [](const char* link) {
    const auto answer = compared(link);
    return find_at(answer, "result.devices.0.sensitivities.0.key")->get<std::string>();
  };
  CHECK(first(scenarios[0]) == "bw");
  CHECK(first(scenarios[3]) == "peak");
}

TEST_CASE("A crossover is where two devices change places", "[compare]") {
  const std::string link = "v=1&tm=tiled&m=llama-3.1-8b&w=prefill&s=128&d=rtx-4090~a100-sxm4-80gb";
  const auto answer = compared(link);
  for (const auto& point : *find_at(answer, "result.pairs.0.crossovers")) {
    const std::string key = point["key"].get<std::string>();
    const auto ahead = [&](double value) {
      std::string at = link;
      if (key == "s") at = "v=1&tm=tiled&m=llama-3.1-8b&w=prefill&d=rtx-4090~a100-sxm4-80gb";
      const auto estimate = estimate_of(at + "&" + key + "=" + write_number(value));
      return number_at(estimate, "devices.0.time.total_s") < number_at(estimate, "devices.1.time.total_s");
    };
    const double value = point["at"].get<double>();
    CHECK(ahead(value) != ahead(1));
    CHECK(ahead(value - 1) == ahead(1));
  }
}

TEST_CASE("A training budget is compute-optimal, and days, money and FLOPs say the same", "[compare]") {
  const std::string run = "v=1&tm=tiled&m=llama-2-7b&w=train&s=2048&b=64&mb=1&z=3&ac=full&d=a100-sxm4-80gb&d1.n=64&d1.price=2&gof=0.9";
  const auto asked = [&](const std::string& members) {
    return parse_answer(call("compare", "{\"scenario\":\"" + with_tag(run) + "\"," + members + "}"));
  };
  const auto days = asked("\"days\":10");
  const auto at = [](const nlohmann::json& answer, const std::string& path) { return number_at(answer, "devices.0.budget." + path); };
  const double flops = at(days, "days.flops");
  CHECK(at(days, "days.run_s") == Approx(864000).epsilon(1e-12));
  CHECK(at(days, "days.run_usd") == Approx(128 * 240).epsilon(1e-9));
  CHECK(at(days, "days.tokens") == Approx(20 * at(days, "days.parameters")).epsilon(1e-12));
  CHECK(6 * at(days, "days.tokens") * at(days, "days.parameters") == Approx(flops).epsilon(1e-9));
  const auto money = asked("\"usd\":" + write_number(128 * 240));
  CHECK(at(money, "usd.flops") == Approx(flops).epsilon(1e-9));
  const auto given = asked("\"flops\":" + write_number(flops));
  CHECK(at(given, "flops.parameters") == Approx(at(days, "days.parameters")).epsilon(1e-9));
  // Chinchilla itself: 5.76e23 FLOPs are 69 billion parameters and 1.4 trillion tokens.
  const auto chinchilla = asked("\"flops\":5.76e23");
  CHECK(at(chinchilla, "flops.parameters") == Approx(70e9).epsilon(0.03));
  CHECK(at(chinchilla, "flops.tokens") == Approx(1.4e12).epsilon(0.03));
  CHECK(at(days, "model.tokens") == Approx(20 * 6738415616.0).epsilon(1e-9));
}
