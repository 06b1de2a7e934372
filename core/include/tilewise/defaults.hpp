#pragma once
// The defaults of v=1, frozen: one file for all of them. A default may depend on the rest of the scenario
// (the sequence length on the model), never on the catalogue revision.

#include <optional>
#include <string_view>

#include <tilewise/scenario.hpp>
#include <tilewise/vocabulary.hpp>

namespace tilewise {

// "tpu-v4~mtia-v1~v100-sxm2-32gb~rtx-2080-ti~rtx-4090"
[[nodiscard]] std::string_view default_devices();

// The value a field has when the scenario does not give it; nullopt for fields that have no default that
// can be named (absent means "does not apply" or "from the model or device"). Link writing drops values
// that equal it; resolve() fills it in and records an assumption.
[[nodiscard]] std::optional<Value> default_of(Field field, const Scenario& scenario);

}  // namespace tilewise
