#include "messages.hpp"
#include "numbers.hpp"
#include "tables.hpp"

#include <tilewise/sources.hpp>

namespace tilewise::cli {
namespace {

using nlohmann::json;

// Where a number of the catalogue was read: title, what stands there, when it is not a plain reading.
std::string catalogue_source(const std::string& entry) {
  const std::size_t slash = entry.find('/');
  if (slash == std::string::npos) return {};
  const SourceNote* note = find_source_note(entry.substr(0, slash), entry.substr(slash + 1));
  if (note == nullptr) return entry;
  const Source* source = find_source(note->source);
  std::string out = entry + ", " + std::string(note->seen);
  if (source != nullptr) out += ": " + std::string(source->title) + " (" + std::string(source->publisher) + ")";
  if (!note->quoted.empty()) out += ", “" + std::string(note->quoted) + "”";
  if (!note->rule.empty()) out += ", " + std::string(note->rule);
  return out;
}

void print(const json& call, const std::string& indent, std::string& out) {
  out += indent + call["path"].get<std::string>() + " = " + quantity(call["value"].get<double>(), call["unit"].get<std::string>()) +
         "\n" + indent + "  " + std::string(text_of("labels", "formula." + call["formula"].get<std::string>())) + ": " +
         call["expression"].get<std::string>() + "\n";
  if (call.contains("source")) {
    const Source* source = find_source(call["source"].get<std::string>());
    if (source != nullptr) out += indent + "  source: " + std::string(source->title) + ", " + std::string(source->ref) + "\n";
  }
  for (const json& input : call["inputs"]) {
    out += indent + "  - " + input["name"].get<std::string>() + " = " +
           quantity(input["value"].get<double>(), input["unit"].get<std::string>());
    if (input.contains("key")) out += "  (from " + input["key"].get<std::string>() + ")";
    if (input.contains("catalogue")) out += "  (" + catalogue_source(input["catalogue"].get<std::string>()) + ")";
    out += "\n";
    if (input.contains("from")) print(input["from"], indent + "    ", out);
  }
}

}  // namespace

std::string explain_text(const json& envelope) {
  std::string out;
  print(envelope["result"], "", out);
  return out;
}

}  // namespace tilewise::cli
