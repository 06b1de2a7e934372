#include <tilewise/utf8.hpp>

namespace tilewise {
namespace {

struct Step {
  char32_t point = 0;
  std::size_t length = 0;  // 0: no well-formed character starts here
};

bool continues(unsigned char byte) { return (byte & 0xC0U) == 0x80U; }

std::size_t length_by_first(unsigned char first) {
  if (first < 0x80U) return 1;
  if (first >= 0xC2U && first <= 0xDFU) return 2;
  if (first >= 0xE0U && first <= 0xEFU) return 3;
  if (first >= 0xF0U && first <= 0xF4U) return 4;
  return 0;
}

// Overlong forms, surrogates and code points above U+10FFFF are not well-formed.
bool in_range(char32_t point, std::size_t length) {
  if (length == 3) return point >= 0x800 && (point < 0xD800 || point > 0xDFFF);
  if (length == 4) return point >= 0x10000 && point <= 0x10FFFF;
  return true;
}

Step step_at(std::string_view text, std::size_t at) {
  const auto first = static_cast<unsigned char>(text[at]);
  const std::size_t length = length_by_first(first);
  if (length == 0 || length > text.size() - at) return {};
  if (length == 1) return Step{first, 1};
  char32_t point = first & (0xFFU >> (length + 1));
  for (std::size_t i = 1; i < length; ++i) {
    const auto byte = static_cast<unsigned char>(text[at + i]);
    if (!continues(byte)) return {};
    point = (point << 6U) | (byte & 0x3FU);
  }
  return in_range(point, length) ? Step{point, length} : Step{};
}

bool is_control(char32_t point) {
  if (point < 0x20 || (point >= 0x7F && point <= 0x9F)) return true;
  if (point == 0x61C || point == 0x200E || point == 0x200F || point == 0xFEFF) return true;
  if (point >= 0x2028 && point <= 0x202E) return true;  // line and paragraph separators, embeddings
  return point >= 0x2066 && point <= 0x2069;            // isolates
}

}  // namespace

std::string valid_utf8(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (std::size_t at = 0; at < text.size();) {
    const Step step = step_at(text, at);
    if (step.length == 0) {
      out += "\xEF\xBF\xBD";
      ++at;
    } else {
      out.append(text.substr(at, step.length));
      at += step.length;
    }
  }
  return out;
}

std::size_t code_points(std::string_view text) {
  std::size_t count = 0;
  for (const char c : text) {
    if (!continues(static_cast<unsigned char>(c))) ++count;
  }
  return count;
}

std::string without_controls(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (std::size_t at = 0; at < text.size();) {
    const Step step = step_at(text, at);
    const std::size_t length = step.length == 0 ? 1 : step.length;
    if (step.length != 0 && !is_control(step.point)) out.append(text.substr(at, length));
    at += length;
  }
  return out;
}

}  // namespace tilewise
