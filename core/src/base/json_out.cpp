#include <tilewise/json_out.hpp>

#include <string>

#include <tilewise/json_reader.hpp>

namespace tilewise {

using nlohmann::json;

void put_json(json& object, const char* key, json&& value) { object[key] = std::move(value); }

void put(json& object, const char* key, double number) { put_json(object, key, json_of(number)); }

void put(json& object, const char* key, const std::optional<double>& number) {
  put_json(object, key, number ? json_of(*number) : json(nullptr));
}

void put(json& object, const char* key, std::string_view text) { put_json(object, key, json(std::string(text))); }

void put(json& object, const char* key, const char* text) { put_json(object, key, json(text)); }

void put(json& object, const char* key, const std::string& text) { put_json(object, key, json(text)); }

void put_flag(json& object, const char* key, bool flag) { put_json(object, key, json(flag)); }

void put_null(json& object, const char* key) { put_json(object, key, json(nullptr)); }

void push(json& array, json&& value) { array.push_back(std::move(value)); }

void push(json& array, double number) { push(array, json_of(number)); }

void push(json& array, std::string_view text) { push(array, json(std::string(text))); }

}  // namespace tilewise
