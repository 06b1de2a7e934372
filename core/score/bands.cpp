// Bands from the residuals of a score: quantiles of measured over estimated time, by what is timed and the
// kind of device, widened because the constants have seen these rows; with how large the measured steps are.

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <string>

#include <tilewise/scenario.hpp>
#include <tilewise/score/report.hpp>

namespace tilewise::score {
namespace {

constexpr double outside = 0.1;         // of the weight, on either side
constexpr double fewest_rows = 8;       // a kind with fewer takes the band of all kinds
constexpr double seen_widening = 1.15;  // powers of the factors
constexpr double unseen_widening = 2;   // for kinds without rows of their own
constexpr double narrowest = 0.02;

// The measurements of one subject and kind: measured over estimated, and how large what they measured is.
struct Kind {
  std::vector<Weighted> ratios;
  std::vector<int> flops;
  std::vector<int> tokens;
};

std::string factor(double value) {
  // Three decimals, by whole thousandths: the same text on every machine.
  return write_number(std::floor(value * 1000 + 0.5) / 1000);
}

std::string range_of(const std::vector<int>& powers) {
  const auto [low, high] = std::minmax_element(powers.begin(), powers.end());
  return "[" + std::to_string(*low) + ", " + std::to_string(*high) + "]";
}

std::string line_of(const std::string& subject, const std::string& kind, const Kind& found, double widening) {
  const std::vector<Weighted>& ratios = found.ratios;
  const double low = std::pow(*weighted_quantile(ratios, outside), widening);
  const double high = std::pow(*weighted_quantile(ratios, 1 - outside), widening);
  return "    {\"subject\": \"" + subject + "\", \"kind\": \"" + kind +
         "\", \"low\": " + factor(std::max(std::min(low, 1 - narrowest), 0.05)) +
         ", \"high\": " + factor(std::min(std::max(high, 1 + narrowest), 20.0)) +
         ", \"rows\": " + write_number(static_cast<double>(ratios.size())) +
         ", \"flops\": " + range_of(found.flops) + ", \"tokens\": " + range_of(found.tokens) + "}";
}

using Found = std::map<std::string, std::map<std::string, Kind>>;

// Generation by programs that hand each kernel to the device from Python: several times slower where weights are few.
std::set<std::string> loops_of(const Report& named) {
  std::set<std::string> ids;
  for (const RowScore& row : named.rows) {
    if (row.key.subject == "decode-eager") ids.insert(row.row->id);
  }
  return ids;
}

// Of rows without their software only what is about any software, and of generation only what engines did.
void add_rows(const Report& report, bool unnamed, const std::set<std::string>& loops, Found& found) {
  for (const RowScore& row : report.rows) {
    if (!counts(row) || !row.scored || is_verdict(row.row->reading) || row.key.subject.empty()) continue;
    if (of_any_software(row.key.subject) != unnamed || loops.count(row.row->id) > 0) continue;
    const Weighted ratio{row.answer.measured / row.answer.estimate, row.weight};
    for (const std::string& kind : {std::string("*"), std::string(row.key.kind)}) {
      Kind& of_kind = found[std::string(row.key.subject)][kind];
      of_kind.ratios.push_back(ratio);
      of_kind.flops.push_back(row.key.flops);
      of_kind.tokens.push_back(row.key.tokens);
    }
  }
}

}  // namespace

std::string bands_file(const Report& report, const Report& unnamed) {
  Found found;
  add_rows(report, false, {}, found);
  add_rows(unnamed, true, loops_of(report), found);
  std::string lines;
  for (const auto& [subject, kinds] : found) {
    for (const auto& [kind, of_kind] : kinds) {
      if (static_cast<double>(of_kind.ratios.size()) < fewest_rows) continue;
      if (!lines.empty()) lines += ",\n";
      lines += line_of(subject, kind, of_kind, kind == "*" ? unseen_widening : seen_widening);
    }
  }
  return "{\n  \"bands\": [\n" + lines + "\n  ]\n}\n";
}

}  // namespace tilewise::score
