// Plans: what is searched, what is kept, what it costs to talk, and that every plan is the scenario of its link.

#include <algorithm>
#include <string>
#include <vector>

#include <tilewise/api.hpp>
#include <tilewise/collectives.hpp>
#include <tilewise/link.hpp>
#include <tilewise/plan.hpp>

#include "support/answer.hpp"
#include "support/catch.hpp"

using namespace tilewise;
using namespace tilewise::testing;

namespace {

const std::string training =
    "v=1&m=llama-2-13b&w=train&s=2048&b=256&p=bf16&stack=megatron&d=a100-sxm4-80gb&d1.n=64";

Planner planner_of(const std::string& link) { return Planner(read_link(link).scenario, 0); }

nlohmann::json plans_of(const std::string& link, const std::string& members) {
  return parse_answer(plan("{\"scenario\":\"" + link + "\"," + members + "}"));
}

double rejected(const PlanSearch& search, std::string_view code) {
  for (const RejectedPlans& one : search.rejected) {
    if (one.code == code) return one.count;
  }
  return 0;
}

}  // namespace

TEST_CASE("Every plan is the scenario of its link: the same time and the same memory", "[plan]") {
  for (const std::string& link :
       {training, std::string("v=1&m=llama-3.1-70b&w=decode&s=4096&b=8&d=h100-sxm5-80gb&d1.n=16"),
        std::string("v=1&m=mixtral-8x7b&w=prefill&s=2048&b=4&d=tpu-v5p&d1.n=16"),
        std::string("v=1&m=llama-3.1-70b&w=serve&s=1024&o=256&d=h200-sxm&d1.n=8&stack=vllm")}) {
    CAPTURE(link);
    const Planner planner = planner_of(link);
    const PlanSearch search = planner.search(PlanScope{});
    REQUIRE(search.searched);
    REQUIRE_FALSE(search.front.empty());
    for (const Plan& plan : search.front) {
      const std::string own = write_link(planner.scenario_of(plan));
      const auto answer = parse_answer(estimate(own));
      CAPTURE(own);
      CHECK(number_at(answer, "devices.0.memory.total_bytes") == in_bytes(plan.memory));
      const bool serving = link.find("w=serve") != std::string::npos;
      const bool decoding = link.find("w=decode") != std::string::npos;
      const char* step = serving    ? "devices.0.time.tpot_s"
                         : decoding ? "devices.0.time.decode_s_per_token"
                                    : "devices.0.time.total_s";
      CHECK(number_at(answer, step) == in_seconds(plan.time));
      CHECK(number_at(answer, "devices.0.rate.tokens_per_s") == Approx(plan.tokens_per_s));
      CHECK(word_at(answer, "devices.0.fits") != "no");
    }
  }
}

TEST_CASE("Nothing beats a plan of the front, and what is not on it is counted with its reason", "[plan]") {
  const PlanSearch search = planner_of(training).search(PlanScope{});
  double fallen = 0;
  for (const RejectedPlans& one : search.rejected) fallen += one.count;
  CHECK(search.considered == fallen + search.fitting);
  CHECK(search.considered > 5000);
  CHECK(search.fitting > 100);
  for (std::size_t i = 1; i < search.front.size(); ++i) {
    CHECK(search.front[i - 1].time < search.front[i].time);
    CHECK(search.front[i].memory < search.front[i - 1].memory);
  }
}

TEST_CASE("The parts of a search make the whole", "[plan]") {
  const Planner planner = planner_of(training);
  const PlanSearch whole = planner.search(PlanScope{});
  double considered = 0;
  double fitting = 0;
  Seconds fastest = seconds(1e9);
  for (double slice = 0; slice < 5; ++slice) {
    PlanScope scope;
    scope.slice = slice;
    scope.slices = 5;
    const PlanSearch part = planner.search(scope);
    considered += part.considered;
    fitting += part.fitting;
    if (!part.front.empty() && part.front.front().time < fastest) fastest = part.front.front().time;
  }
  CHECK(considered == whole.considered);
  CHECK(fitting == whole.fitting);
  CHECK(fastest == whole.front.front().time);
}

TEST_CASE("Limits of the scenario and memory cut plans off, each under its own name", "[plan]") {
  const PlanSearch open = planner_of(training).search(PlanScope{});
  CHECK(rejected(open, "plan.memory") > 0);
  CHECK(rejected(open, "plan.limit-step") == 0);
  const double fastest = in_seconds(open.front.front().time);
  const PlanSearch bound =
      planner_of(training + "&lim.step=" + write_number(fastest * 1.1)).search(PlanScope{});
  CHECK(rejected(bound, "plan.limit-step") > 0);
  CHECK(bound.fitting < open.fitting);
  for (const Plan& plan : bound.front) CHECK(in_seconds(plan.time) <= fastest * 1.1);
  const PlanSearch none = planner_of(training + "&lim.step=0.001").search(PlanScope{});
  CHECK(none.front.empty());
  const PlanSearch small = planner_of("v=1&m=llama-3.1-405b&w=decode&s=4096&d=l4&d1.n=2").search(PlanScope{});
  CHECK(small.fitting == 0);
  CHECK(rejected(small, "plan.memory") > 0);
}

TEST_CASE("What a plan costs and draws is its link's, and limits of both cut plans off under their names", "[plan]") {
  const std::string serving = "v=1&m=llama-3.1-70b&w=serve&s=1024&o=256&d=h200-sxm&d1.n=8&stack=vllm";
  for (const std::string& link : {training + "&tok=1e12", serving}) {
    CAPTURE(link);
    const Planner planner = planner_of(link);
    const PlanSearch open = planner.search(PlanScope{});
    REQUIRE_FALSE(open.front.empty());
    const bool run = link.find("tok=") != std::string::npos;
    double dearest = 0;
    double most = 0;
    for (const Plan& plan : open.front) {
      const auto answer = parse_answer(estimate(write_link(planner.scenario_of(plan))));
      REQUIRE(plan.cost);
      CHECK(number_at(answer, run ? "devices.0.cost.run_usd" : "devices.0.cost.per_million_tokens_usd") == plan.cost->base());
      CHECK(number_at(answer, run ? "devices.0.energy.run_j" : "devices.0.energy.per_token_j") == plan.energy->base());
      CHECK(number_at(answer, "devices.0.energy.power_w") == in_watts(*plan.power));
      dearest = std::max(dearest, plan.cost->base());
      most = std::max(most, in_watts(*plan.power));
    }
    const PlanSearch cheap = planner_of(link + "&lim.usd=" + write_number(0.9 * dearest)).search(PlanScope{});
    const PlanSearch mild = planner_of(link + "&lim.w=" + write_number(0.99 * most)).search(PlanScope{});
    CHECK(rejected(cheap, "plan.limit-usd") > 0);
    CHECK(rejected(mild, "plan.limit-w") > 0);
    for (const Plan& plan : cheap.front) CHECK(plan.cost->base() <= 0.9 * dearest);
    for (const Plan& plan : mild.front) CHECK(in_watts(*plan.power) <= 0.99 * most);
    CHECK(cheap.considered == open.considered);
  }
}

TEST_CASE("The objective is the second axis of the front, and its best plan ends it", "[plan]") {
  const std::string run = training + "&tok=1e12";
  const PlanSearch fast = planner_of(run + "&obj=time").search(PlanScope{});
  CHECK(fast.best().time == planner_of(run).search(PlanScope{}).front.front().time);
  const PlanSearch small = planner_of(run + "&obj=memory").search(PlanScope{});
  CHECK(small.axis == "memory");
  const PlanSearch thrifty = planner_of(run + "&obj=energy").search(PlanScope{});
  CHECK(thrifty.axis == "energy");
  REQUIRE_FALSE(thrifty.front.empty());
  CHECK(small.best().memory <= fast.best().memory);
  CHECK(thrifty.best().energy->base() <= fast.best().energy->base());
  for (std::size_t i = 1; i < thrifty.front.size(); ++i) {
    CHECK(thrifty.front[i].energy->base() < thrifty.front[i - 1].energy->base());
  }
  // At a price by the hour the cheapest run is the fastest one.
  const PlanSearch cheap = planner_of(run + "&obj=cost").search(PlanScope{});
  CHECK(cheap.best().time == fast.best().time);
  // Without a price nothing is cheapest.
  const PlanSearch unknown = planner_of("v=1&m=gpt2&w=train&s=512&d=mtia-v1&d1.n=2&obj=cost").search(PlanScope{});
  CHECK(unknown.front.empty());
  CHECK(rejected(unknown, "plan.no-objective") > 0);
}

TEST_CASE("A plan keeps what the scenario says of attention and of the prefix cache", "[plan]") {
  const Planner planner =
      planner_of("v=1&m=deepseek-v3&w=prefill&s=2048&b=8&pc=2047&dpa=1&wq=fp8&d=h200-sxm&d1.n=16");
  const PlanSearch search = planner.search(PlanScope{});
  REQUIRE(search.front.size() > 1);
  for (const Plan& plan : search.front) {
    const auto answer = parse_answer(estimate(write_link(planner.scenario_of(plan))));
    CHECK(number_at(answer, "devices.0.time.prefill_s") == in_seconds(plan.time));
    CHECK(number_at(answer, "devices.0.memory.total_bytes") == in_bytes(plan.memory));
  }
}

TEST_CASE("More chips never train slower at the same batch, and speed per chip falls", "[plan]") {
  const auto answer = plans_of(training, "\"counts\":[8,16,32,64,128]");
  const auto* curve = find_at(answer, "result.devices.0.curve");
  REQUIRE(curve != nullptr);
  REQUIRE(curve->size() == 5);
  double before = 0;
  for (std::size_t i = 0; i < 5; ++i) {
    const std::string at = "devices.0.curve." + std::to_string(i);
    const double rate = number_at(answer, at + ".plan.tokens_per_s");
    CHECK(rate > before);
    CHECK(number_at(answer, at + ".efficiency") <= 1.05);
    before = rate;
  }
  CHECK(number_at(answer, "devices.0.curve.0.efficiency") == 1);
}

TEST_CASE("A deadline takes the fewest chips that keep it", "[plan]") {
  const std::string run = training + "&tok=300e9";
  const auto answer = plans_of(run, "\"days\":20");
  const double chips = number_at(answer, "devices.0.deadline.devices");
  CHECK(number_at(answer, "devices.0.deadline.run_s") <= 20 * 86400);
  REQUIRE(chips >= 2);
  const auto half = planner_of(run).best(chips / 2);
  if (half) CHECK(in_seconds(*half->run) > 20 * 86400);
  const auto never = plans_of(run, "\"days\":0.001");
  CHECK(find_at(never, "result.devices.0.deadline")->is_null());
}

TEST_CASE("Traffic: nothing on one device, gradients between replicas, the rest inside them", "[plan]") {
  const auto alone = plans_of("v=1&m=gpt2&w=train&s=512&d=a100-sxm4-80gb", "\"slices\":1");
  CHECK(find_at(alone, "result.devices.0.communication.parts")->empty());
  const auto split = plans_of(training + "&tp=8&pp=2&mb=1&z=0", "\"slices\":1");
  const std::string at = "devices.0.communication.";
  CHECK(number_at(split, at + "data.sent_bytes") > 0);
  CHECK(number_at(split, at + "model.sent_bytes") > number_at(split, at + "data.sent_bytes"));
  CHECK(number_at(split, at + "work_s") < number_at(split, at + "step_s"));
  double tensor = 0;
  for (const auto& part : *find_at(split, "result." + at + "parts")) {
    const double exposed = part.find("exposed_s")->get<double>();
    const double busy = part.find("busy_s")->get<double>();
    CHECK(exposed <= busy * (1 + 1e-9));
    if (part.find("name")->get<std::string>() == "tensor-parallel") tensor = part.find("sent_bytes")->get<double>();
  }
  // Two all-reduces a layer forward and two backward, over 20 layers of a stage and 64 passes: 2 x 7/8 of the tensor.
  CHECK(tensor == Approx(4.0 * 20 * 64 * 2 * 7 / 8 * (2048.0 * 5120 * 2)));
}

TEST_CASE("Ring and tree cross where the formula says", "[plan]") {
  const double ranks = 512;
  const double latency = 5e-6;
  const double rate = 100e9;
  // The tree moves 2M, the ring 2M(n-1)/n in more steps: they cross at M = latency * rate * n * ((n - 1) - log2 n).
  const double crossing = latency * rate * ranks * (ranks - 1 - doublings(ranks));
  for (const double share : {0.5, 0.99, 1.01, 2.0}) {
    const RingTime ring{2, ranks, seconds(latency), bytes(share * crossing), bytes_per_second(rate)};
    const TreeTime tree{doublings(ranks), seconds(latency), bytes(share * crossing), bytes_per_second(rate)};
    CAPTURE(share);
    CHECK((tree.value() < ring.value()) == (share < 1));
  }
}

TEST_CASE("What cannot be planned says so and takes no time", "[plan]") {
  for (const char* link : {"v=1&w=matmul&mm=8x8x8&d=h200-sxm", "v=1&m=gpt2&d=no-such-card", "v=1&m=gpt2&d=h200-sxm&d1.n=720720",
                           "v=1&m=no-such-model&d=h200-sxm"}) {
    CAPTURE(link);
    const auto answer = plans_of(link, "\"slices\":1");
    CHECK(find_at(answer, "result.devices.0.search") == nullptr);
  }
  // Lists and numbers of another kind are not read.
  const auto odd = plans_of("v=1&m=gpt2&d=h200-sxm", "\"counts\":[\"a\",-1,1e9],\"slices\":0,\"slice\":-4");
  CHECK(find_at(odd, "result.devices.0.search") != nullptr);
}
