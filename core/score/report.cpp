#include <tilewise/score/report.hpp>

#include <algorithm>
#include <cstdint>
#include <map>
#include <tuple>

#include <tilewise/catalogue.hpp>
#include <tilewise/estimate.hpp>
#include <tilewise/score/statistics.hpp>

namespace tilewise::score {
namespace {

// FNV-1a: which part of a fold a row belongs to depends on its id alone.
std::uint64_t hash_of(const std::string& text) {
  std::uint64_t hash = 14695981039346656037u;
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211u;
  return hash;
}

bool is_held(const Measurement& row, const Options& options, const std::string& device_id) {
  if (!options.leave_out.empty()) {
    const bool same_id = !device_id.empty() && row.device_id == device_id;
    if (same_id || row.device == options.leave_out) return true;
  }
  if (!options.leave_group.empty() && row.group == options.leave_group) return true;
  if (options.folds < 1) return false;
  return hash_of(row.id) % static_cast<std::uint64_t>(options.folds) == static_cast<std::uint64_t>(options.fold - 1);
}

// A device may be named as in the files, or as in the catalogue.
std::string id_of_device(const std::string& asked, const Names& names) {
  if (asked.empty()) return {};
  const auto known = names.device(asked);
  const Device* device = known ? find_device(known->id) : find_device(asked);
  return device != nullptr ? std::string(device->id) : std::string();
}

struct Folder {
  Names names = Names::built_in();
  std::vector<Measurement> rows;
};

Folder read_folder(const std::vector<File>& files, Problems& problems, bool unnamed = false) {
  Folder folder;
  std::vector<Table> tables;
  for (const File& file : files) {
    Table table = read_table(file, problems);
    if (!folder.names.take(table)) tables.push_back(std::move(table));
  }
  if (unnamed) folder.names.forget_software();
  for (const Table& table : tables) {
    std::vector<Measurement> rows = read_measurements(table, folder.names, problems);
    folder.rows.insert(folder.rows.end(), std::make_move_iterator(rows.begin()), std::make_move_iterator(rows.end()));
  }
  return folder;
}

bool is_file(const std::string& name, const std::string& asked) {
  return asked.empty() || name == asked || name == asked + ".csv";
}

RowScore score_row(Prepared& prepared, Calibration calibration) {
  RowScore out;
  out.row = prepared.row;
  out.links = prepared.links;
  if (!prepared.row->reason.empty()) return out;
  const auto answer = evaluate(prepared, calibration, TimeModel::tiled, true);
  if (!answer) return out;
  out.scored = true;
  out.answer = *answer;
  if (is_verdict(prepared.row->reading)) {
    out.right = (answer->estimate != 0) == (answer->measured != 0);
    return out;
  }
  out.error = signed_error(*answer);
  const Ask& ask = prepared.row->asks.front();
  if (!ask.operators_only && answer->low) {
    const Resolved& resolved = prepared.resolved.front();
    const ResolvedColumn& column = resolved.columns.front();
    out.key = band_key(resolved, column, estimate_column(resolved, column, nullptr, false).flops->model);
  }
  if (answer->low && answer->high) {
    out.in_band = *answer->low <= answer->measured && answer->measured <= *answer->high;
  }
  const auto roofline = evaluate(prepared, calibration, TimeModel::roofline, false);
  const bool time = prepared.row->reading <= Reading::hardware_rate || prepared.row->reading == Reading::value;
  if (roofline && time) {
    out.roofline_error = signed_error(*roofline);
    out.has_roofline = true;
  }
  return out;
}

// Weights are those of the rows that count within one line.
void weigh(std::vector<RowScore>& rows) {
  std::map<std::string, std::vector<RowScore*>> lines;
  for (RowScore& row : rows) {
    if (counts(row)) lines[row.row->line].push_back(&row);
  }
  for (const auto& [line, members] : lines) {
    std::vector<CellKey> keys;
    for (const RowScore* row : members) keys.push_back(cell_of(*row->row));
    const std::vector<double> weights = cell_weights(keys);
    for (std::size_t i = 0; i < members.size(); ++i) members[i]->weight = weights[i];
  }
}

std::vector<ReasonCount> count_reasons(const std::vector<RowScore>& rows, bool aside) {
  std::map<std::pair<std::string, std::pair<std::string, std::string>>, ReasonCount> found;
  for (const RowScore& score : rows) {
    const Measurement& row = *score.row;
    if (row.aside.empty() == aside || (!aside && score.scored)) continue;
    const std::string& reason = aside ? row.aside : row.reason;
    const std::string detail = aside ? std::string() : row.detail;
    ReasonCount& entry = found[{row.line, {reason, detail}}];
    if (entry.rows == 0) entry = {row.line, reason, detail, 0, row.id};
    entry.rows += 1;
  }
  std::vector<ReasonCount> out;
  for (auto& [key, entry] : found) out.push_back(std::move(entry));
  std::stable_sort(out.begin(), out.end(), [](const ReasonCount& a, const ReasonCount& b) { return a.rows > b.rows; });
  return out;
}

std::vector<ProblemCount> count_problems(const Problems& problems) {
  std::map<std::tuple<std::string, std::string, std::string>, std::size_t> places;
  std::vector<ProblemCount> out;
  for (const Problem& problem : problems) {
    const auto [place, added] = places.emplace(std::tuple(problem.file, problem.code, problem.detail), out.size());
    if (added) out.push_back({problem, 0});
    out[place->second].rows += 1;
  }
  return out;
}

void summarise_all(Report& report) {
  const auto by = [](std::string (*name)(const Measurement&)) -> NameOf {
    return [name](const RowScore& row) { return std::pair(name(*row.row), std::string()); };
  };
  std::vector<Summary> whole = summarise(report.rows, by([](const Measurement&) { return std::string(); }));
  if (!whole.empty()) report.whole = std::move(whole.front());
  report.lines = summarise(report.rows, by([](const Measurement& row) { return row.line; }));
  std::stable_sort(report.lines.begin(), report.lines.end(),
                   [](const Summary& a, const Summary& b) { return a.name < b.name; });
  report.files = summarise(report.rows, by([](const Measurement& row) { return row.file; }));
  report.groups = summarise(report.rows, by([](const Measurement& row) { return row.group; }));
  report.devices = summarise(report.rows, by([](const Measurement& row) { return row.device; }));
  report.cells = summarise(report.rows, [](const RowScore& row) { return std::pair(row.row->group, row.row->device); });
}

}  // namespace

bool holds_apart(const Options& options) {
  return !options.leave_out.empty() || !options.leave_group.empty() || options.folds > 0;
}

Report score(const std::vector<File>& files, const Options& options, Calibration calibration) {
  Report report;
  Problems problems;
  Folder folder = read_folder(files, problems, options.unnamed);
  report.measurements = std::move(folder.rows);
  std::vector<Prepared> prepared = prepare(report.measurements);
  const std::string held_id = id_of_device(options.leave_out, folder.names);
  Calibration used = calibration;
  if (holds_apart(options)) {
    std::vector<Prepared*> fitted;
    for (Prepared& row : prepared) {
      if (can_be_fitted(*row.row) && !is_held(*row.row, options, held_id)) fitted.push_back(&row);
    }
    report.fit = fit_constants(fitted, options.only);
    used = report.fit->calibration();
  }
  for (std::size_t i = 0; i < prepared.size(); ++i) {
    Measurement& row = report.measurements[i];
    if (!is_file(row.file, options.file) || (!options.line.empty() && row.line != options.line)) continue;
    if (holds_apart(options) && !is_held(row, options, held_id)) continue;
    RowScore scored = score_row(prepared[i], used);
    if (!scored.scored && row.reason.empty()) row.reason = "skip.not-published";
    report.rows.push_back(std::move(scored));
  }
  weigh(report.rows);
  summarise_all(report);
  report.skipped = count_reasons(report.rows, false);
  report.aside = count_reasons(report.rows, true);
  report.problems = count_problems(problems);
  return report;
}

Fit calibrate(const std::vector<File>& files, std::string_view only, Problems& problems) {
  Folder folder = read_folder(files, problems);
  std::vector<Prepared> prepared = prepare(folder.rows);
  std::vector<Prepared*> fitted;
  for (Prepared& row : prepared) {
    if (can_be_fitted(*row.row)) fitted.push_back(&row);
  }
  return fit_constants(fitted, only);
}

}  // namespace tilewise::score
