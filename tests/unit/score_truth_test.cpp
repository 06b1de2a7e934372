// The committed measurements and the committed names.

#include <algorithm>
#include <cmath>

#include <tilewise/catalogue.hpp>
#include <tilewise/link.hpp>

#include "support/catch.hpp"
#include "support/files.hpp"
#include "support/measurements.hpp"

using namespace tilewise;
using namespace tilewise::testing;

namespace {

const std::string folder = std::string(TILEWISE_SOURCE_DIR) + "/tests/truth/";

std::vector<score::File> committed() {
  std::vector<score::File> files;
  for (const char* name : {"collectives.csv", "dettmers.csv", "gemm.csv", "inference.csv", "memory.csv", "ops.csv",
                           "tpu_mtia.csv", "training.csv", "vtrain.csv"}) {
    const auto text = read_file(folder + name);
    REQUIRE(text);
    files.push_back({name, *text});
  }
  return files;
}

score::Table table(const char* name) {
  score::Problems problems;
  score::Table read = score::read_table({name, read_file(folder + name).value_or("")}, problems);
  REQUIRE(problems.empty());
  REQUIRE_FALSE(read.rows.empty());
  return read;
}

// Refits one file of constants from where it stands: nothing is gained, and estimates stay. Flat directions of a fit
// move constants, not times.
void check_fitted(const char* file, const std::vector<std::string>& lines, std::size_t rows) {
  score::Problems problems;
  const score::Fit fit = score::calibrate(committed(), file, problems);
  CHECK(problems.empty());
  REQUIRE(fit.rows >= static_cast<double>(rows));
  CHECK(fit.loss_after <= fit.loss_before);
  CHECK(fit.loss_before - fit.loss_after < 0.002);
  const score::Report before = score::score(committed(), {}, default_calibration());
  const score::Report after = score::score(committed(), {}, fit.calibration());
  REQUIRE(before.rows.size() == after.rows.size());
  std::vector<double> moved;
  for (std::size_t i = 0; i < before.rows.size(); ++i) {
    const score::RowScore& row = before.rows[i];
    if (!row.scored || std::find(lines.begin(), lines.end(), row.row->line) == lines.end()) continue;
    moved.push_back(std::abs(after.rows[i].answer.estimate / row.answer.estimate - 1));
  }
  std::sort(moved.begin(), moved.end());
  REQUIRE(moved.size() >= rows);
  CHECK(moved[moved.size() / 2] < 0.002);
  CHECK(moved[moved.size() * 9 / 10] < 0.03);
}

}  // namespace

TEST_CASE("The committed measurements are read without a problem", "[score]") {
  const score::Report report = score::score(committed(), {}, default_calibration());
  CHECK(report.problems.empty());
  CHECK(report.rows.size() > 6500);
  for (const score::ReasonCount& entry : report.skipped) {
    CAPTURE(entry.line, entry.reason, entry.detail, entry.first);
    CHECK(entry.reason != "skip.broken-row");
    CHECK(entry.reason != "skip.refused");
    CHECK(entry.reason != "skip.unknown-metric");
    CHECK(entry.reason != "skip.unknown-phase");
  }
}

TEST_CASE("A plain roofline is off by about a third on products, as published", "[score]") {
  score::Options options;
  options.file = "gemm.csv";
  const score::Report report = score::score(committed(), options, default_calibration());
  CHECK(*report.whole.roofline_median_error > 0.25);
  CHECK(*report.whole.roofline_median_error < 0.43);
  CHECK(*report.whole.median_error < *report.whole.roofline_median_error);
}

TEST_CASE("The committed constants of products are where a fit to the committed measurements stays", "[score]") {
  check_fitted("products", {"gemm-shader", "gemm-tensor"}, 2400);
}

TEST_CASE("The committed constants of collectives and split inference are where a fit stays", "[score]") {
  check_fitted("ranks", {"collectives", "decode-split", "prefill-split", "serving-split"}, 240);
}

TEST_CASE("N01 to N04: bandwidths of NVSwitch, InfiniBand, a bridge and PCIe with and without peer access", "[score]") {
  struct Known {
    const char* id;
    double tolerance;
  };
  const Known rows[] = {{"col-01001", 0.1}, {"col-01002", 0.1}, {"col-01003", 0.1}, {"col-01004", 0.1}, {"col-01005", 0.1},
                        {"col-01006", 0.2}, {"col-01007", 0.2}, {"col-01008", 0.2}, {"col-01009", 0.2}};
  score::Options options;
  options.line = "collectives";
  const score::Report report = score::score(committed(), options, default_calibration());
  for (const Known& known : rows) {
    CAPTURE(known.id);
    double bandwidth = 0;  // estimated over measured
    for (const score::RowScore& row : report.rows) {
      if (row.scored && row.row->id == known.id) bandwidth = row.answer.measured / row.answer.estimate;
    }
    CHECK(bandwidth == Approx(1).margin(known.tolerance));
  }
}

TEST_CASE("Every device name leads to a device, and its override is understood", "[score]") {
  const score::Table names = table("device_names.csv");
  for (std::size_t i = 0; i < names.rows.size(); ++i) {
    const score::Row row(names, i);
    CAPTURE(row.text("name"), row.text("id"), row.text("override"));
    if (row.blank("id")) {
      CHECK_FALSE(row.blank("note"));
      continue;
    }
    CHECK(find_device(row.text("id")) != nullptr);
    std::string link = "v=1&w=matmul&mm=8x8x8&d=" + row.text("id");
    if (!row.blank("override") && row.text("override") != "rank=1") {
      std::string pairs = "&" + row.text("override");
      for (std::size_t at = 0; (at = pairs.find('&', at)) != std::string::npos; at += 4) pairs.insert(at + 1, "d1.");
      link += pairs;
    }
    const LinkReading reading = read_link(link);
    CHECK_FALSE(has_error(reading.issues));
    CHECK(reading.scenario.unknown.empty());
  }
}

TEST_CASE("Every model name leads to a model, a custom shape or a reason", "[score]") {
  const score::Table names = table("model_names.csv");
  for (std::size_t i = 0; i < names.rows.size(); ++i) {
    const score::Row row(names, i);
    CAPTURE(row.text("name"), row.text("id"));
    const bool known = row.text("id") == "custom" || find_model(row.text("id")) != nullptr;
    CHECK((row.blank("id") ? !row.blank("note") : known));
  }
}

TEST_CASE("Every software leads to a stack of the vocabulary", "[score]") {
  const score::Table names = table("software.csv");
  for (std::size_t i = 0; i < names.rows.size(); ++i) {
    const score::Row row(names, i);
    CAPTURE(row.text("software"));
    CHECK(has_word(spec_of(Field::stack), row.text("stack")));
    CHECK((row.blank("attention") || has_word(spec_of(Field::attention), row.text("attention"))));
  }
  const score::Names known = score::Names::built_in();
  CHECK(known.software("llama.cpp (2025)").attention == "fused");
  CHECK(known.software("llama.cpp (May 2024) Metal").attention == "unfused");
  CHECK(known.software("cuBLAS, CUDA 99").column_major);
  CHECK(known.software("Never heard of").stack == "typical");
}

TEST_CASE("Where nobody names the software, training is on the middle of what all software measured", "[score]") {
  const score::Table names = table("software.csv");
  std::string unnamed = "software,stack,attention,layout,note\n";
  for (std::size_t i = 0; i < names.rows.size(); ++i) {
    const score::Row row(names, i);
    unnamed += '"' + row.text("software") + "\",typical," + row.text("attention") + ",,\n";
  }
  std::vector<score::File> files = committed();
  files.push_back({"software.csv", unnamed});
  score::Options options;
  options.file = "training.csv";
  const score::Report report = score::score(files, options, default_calibration());
  std::vector<double> errors;
  for (const score::RowScore& row : report.rows) {
    if (counts(row) && row.row->line != "train-split") errors.push_back(row.error);
  }
  std::sort(errors.begin(), errors.end());
  REQUIRE(errors.size() > 400);
  CHECK(std::abs(errors[errors.size() / 2]) < 0.05);
}
