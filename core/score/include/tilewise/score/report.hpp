#pragma once
// The score of a folder: how far the core's answers are from what was measured, and what was not answered.

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include <tilewise/band.hpp>
#include <tilewise/calibration.hpp>
#include <tilewise/score/evaluate.hpp>
#include <tilewise/score/fit.hpp>

namespace tilewise::score {

struct Options {
  std::string file;         // of one file
  std::string line;         // of one line
  std::string leave_out;    // a device, by name or id: fitted without it, its rows scored
  std::string leave_group;  // likewise a group of sources
  int fold = 0;             // of `folds` parts, from 1: fitted without it, its rows scored
  int folds = 0;
  bool unnamed = false;     // every row as if nobody had named its software
  std::string only;         // files of constants that are refitted: "products training"; empty: all
};
[[nodiscard]] bool holds_apart(const Options& options);

struct RowScore {
  const Measurement* row = nullptr;
  std::vector<std::string> links;
  bool scored = false;
  Answer answer;
  double error = 0;            // signed share; meaningless for verdicts
  double roofline_error = 0;   // signed
  bool has_roofline = false;
  std::optional<bool> in_band;
  bool right = false;          // of a verdict
  double weight = 1;
  BandKey key;                 // which band it is a measurement for; no subject: none
};
// The row is part of medians and shares.
[[nodiscard]] bool counts(const RowScore& score);

struct Summary {
  std::string name;
  std::string device;          // of a cell: `name` is its group
  double rows = 0;             // that count
  double scored = 0;
  double many_devices = 0;     // of the rest: what more than one chip is needed for
  double aside = 0;            // shown, never counted
  double assumed = 0;          // scored with an input the row does not state
  std::optional<double> median_error;
  std::optional<double> mean_error;
  std::optional<double> bias;  // mean with sign
  std::optional<double> p90_error;
  std::optional<double> in_band;
  std::optional<double> fits_right;
  std::optional<double> roofline_median_error;
  std::optional<double> stated_median_error;  // rows that state every input
  std::optional<double> ran_right;            // of the verdicts: rows that ran
  std::optional<double> out_of_memory_right;  // rows that did not, although the weights alone fit
};

struct ReasonCount {
  std::string line;
  std::string reason;
  std::string detail;
  double rows = 0;
  std::string first;  // id of a row
};

struct ProblemCount {
  Problem problem;  // the first of its kind
  double rows = 0;
};

struct Report {
  std::vector<Measurement> measurements;
  std::vector<RowScore> rows;      // of the selection, in the order of the files
  Summary whole;
  std::vector<Summary> lines;
  std::vector<Summary> files;
  std::vector<Summary> groups;
  std::vector<Summary> devices;
  std::vector<Summary> cells;      // (group, device)
  std::vector<ReasonCount> skipped;
  std::vector<ReasonCount> aside;
  std::vector<ProblemCount> problems;
  std::optional<Fit> fit;          // when a part was held apart
};

[[nodiscard]] Report score(const std::vector<File>& files, const Options& options,
                           Calibration calibration = default_calibration());

// Refits on everything that can be fitted; `only`: the constants of these files, "products training", or all.
[[nodiscard]] Fit calibrate(const std::vector<File>& files, std::string_view only, Problems& problems);

// core/data/calibration/bands.json from the residuals of the rows; the bands of any software from those of the same
// rows with Options::unnamed.
[[nodiscard]] std::string bands_file(const Report& report, const Report& unnamed);

// The worst counted rows, worst first.
[[nodiscard]] std::vector<const RowScore*> worst_rows(const Report& report, std::size_t count);

// Summaries of the rows, one per name in the order of first appearance.
using NameOf = std::function<std::pair<std::string, std::string>(const RowScore&)>;
[[nodiscard]] std::vector<Summary> summarise(const std::vector<RowScore>& rows, const NameOf& name);

}  // namespace tilewise::score
