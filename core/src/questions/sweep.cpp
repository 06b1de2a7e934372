#include <tilewise/sweep.hpp>

#include <cmath>

#include <tilewise/defaults.hpp>
#include <tilewise/estimate.hpp>
#include <tilewise/json_out.hpp>
#include <tilewise/json_reader.hpp>
#include <tilewise/measured.hpp>
#include <tilewise/resolve.hpp>

namespace tilewise {
namespace {

using nlohmann::json;

constexpr double default_steps = 33;

// The key of one column taken apart: "d2.bw" is field bw of column 1 (from 0).
struct AxisPlace {
  const FieldSpec* spec = nullptr;
  std::optional<std::size_t> column;
  bool every_column = false;             // a key of columns without one: "n" is the chips of each
  std::optional<std::size_t> dimension;  // of the product: 0, 1, 2 for m, n, k
};

AxisPlace place(std::string_view key) {
  AxisPlace out;
  if (key == "mm.m" || key == "mm.n" || key == "mm.k") {
    out.spec = &spec_of(Field::matmul);
    out.dimension = key == "mm.m" ? 0 : key == "mm.n" ? 1 : 2;
    return out;
  }
  std::string_view field = key;
  if (key.size() > 3 && key[0] == 'd' && key[1] >= '1' && key[1] <= '8' && key[2] == '.') {
    out.column = static_cast<std::size_t>(key[1] - '1');
    field = key.substr(3);
  }
  const FieldSpec* spec = find_key(field);
  if (spec == nullptr || (spec->kind != Kind::integer && spec->kind != Kind::number)) return out;
  if (spec->scope == Scope::display || spec->field == Field::version || spec->field == Field::revision) return out;
  const bool own = spec->scope == Scope::column || spec->scope == Scope::both;
  if (out.column && !own) return out;
  out.spec = spec;
  out.every_column = !out.column && spec->scope == Scope::column;
  return out;
}

// Chips double: other numbers of them are rarely divided by the degrees of a split.
std::vector<double> doubled(double from, double to) {
  std::vector<double> out;
  for (double value = from; value <= to; value *= 2) out.push_back(value);
  return out;
}

void subdivide(double from, double to, int levels, std::vector<double>& out) {
  if (levels > 0) {
    const double middle = std::sqrt(from) * std::sqrt(to);
    subdivide(from, middle, levels - 1, out);
    subdivide(middle, to, levels - 1, out);
    return;
  }
  out.push_back(to);
}

void add_point(const Resolved& resolved, const ColumnEstimate& estimate, json& column) {
  const auto append = [&column](const char* name, const std::optional<double>& number) {
    push(column[name], number ? json_of(*number) : json(nullptr));
  };
  std::optional<double> time;
  std::optional<double> memory;
  std::optional<double> rate;
  std::optional<double> step;
  std::optional<double> first_token;
  std::optional<double> low;
  std::optional<double> high;
  if (estimate.band) {
    low = in_seconds(estimate.band->low);
    high = in_seconds(estimate.band->high);
  }
  if (estimate.time) {
    time = in_seconds(estimate.time->total);
    step = in_seconds(estimate.time->step);
    if (estimate.time->first_token) first_token = in_seconds(*estimate.time->first_token);
  }
  if (estimate.column->usable) memory = in_bytes(estimate.memory.total);
  if (estimate.rate) {
    rate = resolved.workload == Workload::matmul ? estimate.rate->steps_per_s : estimate.rate->tokens_per_s;
  }
  append("time_s", time);
  append("low_s", low);
  append("high_s", high);
  append("step_s", step);
  if (resolved.workload == Workload::serve) append("ttft_s", first_token);
  append("memory_bytes", memory);
  append("rate", rate);
  push(column["fits"], word(estimate.memory.fits));
  push(column["bound"], estimate.time ? json(word(estimate.time->bound)) : json(nullptr));
}

// Where two columns change places along the axis.
json crossovers_json(const SweepAxis& axis, const std::vector<std::vector<std::optional<double>>>& times) {
  json out = json::array();
  const std::size_t columns = times.empty() ? 0 : times.front().size();
  for (std::size_t a = 0; a < columns; ++a) {
    for (std::size_t b = a + 1; b < columns; ++b) {
      std::optional<bool> before;  // whether a took less
      for (std::size_t i = 0; i < times.size(); ++i) {
        const auto& first = times[i][a];
        const auto& second = times[i][b];
        if (!first || !second || *first == *second) continue;
        const bool less = *first < *second;
        if (before && *before != less) {
          json entry = json::object();
          put(entry, "at", axis.values[i]);
          put(entry, "faster", static_cast<double>(less ? a : b));
          put(entry, "slower", static_cast<double>(less ? b : a));
          push(out, std::move(entry));
        }
        before = less;
      }
    }
  }
  return out;
}

json empty_columns(const Resolved& resolved) {
  json columns = json::array();
  for (const ResolvedColumn& column : resolved.columns) {
    json entry = json::object();
    put(entry, "index", static_cast<double>(column.index));
    put(entry, "id", column.id);
    for (const char* name : {"time_s", "low_s", "high_s", "step_s", "memory_bytes", "fits", "bound", "rate"}) put_json(entry, name, json::array());
    if (resolved.workload == Workload::serve) put_json(entry, "ttft_s", json::array());
    push(columns, std::move(entry));
  }
  return columns;
}

}  // namespace

std::vector<double> spaced(double from, double to, double steps, bool logarithmic, bool whole) {
  std::vector<double> raw{from};
  if (logarithmic && from > 0) {
    int levels = 0;
    for (double count = 1; count + 1 < steps; count *= 2) ++levels;
    subdivide(from, to, levels, raw);
    raw.back() = to;
  } else {
    for (double i = 1; i < steps; i += 1) raw.push_back(from + (to - from) * (i / (steps - 1)));
  }
  std::vector<double> out;
  for (double value : raw) {
    const double rounded = whole ? std::floor(value + 0.5) : value;
    if (out.empty() || out.back() != rounded) out.push_back(rounded);
  }
  return out;
}

bool set_axis(Scenario& scenario, std::string_view key, double value) {
  const AxisPlace at = place(key);
  if (at.spec == nullptr) return false;
  if (at.dimension) {
    const Value* given = scenario.values.find(Field::matmul);
    if (given == nullptr || !given->valid) return false;
    std::vector<double> dims = dims_of(given->text);
    dims[*at.dimension] = value;
    const std::string text = write_number(dims[0]) + "x" + write_number(dims[1]) + "x" + write_number(dims[2]);
    scenario.values.set(Field::matmul, read_value(*at.spec, text));
    return true;
  }
  // Read back like typed text, so that a value out of range is an issue here too.
  const Value read = read_value(*at.spec, write_number(value));
  if (at.every_column) {
    for (Column& column : scenario.columns) column.overrides.set(at.spec->field, read);
    return true;
  }
  if (!at.column) {
    scenario.values.set(at.spec->field, read);
    return true;
  }
  if (*at.column >= scenario.columns.size()) return false;
  scenario.columns[*at.column].overrides.set(at.spec->field, read);
  return true;
}

SweepAxis read_sweep_axis(const json& request, const Scenario& scenario, Issues& issues) {
  SweepAxis axis;
  double from = 0;
  double to = 0;
  bool logarithmic = false;
  if (const auto key = json_text_at(request, "axis")) {
    axis.key = std::string(*key);
    from = json_number_at(request, "from").value_or(0);
    to = json_number_at(request, "to").value_or(0);
    logarithmic = json_text_at(request, "scale").value_or("linear") == "log";
  } else if (const Value* given = scenario.values.find(Field::sweep_axis); given != nullptr && given->valid) {
    const auto range = range_of(given->text);
    if (range) {
      axis.key = range->key;
      from = range->from;
      to = range->to;
      logarithmic = range->logarithmic;
    }
  }
  const AxisPlace at = place(axis.key);
  if (at.spec == nullptr) {
    report(issues, "sweep.axis", "x", Severity::error, {{"axis", axis.key}});
    return axis;
  }
  if (const json* values = json_find(request, "values"); values != nullptr && values->is_array()) {
    for (const json& value : *values) {
      if (const auto number = json_number(value)) axis.values.push_back(*number);
    }
  } else if (from < to && logarithmic && at.spec->field == Field::count && !json_number_at(request, "steps")) {
    axis.values = doubled(from, to);
  } else if (from < to) {
    double steps = json_number_at(request, "steps").value_or(default_steps);
    steps = steps < 2 ? 2 : steps > sweep_points_limit ? sweep_points_limit : steps;
    axis.values = spaced(from, to, steps, logarithmic, at.spec->kind == Kind::integer || at.dimension);
  }
  const double columns = static_cast<double>(scenario.columns.empty() ? 5 : scenario.columns.size());
  if (axis.values.empty()) {
    report(issues, "sweep.range", "x", Severity::error, {{"axis", axis.key}});
  } else if (static_cast<double>(axis.values.size()) * columns > sweep_points_limit) {
    report(issues, "sweep.too-many", "x", Severity::error, {{"limit", sweep_points_limit}});
    axis.values.clear();
  }
  return axis;
}

json run_sweep(const Scenario& scenario, const SweepAxis& axis, Issues& issues) {
  json columns;
  json values = json::array();
  std::vector<std::vector<std::optional<double>>> times;
  Scenario base = scenario;
  const Pins pins(base);
  for (double value : axis.values) {
    Scenario at = base;
    const AxisPlace where = place(axis.key);
    if (at.columns.empty() && (where.column || where.every_column)) at.columns = resolve(scenario).resolved.scenario.columns;
    if (!set_axis(at, axis.key, value)) {
      report(issues, "sweep.axis", "x", Severity::error, {{"axis", axis.key}});
      return nullptr;
    }
    Resolution resolution = resolve(at);
    pins.apply_to(resolution.resolved);
    // What is wrong at the first value is wrong with the scenario; later values may leave a range.
    if (columns.is_null()) {
      columns = empty_columns(resolution.resolved);
      issues.insert(issues.end(), resolution.issues.begin(), resolution.issues.end());
    }
    push(values, json_of(value));
    times.emplace_back();
    for (const ResolvedColumn& column : resolution.resolved.columns) {
      const ColumnEstimate estimate = estimate_column(resolution.resolved, column);
      add_point(resolution.resolved, estimate, columns[column.index]);
      times.back().push_back(estimate.time ? std::optional<double>(in_seconds(estimate.time->total)) : std::nullopt);
    }
  }
  json out = json::object();
  json axis_json = json::object();
  put(axis_json, "key", axis.key);
  put_json(axis_json, "values", std::move(values));
  put_json(out, "axis", std::move(axis_json));
  put_json(out, "crossovers", crossovers_json(axis, times));
  put_json(out, "devices", std::move(columns));
  return out;
}

}  // namespace tilewise
