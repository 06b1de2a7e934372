#include "score_command.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <vector>

#include <CLI/CLI.hpp>

#include <tilewise/score/report_json.hpp>

#include "score_tables.hpp"

namespace tilewise::cli {
namespace {

namespace fs = std::filesystem;

int fail(const std::string& reason) {
  std::cerr << "tilewise: " << reason << '\n';
  return 2;
}

// All tables of a folder by name, or one table.
std::vector<fs::path> tables_of(const std::string& folder) {
  std::error_code error;
  if (fs::is_regular_file(folder, error)) return {folder};
  std::vector<fs::path> found;
  for (fs::directory_iterator at(folder, error), end; !error && at != end; at.increment(error)) {
    if (at->path().extension() == ".csv") found.push_back(at->path());
  }
  std::sort(found.begin(), found.end());
  return found;
}

std::vector<score::File> read_files(const std::string& folder) {
  std::vector<score::File> files;
  for (const fs::path& path : tables_of(folder)) {
    std::ifstream in(path, std::ios::binary);
    if (!in) {
      std::cerr << "tilewise: " << path.string() << ": cannot be read\n";
      continue;
    }
    files.push_back({path.filename().string(), {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()}});
  }
  return files;
}

bool read_fold(const std::string& text, score::Options& options) {
  if (text.empty()) return true;
  const std::size_t slash = text.find('/');
  if (slash == std::string::npos) return false;
  const auto part = read_number(text.substr(0, slash));
  const auto parts = read_number(text.substr(slash + 1));
  if (!part || !parts || *parts < 2 || *parts > 1000 || *part < 1 || *part > *parts) return false;
  options.fold = static_cast<int>(*part);
  options.folds = static_cast<int>(*parts);
  return options.fold == *part && options.folds == *parts;
}

int explain_row(const score::Report& report, const std::string& id) {
  for (const score::RowScore& row : report.rows) {
    if (row.row->id != id) continue;
    std::cout << row_text(row);
    return 0;
  }
  return fail(id + ": no row of that id");
}

int run_score(ScoreCommand& command) {
  if (!read_fold(command.fold, command.options)) return fail("--fold takes K/N with 1 <= K <= N and N from 2");
  const std::vector<score::File> files = read_files(command.folder);
  if (files.empty()) return fail(command.folder + ": no .csv file");
  const score::Report report = score::score(files, command.options);
  if (!command.explain.empty()) return explain_row(report, command.explain);
  if (command.json) {
    std::cout << score::report_json(report, command.worst, command.rows) << '\n';
  } else {
    std::cout << score_text(report, command.worst);
  }
  return report.rows.empty() ? fail("no row of measurements is left to score") : 0;
}

// Each file of the folder that was fitted, with its new values.
int write_constants(const std::string& folder, const score::Fit& fit, const std::string& only) {
  for (const CalibrationFile& file : calibration_files()) {
    if (!score::is_asked(only, file.name)) continue;
    const fs::path path = fs::path(folder) / (std::string(file.name) + ".json");
    std::ifstream in(path, std::ios::binary);
    const std::string text = score::constants_file({std::istreambuf_iterator<char>(in), {}}, fit);
    if (text.empty()) return fail(path.string() + ": no file of constants");
    in.close();
    std::ofstream out(path, std::ios::binary);
    out << text;
    if (!out) return fail(path.string() + ": cannot be written");
  }
  return 0;
}

int run_calibrate(const ScoreCommand& command) {
  const std::vector<score::File> files = read_files(command.folder);
  if (files.empty()) return fail(command.folder + ": no .csv file");
  score::Problems problems;
  const score::Fit fit = score::calibrate(files, command.options.only, problems);
  const score::Report after = score::score(files, {}, fit.calibration());
  std::cout << fit_text(fit) << '\n' << before_and_after(score::score(files, {}), after);
  if (!problems.empty()) std::cout << problems.size() << " problems in the files; `tilewise score` lists them.\n";
  if (fit.rows == 0 && command.options.only != "bands") return fail("no row that constants could be fitted to");
  if (command.out.empty()) return 0;
  std::ofstream bands(fs::path(command.out) / "bands.json", std::ios::binary);
  score::Options unnamed;
  unnamed.unnamed = true;
  bands << score::bands_file(after, score::score(files, unnamed, fit.calibration()));
  if (!bands) return fail(command.out + "/bands.json: cannot be written");
  return write_constants(command.out, fit, command.options.only);
}

}  // namespace

void add_score_commands(CLI::App& app, ScoreCommand& command) {
  const char* only_help = "Which constants are refitted: files of core/data/calibration, as products or \"products training\"; bands: none";
  command.score = app.add_subcommand("score", "How far off the estimates are from a folder of measurements");
  CLI::App* score = command.score;
  score->add_option("folder", command.folder, "A folder of .csv tables, or one table; columns as in tests/truth")->required();
  score->add_option("--file", command.options.file, "Only the rows of one file");
  score->add_option("--line", command.options.line, "Only the rows of one line, for example decode");
  score->add_option("--leave-out", command.options.leave_out, "Refit without a device, then score its rows");
  score->add_option("--leave-group", command.options.leave_group, "Refit without a group, then score its rows");
  score->add_option("--fold", command.fold, "K/N: refit without part K of N, then score its rows");
  score->add_option("--only", command.options.only, only_help);
  score->add_option("--worst", command.worst, "How many of the worst rows to list");
  score->add_option("--explain", command.explain, "One row, by id: its scenario as a link and both answers");
  score->add_flag("--json", command.json, "Print the score as JSON");
  score->add_flag("--rows", command.rows, "With --json: every row");

  command.calibrate = app.add_subcommand("calibrate", "Constants of the time models, fitted to a folder of measurements");
  command.calibrate->add_option("folder", command.folder, "As for score")->required();
  command.calibrate->add_option("--out", command.out, "Folder of constants whose values are replaced: core/data/calibration");
  command.calibrate->add_option("--only", command.options.only, only_help);
}

std::optional<int> run_score_commands(ScoreCommand& command) {
  if (command.score->parsed()) return run_score(command);
  if (command.calibrate->parsed()) return run_calibrate(command);
  return std::nullopt;
}

}  // namespace tilewise::cli
