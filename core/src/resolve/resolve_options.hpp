#pragma once
// What training and serving keep in memory, as asked or by default. Internal to resolve.

#include <string>
#include <string_view>
#include <vector>

#include <tilewise/resolve.hpp>

namespace tilewise {

// Where a resolver of options reads and writes: one column of one scenario.
struct OptionContext {
  const Resolved& resolved;
  const Values& overrides;  // of the column
  std::string_view prefix;  // "d1."
  Issues& issues;
  std::vector<Assumption>& assumptions;

  [[nodiscard]] const Value* given(Field field) const;  // valid values of the scenario
  // The same, or the default, which is then an assumption of the scenario.
  [[nodiscard]] Value given_or_default(Field field, const char* code = "assumption.default") const;
  void note(std::string_view key, std::string_view value, const char* code) const;
};

// Fills column.training and corrects the weight format to one that can be trained.
void resolve_training_options(const OptionContext& context, ResolvedColumn& column);

// Fills column.serving.
void resolve_serving_options(const OptionContext& context, ResolvedColumn& column);

}  // namespace tilewise
