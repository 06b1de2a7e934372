#include <tilewise/link.hpp>

#include <tilewise/defaults.hpp>
#include <tilewise/gather.hpp>
#include <tilewise/link_text.hpp>

namespace tilewise {
namespace {

LinkReading refuse(const char* code, const char* path, std::size_t found, std::size_t limit) {
  LinkReading reading;
  reading.refused = true;
  report(reading.issues, code, path, Severity::error,
         {{"found", static_cast<double>(found)}, {"limit", static_cast<double>(limit)}});
  return reading;
}

bool is_tag(const LinkPair& pair) { return pair.key == "k"; }
bool is_devices(const LinkPair& pair) { return pair.key == "d" || pair.key == "devices"; }

// The tag speaks for the text before it. A known key after it was added by hand; an unknown one was added
// by a site that marks links, is reported as such and changes nothing.
TagState tag_state(std::string_view text, const std::vector<LinkPair>& pairs) {
  const LinkPair* tag = nullptr;
  bool changed_after = false;
  for (const LinkPair& pair : pairs) {
    if (is_tag(pair)) {
      tag = &pair;
      changed_after = false;
    } else if (tag != nullptr && place_of(pair.key).spec != nullptr) {
      changed_after = true;
    }
  }
  if (tag == nullptr) return TagState::missing;
  const std::string_view before = text.substr(0, tag->begin == 0 ? 0 : tag->begin - 1);
  return !changed_after && tag->value == tag_of(before) ? TagState::right : TagState::wrong;
}

struct Parsed {
  std::vector<LinkPair> pairs;
  TagState tag = TagState::missing;
};

Parsed parse(std::string_view text) {
  Parsed parsed;
  parsed.pairs = split_pairs(text);
  parsed.tag = tag_state(text, parsed.pairs);
  return parsed;
}

// A doubly encoded link is recognised by its tag; without a tag by its looks.
Parsed parse(const RepairedLink& link) {
  Parsed parsed = parse(link.text);
  if (parsed.tag == TagState::right || link.decoded.empty()) return parsed;
  Parsed inner = parse(link.decoded);
  if (inner.tag == TagState::right) return inner;
  return parsed.tag == TagState::missing && link.looks_twice ? inner : parsed;
}

void read_columns(const std::vector<LinkPair>& pairs, Scenario& scenario, Issues& issues) {
  bool given = false;
  bool changed = false;
  for (const LinkPair& pair : pairs) {
    if (is_devices(pair)) {
      if (given) {
        report(issues, "link.duplicate-key", "d", Severity::note, {{"key", "d"}, {"ignored", pair.value}});
      } else {
        scenario.columns = columns_of(pair.value);
      }
      given = true;
    }
    changed = changed || changes_default_column(place_of(pair.key));
  }
  if (!given && changed) scenario.columns = columns_of(default_devices());
}

void note_tag(const Parsed& parsed, Issues& issues) {
  if (parsed.tag == TagState::right || parsed.pairs.empty()) return;
  if (parsed.tag == TagState::missing) {
    report(issues, "link.tag-missing", "k", Severity::note);
    return;
  }
  std::string fields;
  for (const LinkPair& pair : parsed.pairs) {
    if (is_tag(pair)) continue;
    if (!fields.empty()) fields += ", ";
    fields += pair.key;
  }
  report(issues, "link.tag-wrong", "k", Severity::warning, {{"fields", fields}});
}

}  // namespace

LinkContext current_link_context() { return LinkContext{}; }

LinkReading read_link(std::string_view text, const LinkContext& context) {
  if (text.size() > link_reading_limit) return refuse("link.too-long", "", text.size(), link_reading_limit);
  const Parsed parsed = parse(repair_link(text));
  LinkReading reading;
  reading.tag = parsed.tag;
  note_tag(parsed, reading.issues);
  read_columns(parsed.pairs, reading.scenario, reading.issues);
  const std::size_t devices = reading.scenario.columns.size();
  if (devices > link_devices_limit) return refuse("link.too-many-devices", "d", devices, link_devices_limit);
  Gatherer gatherer(reading.scenario, reading.issues);
  for (const LinkPair& pair : parsed.pairs) {
    const Place place = place_of(pair.key);
    gatherer.put(place, place.spec != nullptr ? read_value(*place.spec, pair.value) : Value{}, pair.value);
  }
  if (gatherer.over_limit()) {
    return refuse("link.too-many-pairs", "", gatherer.count(), link_pairs_limit);
  }
  finish_reading(reading.scenario, context, reading.issues);
  return reading;
}

LinkReading read_link(std::string_view text) { return read_link(text, current_link_context()); }

}  // namespace tilewise
