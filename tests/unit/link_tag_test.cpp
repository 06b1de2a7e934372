#include "support/catch.hpp"

#include <tilewise/link.hpp>
#include <tilewise/scenario_json.hpp>

#include <string>
#include <vector>

using namespace tilewise;

namespace {

// Links of several lengths, with everything that makes a text longer than it looks.
std::vector<std::string> links() {
  std::vector<std::string> out;
  for (const char* text : {
           "v=1",
           "v=1&m=gpt2-xl&w=decode&s=1024&b=16&d=tpu-v4~v100-sxm2-16gb~rtx-4090&d2.eff=0.55&d3.bw=950&p=bf16",
           "v=1&w=matmul&mm=256x1024x1024&tm=essay-2018&d=tpu-v2~rtx-2080-ti&d1.bw=600&p=fp16",
           "v=1&m=llama-2-7b&x=b:1..256:log&t=%E4%BD%A0%E5%A5%BD%20R%26D%2050%25",
       }) {
    out.push_back(write_link(read_link(text).scenario));
  }
  return out;
}

// An edit goes unnoticed when the tag still fits although the scenario is another one.
bool unnoticed(const std::string& edited, const Scenario& original) {
  const LinkReading reading = read_link(edited);
  return reading.tag == TagState::right && !(reading.scenario == original);
}

}  // namespace

TEST_CASE("The tag of a text is what it was when the first link was published", "[link][tag]") {
  CHECK(tag_of("") == "zzzz");
  CHECK(tag_of("v=1") == "fnq5");
  CHECK(tag_of("v=1&m=gpt2-xl&w=decode&s=2048&b=16") == "en7y");
  CHECK(tag_of("v=1&t=%E4%BD%A0") == "ce6a");
}

TEST_CASE("Every changed byte changes the tag, wherever it stands", "[link][tag]") {
  const std::string text(150, '\0');
  const std::string tag = tag_of(text);
  int same = 0;
  for (std::size_t at = 0; at < text.size(); ++at) {
    for (int pattern = 1; pattern < 256; ++pattern) {
      std::string changed = text;
      changed[at] = static_cast<char>(pattern);
      if (tag_of(changed) == tag) ++same;
    }
  }
  CHECK(same == 0);
}

TEST_CASE("A longer text of zeros has another tag: the beginning counts", "[link][tag]") {
  CHECK(tag_of(std::string(1, '\0')) != tag_of(""));
  CHECK(tag_of(std::string(2, '\0')) != tag_of(std::string(1, '\0')));
}

TEST_CASE("Every exchanged character of a link is noticed", "[link][tag]") {
  for (const std::string& link : links()) {
    const Scenario original = read_link(link).scenario;
    int missed = 0;
    for (std::size_t at = 0; at < link.size(); ++at) {
      for (char c = ' '; c <= '~'; ++c) {
        std::string edited = link;
        edited[at] = c;
        if (unnoticed(edited, original)) ++missed;
      }
    }
    CAPTURE(link);
    CHECK(missed == 0);
  }
}

TEST_CASE("Every inserted, lost or swapped character of a link is noticed", "[link][tag]") {
  // What means something in a link, and some of what means nothing.
  constexpr std::string_view inserted = "&=%~+#?.:;_ <>\"-0129adkzAF";
  for (const std::string& link : links()) {
    const Scenario original = read_link(link).scenario;
    int missed = 0;
    for (std::size_t at = 0; at <= link.size(); ++at) {
      for (const char c : inserted) {
        if (unnoticed(std::string(link).insert(at, 1, c), original)) ++missed;
      }
      if (at == link.size()) break;
      if (unnoticed(std::string(link).erase(at, 1), original)) ++missed;
      std::string swapped = link;
      if (at > 0) std::swap(swapped[at], swapped[at - 1]);
      if (unnoticed(swapped, original)) ++missed;
    }
    CAPTURE(link);
    CHECK(missed == 0);
  }
}

TEST_CASE("Every link that was cut off is noticed", "[link][tag]") {
  for (const std::string& link : links()) {
    int missed = 0;
    for (std::size_t length = 1; length < link.size(); ++length) {
      if (read_link(link.substr(0, length)).tag == TagState::right) ++missed;
      if (read_link(link.substr(length)).tag == TagState::right) ++missed;
    }
    CAPTURE(link);
    CHECK(missed == 0);
  }
}
