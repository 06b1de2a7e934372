#pragma once

#include <string>

#include <nlohmann/json_fwd.hpp>

namespace tilewise::cli {

[[nodiscard]] std::string limits_text(const nlohmann::json& envelope);

// "First to break as the batch grows: memory on … at 2,304.", of the answer of estimate; empty where nothing does.
[[nodiscard]] std::string first_break_text(const nlohmann::json& estimate);

}  // namespace tilewise::cli
