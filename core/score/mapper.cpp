#include "mapper.hpp"

#include <tilewise/catalogue.hpp>
#include <tilewise/parameters.hpp>
#include <tilewise/precision.hpp>
#include <tilewise/vocabulary.hpp>

namespace tilewise::score {
namespace {

struct Unit {
  std::string_view word;
  double size;
};

std::optional<double> size_of(std::string_view word, std::initializer_list<Unit> units) {
  for (const Unit& unit : units) {
    if (unit.word == word) return unit.size;
  }
  return std::nullopt;
}

// The pair "rank=1" of an override: the row counts ranks of a chip, not chips.
bool is_rank(std::string_view override_pairs) { return override_pairs.find("rank=1") != std::string_view::npos; }

// One product is cut over all cores of a chip; a row about one core gets the core's share of the rates.
void add_rank_rates(const Device& device, std::string_view precision, Pairs& pairs) {
  const double ranks = device.ranks_per_device;
  const PrecisionChoice choice = choose_precision(device, precision.empty() ? "auto" : precision);
  if (choice.peak) pairs.add("d1.peak", choice.peak->base() / 1e12 / ranks);
  if (device.bandwidth) pairs.add("d1.bw", device.bandwidth->base() / 1e9 / ranks);
}

}  // namespace

void Pairs::add(std::string_view key, std::string_view value) {
  text_ += '&';
  text_.append(key);
  text_ += '=';
  text_.append(value);
}

void Pairs::add(std::string_view key, double value) { add(key, write_number(value)); }

void Pairs::add_all(std::string_view pairs, std::string_view prefix) {
  while (!pairs.empty()) {
    const std::size_t end = pairs.find('&');
    const std::string_view pair = pairs.substr(0, end);
    if (!pair.empty() && pair != "rank=1") {
      text_ += '&';
      text_.append(prefix);
      text_.append(pair);
    }
    pairs = end == std::string_view::npos ? std::string_view{} : pairs.substr(end + 1);
  }
}

void Context::skip(std::string_view reason, std::string_view detail) const {
  if (skipped()) return;
  out.reason = std::string(reason);
  out.detail = std::string(detail);
}

void Context::problem(std::string_view code, std::string_view detail) const {
  Problem problem;
  problem.file = out.file;
  problem.line = out.row;
  problem.id = out.id;
  problem.code = std::string(code);
  problem.detail = std::string(detail);
  problems.push_back(std::move(problem));
  skip("skip.broken-row", code);
}

double Context::needed(std::string_view column) const {
  const auto number = row.number(column);
  if (number && *number > 0) return *number;
  const std::string detail = std::string(column) + ": " + row.text(column);
  if (number) {
    problem("problem.not-above-zero", detail);
  } else if (!row.table().has(column)) {
    problem("problem.column-missing", column);
  } else {
    problem(row.blank(column) ? "problem.blank" : "problem.not-a-number", detail);
  }
  return 1;
}

double Context::given_or(std::string_view column, double otherwise) const {
  if (row.blank(column)) {
    out.assumed.emplace_back(column);
    return otherwise;
  }
  return needed(column);
}

double Context::plain_or(std::string_view column, double otherwise) const {
  return row.blank(column) ? otherwise : needed(column);
}

std::optional<double> seconds_per(std::string_view unit) {
  return size_of(unit, {{"s", 1}, {"ms", 1e-3}, {"us", 1e-6}, {"µs", 1e-6}, {"ns", 1e-9}, {"min", 60}, {"h", 3600}});
}

std::optional<double> bytes_per(std::string_view unit) {
  return size_of(unit, {{"B", 1},
                        {"MB", 1e6},
                        {"GB", 1e9},
                        {"KiB", 1024.0},
                        {"MiB", 1024.0 * 1024},
                        {"GiB", 1024.0 * 1024 * 1024}});
}

bool add_device(const Context& context, Pairs& pairs, std::string_view precision, bool whole_chip) {
  const auto name = context.names.device(context.out.device);
  if (!name) {
    context.skip("skip.unknown-device", context.out.device);
    return false;
  }
  const Device* device = find_device(name->id);
  if (device == nullptr) {
    context.skip(name->id.empty() ? "skip.no-one-device" : "skip.unknown-device",
                 name->id.empty() ? name->note : name->id);
    return false;
  }
  context.out.device_id = std::string(device->id);
  pairs.add("d", device->id);
  pairs.add_all(name->override, "d1.");
  if (whole_chip && is_rank(name->override)) add_rank_rates(*device, precision, pairs);
  return true;
}

const PrecisionWord* add_precision(const Context& context, Pairs& pairs, std::string_view word) {
  const PrecisionWord* known = find_precision(word);
  if (known == nullptr) {
    context.skip("skip.unknown-precision", word);
    return nullptr;
  }
  if (!known->compute.empty()) pairs.add("p", known->compute);
  if (!known->weights.empty()) pairs.add("wq", known->weights);
  if (known->assumed) context.out.assumed.emplace_back("precision");
  return known;
}

void add_software(const Context& context, Pairs& pairs) {
  const SoftwareName software = context.names.software(context.row.text("software"));
  if (spec_of(Field::stack).support == Support::now && !software.stack.empty()) pairs.add("stack", software.stack);
  std::string attention = context.row.text("attention");
  if (attention.empty()) attention = software.attention;
  if (attention == "fused" || attention == "unfused") pairs.add("attn", attention);
}

bool needs_many(const Context& context) {
  const auto above_one = [&](std::string_view column) {
    const auto number = context.row.number(column);
    return number && *number > 1;
  };
  for (const char* column : {"device_count", "tp", "pp", "cp", "dp"}) {
    if (!above_one(column)) continue;
    context.skip("skip.many-devices");
    return true;
  }
  return false;
}

}  // namespace tilewise::score
