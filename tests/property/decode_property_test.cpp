// A generation is the sum of its steps, however long it is and whatever the cache does on the way.

#include "support/catch.hpp"
#include "support/estimated.hpp"

#include <string>

#include <tilewise/link.hpp>

using namespace tilewise;
using namespace tilewise::testing;

namespace {

Scenario scenario_of(const std::string& rest) { return read_link("v=1&w=decode&" + rest).scenario; }

// The same generation, one step after the other.
double step_by_step(const Scenario& scenario, double first, int steps) {
  double sum = 0;
  for (int i = 0; i < steps; ++i) {
    const Scenario one = with(with(scenario, Field::sequence, write_number(first + i)), Field::output, "1");
    sum += in_seconds(*estimated(one).time(0));
  }
  return sum;
}

void check_sum(const std::string& rest, double first, int steps) {
  const Scenario scenario = with(scenario_of(rest), Field::sequence, write_number(first));
  CAPTURE(rest, first, steps);
  const Estimated whole = estimated(with(scenario, Field::output, std::to_string(steps)));
  CHECK(in_seconds(*whole.time(0)) == Approx(step_by_step(scenario, first, steps)).epsilon(1e-9));
}

}  // namespace

TEST_CASE("A generation takes the sum of its steps, up to a thousand of them") {
  for (const char* model : {"tiled", "roofline"}) {
    const std::string time_model = std::string("&tm=") + model;
    for (int steps : {1, 2, 9, 128, 129, 1000}) {
      check_sum("m=llama-2-7b&d=a100-sxm4-80gb" + time_model, 100, steps);
      check_sum("m=deepseek-v3&d=h200-sxm&b=64" + time_model, 1, steps);
    }
  }
}

TEST_CASE("A generation that fills the window of some layers on the way is still the sum of its steps") {
  for (int steps : {100, 1000}) {
    // gpt-oss keeps 128 tokens in half of its layers, Gemma 3 1,024 in five of six.
    check_sum("m=gpt-oss-20b&d=rtx-4090&tm=tiled&b=8", 64, steps);
    check_sum("m=gemma-3-12b&d=tpu-v4&tm=tiled&b=8", 900, steps);
  }
}

TEST_CASE("A generation whose attention turns from one bound to the other is still the sum of its steps") {
  // Just enough bandwidth that the activations weigh at first, and little peak.
  check_sum("m=deepseek-v3&d=h200-sxm&tm=roofline&d1.peak=20&b=4", 1, 1000);
  check_sum("m=llama-2-7b&d=rtx-4090&tm=tiled&d1.peak=2&d1.bw=1000", 1, 1000);
}

TEST_CASE("A generation under a share of the roofline is the sum of its steps too") {
  check_sum("m=gpt-oss-20b&d=rtx-4090&d1.eff=0.3", 64, 500);
}

TEST_CASE("The mean step lies between the first and the last") {
  for (const char* model : {"llama-2-7b", "gpt-oss-20b", "deepseek-v3", "gemma-2-2b"}) {
    CAPTURE(model);
    const Scenario scenario = scenario_of(std::string("tm=tiled&d=h200-sxm&s=100&m=") + model);
    const Estimated whole = estimated(with(scenario, Field::output, "100000"));
    const double mean = in_seconds(whole.estimate.columns[0].time->step);
    CHECK(mean >= in_seconds(*estimated(scenario).time(0)));
    CHECK(mean <= in_seconds(*estimated(with(scenario, Field::sequence, "100099")).time(0)));
  }
}
