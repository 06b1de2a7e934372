#pragma once
// Where each number of the catalogue comes from, for programs without sources_bundle.json at hand: the
// command line. Nothing an estimate calls uses it, so the module for the page is linked without it.

#include <span>
#include <string_view>

namespace tilewise {

struct Source {
  std::string_view id;
  std::string_view title;
  std::string_view publisher;
  std::string_view ref;  // address, or how to find it
};

struct SourceNote {
  std::string_view item;    // device or model id
  std::string_view field;   // key of the catalogue JSON: "bandwidth_bytes_per_s", "peak_ops_per_s.bf16"
  std::string_view source;  // id; empty for numbers that follow from others
  std::string_view seen;    // read, derived, recalled
  std::string_view quoted;  // as printed there
  std::string_view rule;    // how it was derived; empty when it was not
};

// A price holds for its time and its place.
struct PriceNote {
  std::string_view item;
  std::string_view what;    // msrp, street, rent
  double usd;               // of a chip; rent: of an hour
  std::string_view date;    // month: 2024-12
  std::string_view source;  // id
  std::string_view basis;   // what was paid for
};

struct FormNote {
  std::string_view item;
  std::string_view form;    // pcie-card, sxm, oam, superchip, soc, laptop, cloud; empty: not published
};

[[nodiscard]] std::span<const Source> sources();
[[nodiscard]] std::span<const SourceNote> source_notes();
[[nodiscard]] std::span<const PriceNote> price_notes();
[[nodiscard]] std::string_view form_of(std::string_view device);
[[nodiscard]] const Source* find_source(std::string_view id);
[[nodiscard]] const SourceNote* find_source_note(std::string_view item, std::string_view field);

}  // namespace tilewise
