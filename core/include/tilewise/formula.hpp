#pragma once
// Formulas are named units. Each formula is a struct of inputs with
//   static constexpr FormulaInfo info{id, expression, source};
//   auto value() const;                       the one place where it is computed
//   template <class V> void inputs(V& v) const;   v("name", member) for each input
// The estimate evaluates it through apply(); when a Trace is given, the same call is kept with its inputs,
// and explain() reports it. There is no second copy of a formula for explanations.
//
// The page's first module never explains: compiled with TILEWISE_TRACE=0 it has no code that keeps calls, an
// eighth less to load. Its second module, the command line and the tests have it.

#include <cstddef>
#include <initializer_list>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include <tilewise/quantity.hpp>

#ifndef TILEWISE_TRACE
#define TILEWISE_TRACE 1
#endif

namespace tilewise {

struct FormulaInfo {
  std::string_view id;          // "memory.kv"; its label in each language is in core/data/messages
  std::string_view expression;  // in the names of its inputs: "2 * layers * kv_heads * ..."
  std::string_view source;      // id in core/data/sources.json; empty: plain arithmetic
};

// "B/s" for Quantity<byte/second>; "" for a plain number.
[[nodiscard]] constexpr std::string_view unit_of(Dim dim) {
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

template <Dim D>
constexpr std::string_view unit_of_value(Quantity<D>) {
  return unit_of(D);
}
constexpr std::string_view unit_of_value(double) { return ""; }

template <Dim D>
double base_of(Quantity<D> q) {
  return q.base();
}
inline double base_of(double v) { return v; }

// Where an input came from, so that it can be opened in turn:
//   "memory.total_bytes"     another value of the same device (path without "devices.N.")
//   "@bandwidth_bytes_per_s" the catalogue entry of the device, or its override
//   "=s"                     a key of the scenario
struct Ref {
  const char* input;
  const char* target;
};

struct TracedInput {
  std::string name;
  double value = 0;
  std::string_view unit;
  std::string target;  // as in Ref, made absolute; empty when the input is a constant of the formula
};

struct TracedCall {
  std::string path;
  FormulaInfo formula;
  double value = 0;
  std::string_view unit;
  std::vector<TracedInput> inputs;
};

// The inputs of one call, as the formula lists them. Plain pointers and out of line: with string views, the
// calls of all formulas were a tenth of the module.
class InputCollector {
 public:
  template <class T>
  void operator()(const char* name, T value) {
    add(name, base_of(value), unit_of_value(value).data());
  }
  std::vector<TracedInput> take() { return std::move(list_); }

 private:
  [[gnu::noinline]] void add(const char* name, double value, const char* unit);
  std::vector<TracedInput> list_;
};

// A path that is put together from parts. Without traces it has no text, and the code that would join the parts
// is not in the program.
#if TILEWISE_TRACE
using PathText = std::string;
#else
struct PathText {
  PathText() = default;
  PathText(std::string_view) {}
  PathText(const std::string&) {}
  PathText(const char*) {}
  PathText& operator+=(std::string_view) { return *this; }
  operator std::string_view() const { return {}; }
  operator std::string() const { return {}; }
  [[nodiscard]] const char* c_str() const { return ""; }
};
inline PathText operator+(const PathText& left, const char*) { return left; }
#endif

// A sum whose parts carry their own names; parts are opened one by one.
struct SumPart {
  PathText name;
  double value = 0;
  PathText target;  // path of the part, as in Ref
};

// Keeps every formula evaluated for one device. Null pointers to it mean "do not keep".
class Trace {
 public:
  void begin_device(std::string prefix) {
    prefix_ = std::move(prefix);
    scope_.clear();
  }
  // Paths are below `name` until leave(); returns how long the scope was before.
  [[nodiscard]] std::size_t enter(std::string_view name);
  void leave(std::size_t outer) { scope_.resize(outer); }

  void add(std::string_view path, const FormulaInfo& formula, double value, std::string_view unit,
           InputCollector& inputs, std::initializer_list<Ref> refs);
  void add_sum(std::string_view path, const FormulaInfo& formula, std::string_view unit, double value,
               const std::vector<SumPart>& parts);
  [[nodiscard]] const std::vector<TracedCall>& calls() const { return calls_; }
  [[nodiscard]] const TracedCall* find(std::string_view path) const;

 private:
  [[nodiscard]] std::string absolute(std::string_view path) const;

  std::string prefix_;  // "devices.0."
  std::string scope_;   // "operators.qkv." while one operator is estimated
  std::vector<TracedCall> calls_;
};

// Whether evaluated formulas are to be kept. Ask this, not the pointer: without traces it is false when the
// program is compiled, and what stands behind it is not in the program.
[[nodiscard]] constexpr bool keeps(const Trace* trace) { return TILEWISE_TRACE != 0 && trace != nullptr; }

// Paths inside the lifetime of this object are below `name`. Costs nothing without a trace.
class TraceScope {
 public:
  TraceScope(Trace* trace, std::string_view name) : trace_(trace) {
    if (keeps(trace_)) outer_ = trace_->enter(name);
  }
  ~TraceScope() {
    if (keeps(trace_)) trace_->leave(outer_);
  }
  TraceScope(const TraceScope&) = delete;
  TraceScope& operator=(const TraceScope&) = delete;

 private:
  Trace* trace_;
  std::size_t outer_ = 0;
};

// One copy per formula, out of the way of the arithmetic.
template <class F>
[[gnu::noinline]] void keep_call(Trace& trace, std::string_view path, const F& formula, double value,
                                 std::string_view unit, std::initializer_list<Ref> refs) {
  InputCollector inputs;
  formula.inputs(inputs);
  trace.add(path, F::info, value, unit, inputs, refs);
}

// Evaluates a formula; `path` and the targets of `refs` are relative to the current scope unless they start
// with '/' (relative to the device).
template <class F>
auto apply(Trace* trace, std::string_view path, const F& formula, std::initializer_list<Ref> refs = {}) {
  const auto value = formula.value();
  if (keeps(trace)) keep_call(*trace, path, formula, base_of(value), unit_of_value(value), refs);
  return value;
}

}  // namespace tilewise
