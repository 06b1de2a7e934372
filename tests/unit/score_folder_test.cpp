// A folder of five rows, scored by hand, and a folder with everything broken.

#include <nlohmann/json.hpp>

#include <tilewise/score/report_json.hpp>

#include "support/catch.hpp"
#include "support/measurements.hpp"

using namespace tilewise;
using namespace tilewise::testing;
using score::Report;

namespace {

// The estimate is 0.6 ms for each: errors 0, +20 %, −20 %, +25 % and −50 %. The first three are a cell of their own
// and weigh 1/√3; the fourth stands alone in its group's pool, and so does the fifth: they weigh 1.
Report five_rows(const std::string& second = "0.5", const std::string& fourth = "0.48") {
  const std::string ops = ops_header + add_row("r1", "one", "toy", "0.6") + add_row("r2", "one", "toy", second) +
                          add_row("r3", "one", "toy", "0.75") + add_row("r4", "one", "toy-2", fourth) +
                          add_row("r5", "two", "toy", "1.2");
  return score::score({{"device_names.csv", toy_devices}, {"ops.csv", ops}}, {}, halves());
}

const double third = 1 / std::sqrt(3.0);
const double weight = 3 * third + 2;

}  // namespace

TEST_CASE("Errors, weights, median, mean and bias of five rows come out as by hand", "[score]") {
  const Report report = five_rows();
  REQUIRE(report.rows.size() == 5);
  const double errors[] = {0, 0.2, -0.2, 0.25, -0.5};
  const double weights[] = {third, third, third, 1, 1};
  for (std::size_t i = 0; i < 5; ++i) {
    CHECK(report.rows[i].error == Approx(errors[i]).margin(1e-12));
    CHECK(report.rows[i].weight == Approx(weights[i]));
  }
  const score::Summary& all = report.whole;
  CHECK(all.rows == 5);
  CHECK(all.scored == 5);
  // Sorted 0, 20, 20 | 25 | 50 with 3·0.577 + 1 + 1: half of 3.732 is reached at the fourth.
  CHECK(*all.median_error == Approx(0.25));
  CHECK(*all.p90_error == Approx(0.5));
  CHECK(*all.mean_error == Approx((0.4 * third + 0.75) / weight));
  CHECK(*all.bias == Approx((0.25 - 0.5) / weight));
}

TEST_CASE("The roofline is scored on the same rows", "[score]") {
  // 0.3 ms: errors 50, 40, 60, 37.5 and 75 %. Half of the weight is reached at 50 %.
  CHECK(*five_rows().whole.roofline_median_error == Approx(0.5));
}

TEST_CASE("A row changed by one per cent changes the result as by hand", "[score]") {
  const Report second = five_rows("0.505");
  CHECK(*second.whole.mean_error == Approx(((0.6 / 0.505 - 1 + 0.2) * third + 0.75) / weight));
  CHECK(*second.whole.median_error == Approx(0.25));
  const Report fourth = five_rows("0.5", "0.4848");
  CHECK(*fourth.whole.median_error == Approx(0.6 / 0.4848 - 1));
}

TEST_CASE("Groups, devices and files get figures of their own", "[score]") {
  const Report report = five_rows();
  REQUIRE(report.groups.size() == 2);
  CHECK(find_summary(report.groups, "two")->median_error == Approx(0.5));
  // 0, 20 and 20 % weigh 1.73, 25 % weighs 1: half of 2.73 is reached at the third.
  CHECK(find_summary(report.groups, "one")->median_error == Approx(0.2));
  CHECK(find_summary(report.devices, "toy-2")->rows == 1);
  CHECK(report.cells.size() == 3);
  CHECK(report.files.size() == 1);
  CHECK(find_summary(report.lines, "ops")->scored == 5);
}

TEST_CASE("The answer as JSON carries shares under the agreed keys", "[score]") {
  const auto answer = nlohmann::json::parse(score::report_json(five_rows(), 2, true), nullptr, false);
  REQUIRE(answer.is_object());
  const auto& result = answer["result"];
  for (const char* key : {"rows", "scored", "scored_share", "median_error", "mean_error", "bias", "p90_error", "in_band",
                          "fits_right", "roofline_median_error"}) {
    CAPTURE(key);
    CHECK(result["summary"].contains(key));
    CHECK(result["lines"][0].contains(key));
    CHECK(result["groups"][0].contains(key));
  }
  CHECK(result["summary"]["scored_share"].get<double>() == 1);
  CHECK(result["lines"][0]["line"].get<std::string>() == "ops");
  CHECK(result["groups"][1]["group"].get<std::string>() == "one");
  CHECK(result["groups"][1]["device"].get<std::string>() == "toy-2");
  REQUIRE(result["worst"].size() == 2);
  CHECK(result["worst"][0]["id"].get<std::string>() == "r5");
  CHECK(result["rows"].size() == 5);
  CHECK(result["rows"][0]["unit"].get<std::string>() == "s");
  CHECK(result["rows"][0]["software"].get<std::string>() == "some");
  CHECK(result["rows"][0]["measured"].get<double>() == Approx(6e-4));
  CHECK_FALSE(result["rows"][0]["scenario"].get<bool>());  // one operator: no scenario asks for it alone
  CHECK(result["problems"].empty());
}

TEST_CASE("A broken folder gives its problems and a score of the rest", "[score]") {
  const std::string ops = "\xEF\xBB\xBF" + std::string(ops_header) + add_row("good", "one", "toy", "0.75") +
                          add_row("zero", "one", "toy", "0") + add_row("minus", "one", "toy", "-1") +
                          add_row("text", "one", "toy", "fast") + add_row("blank", "one", "toy", "") +
                          add_row("unknown", "one", "Abacus 9000", "1") + add_row("unstated", "one", "nobody", "1") +
                          "short,one,toy\n" + "unit,one,toy,add,,,1000,fp32,some,time,1,fortnights,A\n" +
                          "operator,one,toy,fold,,,1000,fp32,some,time,1,ms,A\n" +
                          "precision,one,toy,add,,,1000,fp11,some,time,1,ms,A\n" + "open,one,toy,add,,,\"1000\n" +
                          add_row("aside", "one", "toy", "9").replace(std::string("aside").size() + 1, 3, "one");
  const std::string gemm = "id,group,device,op,batch,m,k,precision,software,metric,value,unit,quality\n"
                           "g1,one,toy,gemm,1,64,64,fp32,some,time,1,ms,A\n";
  const std::string odd = "colour,taste\nred,sweet\n";
  const Report report = score::score(
      {{"device_names.csv", toy_devices}, {"gemm.csv", gemm}, {"odd.csv", odd}, {"ops.csv", ops}, {"void.csv", ""}}, {},
      halves());
  CHECK(report.whole.scored == 2);
  CHECK(report.whole.rows == 12);
  std::vector<std::string> codes;
  for (const score::ProblemCount& problem : report.problems) {
    codes.push_back(problem.problem.file + " " + problem.problem.id + " " + problem.problem.code.substr(8));
  }
  CHECK(codes == std::vector<std::string>{"ops.csv  fields", "ops.csv  quote", "void.csv  empty",
                                          "gemm.csv g1 column-missing", "odd.csv  unknown-columns",
                                          "ops.csv zero not-above-zero", "ops.csv minus not-above-zero",
                                          "ops.csv text not-a-number", "ops.csv blank blank", "ops.csv unit unit"});
  std::vector<std::string> reasons;
  for (const score::ReasonCount& entry : report.skipped) {
    if (entry.reason != "skip.broken-row") reasons.push_back(entry.first + " " + entry.reason.substr(5));
  }
  CHECK(reasons == std::vector<std::string>{"unstated no-one-device", "unknown unknown-device",
                                            "operator unknown-operator", "precision unknown-precision"});
}

TEST_CASE("Nothing to score is an empty score", "[score]") {
  const Report report = score::score({}, {}, halves());
  CHECK(report.rows.empty());
  CHECK_FALSE(report.whole.median_error);
}
