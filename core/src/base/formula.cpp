#include <tilewise/formula.hpp>

namespace tilewise {

std::size_t Trace::enter(std::string_view name) {
  const std::size_t outer = scope_.size();
  scope_.append(name);
  scope_.push_back('.');
  return outer;
}

std::string Trace::absolute(std::string_view path) const {
  if (path.empty()) return {};
  if (path.front() == '@' || path.front() == '=') return std::string(path);
  std::string whole = prefix_;
  if (path.front() == '/') {
    whole.append(path.substr(1));
  } else {
    whole.append(scope_);
    whole.append(path);
  }
  return whole;
}

void InputCollector::add(const char* name, double value, const char* unit) {
  list_.push_back(TracedInput{name, value, unit, {}});
}

void Trace::add(std::string_view path, const FormulaInfo& formula, double value, std::string_view unit,
                InputCollector& inputs, std::initializer_list<Ref> refs) {
  TracedCall call;
  call.path = absolute(path);
  call.formula = formula;
  call.value = value;
  call.unit = unit;
  call.inputs = inputs.take();
  for (const Ref& ref : refs) {
    for (TracedInput& input : call.inputs) {
      if (input.name == ref.input) input.target = absolute(ref.target);
    }
  }
  calls_.push_back(std::move(call));
}

const TracedCall* Trace::find(std::string_view path) const {
  for (const TracedCall& call : calls_) {
    if (call.path == path) return &call;
  }
  return nullptr;
}

void Trace::add_sum(std::string_view path, const FormulaInfo& formula, std::string_view unit, double value,
                    const std::vector<SumPart>& parts) {
  TracedCall call;
  call.path = absolute(path);
  call.formula = formula;
  call.value = value;
  call.unit = unit;
  for (const SumPart& part : parts) {
    call.inputs.push_back(TracedInput{part.name, part.value, unit, absolute(part.target)});
  }
  calls_.push_back(std::move(call));
}

}  // namespace tilewise
