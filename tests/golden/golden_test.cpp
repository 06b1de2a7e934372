#include "support/call.hpp"
#include "support/catch.hpp"
#include "support/files.hpp"
#include "support/golden.hpp"

#include <string>

using namespace tilewise::testing;

namespace {

// The text to compare: empty for a request that is not of the golden form, so that the check names it.
std::string answer_to(const std::string& name) {
  const auto text = read_file(request_path(name));
  const Question question = read_question(text.value_or(std::string()));
  return pretty(call(question.function, question.request));
}

}  // namespace

TEST_CASE("there are golden requests") { CHECK(golden_names().size() >= 12); }

TEST_CASE("every golden request has the answer that was approved") {
  for (const std::string& name : golden_names()) {
    CAPTURE(name);
    const std::string answer = answer_to(name);
    REQUIRE_FALSE(answer.empty());
    if (regenerating()) REQUIRE(write_file(result_path(name), answer));
    // One comparison, not two printed files: the difference is read with REGEN=1 and git diff.
    const bool same = read_file(result_path(name)) == answer;
    CHECK(same);
  }
}
