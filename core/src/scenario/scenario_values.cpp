#include <tilewise/scenario.hpp>

#include <cmath>

#include <tilewise/utf8.hpp>

namespace tilewise {
namespace {

constexpr double largest_extent = 1e9;  // of one number of a dims value; products stay exact enough

bool is_whole(double number) { return std::floor(number) == number; }

bool is_whole_kind(Kind kind) { return kind == Kind::integer || kind == Kind::flag; }

bool fits(const FieldSpec& spec, double number) {
  if (number < spec.low || number > spec.high) return false;
  return !is_whole_kind(spec.kind) || is_whole(number);
}

// Calls take(part) for the parts between separators; false as soon as take says so.
template <typename Take>
bool each_part(std::string_view text, char separator, Take take) {
  for (;;) {
    const std::size_t end = text.find(separator);
    if (!take(text.substr(0, end))) return false;
    if (end == std::string_view::npos) return true;
    text.remove_prefix(end + 1);
  }
}

std::optional<std::vector<double>> read_dims(std::string_view text) {
  std::vector<double> dims;
  const bool good = each_part(text, 'x', [&](std::string_view part) {
    const std::optional<double> number = read_number(part);
    if (!number || *number < 1 || *number > largest_extent || !is_whole(*number)) return false;
    dims.push_back(*number);
    return true;
  });
  if (!good) return std::nullopt;
  return dims;
}

std::optional<std::string> canonical_dims(const FieldSpec& spec, std::string_view text) {
  const std::optional<std::vector<double>> dims = read_dims(text);
  if (!dims) return std::nullopt;
  const auto count = static_cast<double>(dims->size());
  if (count < spec.low || count > spec.high) return std::nullopt;
  std::string out;
  for (const double extent : *dims) {
    if (!out.empty()) out += 'x';
    out += write_number(extent);
  }
  return out;
}

bool is_id_within(std::string_view text, std::size_t longest) {
  if (text.empty() || text.size() > longest) return false;
  const auto is_plain = [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9'); };
  for (const char c : text) {
    if (!is_plain(c) && c != '.' && c != '-') return false;
  }
  return is_plain(text.front()) && is_plain(text.back());
}

std::optional<std::string> canonical_ids(const FieldSpec& spec, std::string_view text) {
  double count = 0;
  const bool good = each_part(text, '~', [&](std::string_view part) {
    ++count;
    return is_id(part);
  });
  if (!good || count < spec.low || count > spec.high) return std::nullopt;
  return std::string(text);
}

std::optional<std::string> canonical_text(const FieldSpec& spec, std::string_view text) {
  std::string out = without_controls(valid_utf8(text));
  const auto count = static_cast<double>(code_points(out));
  if (count < spec.low || count > spec.high) return std::nullopt;
  return out;
}

std::optional<std::string> canonical_measurement(const FieldSpec& spec, std::string_view text) {
  const std::size_t colon = text.find(':');
  if (colon == std::string_view::npos || !has_word(spec, text.substr(0, colon))) return std::nullopt;
  const std::optional<double> number = read_number(text.substr(colon + 1));
  if (!number || *number < spec.low || *number > spec.high) return std::nullopt;
  return std::string(text.substr(0, colon + 1)) + write_number(*number);
}

std::optional<std::string> canonical_range(std::string_view text) {
  const std::optional<SweepRange> range = range_of(text);
  if (!range) return std::nullopt;
  std::string out = range->key;
  out += ':';
  out += write_number(range->from);
  out += "..";
  out += write_number(range->to);
  if (range->logarithmic) out += ":log";
  return out;
}

std::optional<std::string> canonical_form(const FieldSpec& spec, std::string_view text) {
  switch (spec.kind) {
    case Kind::word:
      return has_word(spec, text) ? std::optional<std::string>(text) : std::nullopt;
    case Kind::id:
      // A view may name a number by its whole path.
      return is_id_within(text, spec.field == Field::view ? 80 : 40) ? std::optional<std::string>(text) : std::nullopt;
    case Kind::ids:
      return canonical_ids(spec, text);
    case Kind::dims:
      return canonical_dims(spec, text);
    case Kind::text:
      return canonical_text(spec, text);
    case Kind::range:
      return canonical_range(text);
    case Kind::measured:
      return canonical_measurement(spec, text);
    case Kind::integer:
    case Kind::number:
    case Kind::flag:
      break;  // numbers are not kept as text
  }
  return std::nullopt;
}

// The numbers a swept key may take.
bool sweeps(std::string_view key, double number) {
  if (key == "mm.m" || key == "mm.n" || key == "mm.k") {
    return number >= 1 && number <= largest_extent && is_whole(number);
  }
  // Of one column: "d2.bw".
  if (key.size() > 3 && key[0] == 'd' && key[1] >= '1' && key[1] <= '8' && key[2] == '.') key.remove_prefix(3);
  const FieldSpec* spec = find_key(key);
  if (spec == nullptr || spec->scope == Scope::display) return false;
  if (spec->field == Field::version || spec->field == Field::revision) return false;
  return is_numeric(spec->kind) && spec->kind != Kind::flag && fits(*spec, number);
}

}  // namespace

bool is_numeric(Kind kind) { return kind == Kind::integer || kind == Kind::number || kind == Kind::flag; }

Value read_value(const FieldSpec& spec, std::string_view text) {
  if (is_numeric(spec.kind)) {
    const std::optional<double> number = read_number(text);
    if (number && fits(spec, *number)) return number_value(*number);
  } else if (std::optional<std::string> canonical = canonical_form(spec, text)) {
    return text_value(std::move(*canonical));
  }
  return invalid_value(std::string(text));
}

std::string write_value(const FieldSpec& spec, const Value& value) {
  return value.valid && is_numeric(spec.kind) ? write_number(value.number) : value.text;
}

bool is_id(std::string_view text) { return is_id_within(text, 40); }

std::vector<double> dims_of(std::string_view text) { return read_dims(text).value_or(std::vector<double>{}); }

std::optional<SweepRange> range_of(std::string_view text) {
  const std::size_t colon = text.find(':');
  if (colon == std::string_view::npos) return std::nullopt;
  SweepRange range;
  range.key = std::string(text.substr(0, colon));
  std::string_view span = text.substr(colon + 1);
  constexpr std::string_view log = ":log";
  if (span.size() > log.size() && span.substr(span.size() - log.size()) == log) {
    range.logarithmic = true;
    span.remove_suffix(log.size());
  }
  const std::size_t dots = span.find("..");
  if (dots == std::string_view::npos) return std::nullopt;
  const std::optional<double> from = read_number(span.substr(0, dots));
  const std::optional<double> to = read_number(span.substr(dots + 2));
  if (!from || !to || *from >= *to || (range.logarithmic && *from <= 0)) return std::nullopt;
  if (!sweeps(range.key, *from) || !sweeps(range.key, *to)) return std::nullopt;
  range.from = *from;
  range.to = *to;
  return range;
}

}  // namespace tilewise
