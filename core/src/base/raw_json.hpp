#pragma once
// Raw text <-> JSON for what is kept but not understood. A pair of functions without loss: for every value
// v, json_of_raw(raw_of(v)) == v, and for every text t, raw_of(json_of_raw(t)) == t.

#include <string>
#include <string_view>

#include <nlohmann/json_fwd.hpp>

namespace tilewise {

// A string gives its own text, everything else its JSON text. A string that would come back as something
// else, such as "64" or "[1]", keeps its quotes.
[[nodiscard]] std::string raw_of(const nlohmann::json& value);
[[nodiscard]] nlohmann::json json_of_raw(std::string_view raw);

}  // namespace tilewise
