#include <tilewise/resolve.hpp>

#include <cmath>

#include <tilewise/defaults.hpp>
#include <tilewise/gather.hpp>

#include "resolve/resolve_column.hpp"

namespace tilewise {

const char* word(Workload workload) {
  switch (workload) {
    case Workload::matmul: return "matmul";
    case Workload::prefill: return "prefill";
    case Workload::decode: return "decode";
    case Workload::train: return "train";
    case Workload::serve: return "serve";
  }
  return "";
}

const char* word(TimeModel model) {
  switch (model) {
    case TimeModel::tiled: return "tiled";
    case TimeModel::roofline: return "roofline";
    case TimeModel::essay_2018: return "essay-2018";
    case TimeModel::essay_corrected: return "essay-corrected";
  }
  return "";
}

void add_assumption(std::vector<Assumption>& assumptions, std::string_view path, std::string_view value,
                    std::string_view code) {
  Assumption assumption;
  assumption.path = std::string(path);
  assumption.value = std::string(value);
  assumption.code = std::string(code);
  assumptions.push_back(std::move(assumption));
}

namespace {

// A value that equals the default changes nothing, whatever this version can do with the key.
bool is_default(Field field, const Value& value, const Scenario& scenario) {
  const auto standard = default_of(field, scenario);
  return standard && *standard == value;
}

// Invalid values, and keys that this version does not compute, in one set of fields.
void check_values(const Values& values, const Scenario& scenario, const std::string& prefix, Issues& issues) {
  for (const auto& [field, value] : values.entries()) {
    const FieldSpec& spec = spec_of(field);
    const std::string path = prefix + std::string(spec.key);
    if (!value.valid) {
      issues.push_back(invalid_value_issue(spec, path, value));
    } else if (spec.support != Support::now && !is_default(field, value, scenario)) {
      const bool later = spec.support == Support::later;
      report(issues, later ? "support.not-yet" : "support.not-shown-yet", path,
             later ? Severity::error : Severity::note, {{"key", path}, {"value", write_value(spec, value)}});
    }
  }
}

class Resolver {
 public:
  Resolver(const Scenario& asked, Calibration calibration) : asked_(asked), calibration_(calibration) {
    result_.resolved.scenario = asked;
  }

  Resolution run() {
    fill_devices();
    check_values(asked_.values, asked_, "", result_.issues);
    read_workload();
    read_model();
    read_lengths();
    read_matmul();
    read_models_of_time();
    value_of(Field::batch);
    value_of(Field::precision);
    value_of(Field::stack);
    const bool whole = !has_error(result_.issues);
    for (std::size_t i = 0; i < scenario().columns.size(); ++i) {
      Issues own;
      check_values(scenario().columns[i].overrides, asked_, column_prefix(i), own);
      resolved().columns.push_back(
          resolve_column(resolved(), scenario().columns[i], i, whole, own, resolved().assumptions));
      resolved().columns.back().calibration = calibration_;
      result_.usable = result_.usable || resolved().columns.back().usable;
      result_.issues.insert(result_.issues.end(), own.begin(), own.end());
    }
    return std::move(result_);
  }

 private:
  Resolved& resolved() { return result_.resolved; }
  Scenario& scenario() { return result_.resolved.scenario; }

  void fill_devices() {
    if (!scenario().columns.empty()) return;
    std::string_view rest = default_devices();
    while (!rest.empty()) {
      const std::size_t end = rest.find('~');
      scenario().columns.push_back(Column{std::string(rest.substr(0, end)), {}});
      rest = end == std::string_view::npos ? std::string_view{} : rest.substr(end + 1);
    }
    add_assumption(resolved().assumptions, "d", default_devices(), "assumption.default");
  }

  // The value of a scenario-wide field: as given, or its default, which is then recorded.
  const Value* value_of(Field field, const char* code = "assumption.default") {
    if (const Value* given = asked_.values.find(field)) return given->valid ? given : nullptr;
    const auto standard = default_of(field, asked_);
    if (!standard) return nullptr;
    assume(field, *standard, code);
    return scenario().values.find(field);
  }
  void assume(Field field, const Value& value, const char* code) {
    scenario().values.set(field, value);
    add_assumption(resolved().assumptions, spec_of(field).key, write_value(spec_of(field), value), code);
  }
  void fail(const char* code, Field field, std::initializer_list<ParamView> params = {}) {
    report(result_.issues, code, spec_of(field).key, Severity::error, params);
  }

  void read_workload() {
    const Value* value = value_of(Field::workload);
    if (value == nullptr) return;
    if (value->text == "matmul") {
      resolved().workload = Workload::matmul;
    } else if (value->text == "prefill") {
      resolved().workload = Workload::prefill;
    } else if (value->text == "decode") {
      resolved().workload = Workload::decode;
    } else if (value->text == "train" || value->text == "finetune") {
      resolved().workload = Workload::train;
      resolved().finetune = value->text == "finetune";
    } else if (value->text == "serve") {
      resolved().workload = Workload::serve;
    } else {
      fail("support.not-yet", Field::workload, {{"key", "w"}, {"value", value->text}});
    }
  }

  void read_model() {
    if (resolved().workload == Workload::matmul) return;
    value_of(Field::model);
    ResolvedShape shape = resolve_shape(asked_, result_.issues, resolved().assumptions);
    resolved().model_id = std::move(shape.model_id);
    resolved().shape = shape.shape;
    shape_known_ = shape.usable;
    if (shape.usable && generates() &&
        shape.shape.architecture != Architecture::decoder) {
      fail("workload.no-decoder", Field::workload, {{"model", resolved().model_id}});
    }
  }

  [[nodiscard]] bool generates() {
    return resolved().workload == Workload::decode || resolved().workload == Workload::serve;
  }

  void read_lengths() {
    if (resolved().workload == Workload::matmul) return;
    if (const Value* value = value_of(Field::sequence)) {
      resolved().sequence = value->number;
    } else if (shape_known_ && !asked_.values.has(Field::sequence)) {
      fail("sequence.missing", Field::sequence);
    }
    if (generates()) {
      if (const Value* value = value_of(Field::output)) resolved().output = value->number;
    }
    const Shape& shape = resolved().shape;
    const double last = resolved().sequence + (resolved().output > 0 ? resolved().output - 1 : 0);
    if (shape.max_positions > 0 && last > shape.max_positions) {
      report(result_.issues, "sequence.beyond-positions", "s", Severity::warning,
             {{"given_tokens", last}, {"limit_tokens", shape.max_positions}});
    }
    if (const Value* value = value_of(Field::run_tokens)) resolved().run_tokens = value->number;
  }

  void read_matmul() {
    if (resolved().workload != Workload::matmul) return;
    const Value* value = asked_.values.find(Field::matmul);
    if (value == nullptr) {
      fail("matmul.missing", Field::matmul);
    } else if (value->valid) {
      const std::vector<double> dims = dims_of(value->text);
      resolved().matmul = MatmulShape{dims[0], dims[1], dims[2]};  // the product of M×K and K×N
    }
    const Value* layout = value_of(Field::operand_layout);
    if (layout != nullptr) resolved().matmul.along_k = layout->text == "nt" ? 1 : 0;
  }

  void read_models_of_time() {
    const Value* given = asked_.values.find(Field::time_model);
    if (given == nullptr) {
      assume(Field::time_model, text_value("tiled"), "assumption.best-time-model");
      given = scenario().values.find(Field::time_model);
    }
    if (given->text == "roofline") resolved().time_model = TimeModel::roofline;
    if (given->text == "essay-2018") resolved().time_model = TimeModel::essay_2018;
    if (given->text == "essay-corrected") resolved().time_model = TimeModel::essay_corrected;
    if (resolved().workload == Workload::matmul) return;
    if (const Value* value = value_of(Field::flops_convention)) {
      if (value->text == "causal") resolved().convention = FlopsConvention::causal;
      if (value->text == "6n") resolved().convention = FlopsConvention::six_n;
    }
  }

  const Scenario& asked_;
  Calibration calibration_;
  Resolution result_;
  bool shape_known_ = false;
};

}  // namespace

Resolution resolve(const Scenario& scenario, Calibration calibration) {
  return Resolver(scenario, calibration).run();
}

}  // namespace tilewise
