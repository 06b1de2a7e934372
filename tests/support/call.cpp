#include "support/call.hpp"

#include <tilewise/api.hpp>

namespace tilewise::testing {

std::string call(std::string_view function, std::string_view request) {
  if (function == "version") return tilewise::version();
  if (function == "catalogue") return tilewise::catalogue();
  if (function == "estimate") return tilewise::estimate(request);
  if (function == "sweep") return tilewise::sweep(request);
  if (function == "link") return tilewise::link(request);
  if (function == "explain") return tilewise::explain(request);
  if (function == "fit") return tilewise::fit(request);
  if (function == "plan") return tilewise::plan(request);
  if (function == "compare") return tilewise::compare(request);
  if (function == "roofline") return tilewise::roofline(request);
  if (function == "software") return tilewise::software(request);
  if (function == "limits") return tilewise::limits(request);
  if (function == "import_model") return tilewise::import_model(request);
  return std::string();
}

}  // namespace tilewise::testing
