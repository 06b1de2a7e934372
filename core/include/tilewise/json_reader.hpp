#pragma once
// The one way JSON text comes in and goes out. Without exceptions nlohmann's convenient accessors end the
// program on a wrong type, deep nesting overflows the stack and a repeated key silently wins: here each of
// these is an issue or an empty optional.

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

#include <tilewise/issue.hpp>

namespace tilewise {

inline constexpr std::size_t json_depth_limit = 64;
inline constexpr std::size_t json_size_limit = 1048576;  // bytes

struct JsonReading {
  nlohmann::json value;  // null when there is an error
  Issues issues;
};

// Reads a whole text. Issues: json.unreadable (byte), json.too-deep (limit), json.too-long (bytes,
// limit), json.number-too-large (byte) are errors and leave the value null; json.duplicate-key (key) is a
// note, the first of equal keys holds. The path of a duplicate is where it stands: "devices.1.id".
[[nodiscard]] JsonReading read_json(std::string_view text);

// Text of a value, keys sorted, two spaces of indent if asked for. Invalid UTF-8 becomes U+FFFD.
[[nodiscard]] std::string dump_json(const nlohmann::json& value);
[[nodiscard]] std::string dump_json_indented(const nlohmann::json& value);

// Typed getters: empty when the value is not an object, has no such key or has another type there.
[[nodiscard]] const nlohmann::json* json_find(const nlohmann::json& object, std::string_view key);
[[nodiscard]] std::optional<double> json_number(const nlohmann::json& value);
[[nodiscard]] std::optional<std::string_view> json_text(const nlohmann::json& value);
[[nodiscard]] std::optional<bool> json_flag(const nlohmann::json& value);
[[nodiscard]] std::optional<double> json_number_at(const nlohmann::json& object, std::string_view key);
[[nodiscard]] std::optional<std::string_view> json_text_at(const nlohmann::json& object,
                                                           std::string_view key);
[[nodiscard]] std::optional<bool> json_flag_at(const nlohmann::json& object, std::string_view key);

// A number as JSON shows it: a whole number without a fraction, null when it is not finite.
[[nodiscard]] nlohmann::json json_of(double number);

}  // namespace tilewise
