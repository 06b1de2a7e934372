#include <tilewise/json_reader.hpp>

#include <cstdint>
#include <cstdlib>

#include <tilewise/utf8.hpp>

// One small reader of the text. The library's own carries its messages, a token buffer and a second set of
// number routines: 5 KB of the page's first module after gzip. tests/unit/json_reader_test.cpp compares the
// two.

namespace tilewise {
namespace {

using nlohmann::json;

bool is_digit(char c) { return c >= '0' && c <= '9'; }

// A code point as UTF-8.
void append_point(std::string& out, std::uint32_t point) {
  const auto put = [&out](std::uint32_t byte) { out += static_cast<char>(byte); };
  if (point < 0x80) return put(point);
  if (point < 0x800) {
    put(0xC0U | (point >> 6U));
  } else if (point < 0x10000) {
    put(0xE0U | (point >> 12U));
    put(0x80U | ((point >> 6U) & 0x3FU));
  } else {
    put(0xF0U | (point >> 18U));
    put(0x80U | ((point >> 12U) & 0x3FU));
    put(0x80U | ((point >> 6U) & 0x3FU));
  }
  put(0x80U | (point & 0x3FU));
}

class Reader {
 public:
  Reader(std::string_view text, JsonReading& reading) : text_(text), reading_(reading) {
    frames_.reserve(json_depth_limit);  // never moved: containers may lie in `discarded`
    take("\xEF\xBB\xBF");               // a byte order mark says nothing
  }

  // False: an issue says why.
  bool read() {
    if (!read_value()) return false;
    while (!frames_.empty()) {
      if (!read_next()) return false;
    }
    skip_space();
    return at_ == text_.size() || stop("json.unreadable");
  }

 private:
  struct Frame {
    json* container = nullptr;
    std::string key;        // of the member that is being read
    bool repeated = false;  // that member is a repetition: it is read and thrown away
    bool empty = true;
    json discarded;  // where it goes
  };

  [[nodiscard]] char peek() const { return at_ < text_.size() ? text_[at_] : '\0'; }

  bool take(std::string_view word) {
    if (text_.substr(at_, word.size()) != word) return false;
    at_ += word.size();
    return true;
  }

  void skip_space() {
    for (char c = peek(); c == ' ' || c == '\t' || c == '\n' || c == '\r'; c = peek()) ++at_;
  }

  // The end of the innermost container, or its next element.
  bool read_next() {
    Frame& frame = frames_.back();
    const bool array = frame.container->is_array();
    skip_space();
    if (take(array ? "]" : "}")) {
      frames_.pop_back();
      return true;
    }
    if (!frame.empty && !take(",")) return stop("json.unreadable");
    frame.empty = false;
    return (array || read_key(frame)) && read_value();
  }

  bool read_key(Frame& frame) {
    skip_space();
    frame.key.clear();
    if (!take("\"")) return stop("json.unreadable");
    if (!read_text(frame.key)) return false;
    frame.repeated = frame.container->contains(frame.key);
    if (frame.repeated && !inside_repeated()) {
      report(reading_.issues, "json.duplicate-key", path(), Severity::note, {{"key", frame.key}});
    }
    skip_space();
    return take(":") || stop("json.unreadable");
  }

  bool read_value() {
    skip_space();
    if (take("{")) return open(json::object());
    if (take("[")) return open(json::array());
    if (take("true")) return put(json(true));
    if (take("false")) return put(json(false));
    if (take("null")) return put(json());
    if (!take("\"")) return read_number();
    std::string text;
    return read_text(text) && put(json(std::move(text)));
  }

  // After the opening quote, through the closing one.
  bool read_text(std::string& out) {
    const std::size_t start = at_;
    for (char c = peek(); c != '"'; c = peek()) {
      if (at_ == text_.size() || static_cast<unsigned char>(c) < 0x20) return stop("json.unreadable");
      ++at_;
      if (c != '\\') {
        out += c;
      } else if (!read_escape(out)) {
        return stop("json.unreadable");
      }
    }
    const std::string_view raw = text_.substr(start, at_ - start);
    ++at_;
    return valid_utf8(raw) == raw || stop("json.unreadable");
  }

  // After the backslash.
  bool read_escape(std::string& out) {
    constexpr std::string_view names = "\"\\/bfnrt";
    constexpr std::string_view meanings = "\"\\/\b\f\n\r\t";
    if (take("u")) return read_code(out);
    const std::size_t which = at_ < text_.size() ? names.find(text_[at_]) : names.npos;
    if (which == names.npos) return false;
    ++at_;
    out += meanings[which];
    return true;
  }

  // Four hexadecimal digits, or a pair of surrogates: "D83D\uDE00".
  bool read_code(std::string& out) {
    std::uint32_t point = 0;
    if (!read_hex(point) || (point >= 0xDC00 && point <= 0xDFFF)) return false;
    if (point >= 0xD800 && point <= 0xDBFF) {
      std::uint32_t low = 0;
      if (!take("\\u") || !read_hex(low) || low < 0xDC00 || low > 0xDFFF) return false;
      point = 0x10000 + ((point - 0xD800) << 10U) + (low - 0xDC00);
    }
    append_point(out, point);
    return true;
  }

  bool read_hex(std::uint32_t& value) {
    for (int i = 0; i < 4; ++i, ++at_) {
      const char c = peek();
      const char lower = static_cast<char>(c | 0x20);
      if (!is_digit(c) && (lower < 'a' || lower > 'f')) return false;
      value = value * 16 + static_cast<std::uint32_t>(is_digit(c) ? c - '0' : lower - 'a' + 10);
    }
    return true;
  }

  bool skip_digits() {
    const std::size_t start = at_;
    while (is_digit(peek())) ++at_;
    return at_ > start;
  }

  // -?(0|[1-9]D*)(.D+)?([eE][+-]?D+)?
  bool read_number() {
    const std::size_t start = at_;
    const bool negative = take("-");
    if (!take("0") && !skip_digits()) return stop("json.unreadable");
    const std::string_view whole = text_.substr(start + (negative ? 1 : 0), at_ - start - (negative ? 1 : 0));
    bool is_whole = true;
    if (take(".")) {
      is_whole = false;
      if (!skip_digits()) return stop("json.unreadable");
    }
    if (take("e") || take("E")) {
      is_whole = false;
      if (!take("+")) take("-");
      if (!skip_digits()) return stop("json.unreadable");
    }
    if (is_whole && put_whole(whole, negative)) return true;
    const std::string copy(text_.substr(start, at_ - start));  // strtod needs the end marked
    const double number = std::strtod(copy.c_str(), nullptr);
    return number - number == 0 ? put(json(number)) : stop("json.number-too-large");
  }

  // A whole number that 64 bits hold is kept exactly.
  bool put_whole(std::string_view digits, bool negative) {
    if (digits.size() > 20) return false;
    constexpr std::uint64_t most = ~std::uint64_t{0};
    std::uint64_t value = 0;
    for (const char c : digits) {
      const auto digit = static_cast<std::uint64_t>(c - '0');
      if (value > (most - digit) / 10) return false;
      value = value * 10 + digit;
    }
    if (!negative) return put(json(value));
    constexpr std::uint64_t lowest = std::uint64_t{1} << 63U;
    if (value > lowest) return false;
    return put(json(static_cast<std::int64_t>(std::uint64_t{0} - value)));
  }

  // Where the next value belongs. The containers above do not grow meanwhile, so the pointers hold.
  json* place(json value) {
    if (frames_.empty()) {
      reading_.value = std::move(value);
      return &reading_.value;
    }
    Frame& frame = frames_.back();
    if (frame.container->is_array()) {
      frame.container->push_back(std::move(value));
      return &frame.container->back();
    }
    json& member = frame.repeated ? frame.discarded : (*frame.container)[frame.key];
    member = std::move(value);
    return &member;
  }

  bool put(json value) {
    place(std::move(value));
    return true;
  }

  bool open(json container) {
    if (frames_.size() >= json_depth_limit) {
      report(reading_.issues, "json.too-deep", "", Severity::error,
             {{"limit", static_cast<double>(json_depth_limit)}});
      return false;
    }
    json* place_of_it = place(std::move(container));
    frames_.emplace_back();
    frames_.back().container = place_of_it;
    return true;
  }

  bool inside_repeated() const {
    for (std::size_t i = 0; i + 1 < frames_.size(); ++i) {
      if (frames_[i].repeated) return true;
    }
    return false;
  }

  // Always false. Bytes are counted from one.
  bool stop(const char* code) {
    report(reading_.issues, code, path(), Severity::error, {{"byte", static_cast<double>(at_ + 1)}});
    return false;
  }

  // "devices.1.id": where the reading stands.
  std::string path() const {
    std::string out;
    for (const Frame& frame : frames_) {
      if (!out.empty()) out += '.';
      if (frame.container->is_array()) {
        out += std::to_string(frame.container->empty() ? 0 : frame.container->size() - 1);
      } else {
        out += frame.key;
      }
    }
    return out;
  }

  std::string_view text_;
  std::size_t at_ = 0;
  JsonReading& reading_;
  std::vector<Frame> frames_;
};

}  // namespace

JsonReading read_json(std::string_view text) {
  JsonReading reading;
  if (text.size() > json_size_limit) {
    report(reading.issues, "json.too-long", "", Severity::error,
           {{"bytes", static_cast<double>(text.size())}, {"limit", static_cast<double>(json_size_limit)}});
    return reading;
  }
  if (!Reader(text, reading).read()) reading.value = json();
  return reading;
}

}  // namespace tilewise
