#pragma once
// Small writers for answers. Out of line on purpose: nlohmann's operators, inlined at every key, would make
// up a third of the module.

#include <optional>
#include <string_view>

#include <nlohmann/json_fwd.hpp>

#include <tilewise/quantity.hpp>

namespace tilewise {

// Numbers that are not finite, and empty optionals, are null.
void put(nlohmann::json& object, std::string_view key, double number);
void put(nlohmann::json& object, std::string_view key, const std::optional<double>& number);
void put(nlohmann::json& object, std::string_view key, std::string_view text);
void put_flag(nlohmann::json& object, std::string_view key, bool flag);
void put_null(nlohmann::json& object, std::string_view key);
void put_json(nlohmann::json& object, std::string_view key, nlohmann::json&& value);
void push(nlohmann::json& array, nlohmann::json&& value);
void push(nlohmann::json& array, double number);
void push(nlohmann::json& array, std::string_view text);

template <Dim D>
void put(nlohmann::json& object, std::string_view key, Quantity<D> quantity) {
  put(object, key, quantity.base());
}
template <Dim D>
void put(nlohmann::json& object, std::string_view key, const std::optional<Quantity<D>>& quantity) {
  put(object, key, quantity ? std::optional<double>(quantity->base()) : std::nullopt);
}
// A text literal is a text, not a flag.
inline void put(nlohmann::json& object, std::string_view key, const char* text) {
  put(object, key, std::string_view(text));
}
inline void push(nlohmann::json& array, const char* text) { push(array, std::string_view(text)); }

}  // namespace tilewise
