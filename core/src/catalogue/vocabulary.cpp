#include <tilewise/vocabulary.hpp>

namespace tilewise {
namespace {

constexpr FieldSpec table[] = {
#define TILEWISE_SPEC(name, key, json, kind, scope, low, high, words, support) \
  FieldSpec{Field::name, key, json, Kind::kind, Scope::scope, low, high, words, Support::support},
    TILEWISE_FIELDS(TILEWISE_SPEC)
#undef TILEWISE_SPEC
};

}  // namespace

std::span<const FieldSpec> vocabulary() { return table; }

const FieldSpec& spec_of(Field field) { return table[static_cast<std::size_t>(field)]; }

const FieldSpec* find_key(std::string_view key) {
  for (const FieldSpec& spec : table) {
    if (spec.key == key) return &spec;
  }
  return nullptr;
}

const FieldSpec* find_name(std::string_view name) {
  for (const FieldSpec& spec : table) {
    if (spec.name == name) return &spec;
  }
  return nullptr;
}

bool has_word(const FieldSpec& spec, std::string_view word) {
  if (word.empty() || word.find(' ') != std::string_view::npos) return false;
  std::string_view rest = spec.words;
  while (!rest.empty()) {
    const std::size_t end = rest.find(' ');
    if (rest.substr(0, end) == word) return true;
    if (end == std::string_view::npos) return false;
    rest.remove_prefix(end + 1);
  }
  return false;
}

}  // namespace tilewise
