#pragma once
// What is wrong, or worth knowing, about a request: a code with parameters and the place it is about.
// The core holds no prose. Each code has one sentence per language in core/data/messages/*.json, with
// {name} standing for a parameter; a test compares the codes with those files.

#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace tilewise {

enum class Severity {
  note,     // the answer is as asked; something about it deserves a word
  warning,  // the answer stands, but part of the request was repaired, ignored or falls back
  error     // this part of the request has no answer until it is changed
};

struct Param {
  std::string name;                        // as in the message template
  std::variant<std::string, double> value;  // numbers in base units; the name ends in the unit
};

struct Issue {
  std::string code;  // for example "device.unknown"; listed in core/data/messages/en.json
  std::string path;  // link key ("d2.bw") or result path the issue is about; empty for the whole request
  Severity severity = Severity::error;
  std::vector<Param> params;
};

using Issues = std::vector<Issue>;

// A parameter as a caller writes it.
struct ParamView {
  ParamView(const char* param_name, std::string_view param_text) : name(param_name), text(param_text), is_text(true) {}
  ParamView(const char* param_name, double param_number) : name(param_name), number(param_number) {}
  const char* name;
  std::string_view text;
  double number = 0;
  bool is_text = false;
};

void report(Issues& issues, std::string_view code, std::string_view path, Severity severity,
            std::initializer_list<ParamView> params = {});

[[nodiscard]] const char* word(Severity severity);  // "note", "warning", "error"
[[nodiscard]] bool has_error(const Issues& issues);

}  // namespace tilewise
