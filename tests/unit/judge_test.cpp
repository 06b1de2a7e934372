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
