#pragma once
// Scenario <-> link text: readable pairs "v=1&m=llama-2-7b&w=decode&…&k=7q2m". The grammar, the repairs
// the notices are described in core/LINKS.md.

#include <span>
#include <string>
#include <string_view>

#include <tilewise/issue.hpp>
#include <tilewise/scenario.hpp>

namespace tilewise {

enum class TagState { missing, right, wrong };

struct LinkReading {
  Scenario scenario;
  Issues issues;             // notices of the reading rules; path is the link key
  TagState tag = TagState::missing;
  bool refused = false;      // longer than the reading limits: nothing was read
};

// A preset number that a catalogue revision changed, so that an older link can say what moved.
struct CatalogueChange {
  int revision = 0;          // first revision that has the new value
  std::string_view id;       // device or model id
  std::string_view field;    // catalogue field, for example "bandwidth_bytes_per_s"
  double old_value = 0;
  double new_value = 0;
};

// One step of the scenario schema: rewrites a scenario of version `from` as one of version from + 1.
struct Migration {
  int from = 0;
  void (*apply)(Scenario&) = nullptr;
};

// What the readers compare against. The defaults are the built-in catalogue and this version; tests pass
// their own to show what happens to links of other versions.
struct LinkContext {
  int version = schema_version;
  int revision = catalogue_revision;
  std::span<const CatalogueChange> changes;
  std::span<const Migration> migrations;
};
[[nodiscard]] LinkContext current_link_context();

// Reads a whole link, a hash or a query: everything up to the first '#' or '?' is dropped, a leading '#'
// or '?' too. Never fails: what parses is applied, what does not becomes an issue.
[[nodiscard]] LinkReading read_link(std::string_view text, const LinkContext& context);
[[nodiscard]] LinkReading read_link(std::string_view text);

// The scenario a canonical link stands for: version named, retired names replaced, numbers in their one
// form, values equal to the default or to the catalogue dropped.
[[nodiscard]] Scenario canonical(const Scenario& scenario);

// The one canonical text of a scenario (no '#'), with its tag: keys in vocabulary order, overrides by
// column, values equal to the default or to the catalogue dropped.
[[nodiscard]] std::string write_link(const Scenario& scenario);

// The integrity tag of `text`: the CRC with the primitive polynomial x^20 + x^3 + 1, high bit first, from a
// register of ones, as four characters of lower-case Crockford base32. A changed character is an error of
// at most eight neighbouring bits, which a CRC of degree 20 always sees.
[[nodiscard]] std::string tag_of(std::string_view text);

inline constexpr std::size_t link_pairs_limit = 192;  // without v, d and k
inline constexpr std::size_t link_devices_limit = 8;
inline constexpr std::size_t link_reading_limit = 8000;
inline constexpr std::size_t link_writing_limit = 2000;  // above it a scenario file is offered instead

}  // namespace tilewise
