#include <tilewise/score/fit.hpp>

#include <algorithm>
#include <cmath>

#include <tilewise/scenario.hpp>
#include <tilewise/score/statistics.hpp>

namespace tilewise::score {
namespace {

constexpr double first_step = 1.0 / 8;    // of the way between the bounds, or of the value
constexpr double last_step = 1.0 / 512;
constexpr int most_rounds = 60;
constexpr int digits = 3;                 // kept of a fitted value
constexpr double wide = 10;               // bounds so far apart are walked by ratio
// How much a constant that differs from what it would fall back to has to earn: weak, but it decides where no row
// does.
constexpr double prior = 0.002;

constexpr double most_apart = 2;

// The error that is scored; bounded, so that a row that nothing explains does not rule the fit.
double apart(const Answer& answer) {
  return std::min(std::abs(answer.estimate / answer.measured - 1), most_apart);
}

bool has_word(std::string_view words, std::string_view word) {
  for (std::size_t at = words.find(word); at != std::string_view::npos; at = words.find(word, at + 1)) {
    const std::size_t end = at + word.size();
    if ((at == 0 || words[at - 1] == ' ') && (end == words.size() || words[end] == ' ')) return true;
  }
  return false;
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

// The constants of one file on the rows of its lines.
class Search {
 public:
  Search(const std::vector<Prepared*>& rows, const CalibrationFile& file, std::vector<double>& values)
      : values_(values) {
    for (Prepared* row : rows) {
      if (has_word(file.lines, row->row->line)) rows_.push_back(row);
    }
    std::vector<CellKey> keys;
    for (const Prepared* row : rows_) {
      CellKey key = cell_of(*row->row);
      key.group = row->row->line + "\n" + key.group;
      keys.push_back(std::move(key));
    }
    weights_ = cell_weights(keys);
    double total = 0;
    for (const double weight : weights_) total += weight;
    for (double& weight : weights_) weight /= total;
    for (const CalibrationConstant& constant : calibration_constants()) {
      if (constant.file == file.name) moves_.push_back({&constant, first_step, {}, {}});
    }
  }

  void run(Fit& fit) {
    find_rows();
    forget();
    fit.loss_before += loss();
    for (int round = 0; round < most_rounds && improve_all(); ++round) {
    }
    round_all();
    fit.loss_after += loss();
    fit.rows += static_cast<double>(rows_.size());
    for (const Move& move : moves_) {
      fit.constants.push_back({move.constant, value(*move.constant), rows_behind(move)});
    }
  }

 private:
  struct Move {
    const CalibrationConstant* constant;
    double step;
    std::vector<std::size_t> rows;      // those that ask for the constant
    std::vector<std::size_t> children;  // constants that would fall back to it
  };

  [[nodiscard]] double& value(const CalibrationConstant& constant) { return values_[constant.index]; }

  double row_loss(std::size_t i) {
    const auto answer = evaluate(*rows_[i], Calibration(values_.data()), TimeModel::tiled, false);
    return answer ? weights_[i] * apart(*answer) : 0;
  }
  double loss() {
    double sum = 0;
    for (std::size_t i = 0; i < rows_.size(); ++i) sum += row_loss(i);
    return sum;
  }

  // Which rows ask for which constants: the others need not be evaluated again.
  void find_rows() {
    losses_.resize(rows_.size());
    std::vector<std::uint8_t> asked(values_.size());
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      std::fill(asked.begin(), asked.end(), std::uint8_t{0});
      const auto answer = evaluate(*rows_[i], Calibration(values_.data(), asked.data()), TimeModel::tiled, false);
      losses_[i] = answer ? weights_[i] * apart(*answer) : 0;
      for (Move& move : moves_) {
        if (asked[move.constant->index] != 0) move.rows.push_back(i);
      }
    }
    for (Move& move : moves_) {
      for (const CalibrationConstant& other : calibration_constants()) {
        if (other.parent == move.constant->index && other.index != other.parent) move.children.push_back(other.index);
      }
    }
  }

  // A constant that was fitted to measurements and that no row here asks for knows rows that are held apart: it
  // falls back as if nobody had measured.
  void forget() {
    for (const Move& move : moves_) {
      const CalibrationConstant& constant = *move.constant;
      if (!move.rows.empty() || constant.rows == 0 || constant.parent == constant.index) continue;
      value(constant) = std::min(std::max(values_[constant.parent], constant.low), constant.high);
    }
  }

  [[nodiscard]] double prior_of(const CalibrationConstant& constant) const {
    if (constant.parent == constant.index || constant.low == constant.high) return 0;
    const double towards = std::min(std::max(values_[constant.parent], constant.low), constant.high);
    const double off = (values_[constant.index] - towards) / (constant.high - constant.low);
    return prior * off * off;
  }
  [[nodiscard]] double priors_of(const Move& move) const {
    double sum = prior_of(*move.constant);
    for (const std::size_t child : move.children) sum += prior_of(calibration_constants()[child]);
    return sum;
  }

  static double moved(const CalibrationConstant& constant, double from, double by) {
    const bool by_ratio = constant.low > 0 && constant.high / constant.low >= wide;
    double to = from + by * (constant.high - constant.low);
    if (by_ratio) to = by > 0 ? from * (1 + by) : from / (1 - by);
    return std::min(std::max(to, constant.low), constant.high);
  }

  // One way and the other; a step that helps grows, one that does not is halved.
  bool improve_all() {
    bool open = false;
    for (Move& move : moves_) {
      if (move.step < last_step || (move.rows.empty() && move.children.empty())) continue;
      const bool better = try_step(move, move.step) || try_step(move, -move.step);
      move.step = better ? std::min(move.step * 2, first_step) : move.step / 2;
      open = open || move.step >= last_step;
    }
    return open;
  }

  bool try_step(Move& move, double by) {
    double& place = value(*move.constant);
    const double from = place;
    double before = priors_of(move);
    for (const std::size_t row : move.rows) before += losses_[row];
    place = moved(*move.constant, from, by);
    if (place == from) return false;
    std::vector<double> losses;
    losses.reserve(move.rows.size());
    double after = priors_of(move);
    for (std::size_t i = 0; i < move.rows.size() && after < before; ++i) {
      losses.push_back(row_loss(move.rows[i]));
      after += losses.back();
    }
    if (after >= before) {
      place = from;
      return false;
    }
    for (std::size_t i = 0; i < move.rows.size(); ++i) losses_[move.rows[i]] = losses[i];
    return true;
  }

  // Of the rows that ask for it, those whose estimate it changes.
  double rows_behind(const Move& move) {
    double& place = value(*move.constant);
    const double kept = place;
    const double middle = (move.constant->low + move.constant->high) / 2;
    double count = 0;
    for (const std::size_t row : move.rows) {
      place = kept;
      const double here = row_loss(row);
      place = moved(*move.constant, kept, kept > middle ? -first_step : first_step);
      if (row_loss(row) != here) count += 1;
    }
    place = kept;
    return count;
  }

  // What was not moved stays as it was written; the rest keeps the digits that mean something.
  void round_all() {
    for (const Move& move : moves_) {
      const CalibrationConstant& constant = *move.constant;
      double& place = value(constant);
      if (place != constant.value) place = std::min(std::max(rounded(place), constant.low), constant.high);
    }
  }

  std::vector<double>& values_;
  std::vector<Prepared*> rows_;
  std::vector<double> weights_;
  std::vector<double> losses_;
  std::vector<Move> moves_;
};

}  // namespace

bool can_be_fitted(const Measurement& row) {
  if (!row.reason.empty() || !row.aside.empty() || is_verdict(row.reading)) return false;
  return row.quality == "A" || row.quality == "B";
}

bool is_asked(std::string_view only, std::string_view file) { return only.empty() || has_word(only, file); }

Fit fit_constants(const std::vector<Prepared*>& rows, std::string_view only, std::vector<double> start) {
  Fit fit;
  fit.values = start.empty() ? committed_values() : std::move(start);
  double files = 0;
  for (const CalibrationFile& file : calibration_files()) {
    if (!is_asked(only, file.name)) continue;
    const double before = fit.rows;
    Search(rows, file, fit.values).run(fit);
    if (fit.rows > before) files += 1;
  }
  if (files > 0) {
    fit.loss_before /= files;
    fit.loss_after /= files;
  }
  return fit;
}

}  // namespace tilewise::score
