#include "support/expression.hpp"

#include <cctype>
#include <cmath>
#include <vector>

#include <tilewise/scenario.hpp>

namespace tilewise::testing {

namespace {

class Parser {
 public:
  Parser(std::string_view text, const Inputs& inputs) : rest_(text), inputs_(inputs) {}

  std::optional<double> whole() {
    const double value = sum();
    skip();
    if (failed_ || !rest_.empty()) return std::nullopt;
    return value;
  }

 private:
  void skip() {
    while (!rest_.empty() && rest_.front() == ' ') rest_.remove_prefix(1);
  }
  bool take(char c) {
    skip();
    if (rest_.empty() || rest_.front() != c) return false;
    rest_.remove_prefix(1);
    return true;
  }
  double fail() {
    failed_ = true;
    return 0;
  }

  double sum() {
    double value = product();
    for (;;) {
      if (take('+')) {
        value += product();
      } else if (take('-')) {
        value -= product();
      } else {
        return value;
      }
    }
  }
  double product() {
    double value = power();
    for (;;) {
      if (take('*')) {
        value *= power();
      } else if (take('/')) {
        value /= power();
      } else {
        return value;
      }
    }
  }
  double power() {
    const double base = atom();
    return take('^') ? std::pow(base, atom()) : base;
  }

  double atom() {
    if (take('(')) {
      const double value = sum();
      return take(')') ? value : fail();
    }
    skip();
    std::size_t length = 0;
    while (length < rest_.size() && (std::isalnum(static_cast<unsigned char>(rest_[length])) != 0 ||
                                     rest_[length] == '_' || rest_[length] == '.')) {
      ++length;
    }
    const std::string word(rest_.substr(0, length));
    rest_.remove_prefix(length);
    if (word.empty()) return fail();
    if (std::isdigit(static_cast<unsigned char>(word.front())) != 0)
      return read_number(word).value_or(fail_late());
    if (take('(')) return call(word);
    const auto found = inputs_.find(word);
    return found == inputs_.end() ? fail() : found->second;
  }
  // Numbers are read by the core's own reader; a text that is none leaves NaN in the value.
  static double fail_late() { return std::nan(""); }

  double call(const std::string& name) {
    std::vector<double> values{sum()};
    while (take(',')) values.push_back(sum());
    if (!take(')')) return fail();
    if (name == "ceil" && values.size() == 1) return std::ceil(values[0]);
    if (name == "sqrt" && values.size() == 1) return std::sqrt(values[0]);
    if (name == "floor" && values.size() == 1) return std::floor(values[0]);
    if (name == "min" && values.size() == 2) return std::fmin(values[0], values[1]);
    if (name == "max" && values.size() == 2) return std::fmax(values[0], values[1]);
    if (name == "waves" && values.size() == 1) return waves(values[0]);
    return fail();
  }
  // Half between whole waves and an even spread; without a known number of units the spread is even.
  double waves(double share) {
    const auto units = inputs_.find("units");
    if (units == inputs_.end()) return fail();
    return units->second > 1 ? 0.5 * std::ceil(share) + 0.5 * std::fmax(share, 1) : share;
  }

  std::string_view rest_;
  const Inputs& inputs_;
  bool failed_ = false;
};

}  // namespace

std::optional<double> evaluate(std::string_view expression, const Inputs& inputs) {
  return Parser(expression, inputs).whole();
}

}  // namespace tilewise::testing
