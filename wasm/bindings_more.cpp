// The rare calls, in the second module only.

#include <tilewise/api.hpp>

#include <emscripten/bind.h>

#include <string>

EMSCRIPTEN_BINDINGS(tilewise_more) {
  using emscripten::function;

  function("explain", +[](const std::string& request) { return tilewise::explain(request); });
  function("compare", +[](const std::string& request) { return tilewise::compare(request); });
  function("limits", +[](const std::string& request) { return tilewise::limits(request); });
  function("roofline", +[](const std::string& request) { return tilewise::roofline(request); });
  function("software", +[](const std::string& request) { return tilewise::software(request); });
  function("sweep", +[](const std::string& request) { return tilewise::sweep(request); });
  function("fit", +[](const std::string& request) { return tilewise::fit(request); });
  function("plan", +[](const std::string& request) { return tilewise::plan(request); });
  // Takes a string or, for files, a Uint8Array.
  function("import_model", +[](const std::string& bytes) { return tilewise::import_model(bytes); });
}
