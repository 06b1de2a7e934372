#pragma once
// What a person asked, and nothing else: absent stays absent, order is kept, wrong text is kept as it was
// typed. resolve() fills defaults and finds mistakes; nobody before it does.

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <tilewise/issue.hpp>
#include <tilewise/vocabulary.hpp>

namespace tilewise {

// The value of one field. Numbers, integers and flags use `number`, everything else `text` in its
// canonical form ("256x1024x1024", "b:1..256:log", "step:13.75").
struct Value {
  double number = 0;
  std::string text;
  bool valid = true;  // false: `text` is what the user wrote and could not be read as this field

  bool operator==(const Value&) const = default;
};

[[nodiscard]] Value number_value(double number);
[[nodiscard]] Value text_value(std::string text);
[[nodiscard]] Value invalid_value(std::string raw);

// A set of fields with values, in the order of the vocabulary.
class Values {
 public:
  [[nodiscard]] const Value* find(Field field) const;
  [[nodiscard]] bool has(Field field) const { return find(field) != nullptr; }
  void set(Field field, Value value);
  void erase(Field field);
  [[nodiscard]] const std::vector<std::pair<Field, Value>>& entries() const { return entries_; }

  bool operator==(const Values&) const = default;

 private:
  std::vector<std::pair<Field, Value>> entries_;
};

// One column of the comparison: a device as it was named, and what was changed for it alone.
struct Column {
  std::string device;  // id as written, aliases resolved by the readers; may be unknown
  Values overrides;    // fields of Scope::column and Scope::both

  bool operator==(const Column&) const = default;
};

struct Scenario {
  Values values;                // Scope::scenario, both, display; never devices or tag
  std::vector<Column> columns;  // empty: the default devices
  // Keys this version does not know, with their raw text, kept so that nothing is lost.
  std::vector<std::pair<std::string, std::string>> unknown;

  bool operator==(const Scenario&) const = default;
};

// Changes a value for the only column of a scenario: its own where the key is a column's or already given there, the
// scenario's otherwise.
void set_for_column(Scenario& scenario, Field field, Value value);

// One column on its own: what only means something among several is left out.
[[nodiscard]] Scenario column_alone(const Scenario& scenario, std::size_t index);

// Reads the text of one value by the rules of its field: number grammar, range, words, id form. Text that
// does not fit gives Value{valid = false, text = raw}; nothing is clamped or guessed. Numbers accept plain
// decimals and exponents ("2e6"), no sign of plus, no locale. The canonical text of dims, ranges and
// measurements is what write_value() gives back.
[[nodiscard]] Value read_value(const FieldSpec& spec, std::string_view text);

// The canonical text of a value, as it stands in a link before percent-encoding. Shortest decimal that
// reads back as the same double, without "+", without a trailing ".0".
[[nodiscard]] std::string write_value(const FieldSpec& spec, const Value& value);

[[nodiscard]] bool is_id(std::string_view text);

// Kinds whose Value holds a number: integer, number and flag.
[[nodiscard]] bool is_numeric(Kind kind);

// Shortest round-trip decimal of a finite double: "600", "0.55", "1e+18" never, "1e18" yes.
[[nodiscard]] std::string write_number(double number);
// A finite decimal number, nothing around it; nullopt otherwise.
[[nodiscard]] std::optional<double> read_number(std::string_view text);

// Splits "256x1024x1024" into its numbers; the text must be a valid dims value.
[[nodiscard]] std::vector<double> dims_of(std::string_view text);

// "b:1..256:log" taken apart; the text must be a valid range value.
struct SweepRange {
  std::string key;   // link key of the field that is swept, or mm.m, mm.n, mm.k
  double from = 0;
  double to = 0;
  bool logarithmic = false;
};
[[nodiscard]] std::optional<SweepRange> range_of(std::string_view text);

}  // namespace tilewise
