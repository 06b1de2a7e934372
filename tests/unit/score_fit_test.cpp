// Fitting constants: deterministic, within bounds, blind to what is held apart and to who measured.

#include <algorithm>

#include <tilewise/constants.hpp>

#include "support/catch.hpp"
#include "support/measurements.hpp"

using namespace tilewise;
using namespace tilewise::testing;
using score::Fit;
using score::Options;

namespace {

const std::string gemm_header = "id,group,device,op,batch,m,n,k,precision,software,metric,value,unit,quality\n";

std::string product(const std::string& id, const std::string& group, const std::string& device,
                    const std::string& side, const std::string& milliseconds) {
  return id + "," + group + "," + device + ",gemm,1," + side + "," + side + "," + side + ",fp32,some,time," +
         milliseconds + ",ms,A\n";
}

// Two devices and two groups. `odd` is the time of one row of each kind.
std::vector<score::File> folder(const std::string& odd_device, const std::string& odd_group,
                                const std::string& ordinary, const std::string& one = "one",
                                const std::string& two = "two") {
  const std::string rows = gemm_header + product("p1", one, "toy", "2048", ordinary) +
                           product("p2", one, "toy", "4096", "2.1") + product("p3", one, "toy", "8192", "16") +
                           product("p4", one, "t4", "4096", odd_device) + product("p5", two, "toy", "1024", odd_group) +
                           product("p6", two, "toy", "512", "0.02");
  const std::string ops = ops_header + add_row("o1", one, "toy", "0.4") + add_row("o2", two, "toy", "0.42");
  return {{"device_names.csv", toy_devices}, {"gemm.csv", rows}, {"ops.csv", ops}};
}

using Numbers = std::vector<double>;

Numbers fitted(const std::vector<score::File>& files, const Options& options) {
  return score::score(files, options).fit->values;
}

Options without_device(const char* device) {
  Options options;
  options.leave_out = device;
  return options;
}

Options without_group(const char* group) {
  Options options;
  options.leave_group = group;
  return options;
}

}  // namespace

TEST_CASE("A fit comes closer, stays within the bounds and repeats itself to the bit", "[score]") {
  score::Problems problems;
  const auto files = folder("40", "0.06", "0.3");
  const Fit fit = score::calibrate(files, {}, problems);
  CHECK(problems.empty());
  CHECK(fit.rows == 8);
  CHECK(fit.loss_after < fit.loss_before);
  CHECK(score::calibrate(files, {}, problems).values == fit.values);
  for (const score::FittedConstant& fitted_constant : fit.constants) {
    CAPTURE(fitted_constant.constant->name);
    CHECK(fitted_constant.value >= fitted_constant.constant->low);
    CHECK(fitted_constant.value <= fitted_constant.constant->high);
  }
}

TEST_CASE("A constant that no row depends on is left alone, and has no rows behind it", "[score]") {
  score::Problems problems;
  const Fit fit = score::calibrate(folder("40", "0.06", "0.3"), {}, problems);
  const auto constant = [&](std::string_view name) {
    return *std::find_if(fit.constants.begin(), fit.constants.end(),
                         [&](const score::FittedConstant& known) { return known.constant->name == name; });
  };
  CHECK(constant("attention_share").value == default_calibration()[constant::attention_share]);
  CHECK(constant("attention_share").rows == 0);
  CHECK(constant("product.tpu-6.tensor.compute_share").rows == 0);
  CHECK(constant("product.ampere.shader.compute_share").rows >= 3);
  CHECK(constant("product.turing.shader.rate_per_watt").rows == 1);
  CHECK(constant("card.a100-sxm4-80gb.launch_factor").rows == 7);
}

TEST_CASE("Rows of a device held apart cannot influence the fit", "[score]") {
  const Numbers base = fitted(folder("40", "0.06", "0.3"), without_device("t4"));
  CHECK(fitted(folder("4000", "0.06", "0.3"), without_device("t4")) == base);
  // Other rows can.
  CHECK_FALSE(fitted(folder("40", "0.06", "0.6"), without_device("t4")) == base);
}

TEST_CASE("A device is held apart under every name it has", "[score]") {
  // toy and toy-2 are the same card of the catalogue.
  const auto with = [](const char* milliseconds) {
    auto files = folder("40", "0.06", "0.3");
    files[2].text += add_row("o3", "one", "toy-2", milliseconds);
    return files;
  };
  CHECK(fitted(with("0.4"), without_device("toy")) == fitted(with("4"), without_device("toy")));
  CHECK(fitted(with("0.4"), without_device("a100-sxm4-80gb")) == fitted(with("4"), without_device("a100-sxm4-80gb")));
}

TEST_CASE("Rows of a group held apart cannot influence the fit", "[score]") {
  const Numbers base = fitted(folder("40", "0.06", "0.3"), without_group("two"));
  CHECK(fitted(folder("40", "6", "0.3"), without_group("two")) == base);
  CHECK_FALSE(fitted(folder("80", "0.06", "0.6"), without_group("two")) == base);
}

TEST_CASE("Each row is in one part of a fold, and cannot influence the fit that it is scored with", "[score]") {
  const auto part_of = [&](int part, const std::string& time) {
    Options options;
    options.fold = part;
    options.folds = 3;
    return score::score(folder("40", "0.06", time), options);
  };
  double rows = 0;
  int holders = 0;
  for (int part = 1; part <= 3; ++part) {
    const score::Report report = part_of(part, "0.3");
    rows += report.whole.rows;
    CHECK(report.fit->rows == 8 - report.whole.rows);
    bool holds = false;
    for (const score::RowScore& row : report.rows) holds = holds || row.row->id == "p1";
    holders += holds ? 1 : 0;
    CHECK((part_of(part, "0.9").fit->values == report.fit->values) == holds);
  }
  CHECK(rows == 8);
  CHECK(holders == 1);
}

TEST_CASE("Only the rows held apart are scored", "[score]") {
  const score::Report report = score::score(folder("40", "0.06", "0.3"), without_group("two"));
  REQUIRE(report.rows.size() == 3);
  for (const score::RowScore& row : report.rows) CHECK(row.row->group == "two");
}

TEST_CASE("Who measured enters no estimate and no constant", "[score]") {
  const auto named = [](const char* one, const char* two) {
    return score::score(folder("40", "0.06", "0.3", one, two), without_device("t4"));
  };
  const score::Report before = named("one", "two");
  for (const auto& [one, two] : {std::pair("DeepBench", "NeuSight"), std::pair("torch-perf-community-best", "mli")}) {
    const score::Report after = named(one, two);
    CHECK(after.fit->values == before.fit->values);
    REQUIRE(after.rows.size() == before.rows.size());
    for (std::size_t i = 0; i < after.rows.size(); ++i) {
      CHECK(after.rows[i].answer.estimate == before.rows[i].answer.estimate);
    }
  }
}

TEST_CASE("Rows of quality C and D, and rows without an estimate, are not fitted to", "[score]") {
  auto files = folder("40", "0.06", "0.3");
  score::Problems problems;
  const Fit base = score::calibrate(files, {}, problems);
  std::string poor = product("p7", "one", "toy", "4096", "99") + product("p8", "one", "toy", "4096", "98");
  poor[poor.find(",A\n") + 1] = 'C';
  poor[poor.find(",A\n") + 1] = 'D';
  files[1].text += poor + product("p9", "one", "nobody", "4096", "97");
  CHECK(score::calibrate(files, {}, problems).values == base.values);
}

TEST_CASE("Fitted values take the place of the old ones, and the rest of the file stays", "[score]") {
  Fit fit;
  for (const CalibrationConstant& constant : calibration_constants()) {
    if (constant.name == "product.shader.compute_share") fit.constants.push_back({&constant, 0.5, 5});
    if (constant.name == "attention_share") fit.constants.push_back({&constant, 0.4, 0});
  }
  const std::string old = R"({"note":"kept","lines":["ops"],"constants":{)"
                          R"("product.shader.compute_share":{"value":0.9,"unit":"ratio","low":0.3,"high":1,"rows":0,"source":"a"},)"
                          R"("attention_share":{"value":0.8,"unit":"ratio","low":0.3,"high":1,"rows":0,"source":"b"}}})";
  CHECK(score::constants_file(old, fit) == R"({
  "note": "kept",
  "lines": ["ops"],
  "constants": {
    "product.shader.compute_share": {"value":0.5,"unit":"ratio","low":0.3,"high":1,"rows":5,"source":"measurements"},
    "attention_share": {"value":0.8,"unit":"ratio","low":0.3,"high":1,"rows":0,"source":"b"}
  }
}
)");
  CHECK(score::constants_file("{}", fit).empty());
  CHECK(score::constants_file("[", fit).empty());
}

TEST_CASE("Only the files of constants that are asked for are fitted", "[score]") {
  CHECK(score::is_asked("", "products"));
  CHECK(score::is_asked("links products", "products"));
  CHECK_FALSE(score::is_asked("links products", "product"));
  Options options = without_device("t4");
  options.only = "nothing";
  const score::Report report = score::score(folder("40", "0.06", "0.3"), options);
  CHECK(report.fit->values == committed_values());
  CHECK(report.fit->constants.empty());
}
