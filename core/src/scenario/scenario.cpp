#include <tilewise/scenario.hpp>

namespace tilewise {

Value number_value(double number) {
  Value value;
  value.number = number == 0 ? 0.0 : number;  // no minus zero: it would compare equal and print differently
  return value;
}

Value text_value(std::string text) {
  Value value;
  value.text = std::move(text);
  return value;
}

Value invalid_value(std::string raw) {
  Value value;
  value.text = std::move(raw);
  value.valid = false;
  return value;
}

const Value* Values::find(Field field) const {
  for (const auto& entry : entries_) {
    if (entry.first == field) return &entry.second;
  }
  return nullptr;
}

void Values::set(Field field, Value value) {
  auto at = entries_.begin();
  while (at != entries_.end() && at->first < field) ++at;
  if (at != entries_.end() && at->first == field) {
    at->second = std::move(value);
  } else {
    entries_.insert(at, std::pair<Field, Value>(field, std::move(value)));
  }
}

void Values::erase(Field field) {
  for (auto at = entries_.begin(); at != entries_.end(); ++at) {
    if (at->first != field) continue;
    entries_.erase(at);
    return;
  }
}

void set_for_column(Scenario& scenario, Field field, Value value) {
  Values& own = scenario.columns.front().overrides;
  const bool in_column = spec_of(field).scope == Scope::column || own.has(field);
  (in_column ? own : scenario.values).set(field, std::move(value));
}

Scenario column_alone(const Scenario& scenario, std::size_t index) {
  Scenario out = scenario;
  out.columns = {scenario.columns[index]};
  out.values.erase(Field::sweep_axis);
  out.values.erase(Field::baseline);
  return out;
}

}  // namespace tilewise
