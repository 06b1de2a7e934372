// The native half of the parity check.
//
//   tilewise_parity requests SEED COUNT   writes request lines: every golden request, then COUNT generated
//   tilewise_parity answer                reads request lines, writes one answer a line
//
// A request line is the name of a function of the text API, a tab, and the text of the request. Both halves
// pass the text on untouched, so that no second JSON printer comes between.

#include "support/call.hpp"
#include "support/files.hpp"
#include "support/generate.hpp"
#include "support/golden.hpp"

#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

using namespace tilewise::testing;

namespace {

void print_line(std::string_view text) {
  std::fwrite(text.data(), 1, text.size(), stdout);
  std::fputc('\n', stdout);
}

void print_question(std::string_view function, std::string_view request) {
  print_line(std::string(function) + '\t' + std::string(request));
}

int write_requests(const char* seed, const char* count) {
  for (const std::string& name : golden_names()) {
    const auto text = read_file(request_path(name));
    const Question question = read_question(text.value_or(std::string()));
    print_question(question.function, question.request);
  }
  for (const std::string_view function : {"version", "catalogue"}) print_question(function, "");
  Random random(std::strtoull(seed, nullptr, 10));
  for (int i = std::atoi(count); i > 0; --i) {
    for (const std::string_view function : {"estimate", "sweep", "link", "explain"}) {
      print_question(function, generate_request(random, function));
    }
  }
  return 0;
}

std::string read_input() {
  std::string text;
  char part[65536];
  for (std::size_t got = 0; (got = std::fread(part, 1, sizeof part, stdin)) > 0;) text.append(part, got);
  return text;
}

int answer_requests() {
  for (const std::string& line : lines_of(read_input())) {
    const std::size_t tab = line.find('\t');
    if (tab == std::string::npos) return 1;
    print_line(call(line.substr(0, tab), line.substr(tab + 1)));
  }
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  const std::string_view command = argc > 1 ? argv[1] : "";
  if (command == "requests" && argc == 4) return write_requests(argv[2], argv[3]);
  if (command == "answer" && argc == 2) return answer_requests();
  std::fputs("usage: tilewise_parity requests SEED COUNT | answer\n", stderr);
  return 2;
}
