#include <tilewise/link.hpp>

#include <tilewise/catalogue.hpp>
#include <tilewise/defaults.hpp>
#include <tilewise/gather.hpp>
#include <tilewise/link_text.hpp>
#include <tilewise/utf8.hpp>

namespace tilewise {
namespace {

// Values read again from their own text: the one form of each, whoever made the scenario.
void gather_values(const Values& values, const std::string& prefix, Gatherer& gatherer) {
  for (const auto& [field, value] : values.entries()) {
    const FieldSpec& spec = spec_of(field);
    const std::string text = valid_utf8(write_value(spec, value));
    gatherer.put(place_of(prefix + std::string(spec.key)), read_value(spec, text), text);
  }
}

// What was kept as unknown may belong somewhere meanwhile, when a column was added.
void gather_unknown(const Scenario& scenario, Gatherer& gatherer) {
  for (const auto& [key, raw] : scenario.unknown) {
    const Place place = place_of(valid_utf8(key));
    const std::string text = valid_utf8(raw);
    gatherer.put(place, place.spec != nullptr ? read_value(*place.spec, text) : Value{}, text);
  }
}

bool changes_columns(const Scenario& scenario) {
  for (const auto& pair : scenario.unknown) {
    if (changes_default_column(place_of(pair.first))) return true;
  }
  return false;
}

std::vector<Column> plain_columns(const Scenario& scenario) {
  if (scenario.columns.empty() && changes_columns(scenario)) return columns_of(default_devices());
  std::vector<Column> columns;
  for (const Column& column : scenario.columns) {
    columns.push_back(Column{plain_device_id(column.device), Values{}});
  }
  return columns;
}

template <typename Quantity>
bool equals(const std::optional<Quantity>& known, double asked, double unit) {
  return known.has_value() && (known->base() == asked * unit || known->base() / unit == asked);
}

// True when the override says what the catalogue says of this device anyway. Peaks depend on the number
// format, so none is ever dropped.
bool equals_catalogue(const Device& device, Field field, double asked) {
  constexpr double giga = 1e9;
  switch (field) {
    case Field::bandwidth:
      return equals(device.bandwidth, asked, giga);
    case Field::memory:
      return equals(device.memory, asked, 1073741824.0);
    case Field::clock:
      return equals(device.clock, asked, 1e6);
    case Field::power_limit:
      return equals(device.power_limit, asked, 1);
    case Field::link_rate:
      return equals(device.link_one_way, asked, giga);
    case Field::host_bandwidth:
      return equals(device.host_one_way, asked, giga);
    default:
      return false;
  }
}

void drop_overrides(Column& column) {
  const Device* device = find_device(column.device);
  std::vector<Field> dropped;
  for (const auto& [field, value] : column.overrides.entries()) {
    if (!value.valid) continue;
    const bool one_chip = field == Field::count && value.number == 1;
    if (one_chip || (device != nullptr && equals_catalogue(*device, field, value.number))) {
      dropped.push_back(field);
    }
  }
  for (const Field field : dropped) column.overrides.erase(field);
}

void drop_defaults(Scenario& scenario) {
  std::vector<Field> dropped;
  for (const auto& [field, value] : scenario.values.entries()) {
    if (field == Field::version) continue;
    const std::optional<Value> usual = default_of(field, scenario);
    if (usual && *usual == value) dropped.push_back(field);
  }
  for (const Field field : dropped) scenario.values.erase(field);
}

// The default devices as they are need not be named.
void drop_devices(Scenario& scenario) {
  std::string ids;
  for (const Column& column : scenario.columns) {
    if (!column.overrides.entries().empty()) return;
    if (!ids.empty()) ids += '~';
    ids += column.device;
  }
  if (ids == default_devices()) scenario.columns.clear();
}

class PairWriter {
 public:
  void add(std::string_view key, std::string_view value) {
    if (!text_.empty()) text_ += '&';
    text_ += percent_encoded(key);
    text_ += '=';
    text_ += percent_encoded(value);
  }
  std::string take() { return std::move(text_); }

 private:
  std::string text_;
};

void write_columns(const Scenario& scenario, PairWriter& writer) {
  if (scenario.columns.empty()) return;
  std::string ids;
  for (const Column& column : scenario.columns) {
    if (&column != &scenario.columns.front()) ids += '~';
    ids += column.device;
  }
  writer.add("d", ids);
  std::size_t index = 0;
  for (const Column& column : scenario.columns) {
    const std::string prefix = "d" + std::to_string(++index) + ".";
    for (const auto& [field, value] : column.overrides.entries()) {
      const FieldSpec& spec = spec_of(field);
      writer.add(prefix + std::string(spec.key), write_value(spec, value));
    }
  }
}

}  // namespace

Scenario canonical(const Scenario& scenario) {
  Scenario out;
  Issues ignored;
  out.columns = plain_columns(scenario);
  Gatherer gatherer(out, ignored);
  gather_values(scenario.values, "", gatherer);
  std::size_t index = 0;
  for (const Column& column : scenario.columns) {
    gather_values(column.overrides, "d" + std::to_string(++index) + ".", gatherer);
  }
  gather_unknown(scenario, gatherer);
  resolve_aliases(out, ignored);
  if (!out.values.has(Field::version)) out.values.set(Field::version, number_value(schema_version));
  for (Column& column : out.columns) drop_overrides(column);
  drop_defaults(out);
  drop_devices(out);
  return out;
}

std::string write_link(const Scenario& scenario) {
  const Scenario plain = canonical(scenario);
  PairWriter writer;
  for (const FieldSpec& spec : vocabulary()) {
    if (spec.field == Field::devices) write_columns(plain, writer);
    const Value* value = plain.values.find(spec.field);
    if (value != nullptr) writer.add(spec.key, write_value(spec, *value));
  }
  for (const auto& [key, raw] : plain.unknown) writer.add(key, raw);
  std::string text = writer.take();
  return text + "&k=" + tag_of(text);
}

}  // namespace tilewise
