#pragma once

#include <string>

#include <nlohmann/json_fwd.hpp>

namespace tilewise::cli {

// One line a device: the best, the typical and the slowest program for the work of an estimate; nothing where it names
// its software.
[[nodiscard]] std::string software_text(const nlohmann::json& estimate);

}  // namespace tilewise::cli
