#include <tilewise/scenario.hpp>

#include <cstdlib>
#include <cstring>

#include <nlohmann/detail/conversions/to_chars.hpp>

namespace tilewise {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }

std::size_t skip_digits(std::string_view text, std::size_t at) {
  while (at < text.size() && is_digit(text[at])) ++at;
  return at;
}

struct Form {
  bool valid = false;
  bool zero = true;  // every digit of the mantissa is a zero
};

// -?(D+(.D+)?|.D+)([eE]-?D+)?
Form form_of(std::string_view text) {
  std::size_t at = !text.empty() && text[0] == '-' ? 1 : 0;
  const std::size_t whole = at;
  at = skip_digits(text, at);
  const bool has_whole = at > whole;
  if (at < text.size() && text[at] == '.') {
    const std::size_t fraction = at + 1;
    at = skip_digits(text, fraction);
    if (at == fraction) return {};
  } else if (!has_whole) {
    return {};
  }
  Form form;
  for (const char c : text.substr(0, at)) {
    if (is_digit(c) && c != '0') form.zero = false;
  }
  if (at < text.size() && (text[at] == 'e' || text[at] == 'E')) {
    ++at;
    if (at < text.size() && text[at] == '-') ++at;
    const std::size_t exponent = at;
    at = skip_digits(text, exponent);
    if (at == exponent) return {};
  }
  form.valid = at == text.size();
  return form;
}

bool is_finite(double number) { return number - number == 0; }

// Digits and a power of ten: the number is digits * 10^exponent.
struct Decimal {
  std::string digits;
  int exponent = 0;
};

// The same decimal with `count` digits at most, rounded to the nearest.
Decimal rounded(Decimal decimal, std::size_t count) {
  if (decimal.digits.size() <= count) return decimal;
  decimal.exponent += static_cast<int>(decimal.digits.size() - count);
  const bool up = decimal.digits[count] >= '5';
  decimal.digits.resize(count);
  std::size_t at = count;
  while (up && at > 0 && decimal.digits[at - 1] == '9') decimal.digits[--at] = '0';
  if (up && at > 0) ++decimal.digits[at - 1];
  if (up && at == 0) decimal.digits.insert(decimal.digits.begin(), '1');
  while (decimal.digits.size() > 1 && decimal.digits.back() == '0') {
    decimal.digits.pop_back();
    ++decimal.exponent;
  }
  return decimal;
}

double value_of(const Decimal& decimal) {
  return std::strtod((decimal.digits + "e" + std::to_string(decimal.exponent)).c_str(), nullptr);
}

// Grisu's digits read back right, but about once in a thousand there are more of them than needed. A number
// somebody typed has 15 at most: try those first.
Decimal decimal_of(double number) {
  char buffer[64];
  int length = 0;
  Decimal decimal;
  nlohmann::detail::dtoa_impl::grisu2(buffer, length, decimal.exponent, number);
  decimal.digits.assign(buffer, static_cast<std::size_t>(length));
  const Decimal shorter = rounded(decimal, 15);
  return value_of(shorter) == number ? shorter : decimal;
}

// Grisu's text "1e+18", "1e-07" or "600.0" in the one form links use: "1e18", "1e-7", "600".
std::string tidy(std::string_view text) {
  const std::size_t e = text.find('e');
  std::string_view mantissa = text.substr(0, e);
  if (mantissa.size() > 2 && mantissa.substr(mantissa.size() - 2) == ".0") mantissa.remove_suffix(2);
  std::string out(mantissa);
  if (e == std::string_view::npos) return out;
  std::string_view exponent = text.substr(e + 1);
  out += 'e';
  if (exponent[0] == '-') out += '-';
  if (!is_digit(exponent[0])) exponent.remove_prefix(1);
  while (exponent.size() > 1 && exponent[0] == '0') exponent.remove_prefix(1);
  out.append(exponent);
  return out;
}

}  // namespace

std::string write_number(double number) {
  if (number != number) return "nan";
  if (!is_finite(number)) return number < 0 ? "-inf" : "inf";
  if (number == 0) return "0";  // also for minus zero
  if (number < 0) return "-" + write_number(-number);
  const Decimal decimal = decimal_of(number);
  char buffer[64];
  std::memcpy(buffer, decimal.digits.data(), decimal.digits.size());
  const int length = static_cast<int>(decimal.digits.size());
  const char* end = nlohmann::detail::dtoa_impl::format_buffer(buffer, length, decimal.exponent, -5, 15);
  return tidy(std::string_view(buffer, static_cast<std::size_t>(end - buffer)));
}

std::optional<double> read_number(std::string_view text) {
  const Form form = form_of(text);
  if (!form.valid) return std::nullopt;
  const std::string copy(text);  // strtod needs the end marked
  char* end = nullptr;
  const double number = std::strtod(copy.c_str(), &end);
  if (end != copy.c_str() + copy.size() || !is_finite(number)) return std::nullopt;
  if (number == 0 && !form.zero) return std::nullopt;  // too small to hold: not the number that was written
  return number == 0 ? 0.0 : number;
}

}  // namespace tilewise
