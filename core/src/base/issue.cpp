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

void report(Issues& issues, std::string_view code, std::string_view path, Severity severity,
            std::initializer_list<ParamView> params) {
  Issue issue;
  issue.code = std::string(code);
  issue.path = std::string(path);
  issue.severity = severity;
  for (const ParamView& param : params) {
    Param copy;
    copy.name = param.name;
    if (param.is_text) {
      copy.value = std::string(param.text);
    } else {
      copy.value = param.number;
    }
    issue.params.push_back(std::move(copy));
  }
  issues.push_back(std::move(issue));
}

bool has_error(const Issues& issues) {
  for (const Issue& issue : issues) {
    if (issue.severity == Severity::error) return true;
  }
  return false;
}

}  // namespace tilewise
