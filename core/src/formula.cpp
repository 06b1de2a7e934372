#include <tilewise/formula.hpp>

namespace tilewise {

std::string_view unit_of(Dim dim) {
  if (dim == dim::none) return "";
  if (dim == dim::op) return "FLOP";
  if (dim == dim::byte) return "B";
  if (dim == dim::second) return "s";
  if (dim == dim::joule) return "J";
  if (dim == dim::dollar) return "USD";
  if (dim == dim::op - dim::second) return "FLOP/s";
  if (dim == dim::byte - dim::second) return "B/s";
  if (dim == dim::op - dim::byte) return "FLOP/B";
  if (dim == dim::none - dim::second) return "Hz";
  if (dim == dim::joule - dim::second) return "W";
  return "?";
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

void Trace::add(TracedCall call, std::initializer_list<Ref> refs) {
  call.path = absolute(call.path);
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
  call.unit = std::string(unit);
  for (const SumPart& part : parts) {
    call.inputs.push_back(TracedInput{part.name, part.value, std::string(unit), absolute(part.target)});
  }
  calls_.push_back(std::move(call));
}

}  // namespace tilewise
