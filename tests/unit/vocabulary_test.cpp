#include "support/catch.hpp"

#include <tilewise/vocabulary.hpp>

#include <set>
#include <string>

using namespace tilewise;

namespace {

// The names HTML replaces after "&" even without a semicolon.
constexpr std::string_view html_names[] = {
    "AElig",  "AMP",    "Aacute", "Acirc",  "Agrave", "Aring",  "Atilde", "Auml",  "COPY",   "Ccedil",
    "ETH",    "Eacute", "Ecirc",  "Egrave", "Euml",   "GT",     "Iacute", "Icirc", "Igrave", "Iuml",
    "LT",     "Ntilde", "Oacute", "Ocirc",  "Ograve", "Oslash", "Otilde", "Ouml",  "QUOT",   "REG",
    "THORN",  "Uacute", "Ucirc",  "Ugrave", "Uuml",   "Yacute", "aacute", "acirc", "acute",  "aelig",
    "agrave", "amp",    "aring",  "atilde", "auml",   "brvbar", "ccedil", "cedil", "cent",   "copy",
    "curren", "deg",    "divide", "eacute", "ecirc",  "egrave", "eth",    "euml",  "frac12", "frac14",
    "frac34", "gt",     "iacute", "icirc",  "iexcl",  "igrave", "iquest", "iuml",  "laquo",  "lt",
    "macr",   "micro",  "middot", "nbsp",   "not",    "ntilde", "oacute", "ocirc", "ograve", "ordf",
    "ordm",   "oslash", "otilde", "ouml",   "para",   "plusmn", "pound",  "quot",  "raquo",  "reg",
    "sect",   "shy",    "sup1",   "sup2",   "sup3",   "szlig",  "thorn",  "times", "uacute", "ucirc",
    "ugrave", "uml",    "uuml",   "yacute", "yen",    "yuml"};

bool begins_with(std::string_view text, std::string_view start) {
  return text.substr(0, start.size()) == start;
}

}  // namespace

TEST_CASE("Each field stands where its enumerator says", "[vocabulary]") {
  std::size_t index = 0;
  for (const FieldSpec& spec : vocabulary()) {
    CHECK(static_cast<std::size_t>(spec.field) == index++);
    CHECK(&spec_of(spec.field) == &spec);
  }
}

TEST_CASE("Every key and every name belongs to one field", "[vocabulary]") {
  for (const FieldSpec& spec : vocabulary()) {
    CAPTURE(spec.key, spec.name);
    CHECK(find_key(spec.key) == &spec);
    CHECK(find_name(spec.name) == &spec);
    const FieldSpec* same_text = find_key(spec.name);
    CHECK((same_text == nullptr || same_text == &spec));
  }
}

TEST_CASE("Keys are case-sensitive", "[vocabulary]") {
  REQUIRE(find_key("L") != nullptr);
  CHECK(find_key("L")->field == Field::layers);
  CHECK(find_key("l") == nullptr);
  CHECK(find_key("") == nullptr);
}

TEST_CASE("Names of JavaScript's own object properties are no keys", "[vocabulary]") {
  for (const char* name :
       {"__proto__", "constructor", "prototype", "toString", "hasOwnProperty", "valueOf"}) {
    CHECK(find_key(name) == nullptr);
    CHECK(find_name(name) == nullptr);
  }
}

TEST_CASE("Keys have the form that survives in every link", "[vocabulary]") {
  for (const FieldSpec& spec : vocabulary()) {
    CAPTURE(spec.key);
    CHECK(spec.key.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.") ==
          std::string_view::npos);
    CHECK(std::string_view("0123456789.").find(spec.key.front()) == std::string_view::npos);
    CHECK(spec.key.back() != '.');
  }
}

TEST_CASE("No key begins like a character name that HTML replaces", "[vocabulary]") {
  for (const FieldSpec& spec : vocabulary()) {
    for (const std::string_view name : html_names) {
      CAPTURE(spec.key, name);
      CHECK_FALSE(begins_with(spec.key, name));
    }
  }
}

TEST_CASE("No key looks like the key of one device", "[vocabulary]") {
  for (const FieldSpec& spec : vocabulary()) {
    CAPTURE(spec.key);
    const bool looks = spec.key.size() > 1 && spec.key[0] == 'd' && spec.key[1] >= '0' && spec.key[1] <= '9';
    CHECK_FALSE(looks);
  }
}

TEST_CASE("The version comes first and the tag last", "[vocabulary]") {
  CHECK(vocabulary().front().field == Field::version);
  CHECK(vocabulary().back().field == Field::tag);
}

TEST_CASE("Limits have an order, and only words have words", "[vocabulary]") {
  for (const FieldSpec& spec : vocabulary()) {
    CAPTURE(spec.key);
    CHECK(spec.low <= spec.high);
    CHECK(spec.words.empty() == (spec.kind != Kind::word && spec.kind != Kind::measured));
  }
}

TEST_CASE("A word is one of the list, whole and nothing else", "[vocabulary]") {
  const FieldSpec& workload = spec_of(Field::workload);
  CHECK(has_word(workload, "decode"));
  CHECK(has_word(workload, "matmul"));
  CHECK(has_word(workload, "recommend"));
  CHECK_FALSE(has_word(workload, ""));
  CHECK_FALSE(has_word(workload, "deco"));
  CHECK_FALSE(has_word(workload, "code"));
  CHECK_FALSE(has_word(workload, "prefill decode"));
  CHECK_FALSE(has_word(spec_of(Field::batch), "1"));
}

TEST_CASE("Every word of a list is written in characters that stay as they are in a link", "[vocabulary]") {
  for (const FieldSpec& spec : vocabulary()) {
    CAPTURE(spec.key);
    CHECK(spec.words.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789- ") == std::string_view::npos);
    CHECK(spec.words.find("  ") == std::string_view::npos);
  }
}
