#include "support/catch.hpp"
#include "support/link.hpp"

using namespace tilewise;
using namespace tilewise::testing;

TEST_CASE("A valid link with its tag is applied silently", "[link]") {
  const LinkReading reading =
      read_link("#" + with_tag("v=1&m=llama-2-7b&w=decode&s=4096&b=8&d=tpu-v4~rtx-4090"));
  CHECK(reading.tag == TagState::right);
  CHECK(reading.issues.empty());
  CHECK_FALSE(reading.refused);
  CHECK(text_of(reading.scenario, Field::model) == "llama-2-7b");
  CHECK(text_of(reading.scenario, Field::sequence) == "4096");
  REQUIRE(reading.scenario.columns.size() == 2);
  CHECK(reading.scenario.columns[1].device == "rtx-4090");
}

TEST_CASE("A link without a tag is applied and noted", "[link]") {
  const LinkReading reading = read_link("v=1&b=8");
  CHECK(reading.tag == TagState::missing);
  REQUIRE(has_issue(reading, "link.tag-missing", "k"));
  CHECK(find_issue(reading.issues, "link.tag-missing", "k")->severity == Severity::note);
  CHECK(text_of(reading.scenario, Field::batch) == "8");
}

TEST_CASE("A link with a wrong tag is applied with a warning that names the fields seen", "[link]") {
  const LinkReading reading = read_link("v=1&m=gpt2-xl&b=8&k=0000");
  CHECK(reading.tag == TagState::wrong);
  const Issue* issue = find_issue(reading.issues, "link.tag-wrong", "k");
  REQUIRE(issue != nullptr);
  CHECK(issue->severity == Severity::warning);
  CHECK(param_text(*issue, "fields") == "v, m, b");
  CHECK(text_of(reading.scenario, Field::batch) == "8");
}

TEST_CASE("The tag is compared in lower case only, so that every changed character counts", "[link]") {
  std::string link = with_tag("v=1");
  for (char& c : link) c = c >= 'a' && c <= 'z' && &c > &link[4] ? static_cast<char>(c - 32) : c;
  CHECK(read_link(link).tag != TagState::right);
}

TEST_CASE("An unknown key is listed, kept and written again", "[link]") {
  const LinkReading reading = read_link("v=1&zz=1.50&b=8&New.Key=a%26b");
  CHECK(has_issue(reading, "link.unknown-key", "zz"));
  CHECK(has_issue(reading, "link.unknown-key", "New.Key"));
  CHECK(text_of(reading.scenario, Field::batch) == "8");
  REQUIRE(reading.scenario.unknown.size() == 2);
  CHECK(reading.scenario.unknown[1] == std::pair<std::string, std::string>("New.Key", "a&b"));
  CHECK(rewritten("v=1&zz=1.50&b=8&New.Key=a%26b") == "v=1&b=8&zz=1.50&New.Key=a%26b");
}

TEST_CASE("An unknown device keeps its column, an unknown model its name", "[link]") {
  const LinkReading reading = read_link(with_tag("v=1&m=no-such-model&d=tpu-v4~no-such-device&d2.n=4"));
  CHECK(reading.issues.empty());
  REQUIRE(reading.scenario.columns.size() == 2);
  CHECK(reading.scenario.columns[1].device == "no-such-device");
  CHECK(reading.scenario.columns[1].overrides.has(Field::count));
  CHECK(text_of(reading.scenario, Field::model) == "no-such-model");
}

TEST_CASE("A device that is no id keeps its column as it was written", "[link]") {
  const LinkReading reading = read_link("d=TPU%20v4~~rtx-4090");
  REQUIRE(reading.scenario.columns.size() == 3);
  CHECK(reading.scenario.columns[0].device == "TPU v4");
  CHECK(reading.scenario.columns[1].device.empty());
  CHECK(rewritten("d=TPU%20v4~~rtx-4090") == "v=1&d=TPU%20v4~~rtx-4090");
}

TEST_CASE("A retired name becomes the current one, and that is noted", "[link]") {
  const LinkReading reading = read_link(with_tag("v=1&d=tpu-v4~v100~4090"));
  REQUIRE(reading.scenario.columns.size() == 3);
  CHECK(reading.scenario.columns[1].device == "v100-sxm2-16gb");
  CHECK(reading.scenario.columns[2].device == "rtx-4090");
  const Issue* issue = find_issue(reading.issues, "device.alias", "d2");
  REQUIRE(issue != nullptr);
  CHECK(issue->severity == Severity::note);
  CHECK(param_text(*issue, "old") == "v100");
  CHECK(param_text(*issue, "name") == "v100-sxm2-16gb");
  CHECK(has_issue(reading, "device.alias", "d3"));
}

TEST_CASE("A value out of range or not finite is invalid with its text, never clamped", "[link]") {
  for (const char* raw : {"0", "-5", "1e99", "1e999", "abc", "", "nan"}) {
    CAPTURE(raw);
    const LinkReading reading = read_link(std::string("v=1&s=") + raw);
    const Issue* issue = find_issue(reading.issues, "value.invalid", "s");
    REQUIRE(issue != nullptr);
    CHECK(issue->severity == Severity::error);
    CHECK(param_text(*issue, "raw") == raw);
    CHECK(*reading.scenario.values.find(Field::sequence) == invalid_value(raw));
    CHECK(rewritten(std::string("v=1&s=") + raw) == std::string("v=1&s=") + raw);
  }
}

TEST_CASE("An invalid value of one device names that device", "[link]") {
  const LinkReading reading = read_link("d=tpu-v4~rtx-4090&d2.bw=fast");
  CHECK(has_issue(reading, "value.invalid", "d2.bw"));
  CHECK(rewritten("d=tpu-v4~rtx-4090&d2.bw=fast") == "v=1&d=tpu-v4~rtx-4090&d2.bw=fast");
}

TEST_CASE("An invalid display setting is a warning only", "[link]") {
  const LinkReading reading = read_link("theme=pink");
  const Issue* issue = find_issue(reading.issues, "value.invalid", "theme");
  REQUIRE(issue != nullptr);
  CHECK(issue->severity == Severity::warning);
}

TEST_CASE("Of equal keys the first wins, noted", "[link]") {
  const LinkReading reading = read_link("b=8&b=16&d=tpu-v4&d=rtx-4090&zz=1&zz=2&d1.n=2&d1.n=3");
  CHECK(text_of(reading.scenario, Field::batch) == "8");
  REQUIRE(reading.scenario.columns.size() == 1);
  CHECK(reading.scenario.columns[0].device == "tpu-v4");
  CHECK(reading.scenario.columns[0].overrides.find(Field::count)->number == 2);
  REQUIRE(reading.scenario.unknown.size() == 1);
  CHECK(reading.scenario.unknown[0].second == "1");
  const Issue* issue = find_issue(reading.issues, "link.duplicate-key", "b");
  REQUIRE(issue != nullptr);
  CHECK(issue->severity == Severity::note);
  CHECK(param_text(*issue, "ignored") == "16");
  CHECK(has_issue(reading, "link.duplicate-key", "d"));
  CHECK(has_issue(reading, "link.duplicate-key", "zz"));
  CHECK(has_issue(reading, "link.duplicate-key", "d1.n"));
}

TEST_CASE("The first of equal keys wins even when it is invalid", "[link]") {
  CHECK_FALSE(read_link("b=x&b=16").scenario.values.find(Field::batch)->valid);
}

TEST_CASE("A link above the reading limits is refused, and nothing of it is read", "[link]") {
  const auto check_refused = [](const std::string& text, std::string_view code) {
    const LinkReading reading = read_link(text);
    CHECK(reading.refused);
    CHECK(reading.scenario == Scenario());
    REQUIRE(reading.issues.size() == 1);
    CHECK(reading.issues[0].code == code);
    CHECK(reading.issues[0].severity == Severity::error);
  };
  check_refused("v=1&t=" + std::string(7995, 'a'), "link.too-long");
  CHECK_FALSE(read_link("v=1&t=" + std::string(7994, 'a')).refused);
  std::string pairs = "v=1&d=tpu-v4";
  for (int i = 0; i < 192; ++i) pairs += "&q" + std::to_string(i) + "=1";
  CHECK_FALSE(read_link(with_tag(pairs)).refused);
  check_refused(with_tag(pairs + "&b=1"), "link.too-many-pairs");
  CHECK_FALSE(read_link("d=a~b~c~e~f~g~h~i").refused);
  check_refused("d=a~b~c~e~f~g~h~i~j", "link.too-many-devices");
}

TEST_CASE("A key for a column that is not there is kept and reported", "[link]") {
  const LinkReading reading = read_link("d=tpu-v4&d2.bw=900&d99999999999999999999.bw=1");
  CHECK(has_issue(reading, "link.no-such-column", "d2.bw"));
  CHECK(reading.scenario.unknown.size() == 2);
  CHECK(rewritten("d=tpu-v4&d2.bw=900") == "v=1&d=tpu-v4&d2.bw=900");
}

TEST_CASE("A key in the wrong place is kept and reported", "[link]") {
  const LinkReading reading = read_link("d=tpu-v4&bw=900&d1.s=128&d1.view=x");
  CHECK(has_issue(reading, "link.needs-column", "bw"));
  CHECK(has_issue(reading, "link.not-per-column", "d1.s"));
  CHECK(has_issue(reading, "link.not-per-column", "d1.view"));
  CHECK(reading.scenario.columns[0].overrides.entries().empty());
  CHECK(rewritten("d=tpu-v4&bw=900&d1.s=128") == "v=1&d=tpu-v4&bw=900&d1.s=128");
}

TEST_CASE("Columns are counted from 1, without leading zeros", "[link]") {
  for (const char* key : {"d0.bw", "d01.bw", "d.bw", "d1", "d1bw", "D1.bw", "d1.", "d1.d", "d1.k"}) {
    CAPTURE(key);
    CHECK(has_issue(read_link("d=tpu-v4&" + std::string(key) + "=1"), "link.unknown-key", key));
  }
}

TEST_CASE("A column may be changed before the devices are named", "[link]") {
  const LinkReading reading = read_link("d2.n=4&d=tpu-v4~rtx-4090");
  REQUIRE(reading.scenario.columns.size() == 2);
  CHECK(reading.scenario.columns[1].overrides.has(Field::count));
}
