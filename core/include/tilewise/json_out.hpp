#pragma once
// Small writers for answers. Out of line on purpose: nlohmann's operators, inlined at every key, would make
// up a third of the module.

#include <optional>
#include <string>
#include <string_view>

#include <nlohmann/json_fwd.hpp>

#include <tilewise/quantity.hpp>

namespace tilewise {

// Numbers that are not finite, and empty optionals, are null.
void put(nlohmann::json& object, const char* key, double number);
void put(nlohmann::json& object, const char* key, const std::optional<double>& number);
void put(nlohmann::json& object, const char* key, std::string_view text);
void put_flag(nlohmann::json& object, const char* key, bool flag);
void put_null(nlohmann::json& object, const char* key);
void put_json(nlohmann::json& object, const char* key, nlohmann::json&& value);
void push(nlohmann::json& array, nlohmann::json&& value);
void push(nlohmann::json& array, double number);
void push(nlohmann::json& array, std::string_view text);

template <Dim D>
void put(nlohmann::json& object, const char* key, Quantity<D> quantity) {
  put(object, key, quantity.base());
}
template <Dim D>
void put(nlohmann::json& object, const char* key, const std::optional<Quantity<D>>& quantity) {
  put(object, key, quantity ? std::optional<double>(quantity->base()) : std::nullopt);
}
// A text literal is a text, not a flag.
void put(nlohmann::json& object, const char* key, const char* text);
void put(nlohmann::json& object, const char* key, const std::string& text);
inline void push(nlohmann::json& array, const char* text) { push(array, std::string_view(text)); }

}  // namespace tilewise
