// The calls of the page's second module: rare, and not worth waiting for before the first numbers. The first
// module refers to none of them, so the linker leaves them and what only they need out.

#include <tilewise/api.hpp>

#include <tilewise/explain.hpp>
#include <tilewise/import.hpp>
#include <tilewise/resolve.hpp>

#include "api_request.hpp"
#include "import_json.hpp"

namespace tilewise {

using nlohmann::json;

std::string explain(std::string_view request_text) {
  ResolvedRequest asked = read_resolved(request_text);
  if (!asked.usable) return answer(nullptr, asked.issues());
  const std::string path(json_text_at(asked.request.body, "path").value_or(""));
  std::optional<json> out = explain_path(asked.resolved(), path);
  if (!out) report(asked.issues(), "explain.path", path, Severity::error, {{"path", path}});
  return answer(out ? std::move(*out) : json(nullptr), asked.issues());
}

std::string import_model(std::string_view bytes) {
  Issues issues;
  const std::optional<ImportedModel> model = import_bytes(bytes, issues);
  json out;
  if (model) out = imported_json(*model, issues);
  return answer(std::move(out), issues);
}

}  // namespace tilewise
