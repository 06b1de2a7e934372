// What must hold for every answer of the text API, whatever was asked.

#include "support/answer.hpp"
#include "support/call.hpp"
#include "support/catch.hpp"
#include "support/generate.hpp"
#include "support/link_text.hpp"

#include <cmath>
#include <string>

using namespace tilewise;
using namespace tilewise::testing;
using nlohmann::json;

namespace {

constexpr const char* functions[] = {"estimate", "sweep", "link", "explain"};

bool all_finite(const json& value) {
  if (value.is_number()) return std::isfinite(value.get<double>());
  if (!value.is_structured()) return true;
  for (const json& part : value) {
    if (!all_finite(part)) return false;
  }
  return true;
}

bool has_text(const json& issue, const char* key) {
  const json* found = find_at(issue, key);
  return found != nullptr && found->is_string();
}

void check_envelope(const std::string& text) {
  const json answer = parse_answer(text);
  REQUIRE(answer.is_object());
  CHECK(answer.size() == 3);
  CHECK(*find_at(answer, "schema") == 1);
  const json* result = find_at(answer, "result");
  REQUIRE(result != nullptr);
  CHECK((result->is_object() || result->is_null()));
  const json* issues = find_at(answer, "issues");
  REQUIRE(issues != nullptr);
  REQUIRE(issues->is_array());
  bool error = false;
  for (const json& issue : *issues) {
    CHECK(has_text(issue, "code"));
    CHECK(has_text(issue, "path"));
    REQUIRE(has_text(issue, "severity"));
    CHECK(find_at(issue, "params")->is_object());
    const std::string severity = issue.find("severity")->get<std::string>();
    CHECK((severity == "note" || severity == "warning" || severity == "error"));
    error = error || severity == "error";
  }
  // No result without a reason.
  if (result->is_null()) CHECK(error);
  CHECK(all_finite(answer));
  CHECK(text.find("nan") == std::string::npos);
}

std::string noise(Random& random) {
  std::string text = random.chance(2) ? "v=1&" : random.chance(2) ? "{\"" : "";
  for (std::uint64_t i = random.below(200); i > 0; --i) text += static_cast<char>(random.below(256));
  return text;
}

// One column of an answer without its place.
json without_place(const json& answer, std::size_t column) {
  json out = *find_at(answer, "result.devices." + std::to_string(column));
  out.erase("index");
  return out;
}

}  // namespace

TEST_CASE("Every answer is JSON of one form, without NaN, and says why when there is no result") {
  for (std::uint64_t seed = 1; seed <= 250; ++seed) {
    Random random(seed);
    for (const char* function : functions) {
      const std::string request = generate_request(random, function);
      CAPTURE(seed, function, request);
      check_envelope(call(function, request));
    }
  }
}

TEST_CASE("Noise gets an answer of the same form") {
  for (std::uint64_t seed = 1; seed <= 500; ++seed) {
    Random random(seed);
    for (const char* function : functions) {
      CAPTURE(seed, function);
      check_envelope(call(function, noise(random)));
    }
  }
}

TEST_CASE("Scenarios at the ends of their ranges have finite answers") {
  for (const char* link :
       {"v=1&m=custom&w=train&b=1e8&mb=1e6&s=1e8&L=1e4&h=1e6&a=1e5&kv=1e5&hd=1e5&ff=1e7&voc=1e8&d=tpu-v4",
        "v=1&m=custom&w=decode&b=1e8&s=1e8&o=1e7&L=1e4&h=1e6&a=1e5&hd=1e5&d=tpu-v4&d1.peak=1e-6&d1.bw=1e-6",
        "v=1&m=custom&w=prefill&b=1&s=1&L=1&h=1&a=1&hd=1&ff=1&voc=1&d=rtx-4090&d1.peak=1e9&d1.bw=1e9&d1.mem="
        "1e9",
        "v=1&w=matmul&mm=1x1x1&b=1&d=rtx-4090&d1.peak=1e9&d1.bw=1e9&tm=roofline",
        "v=1&m=custom&E=1e5&ek=1e5&es=1e5&ef=1e7&L=1e4&s=1e8&b=1e8&d=tpu-v4"}) {
    for (const char* model : {"&tm=tiled", "&tm=roofline", "&tm=essay-2018"}) {
      const std::string text = call("estimate", std::string(link) + model);
      CAPTURE(link, model);
      check_envelope(text);
      CHECK(number_at(parse_answer(text), "devices.0.memory.total_bytes") > 0);
    }
  }
}

TEST_CASE("Adding or reordering devices changes no byte of another device") {
  int compared = 0;
  for (std::uint64_t seed = 1; seed <= 120; ++seed) {
    Random random(seed);
    Scenario scenario = generate_scenario(random);
    Scenario turned = scenario;
    turned.columns.assign(scenario.columns.rbegin(), scenario.columns.rend());
    const json answer = parse_answer(call("estimate", link_of(scenario)));
    const json other = parse_answer(call("estimate", link_of(turned)));
    CAPTURE(seed, link_of(scenario));
    REQUIRE(find_at(answer, "result")->is_null() == find_at(other, "result")->is_null());
    if (find_at(answer, "result")->is_null()) continue;
    const std::size_t count = scenario.columns.size();
    for (std::size_t i = 0; i < count; ++i) {
      CHECK(without_place(answer, i).dump() == without_place(other, count - 1 - i).dump());
    }
    if (count == 8) continue;
    Scenario wider = scenario;
    wider.columns.push_back(Column{"h100-sxm5-80gb", Values()});
    const json added = parse_answer(call("estimate", link_of(wider)));
    for (std::size_t i = 0; i < count; ++i) {
      CHECK(*find_at(answer, "result.devices." + std::to_string(i)) ==
            *find_at(added, "result.devices." + std::to_string(i)));
      ++compared;
    }
  }
  CHECK(compared > 100);
}

TEST_CASE("The same request has the same bytes, and its own link asks the same") {
  for (std::uint64_t seed = 1; seed <= 100; ++seed) {
    Random random(seed);
    const std::string link = link_of(generate_scenario(random));
    CAPTURE(link);
    const std::string text = call("estimate", link);
    CHECK(call("estimate", link) == text);
    const json answer = parse_answer(text);
    if (find_at(answer, "result")->is_null()) continue;
    const json again = parse_answer(call("estimate", word_at(answer, "link")));
    CHECK(*find_at(again, "result.devices") == *find_at(answer, "result.devices"));
  }
}
