// Bands from the residuals of a score: quantiles of measured over estimated time, by what is timed and the
// kind of device, widened because the constants have seen these rows.

#include <algorithm>
#include <cmath>
#include <map>

#include <tilewise/scenario.hpp>
#include <tilewise/score/report.hpp>

namespace tilewise::score {
namespace {

constexpr double outside = 0.1;         // of the weight, on either side
constexpr double fewest_rows = 8;       // a kind with fewer takes the band of all kinds
constexpr double seen_widening = 1.15;  // powers of the factors
constexpr double unseen_widening = 2;   // for kinds without rows of their own
constexpr double narrowest = 0.02;

using Ratios = std::vector<Weighted>;

std::string factor(double value) {
  // Three decimals, by whole thousandths: the same text on every machine.
  return write_number(std::floor(value * 1000 + 0.5) / 1000);
}

std::string line_of(const std::string& subject, const std::string& kind, const Ratios& ratios,
                    double widening) {
  const double low = std::pow(*weighted_quantile(ratios, outside), widening);
  const double high = std::pow(*weighted_quantile(ratios, 1 - outside), widening);
  return "    {\"subject\": \"" + subject + "\", \"kind\": \"" + kind +
         "\", \"low\": " + factor(std::max(std::min(low, 1 - narrowest), 0.05)) +
         ", \"high\": " + factor(std::min(std::max(high, 1 + narrowest), 20.0)) +
         ", \"rows\": " + write_number(static_cast<double>(ratios.size())) + "}";
}

}  // namespace

std::string bands_file(const Report& report) {
  std::map<std::string, std::map<std::string, Ratios>> found;
  for (const RowScore& row : report.rows) {
    if (!counts(row) || !row.scored || is_verdict(row.row->reading) || row.key.subject.empty()) continue;
    const Weighted ratio{row.answer.measured / row.answer.estimate, row.weight};
    found[std::string(row.key.subject)]["*"].push_back(ratio);
    found[std::string(row.key.subject)][std::string(row.key.kind)].push_back(ratio);
  }
  std::string lines;
  for (const auto& [subject, kinds] : found) {
    for (const auto& [kind, ratios] : kinds) {
      if (static_cast<double>(ratios.size()) < fewest_rows) continue;
      if (!lines.empty()) lines += ",\n";
      lines += line_of(subject, kind, ratios, kind == "*" ? unseen_widening : seen_widening);
    }
  }
  return "{\n  \"bands\": [\n" + lines + "\n  ]\n}\n";
}

}  // namespace tilewise::score
