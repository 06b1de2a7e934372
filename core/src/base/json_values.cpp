#include <tilewise/json_reader.hpp>

#include <cstdint>

namespace tilewise {

using nlohmann::json;

const json* json_find(const json& object, std::string_view key) {
  if (!object.is_object()) return nullptr;
  const auto at = object.find(key);
  return at == object.end() ? nullptr : &*at;
}

std::optional<double> json_number(const json& value) {
  if (const auto* whole = value.get_ptr<const json::number_unsigned_t*>()) return static_cast<double>(*whole);
  if (const auto* whole = value.get_ptr<const json::number_integer_t*>()) return static_cast<double>(*whole);
  if (const auto* number = value.get_ptr<const json::number_float_t*>()) return *number;
  return std::nullopt;
}

std::optional<std::string_view> json_text(const json& value) {
  if (const auto* text = value.get_ptr<const json::string_t*>()) return std::string_view(*text);
  return std::nullopt;
}

std::optional<bool> json_flag(const json& value) {
  if (const auto* flag = value.get_ptr<const json::boolean_t*>()) return *flag;
  return std::nullopt;
}

std::optional<double> json_number_at(const json& object, std::string_view key) {
  const json* value = json_find(object, key);
  return value == nullptr ? std::nullopt : json_number(*value);
}

std::optional<std::string_view> json_text_at(const json& object, std::string_view key) {
  const json* value = json_find(object, key);
  return value == nullptr ? std::nullopt : json_text(*value);
}

std::optional<bool> json_flag_at(const json& object, std::string_view key) {
  const json* value = json_find(object, key);
  return value == nullptr ? std::nullopt : json_flag(*value);
}

json json_of(double number) {
  constexpr double exact = 9007199254740992.0;  // above 2^53 not every whole number is a double
  if (number - number != 0) return json();
  if (number > -exact && number < exact) {
    const auto whole = static_cast<std::int64_t>(number);
    if (static_cast<double>(whole) == number) return json(whole);
  }
  return json(number);
}

}  // namespace tilewise
