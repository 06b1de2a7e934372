#include "choices.hpp"

#include "numbers.hpp"

#include <tilewise/vocabulary.hpp>

namespace tilewise::cli {
namespace {

std::string listed(std::string_view words) {
  std::string out;
  for (const char c : words) out += c == ' ' ? std::string(", ") : std::string(1, c);
  return out;
}

std::string between(const FieldSpec& spec) { return "from " + count(spec.low) + " to " + count(spec.high); }

std::string taken_by(const FieldSpec& spec) {
  switch (spec.kind) {
    case Kind::integer:
      return "a whole number " + between(spec);
    case Kind::number:
      return "a number " + between(spec);
    case Kind::flag:
      return "0 or 1";
    case Kind::word:
      return "one of: " + listed(spec.words);
    case Kind::id:
      return "a name in small letters, digits, “.” and “-”";
    case Kind::ids:
      return "names of devices joined by “~”, at most " + count(spec.high);
    case Kind::dims:
      return "whole numbers joined by “x”, such as 256x1024x1024";
    case Kind::text:
      return "a text of at most " + count(spec.high) + " letters";
    case Kind::range:
      return "a key with two ends, such as b:1..64 or b:1..64:log";
    case Kind::measured:
      return "a word with a number, such as " + std::string(spec.words.substr(0, spec.words.find(' '))) +
             ":42; the words are: " + listed(spec.words);
  }
  return {};
}

}  // namespace

std::string choices_text(std::string_view path) {
  const FieldSpec* spec = find_key(path.substr(path.rfind('.') + 1));
  return spec == nullptr ? std::string() : "It takes " + taken_by(*spec) + ".";
}

}  // namespace tilewise::cli
