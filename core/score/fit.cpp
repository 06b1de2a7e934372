#include <tilewise/score/fit.hpp>

#include <algorithm>
#include <cstdint>

#include <nlohmann/json.hpp>

#include <tilewise/scenario.hpp>
#include <tilewise/score/statistics.hpp>

namespace tilewise::score {
namespace {

constexpr double first_step = 1.0 / 4;    // of the way between the bounds
constexpr double last_step = 1.0 / 512;
constexpr int rounds_per_step = 4;
constexpr int digits = 3;                 // kept of a fitted value
constexpr const char* fitted_source = "measurements";

double apart(const Answer& answer) {
  const double ratio = answer.estimate / answer.measured;
  const double off = (ratio < 1 ? 1 / ratio : ratio) - 1;
  return off < 1 ? off : 1;
}

// The value with its leading digits only, by decimal text: the same on every machine.
double rounded(double value) {
  std::string text = write_number(value);
  const std::size_t exponent = text.find('e');
  const std::string tail = exponent == std::string::npos ? "" : text.substr(exponent);
  text = text.substr(0, exponent);
  int seen = 0;
  for (char& c : text) {
    if (c < '0' || c > '9') continue;
    if (seen >= digits) c = '0';
    if (seen > 0 || c != '0') ++seen;
  }
  return read_number(text + tail).value_or(value);
}

// 150 rather than 150.0.
nlohmann::ordered_json plain(double value) {
  const auto whole = static_cast<std::int64_t>(value);
  if (static_cast<double>(whole) == value) return whole;
  return value;
}

class Search {
 public:
  Search(const std::vector<Prepared*>& rows, const Calibration& start) : rows_(rows), best_(start) {
    std::vector<CellKey> keys;
    for (const Prepared* row : rows_) keys.push_back({row->row->line + "\n" + row->row->group, row->row->device});
    weights_ = cell_weights(keys);
  }

  Fit run() {
    Fit fit;
    fit.rows = static_cast<double>(rows_.size());
    fit.loss_before = best_loss_ = loss(best_);
    for (double step = first_step; step >= last_step && !rows_.empty(); step /= 2) {
      for (int round = 0; round < rounds_per_step && improve_all(step); ++round) {
      }
    }
    round_all();
    fit.calibration = best_;
    fit.loss_after = loss(best_);
    for (const CalibrationConstant& constant : calibration_constants()) {
      fit.constants.push_back({&constant, best_.*constant.field, rows_behind(constant)});
    }
    return fit;
  }

 private:
  double loss(const Calibration& calibration) {
    double sum = 0;
    double total = 0;
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      const auto answer = evaluate(*rows_[i], calibration, TimeModel::tiled, false);
      if (!answer) continue;
      sum += weights_[i] * apart(*answer);
      total += weights_[i];
    }
    return total > 0 ? sum / total : 0;
  }

  static Calibration moved(const Calibration& from, const CalibrationConstant& constant, double by) {
    Calibration to = from;
    double& value = to.*constant.field;
    value = std::min(std::max(value + by * (constant.high - constant.low), constant.low), constant.high);
    return to;
  }

  bool improve_all(double step) {
    bool improved = false;
    for (const CalibrationConstant& constant : calibration_constants()) {
      for (const double by : {step, -step}) {
        while (take_if_better(moved(best_, constant, by))) improved = true;
      }
    }
    return improved;
  }
  bool take_if_better(const Calibration& candidate) {
    if (candidate == best_) return false;
    const double there = loss(candidate);
    if (there >= best_loss_) return false;
    best_ = candidate;
    best_loss_ = there;
    return true;
  }

  // What was not moved stays as it was written; the rest keeps the digits that mean something.
  void round_all() {
    for (const CalibrationConstant& constant : calibration_constants()) {
      double& value = best_.*constant.field;
      if (value != constant.value) value = std::min(std::max(rounded(value), constant.low), constant.high);
    }
  }

  double rows_behind(const CalibrationConstant& constant) {
    const double middle = (constant.low + constant.high) / 2;
    const Calibration other = moved(best_, constant, best_.*constant.field > middle ? -first_step : first_step);
    double count = 0;
    for (Prepared* row : rows_) {
      const auto here = evaluate(*row, best_, TimeModel::tiled, false);
      const auto there = evaluate(*row, other, TimeModel::tiled, false);
      if (here && there && here->estimate != there->estimate) count += 1;
    }
    return count;
  }

  const std::vector<Prepared*>& rows_;
  std::vector<double> weights_;
  Calibration best_;
  double best_loss_ = 0;
};

}  // namespace

bool can_be_fitted(const Measurement& row) {
  const bool line = row.line == "gemm-tensor" || row.line == "gemm-shader" || row.line == "ops";
  return line && row.reason.empty() && row.aside.empty() && (row.quality == "A" || row.quality == "B");
}

Fit fit_constants(const std::vector<Prepared*>& rows, const Calibration& start) { return Search(rows, start).run(); }

std::string constants_file(const Fit& fit) {
  using nlohmann::ordered_json;
  ordered_json constants = ordered_json::object();
  for (const FittedConstant& fitted : fit.constants) {
    const CalibrationConstant& constant = *fitted.constant;
    const bool moved = fitted.value != constant.value;
    ordered_json entry;
    entry["value"] = plain(fitted.value);
    entry["unit"] = constant.unit;
    entry["low"] = plain(constant.low);
    entry["high"] = plain(constant.high);
    entry["rows"] = plain(moved ? fitted.rows : constant.rows);
    entry["source"] = moved ? std::string_view(fitted_source) : constant.source;
    constants[std::string(constant.name)] = std::move(entry);
  }
  // One constant a line, as the committed file has it.
  std::string out = "{\n  \"constants\": {\n";
  std::size_t left = constants.size();
  for (const auto& [name, entry] : constants.items()) {
    out += "    \"" + name + "\": " + entry.dump() + (--left > 0 ? ",\n" : "\n");
  }
  return out + "  }\n}\n";
}

}  // namespace tilewise::score
