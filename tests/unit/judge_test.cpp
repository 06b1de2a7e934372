// Verdicts: who is fastest among those that fit, by what factor, and what is said when nobody is.

#include "support/answer.hpp"
#include "support/catch.hpp"

#include <tilewise/judge.hpp>

using namespace tilewise;
using namespace tilewise::testing;

namespace {

ColumnEstimate column(std::optional<double> time_s, Fits fits = Fits::yes) {
  ColumnEstimate out;
  out.memory.fits = fits;
  if (time_s) {
    out.time.emplace();
    out.time->total = seconds(*time_s);
  }
  return out;
}

Verdict of(std::vector<ColumnEstimate> columns) {
  Estimate estimate;
  estimate.columns = std::move(columns);
  return judge(estimate);
}

}  // namespace

TEST_CASE("The fastest is the column with the least time, and the next is named with its factor") {
  const Verdict verdict = of({column(4), column(1), column(2)});
  CHECK(verdict.code == "verdict.fastest");
  CHECK(verdict.fastest == 1u);
  CHECK(verdict.next == 2u);
  CHECK(verdict.ratio_to_next == 2);
}

TEST_CASE("The next is found wherever it stands") {
  CHECK(of({column(1), column(4), column(2)}).next == 2u);
  CHECK(of({column(2), column(1), column(4)}).next == 0u);
  CHECK(of({column(1), column(2), column(4)}).next == 1u);
}

TEST_CASE("Of equal times the first stays in front, at a factor of one") {
  const Verdict verdict = of({column(3), column(3)});
  CHECK(verdict.fastest == 0u);
  CHECK(verdict.next == 1u);
  CHECK(verdict.ratio_to_next == 1);
}

TEST_CASE("More time and less speed are two shares of the same two times") {
  const Verdict verdict = of({column(1), column(4)});
  REQUIRE(verdict.comparisons.size() == 2);
  CHECK(verdict.comparisons[0].time_ratio == 1);
  CHECK(verdict.comparisons[1].time_ratio == 4);
  CHECK(verdict.comparisons[1].more_time_share == 3);
  CHECK(verdict.comparisons[1].less_speed_share == 0.75);
}

TEST_CASE("A column that does not fit is never the fastest, but is still compared") {
  const Verdict verdict = of({column(1, Fits::no), column(2), column(3)});
  CHECK(verdict.fastest == 1u);
  CHECK(verdict.does_not_fit == std::vector<std::size_t>{0});
  REQUIRE(verdict.comparisons.size() == 3);
  CHECK(verdict.comparisons[0].time_ratio == 0.5);
}

TEST_CASE("A column whose memory is not published may be the fastest, and a tight one too") {
  CHECK(of({column(1, Fits::unknown), column(2)}).fastest == 0u);
  const Verdict tight = of({column(1, Fits::tight), column(2)});
  CHECK(tight.fastest == 0u);
  CHECK(tight.tight == std::vector<std::size_t>{0});
}

TEST_CASE("One column alone is no contest") {
  const Verdict verdict = of({column(1), column(std::nullopt)});
  CHECK(verdict.code == "verdict.single");
  CHECK_FALSE(verdict.next.has_value());
  CHECK(verdict.without_time == std::vector<std::size_t>{1});
}

TEST_CASE("When nothing fits, and when nothing has a time, the verdict says which") {
  CHECK(of({column(1, Fits::no), column(2, Fits::no)}).code == "verdict.none-fits");
  CHECK(of({column(1, Fits::no), column(std::nullopt)}).code == "verdict.none-fits");
  CHECK(of({column(std::nullopt), column(std::nullopt)}).code == "verdict.no-time");
  CHECK(of({column(std::nullopt, Fits::no), column(std::nullopt)}).code == "verdict.no-time");
  CHECK_FALSE(of({column(1, Fits::no)}).fastest.has_value());
}

TEST_CASE("The answer carries the verdict by column index") {
  const auto answer =
      estimate_of("v=1&m=llama-2-7b&w=decode&s=512&tm=roofline&d=rtx-4090~a100-sxm4-80gb~rtx-2080-ti");
  CHECK(word_at(answer, "verdict.code") == "verdict.fastest");
  CHECK(number_at(answer, "verdict.fastest") == 1);
  CHECK(number_at(answer, "verdict.next") == 0);
  CHECK(number_at(answer, "verdict.does_not_fit.0") == 2);
}

TEST_CASE("A share of the peak that hardly any published run reaches is remarked on, and only there") {
  const auto remarked = [](const std::string& link) {
    return has_issue(estimate_of("v=1&" + link), "flops.above-published", "d1");
  };
  const std::string prompt = "m=llama-2-7b&d=a100-sxm4-80gb&tm=";
  CHECK(remarked(prompt + "tiled&d1.eff=0.95"));
  CHECK_FALSE(remarked(prompt + "tiled"));
  // The ideal reaches it by itself, a single product reaches its peak, and fp32 runs have reached 0.82.
  CHECK_FALSE(remarked(prompt + "roofline"));
  CHECK_FALSE(remarked("w=matmul&mm=8192x8192x8192&d=a100-sxm4-80gb&tm=tiled&d1.eff=0.95"));
  CHECK_FALSE(remarked("m=bert-base&b=32&s=384&p=fp32&d=v100-sxm2-16gb&tm=tiled&d1.eff=0.82"));
  CHECK(remarked("m=bert-base&b=32&s=384&p=fp32&d=v100-sxm2-16gb&tm=tiled&d1.eff=0.95"));
  // Sums in 16 bits run at twice the rate that the share is of.
  CHECK_FALSE(remarked("m=llama-2-7b&p=fp16&d=rtx-4090&tm=tiled&d1.eff=0.95"));
  CHECK(remarked("m=llama-2-7b&p=bf16&d=rtx-4090&tm=tiled&d1.eff=0.95"));
  // What was measured is judged whatever the model of time.
  CHECK(remarked("m=llama-2-7b&d=a100-sxm4-80gb&tm=roofline&d1.got=step:0.098"));
}

TEST_CASE("A peak that is the rate with sparsity is named as one, with the dense rate") {
  const auto sparse = [](const std::string& peak) {
    return has_issue(estimate_of("v=1&d=h100-sxm5-80gb&d1.peak=" + peak), "peak.sparse", "d1.peak");
  };
  CHECK(sparse("1979"));
  CHECK(sparse("1980"));
  CHECK_FALSE(sparse("990"));
  CHECK_FALSE(sparse("1900"));
}

TEST_CASE("Chips that hold layers in turn share the work of a pass: none is counted beyond its peak") {
  const std::string prompt = "v=1&m=llama-3.1-8b&s=8192&p=fp16&stack=llama-cpp&tm=tiled&d=rtx-4090";
  const auto one = estimate_of(prompt);
  const auto four = estimate_of(prompt + "&d1.n=4&lay=1");
  CHECK(number_at(four, "devices.0.flops.hardware_flops") ==
        Approx(number_at(one, "devices.0.flops.hardware_flops") / 4).epsilon(1e-12));
  const double faster = number_at(one, "devices.0.time.prefill_s") / number_at(four, "devices.0.time.prefill_s");
  CHECK(faster > 1);
  CHECK(number_at(four, "devices.0.flops.mfu") ==
        Approx(number_at(one, "devices.0.flops.mfu") * faster / 4).epsilon(1e-12));
  CHECK_FALSE(has_issue(four, "flops.beyond-peak", "d1"));
}
