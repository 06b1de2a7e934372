#include <tilewise/json_reader.hpp>

#include <string>

#include <tilewise/utf8.hpp>

// One small writer for all values. The library's own instantiates several times as much code in the page's
// module; the text is the same, byte for byte.

namespace tilewise {
namespace {

using nlohmann::json;

class Writer {
 public:
  explicit Writer(int indent) : indent_(indent) {}

  void write(const json& value) {
    switch (value.type()) {
      case json::value_t::object: return write_object(value);
      case json::value_t::array: return write_array(value);
      case json::value_t::string: return write_text(value.get_ref<const std::string&>());
      case json::value_t::boolean: out_ += value.get<bool>() ? "true" : "false"; return;
      case json::value_t::number_unsigned: out_ += std::to_string(value.get<json::number_unsigned_t>()); return;
      case json::value_t::number_integer: out_ += std::to_string(value.get<json::number_integer_t>()); return;
      case json::value_t::number_float: return write_number(value.get<double>());
      default: out_ += "null"; return;
    }
  }

  std::string text() && { return std::move(out_); }

 private:
  void write_object(const json& value) {
    open('{');
    bool first = true;
    for (const auto& [key, member] : value.get_ref<const json::object_t&>()) {
      next(first);
      write_text(key);
      out_ += indent_ > 0 ? ": " : ":";
      write(member);
    }
    close('}', first);
  }

  void write_array(const json& value) {
    open('[');
    bool first = true;
    for (const json& element : value.get_ref<const json::array_t&>()) {
      next(first);
      write(element);
    }
    close(']', first);
  }

  void open(char bracket) {
    out_ += bracket;
    ++depth_;
  }
  void next(bool& first) {
    if (!first) out_ += ',';
    first = false;
    new_line();
  }
  void close(char bracket, bool empty) {
    --depth_;
    if (!empty) new_line();
    out_ += bracket;
  }
  void new_line() {
    if (indent_ > 0) out_.append(1, '\n').append(static_cast<std::size_t>(depth_ * indent_), ' ');
  }

  void write_number(double number) {
    if (number - number != 0) {
      out_ += "null";  // JSON has no infinity
      return;
    }
    char buffer[64];
    out_.append(buffer, nlohmann::detail::to_chars(buffer, buffer + sizeof buffer, number));
  }

  void write_text(const std::string& raw) {
    constexpr const char* digits = "0123456789abcdef";
    constexpr std::string_view short_names = "btnvfr";  // of the characters 8 to 13; 11 has none
    out_ += '"';
    for (const char c : valid_utf8(raw)) {
      const auto code = static_cast<unsigned char>(c);
      if (c == '"' || c == '\\') {
        out_.append(1, '\\').append(1, c);
      } else if (code >= 8 && code <= 13 && code != 11) {
        out_.append(1, '\\').append(1, short_names[code - 8U]);
      } else if (code < 0x20) {
        out_.append("\\u00").append(1, digits[code >> 4U]).append(1, digits[code & 15U]);
      } else {
        out_ += c;
      }
    }
    out_ += '"';
  }

  std::string out_;
  int indent_;
  int depth_ = 0;
};

std::string dump(const json& value, int indent) {
  Writer writer(indent);
  writer.write(value);
  return std::move(writer).text();
}

}  // namespace

std::string dump_json(const json& value) { return dump(value, 0); }

std::string dump_json_indented(const json& value) { return dump(value, 2); }

}  // namespace tilewise
