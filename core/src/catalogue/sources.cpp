#include <tilewise/sources.hpp>

namespace tilewise {
namespace {

#include "source_table.inc"

}  // namespace

std::span<const Source> sources() { return source_table; }
std::span<const SourceNote> source_notes() { return note_table; }

std::span<const PriceNote> price_notes() { return price_table; }

std::string_view form_of(std::string_view device) {
  for (const FormNote& note : form_table) {
    if (note.item == device) return note.form;
  }
  return {};
}

const Source* find_source(std::string_view id) {
  for (const Source& source : source_table) {
    if (source.id == id) return &source;
  }
  return nullptr;
}

const SourceNote* find_source_note(std::string_view item, std::string_view field) {
  for (const SourceNote& note : note_table) {
    if (note.item == item && note.field == field) return &note;
  }
  return nullptr;
}

}  // namespace tilewise
