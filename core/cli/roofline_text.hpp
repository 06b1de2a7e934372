#pragma once

#include <string>

#include <nlohmann/json_fwd.hpp>

namespace tilewise::cli {

[[nodiscard]] std::string roofline_text(const nlohmann::json& envelope);

}  // namespace tilewise::cli
