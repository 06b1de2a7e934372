#pragma once
// An imported model as the answer of import_model: its link, its shape, its weights.

#include <nlohmann/json_fwd.hpp>

#include <tilewise/import.hpp>

namespace tilewise {

[[nodiscard]] nlohmann::json imported_json(const ImportedModel& model, Issues& issues);

}  // namespace tilewise
