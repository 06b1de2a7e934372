#pragma once
// What the link reader, the JSON reader and the link writer share: where a key belongs, the rules for keys
// that belong nowhere, and what follows once everything is read (aliases, versions, revisions).

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include <tilewise/issue.hpp>
#include <tilewise/link.hpp>
#include <tilewise/scenario.hpp>

namespace tilewise {

// A key taken apart: "d2.bw" is the bandwidth of column 2, "s" the sequence length of the scenario.
struct Place {
  const FieldSpec* spec = nullptr;  // nullptr: a key this version does not know
  std::size_t column = 0;           // from 1; 0: of the whole scenario
  std::string key;                  // with the short name: "bandwidth_gb_per_s" becomes "bw"
};
[[nodiscard]] Place place_of(std::string_view key);

// Puts values into a scenario by the rules of reading: the first of equal keys wins, and what cannot be
// placed is kept with its raw text and noted. Set the columns first.
class Gatherer {
 public:
  Gatherer(Scenario& scenario, Issues& issues) : scenario_(scenario), issues_(issues) {}

  // `raw` is the text that is kept when the key belongs nowhere.
  void put(const Place& place, Value value, std::string_view raw);

  // More keys than a link may have; `v`, `d` and `k` do not count, for writing may add them.
  [[nodiscard]] std::size_t count() const { return count_; }
  [[nodiscard]] bool over_limit() const { return count_ > link_pairs_limit; }

 private:
  void keep(const Place& place, std::string_view raw, const char* code, Severity severity);
  void note_duplicate(const Place& place, std::string_view raw);

  Scenario& scenario_;
  Issues& issues_;
  std::size_t count_ = 0;
};

// "a~b~c" as columns, each id as it was written.
[[nodiscard]] std::vector<Column> columns_of(std::string_view ids);

// A device name that survives a link: valid UTF-8, and "~" (which joins names) spelt "%7E".
[[nodiscard]] std::string plain_device_id(std::string_view id);

// True when the key changes one column.
[[nodiscard]] bool changes_column(const Place& place);

// True when the key changes a column of the default devices: a text that has such a key and names no
// devices means those.
[[nodiscard]] bool changes_default_column(const Place& place);

// The issue about a value that could not be read: an error, or a warning where only the display suffers.
[[nodiscard]] Issue invalid_value_issue(const FieldSpec& spec, std::string path, const Value& value);

// What follows a complete reading, in this order: older versions are migrated, newer ones noted, names
// that were retired become the current ones, presets a later catalogue revision changed are listed.
void finish_reading(Scenario& scenario, const LinkContext& context, Issues& issues);

// Retired names of devices and models replaced by the current ones; each noted.
void resolve_aliases(Scenario& scenario, Issues& issues);

}  // namespace tilewise
