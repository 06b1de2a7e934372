#include "messages.hpp"

#include "choices.hpp"
#include "numbers.hpp"

namespace tilewise::cli {
namespace {

struct Message {
  std::string_view section;
  std::string_view code;
  std::string_view text;
};

constexpr Message messages[] = {
#include "message_table.inc"
};

}  // namespace

std::string_view text_of(std::string_view section, std::string_view code) {
  for (const Message& message : messages) {
    if (message.section == section && message.code == code) return message.text;
  }
  return code;
}

std::string fill(std::string_view text, const nlohmann::json& params) {
  std::string out;
  while (!text.empty()) {
    const std::size_t open = text.find('{');
    const std::size_t close = open == std::string_view::npos ? open : text.find('}', open);
    if (close == std::string_view::npos) return out.append(text);
    out.append(text.substr(0, open));
    const std::string name(text.substr(open + 1, close - open - 1));
    const auto param = params.find(name);
    if (param == params.end()) {
      out.append(text.substr(open, close - open + 1));
    } else {
      out += param->is_string() ? param->get<std::string>() : parameter(name, param->get<double>());
    }
    text = text.substr(close + 1);
  }
  return out;
}

void add_messages(nlohmann::json& envelope) {
  for (nlohmann::json& issue : envelope["issues"]) {
    const std::string code = issue["code"].get<std::string>();
    std::string message = fill(text_of("issues", code), issue["params"]);
    if (code == "value.invalid") message += " " + choices_text(issue["path"].get<std::string>());
    issue["message"] = message;
  }
}

}  // namespace tilewise::cli
