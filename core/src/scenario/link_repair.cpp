#include <tilewise/link_text.hpp>

#include <tilewise/gather.hpp>
#include <tilewise/utf8.hpp>

namespace tilewise {
namespace {

constexpr auto npos = std::string_view::npos;

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool is_key_character(char c) { return is_letter(c) || (c >= '0' && c <= '9') || c == '.' || c == '_'; }

// Length of the key before a "=", 0 when the text does not begin with one.
std::size_t key_length(std::string_view text) {
  if (text.empty() || !is_letter(text[0])) return 0;
  std::size_t at = 1;
  while (at < text.size() && is_key_character(text[at])) ++at;
  return at < text.size() && text[at] == '=' ? at : 0;
}

void replace_all(std::string& text, std::string_view from, std::string_view to) {
  for (std::size_t at = text.find(from); at != npos; at = text.find(from, at)) {
    text.replace(at, from.size(), to);
  }
}

// Mail programs break long lines; browsers drop these characters from addresses as well.
std::string without_breaks(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c != '\n' && c != '\r' && c != '\t') out += c;
  }
  return out;
}

// Punctuation around a link in running text. A link ends in a letter or digit, so nothing of it is lost.
std::string_view without_surroundings(std::string_view text) {
  while (!text.empty() && std::string_view(" <([{\"'`*_").find(text.front()) != npos) text.remove_prefix(1);
  while (!text.empty() && std::string_view(" .,;:!?)]}>\"'`*_~&|\\").find(text.back()) != npos) {
    text.remove_suffix(1);
  }
  return text;
}

// "%3D", "%253D", "%25253D", …: a "=" somebody encoded.
bool has_encoded_equals(std::string_view text) {
  for (std::size_t at = text.find('%'); at != npos; at = text.find('%', at + 1)) {
    std::size_t digits = at + 1;
    while (text.substr(digits, 2) == "25") digits += 2;
    const std::string_view code = text.substr(digits, 2);
    if (code == "3D" || code == "3d") return true;
  }
  return false;
}

// The whole address went through an encoder, its separators too.
std::string with_separators(std::string text) {
  for (int level = 0; level < 4 && text.find('=') == npos && has_encoded_equals(text); ++level) {
    text = percent_decoded_once(text);
  }
  return text;
}

// What follows '#', or else '?'. Text that begins with a pair has no address before it; an address with
// neither holds no scenario.
std::string_view after_address(std::string_view text) {
  if (key_length(text) > 0) return text;
  const std::size_t hash = text.find('#');
  const std::string_view fragment = hash == npos ? std::string_view{} : text.substr(hash + 1);
  const std::string_view page = text.substr(0, hash);
  const std::size_t question = page.find('?');
  const std::string_view query = question == npos ? std::string_view{} : page.substr(question + 1);
  if (fragment.find('=') != npos) return fragment;
  if (query.find('=') != npos) return query;
  if (hash != npos || question != npos) return fragment.empty() ? query : fragment;
  const bool is_address = text.find("://") != npos || text.substr(0, 1) == "/";
  return is_address ? std::string_view{} : text;
}

// Every character as the writer spells it, whatever software has encoded or decoded on the way: %7E is "~"
// again, "+" a space, a bare Chinese character its three bytes. "&" and "=" keep the form they have.
std::string respelt(std::string_view text) {
  std::string out;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const int byte = percent_byte(text, at);
    if (byte >= 0) {
      const char c = static_cast<char>(byte);
      out += percent_encoded(std::string_view(&c, 1));
      at += 2;
    } else if (text[at] == '&' || text[at] == '=') {
      out += text[at];
    } else {
      out += percent_encoded(text[at] == '+' ? std::string_view(" ") : text.substr(at, 1));
    }
  }
  return out;
}

// "%26" was a separator where a whole pair stands before it and a known key and a bare "=" behind it: the
// writer encodes a "=" in a value. In a text without any "&" any key will do.
std::string with_ampersands(std::string text) {
  const bool none = text.find('&') == npos;
  for (std::size_t at = text.find("%26"); at != npos; at = text.find("%26", at + 1)) {
    const std::string_view before = std::string_view(text).substr(0, at);
    const std::string_view rest = std::string_view(text).substr(at + 3);
    const std::size_t pair = before.rfind('&') == npos ? 0 : before.rfind('&') + 1;
    const std::size_t length = key_length(rest);
    if (length == 0 || before.find('=', pair) == npos) continue;
    if (none || place_of(rest.substr(0, length)).spec != nullptr) text.replace(at, 3, "&");
  }
  return text;
}

// A second "=" belongs to the value, where the writer spells it %3D.
std::string with_plain_values(std::string_view text) {
  std::string out;
  bool in_value = false;
  for (const char c : text) {
    if (c == '=' && in_value) {
      out += "%3D";
    } else {
      out += c;
    }
    if (c == '=') in_value = true;
    if (c == '&') in_value = false;
  }
  return out;
}

std::string as_written(std::string_view text) { return with_plain_values(with_ampersands(respelt(text))); }

// One more level of encoding taken off, where there is one.
std::string decoded_twice(const std::string& text) {
  if (text.find("%25") == npos) return {};
  std::string inner = text;
  for (std::size_t at = inner.find("%25"); at != npos; at = inner.find("%25", at + 1)) {
    inner.replace(at, 3, "%");
  }
  return as_written(inner);
}

// Every "%25" stands before the code of a character that the writer encodes, and all is well-formed then: a
// literal percent sign before such a pair is rare, a link that was encoded twice is not.
bool looks_encoded_twice(const RepairedLink& link) {
  for (std::size_t at = link.text.find("%25"); at != npos; at = link.text.find("%25", at + 3)) {
    const std::string code = "%" + link.text.substr(at + 3, 2);
    if (respelt(code) != code) return false;
  }
  const std::string bytes = percent_decoded_once(link.decoded);
  return !link.decoded.empty() && valid_utf8(bytes) == bytes;
}

}  // namespace

RepairedLink repair_link(std::string_view text) {
  std::string whole = without_breaks(text);
  replace_all(whole, "&amp;", "&");
  whole = with_separators(std::string(without_surroundings(whole)));
  RepairedLink repaired;
  repaired.text = as_written(without_surroundings(after_address(whole)));
  repaired.decoded = decoded_twice(repaired.text);
  repaired.looks_twice = looks_encoded_twice(repaired);
  return repaired;
}

}  // namespace tilewise
