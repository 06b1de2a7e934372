#pragma once
// explain(path): one number of an estimate as data: formula, substituted inputs with units, where each input
// comes from, and the inputs' own explanations. The formulas are evaluated again with a trace; nothing is
// computed a second way.

#include <optional>
#include <string>
#include <string_view>

#include <nlohmann/json_fwd.hpp>

#include <tilewise/resolve.hpp>

namespace tilewise {

// `path` as in the estimate's result: "devices.0.time.total_s", items by name or by index
// ("devices.0.memory.items.weights.bytes", "devices.0.memory.items.0.bytes"). The need after a fix
// ("devices.0.fixes.0.total_bytes") carries the pairs that were `set`; its paths are of the changed scenario,
// in which the column stands alone. nullopt: no such number.
[[nodiscard]] std::optional<nlohmann::json> explain_path(const Resolved& resolved, std::string_view path);

}  // namespace tilewise
