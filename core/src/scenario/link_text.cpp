#include <tilewise/link_text.hpp>

#include <utility>

#include <tilewise/utf8.hpp>

namespace tilewise {
namespace {

bool is_plain(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '.' ||
         c == '~' || c == ':';
}

int hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

}  // namespace

std::string percent_encoded(std::string_view text) {
  constexpr char digits[] = "0123456789ABCDEF";
  std::string out;
  for (const char c : text) {
    if (is_plain(c)) {
      out += c;
      continue;
    }
    const auto byte = static_cast<unsigned char>(c);
    out += '%';
    out += digits[byte >> 4U];
    out += digits[byte & 15U];
  }
  return out;
}

int percent_byte(std::string_view text, std::size_t at) {
  if (text.size() - at < 3 || text[at] != '%') return -1;
  const int high = hex_digit(text[at + 1]);
  const int low = hex_digit(text[at + 2]);
  return high < 0 || low < 0 ? -1 : high * 16 + low;
}

std::string percent_decoded_once(std::string_view text) {
  std::string out;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const int byte = percent_byte(text, at);
    if (byte < 0) {
      out += text[at];
    } else {
      out += static_cast<char>(byte);
      at += 2;
    }
  }
  return out;
}

std::string percent_decoded(std::string_view text) { return valid_utf8(percent_decoded_once(text)); }

std::vector<LinkPair> split_pairs(std::string_view text) {
  std::vector<LinkPair> pairs;
  std::size_t begin = 0;
  while (begin <= text.size()) {
    const std::size_t end = text.find('&', begin);
    const std::string_view pair = text.substr(begin, end == std::string_view::npos ? end : end - begin);
    if (!pair.empty()) {
      const std::size_t equals = pair.find('=');
      LinkPair out;
      out.key = percent_decoded(pair.substr(0, equals));
      if (equals != std::string_view::npos) out.value = percent_decoded(pair.substr(equals + 1));
      out.begin = begin;
      pairs.push_back(std::move(out));
    }
    if (end == std::string_view::npos) break;
    begin = end + 1;
  }
  return pairs;
}

}  // namespace tilewise
