#include "score_tables.hpp"

#include <algorithm>
#include <cstdio>
#include <vector>

#include <tilewise/score/words.hpp>

#include "numbers.hpp"
#include "tables.hpp"

namespace tilewise::cli {
namespace {

using score::Reading;
using score::Summary;

std::string percent(const std::optional<double>& share) {
  if (!share) return "–";
  char buffer[32];
  std::snprintf(buffer, sizeof buffer, "%.1f %%", *share * 100);
  return buffer;
}

const TextRow head = {"",     "rows", "scored", "median", "mean",     "bias",
                      "p90", "in band", "right", "roofline", "elsewhere", "aside"};

TextRow summary_row(const Summary& summary, const std::string& name) {
  const std::optional<double> share =
      summary.rows > 0 ? std::optional<double>(summary.scored / summary.rows) : std::nullopt;
  return {name,
          count(summary.rows),
          percent(share),
          percent(summary.median_error),
          percent(summary.mean_error),
          percent(summary.bias),
          percent(summary.p90_error),
          percent(summary.in_band),
          percent(summary.fits_right),
          percent(summary.roofline_median_error),
          count(summary.many_devices),
          count(summary.aside)};
}

std::string summaries_text(const char* title, const std::vector<Summary>& summaries) {
  std::vector<TextRow> rows = {head};
  rows.front().front() = title;
  for (const Summary& summary : summaries) {
    rows.push_back(summary_row(summary, summary.name.empty() ? "(none)" : summary.name));
  }
  return aligned(rows) + "\n";
}

std::string assumed_text(const std::vector<Summary>& lines) {
  std::vector<TextRow> rows = {{"Rows that state every input", "rows", "median", "all", "median"}};
  for (const Summary& line : lines) {
    if (line.assumed == 0) continue;
    rows.push_back({line.name, count(line.scored - line.assumed), percent(line.stated_median_error), count(line.scored),
                    percent(line.median_error)});
  }
  return rows.size() > 1 ? aligned(rows) + "\n" : "";
}

std::string verdicts_text(const std::vector<Summary>& lines) {
  std::string out;
  for (const Summary& line : lines) {
    if (!line.ran_right && !line.out_of_memory_right) continue;
    out += line.name + ": right for " + percent(line.ran_right) + " of the rows that ran, and for " +
           percent(line.out_of_memory_right) + " of those that did not although the weights alone fit.\n";
  }
  return out.empty() ? out : out + "\n";
}

std::string value_text(const score::RowScore& row, double value) {
  const Reading reading = row.row->reading;
  if (score::is_verdict(reading)) return value != 0 ? "yes" : "no";
  if (reading == Reading::largest_batch || reading == Reading::value) return count(value);
  const bool bytes =
      reading == Reading::memory || reading == Reading::memory_of_tensors || reading == Reading::memory_item;
  if (bytes) return size(value);
  // "Best of" rows compare the time of one operation.
  return row.row->combine == score::Combine::best ? si(1 / value, "FLOP/s") : duration(value);
}

std::string worst_text(const score::Report& report, std::size_t worst) {
  const auto found = score::worst_rows(report, worst);
  if (found.empty()) return "";
  std::vector<TextRow> rows = {{"Worst rows", "line", "error", "estimate", "measured", "device and what"}};
  for (const score::RowScore* row : found) {
    rows.push_back({row->row->id, row->row->line, percent(row->error), value_text(*row, row->answer.estimate),
                    value_text(*row, row->answer.measured), row->row->device + ": " + row->row->subject});
  }
  return aligned(rows, 5) + "\n";
}

// Devices are many: one line for all of them, the most rows first.
constexpr std::size_t details_shown = 8;

struct Merged {
  score::ReasonCount entry;
  std::vector<std::string> details;
};

std::vector<Merged> merged(const std::vector<score::ReasonCount>& reasons) {
  std::vector<Merged> out;
  for (const score::ReasonCount& entry : reasons) {
    const std::string detail = entry.detail + " (" + count(entry.rows) + ")";
    Merged* same = nullptr;
    for (Merged& known : out) {
      const bool one_line = known.entry.line == entry.line && known.entry.reason == entry.reason;
      if (one_line && entry.reason == "skip.unknown-device") same = &known;
    }
    if (same == nullptr) {
      out.push_back({entry, {detail}});
      continue;
    }
    same->entry.rows += entry.rows;
    same->details.push_back(detail);
  }
  for (Merged& line : out) {
    if (line.details.size() < 2) continue;
    line.entry.detail.clear();
    for (std::size_t i = 0; i < line.details.size() && i < details_shown; ++i) {
      line.entry.detail += (i > 0 ? ", " : "") + line.details[i];
    }
    if (line.details.size() > details_shown) {
      line.entry.detail += " and " + std::to_string(line.details.size() - details_shown) + " more";
    }
  }
  std::stable_sort(out.begin(), out.end(), [](const Merged& a, const Merged& b) { return a.entry.rows > b.entry.rows; });
  return out;
}

std::string reasons_text(const char* title, const std::vector<score::ReasonCount>& reasons) {
  if (reasons.empty()) return "";
  std::vector<TextRow> rows = {{title, "rows", "first", "reason"}};
  for (const auto& [entry, details] : merged(reasons)) {
    rows.push_back({entry.line, count(entry.rows), entry.first, score::sentence(entry.reason, entry.detail)});
  }
  return aligned(rows, 3) + "\n";
}

std::string problems_text(const std::vector<score::ProblemCount>& problems) {
  std::string out;
  for (const score::ProblemCount& entry : problems) {
    out += "problem " + entry.problem.file;
    if (entry.problem.line > 0) out += ":" + std::to_string(entry.problem.line);
    if (!entry.problem.id.empty()) out += " (" + entry.problem.id + ")";
    out += ": " + score::sentence(entry.problem.code, entry.problem.detail);
    out += entry.rows > 1 ? ", " + count(entry.rows) + " times\n" : "\n";
  }
  return out.empty() ? out : out + "\n";
}

}  // namespace

std::string score_text(const score::Report& report, std::size_t worst) {
  std::string out;
  if (report.fit) out += fit_text(*report.fit) + "\nOnly the rows held apart:\n\n";
  std::vector<Summary> lines = report.lines;
  lines.push_back(report.whole);
  lines.back().name = "all";
  out += summaries_text("Line", lines) + assumed_text(report.lines) + verdicts_text(report.lines);
  out += summaries_text("File", report.files) + summaries_text("Group", report.groups);
  out += summaries_text("Device", report.devices);
  out += worst_text(report, worst) + reasons_text("Not scored", report.skipped);
  out += reasons_text("Set aside", report.aside) + problems_text(report.problems);
  out += "Errors are |estimate / measured - 1|, weighted by cells of one group and device. \"elsewhere\" needs many "
         "devices.\n";
  return out;
}

std::string row_text(const score::RowScore& row) {
  const score::Measurement& m = *row.row;
  std::string out = m.id + " (" + m.file + ":" + std::to_string(m.row) + "), line " + m.line + "\n" + m.subject +
                    "\non " + m.device + (m.device_id.empty() ? "" : " = " + m.device_id) + "\n";
  out += "source: " + m.source + " " + m.source_url + "\n";
  for (const std::string& input : m.assumed) out += "assumed: " + input + "\n";
  if (!m.aside.empty()) out += "shown, not counted: " + score::sentence(m.aside, "") + "\n";
  for (std::size_t i = 0; i < row.links.size(); ++i) {
    const bool built = m.asks[i].operators_only;
    out += (built ? "no scenario asks for this operator; its device: #" : "#") + row.links[i] + "\n";
    for (const Operator& op : m.asks[i].extra) {
      out += "  with one operator: " + count(op.ops) + " FLOP, " + count(op.activation_elements) +
             " elements read and written, " + count(op.weight_elements) + " weights\n";
    }
  }
  if (!row.scored) return out + "no estimate: " + score::sentence(m.reason, m.detail) + "\n";
  out += "measured " + value_text(row, row.answer.measured) + ", estimate " + value_text(row, row.answer.estimate);
  if (score::is_verdict(m.reading)) return out + (row.right ? ": right\n" : ": wrong\n");
  out += ", error " + percent(row.error);
  if (row.has_roofline) out += " (roofline " + percent(row.roofline_error) + ")";
  if (row.in_band) out += *row.in_band ? ", inside the band" : ", outside the band";
  return out + "\n";
}

std::string fit_text(const score::Fit& fit) {
  std::vector<TextRow> rows = {{"Constant", "value", "was", "lowest", "highest", "unit", "rows"}};
  for (const score::FittedConstant& fitted : fit.constants) {
    const CalibrationConstant& constant = *fitted.constant;
    rows.push_back({std::string(constant.name), write_number(fitted.value), write_number(constant.value),
                    write_number(constant.low), write_number(constant.high), std::string(constant.unit),
                    count(fitted.rows)});
  }
  return aligned(rows) + count(fit.rows) + " rows; weighted mean distance " + percent(fit.loss_before) + " before, " +
         percent(fit.loss_after) + " after.\n";
}

std::string before_and_after(const score::Report& before, const score::Report& after) {
  std::vector<TextRow> rows = {{"Line", "scored", "median", "mean", "median after", "mean after"}};
  for (std::size_t i = 0; i < before.lines.size(); ++i) {
    const Summary& old = before.lines[i];
    if (!old.median_error) continue;
    const Summary& now = after.lines[i];
    rows.push_back({old.name, count(old.scored), percent(old.median_error), percent(old.mean_error),
                    percent(now.median_error), percent(now.mean_error)});
  }
  return aligned(rows);
}

}  // namespace tilewise::cli
