#include <tilewise/gather.hpp>

#include <tilewise/defaults.hpp>
#include <tilewise/utf8.hpp>

namespace tilewise {
namespace {

const FieldSpec* find_field(std::string_view name) {
  const FieldSpec* spec = find_key(name);
  return spec != nullptr ? spec : find_name(name);
}

bool is_digit(char c) { return c >= '0' && c <= '9'; }

// The column of "d12.rest" and where the rest begins; 0 when the key has no such form.
std::size_t column_of(std::string_view key, std::size_t& rest) {
  if (key.size() < 3 || key[0] != 'd' || !is_digit(key[1]) || key[1] == '0') return 0;
  std::size_t column = 0;
  std::size_t at = 1;
  for (; at < key.size() && is_digit(key[at]) && at < 6; ++at) {
    column = column * 10 + static_cast<std::size_t>(key[at] - '0');
  }
  if (at == key.size() || key[at] != '.') return 0;
  rest = at + 1;
  return column;
}

// Keys that describe the text itself, not the scenario.
bool says_nothing(const Place& place) {
  if (place.spec == nullptr) return place.key == "schema" || place.key == "$schema";
  return place.spec->field == Field::tag || place.spec->field == Field::devices;
}

}  // namespace

Place place_of(std::string_view key) {
  Place place;
  std::size_t rest = 0;
  place.column = column_of(key, rest);
  place.spec = find_field(key.substr(rest));
  if (place.spec != nullptr && place.column != 0 &&
      (place.spec->field == Field::tag || place.spec->field == Field::devices)) {
    place.spec = nullptr;  // neither exists per column
  }
  place.key = std::string(key.substr(0, rest));
  place.key.append(place.spec != nullptr ? place.spec->key : key.substr(rest));
  return place;
}

bool changes_column(const Place& place) {
  if (place.spec == nullptr || place.column == 0) return false;
  return place.spec->scope == Scope::column || place.spec->scope == Scope::both;
}

bool changes_default_column(const Place& place) {
  return changes_column(place) && place.column <= columns_of(default_devices()).size();
}

void Gatherer::put(const Place& place, Value value, std::string_view raw) {
  if (says_nothing(place)) return;
  if (place.key != "v") ++count_;
  if (over_limit()) return;
  if (place.spec == nullptr) return keep(place, raw, "link.unknown-key", Severity::warning);
  if (place.column == 0 && place.spec->scope == Scope::column) {
    return keep(place, raw, "link.needs-column", Severity::warning);
  }
  if (place.column != 0 && !changes_column(place)) {
    return keep(place, raw, "link.not-per-column", Severity::warning);
  }
  if (place.column > scenario_.columns.size()) {
    return keep(place, raw, "link.no-such-column", Severity::warning);
  }
  Values& values = place.column == 0 ? scenario_.values : scenario_.columns[place.column - 1].overrides;
  if (values.has(place.spec->field)) return note_duplicate(place, raw);
  if (!value.valid) issues_.push_back(invalid_value_issue(*place.spec, place.key, value));
  values.set(place.spec->field, std::move(value));
}

void Gatherer::keep(const Place& place, std::string_view raw, const char* code, Severity severity) {
  for (const auto& pair : scenario_.unknown) {
    if (pair.first == place.key) return note_duplicate(place, raw);
  }
  scenario_.unknown.emplace_back(place.key, std::string(raw));
  report(issues_, code, place.key, severity, {{"key", place.key}});
}

void Gatherer::note_duplicate(const Place& place, std::string_view raw) {
  report(issues_, "link.duplicate-key", place.key, Severity::note, {{"key", place.key}, {"ignored", raw}});
}

std::vector<Column> columns_of(std::string_view ids) {
  std::vector<Column> columns;
  for (;;) {
    const std::size_t end = ids.find('~');
    columns.push_back(Column{std::string(ids.substr(0, end)), Values{}});
    if (end == std::string_view::npos) return columns;
    ids.remove_prefix(end + 1);
  }
}

std::string plain_device_id(std::string_view id) {
  std::string out;
  for (const char c : valid_utf8(id)) {
    if (c == '~') {
      out += "%7E";
    } else {
      out += c;
    }
  }
  return out;
}

Issue invalid_value_issue(const FieldSpec& spec, std::string path, const Value& value) {
  const Severity severity = spec.scope == Scope::display ? Severity::warning : Severity::error;
  return Issue{"value.invalid", std::move(path), severity, {Param{"raw", value.text}}};
}

}  // namespace tilewise
