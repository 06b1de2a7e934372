#include "support/generate.hpp"

#include <tilewise/catalogue.hpp>
#include <tilewise/link.hpp>

#include <algorithm>
#include <vector>

namespace tilewise::testing {

std::uint64_t Random::next() {
  state_ += 0x9e3779b97f4a7c15u;
  std::uint64_t z = state_;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

// The remainder favours small numbers by less than one part in 2^40 here: no test can see it.
std::uint64_t Random::below(std::uint64_t limit) { return next() % limit; }

double Random::whole(double low, double high) {
  int magnitudes = 1;
  while (magnitudes < 40 && static_cast<double>(std::uint64_t{1} << magnitudes) < high) ++magnitudes;
  const std::uint64_t power = std::uint64_t{1} << below(static_cast<std::uint64_t>(magnitudes) + 1);
  const double number = static_cast<double>(chance(2) ? power : below(power) + 1);
  return std::min(std::max(number, low), high);
}

namespace {

// Limits of v=1 reach far beyond what exists; most tests should stay where people are.
constexpr double usual_largest = 16384;

template <class List>
const auto& one_of(Random& random, const List& list) {
  return list[static_cast<std::size_t>(random.below(list.size()))];
}

std::string one_word(Random& random, std::string_view words) {
  const auto spaces = static_cast<std::uint64_t>(std::count(words.begin(), words.end(), ' '));
  for (std::uint64_t skip = random.below(spaces + 1); skip > 0; --skip) {
    words.remove_prefix(words.find(' ') + 1);
  }
  return std::string(words.substr(0, words.find(' ')));
}

std::string number_text(Random& random, const FieldSpec& spec) {
  // Eighths are exact in binary and short in decimal.
  double number = random.whole(1, 4096);
  if (random.chance(2)) number /= 8;
  if (spec.high <= 1) number = static_cast<double>(random.below(8) + 1) / 8;
  return write_number(std::min(std::max(number, spec.low), spec.high));
}

std::string dims_text(Random& random, const FieldSpec& spec) {
  const auto low = static_cast<std::uint64_t>(spec.low);
  const auto parts = low + random.below(static_cast<std::uint64_t>(spec.high) - low + 1);
  std::string text;
  for (std::uint64_t i = 0; i < parts; ++i) {
    if (i > 0) text += 'x';
    text += write_number(random.whole(1, usual_largest));
  }
  return text;
}

std::string range_text(Random& random) {
  const double from = random.whole(1, 64);
  std::string text = random.chance(2) ? "b:" : "s:";
  text += write_number(from);
  text += "..";
  text += write_number(from * random.whole(2, 64));
  if (random.chance(2)) text += ":log";
  return text;
}

std::string model_id(Random& random) { return std::string(one_of(random, models()).id); }
std::string device_id(Random& random) { return std::string(one_of(random, devices()).id); }

std::string id_text(Random& random, const FieldSpec& spec) {
  if (spec.field == Field::view || spec.field == Field::sort) return one_word(random, "time memory cost");
  return model_id(random);
}

// One draw a statement: compilers differ in which side of a sum they evaluate first.
std::string measured_text(Random& random, const FieldSpec& spec) {
  std::string text = one_word(random, spec.words) + ":";
  text += write_number(random.whole(1, 64) / 8);
  return text;
}

std::string free_text(Random& random) {
  std::string text = one_word(random, "plain 50% a&b=c 你好 naïve");
  text += one_word(random, " #1 / + ~");
  return text;
}

void set(Values& values, Field field, std::string_view text) {
  values.set(field, read_value(spec_of(field), text));
}

// Fields that the generators set themselves, or that say something about the link, not about the workload.
bool set_elsewhere(Field field) {
  switch (field) {
    case Field::version:
    case Field::revision:
    case Field::devices:
    case Field::tag:
    case Field::model:
    case Field::workload:
    case Field::matmul:
    case Field::sweep_axis:
      return true;
    default:
      return false;
  }
}

// A shape override alone seldom makes a shape: heads must divide widths, experts come in groups.
bool shapes_the_model(Field field) { return field >= Field::layers && field <= Field::query_rank; }

const FieldSpec& any_field(Random& random) {
  for (;;) {
    const FieldSpec& spec = one_of(random, vocabulary());
    if (!set_elsewhere(spec.field)) return spec;
  }
}

const FieldSpec& computed_field(Random& random) {
  for (;;) {
    const FieldSpec& spec = any_field(random);
    // A measurement says something of one scenario, not of those that a test makes of it.
    const bool usable = spec.support == Support::now && !shapes_the_model(spec.field);
    if (usable && spec.field != Field::measured) return spec;
  }
}

void put(Random& random, Scenario& scenario, const FieldSpec& spec) {
  const Value value = read_value(spec, generate_text(random, spec));
  const bool for_a_column = spec.scope == Scope::column || (spec.scope == Scope::both && random.chance(2));
  if (!for_a_column) {
    scenario.values.set(spec.field, value);
  } else {
    const auto at = static_cast<std::size_t>(random.below(scenario.columns.size()));
    scenario.columns[at].overrides.set(spec.field, value);
  }
}

void put_workload(Random& random, Scenario& scenario, std::string_view workloads) {
  const std::string workload = one_word(random, workloads);
  set(scenario.values, Field::workload, workload);
  if (workload == "matmul") {
    set(scenario.values, Field::matmul, generate_text(random, spec_of(Field::matmul)));
  } else {
    set(scenario.values, Field::model, model_id(random));
  }
}

void put_columns(Random& random, Scenario& scenario) {
  for (std::uint64_t i = random.below(random.chance(4) ? 8 : 3) + 1; i > 0; --i) {
    scenario.columns.push_back(Column{device_id(random), Values()});
  }
}

}  // namespace

std::string generate_text(Random& random, const FieldSpec& spec) {
  switch (spec.kind) {
    case Kind::integer:
      return write_number(random.whole(spec.low, std::min(spec.high, usual_largest)));
    case Kind::number:
      return number_text(random, spec);
    case Kind::flag:
      return random.chance(2) ? "1" : "0";
    case Kind::word:
      return one_word(random, spec.words);
    case Kind::id:
      return id_text(random, spec);
    case Kind::ids:
      return device_id(random);
    case Kind::dims:
      return dims_text(random, spec);
    case Kind::text:
      return free_text(random);
    case Kind::range:
      return range_text(random);
    case Kind::measured:
      return measured_text(random, spec);
  }
  return std::string();
}

Scenario generate_scenario(Random& random) {
  Scenario scenario;
  put_workload(random, scenario, "matmul prefill decode train");
  put_columns(random, scenario);
  set(scenario.values, Field::batch, write_number(random.whole(1, 512)));
  if (random.chance(2)) set(scenario.values, Field::sequence, write_number(random.whole(1, 8192)));
  for (std::uint64_t more = random.below(4); more > 0; --more) put(random, scenario, computed_field(random));
  return scenario;
}

Scenario generate_any_scenario(Random& random) {
  Scenario scenario;
  put_workload(random, scenario, spec_of(Field::workload).words);
  put_columns(random, scenario);
  if (random.chance(8)) scenario.columns.front().device = "no-such-device";
  if (random.chance(8)) set(scenario.values, Field::model, "no-such-model");
  for (std::uint64_t more = random.below(12); more > 0; --more) put(random, scenario, any_field(random));
  return scenario;
}

}  // namespace tilewise::testing
