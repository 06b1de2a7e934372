// The core's text API for JavaScript: string in, string out, nothing to free, no logic. These calls are in
// both modules of the page.

#include <tilewise/api.hpp>

#include <emscripten/bind.h>

#include <string>

EMSCRIPTEN_BINDINGS(tilewise) {
  using emscripten::function;

  function("version", &tilewise::version);
  function("catalogue", &tilewise::catalogue);
  // embind converts std::string, not std::string_view.
  function("estimate", +[](const std::string& request) { return tilewise::estimate(request); });
  function("link", +[](const std::string& request) { return tilewise::link(request); });
}
