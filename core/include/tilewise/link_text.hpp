#pragma once
// The text level of links: percent-encoding, repairs, pairs. Nothing here knows what a key means, except
// that an encoded "&" before a known key was a separator once.

#include <string>
#include <string_view>
#include <vector>

namespace tilewise {

// Letters, digits and "-.~:" stay, everything else becomes %XX. Not even "_" and "*" stay: chat programs
// read them as emphasis.
[[nodiscard]] std::string percent_encoded(std::string_view text);

// The text with each %XX replaced by its byte, then made valid UTF-8.
[[nodiscard]] std::string percent_decoded(std::string_view text);

// The same without the check, and the byte of the %XX at `at`, -1 when there is none.
[[nodiscard]] std::string percent_decoded_once(std::string_view text);
[[nodiscard]] int percent_byte(std::string_view text, std::size_t at);

struct RepairedLink {
  std::string text;     // the pairs as the writer would have spelt them
  std::string decoded;  // the same with one more level of percent-encoding taken off; empty: there is none
  bool looks_twice = false;  // the text looks as if something had encoded it twice
};

// Undoes what mail, chat and web software does to links. core/LINKS.md lists the repairs.
[[nodiscard]] RepairedLink repair_link(std::string_view text);

struct LinkPair {
  std::string key;        // decoded
  std::string value;      // decoded
  std::size_t begin = 0;  // where the pair stands in the repaired text
};

// The pairs in order; empty ones are left out, a pair without "=" has an empty value.
[[nodiscard]] std::vector<LinkPair> split_pairs(std::string_view text);

}  // namespace tilewise
