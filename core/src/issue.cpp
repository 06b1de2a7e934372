#include <tilewise/issue.hpp>

namespace tilewise {

const char* word(Severity severity) {
  switch (severity) {
    case Severity::note:
      return "note";
    case Severity::warning:
      return "warning";
    case Severity::error:
      break;
  }
  return "error";
}

bool has_error(const Issues& issues) {
  for (const Issue& issue : issues) {
    if (issue.severity == Severity::error) return true;
  }
  return false;
}

}  // namespace tilewise
