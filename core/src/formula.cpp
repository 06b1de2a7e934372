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

void Trace::add(std::string_view path, const FormulaInfo& formula, double value, std::string_view unit,
                const InputCollector& inputs, std::initializer_list<Ref> refs) {
  TracedCall call;
  call.path = absolute(path);
  call.formula = formula;
  call.value = value;
  call.unit = unit;
  for (std::size_t i = 0; i < inputs.count; ++i) {
    const InputCollector::Input& given = inputs.list[i];
    TracedInput input{std::string(given.name), given.value, given.unit, {}};
    for (const Ref& ref : refs) {
      if (ref.input == given.name) input.target = absolute(ref.target);
    }
    call.inputs.push_back(std::move(input));
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
