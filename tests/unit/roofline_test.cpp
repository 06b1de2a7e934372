// Operators under the roofline: rates that are those of the estimate, never above what the published rates allow.

#include "support/answer.hpp"
#include "support/call.hpp"
#include "support/catch.hpp"
#include "support/link.hpp"

#include <string>

using namespace tilewise;
using namespace tilewise::testing;

namespace {

nlohmann::json asked(const std::string& link) { return parse_answer(call("roofline", with_tag(link))); }

const char* const scenarios[] = {
    "v=1&tm=tiled&m=llama-3.1-8b&w=decode&o=64&d=a100-sxm4-80gb~rtx-4090~h100-sxm5-80gb",
    "v=1&tm=roofline&m=llama-3.1-8b&w=decode&o=64&d=a100-sxm4-80gb~rtx-4090",
    "v=1&tm=tiled&m=bert-large&s=128&b=32&d=v100-sxm2-32gb~t4~tpu-v4~tpu-v3",
    "v=1&tm=roofline&m=bert-large&s=128&b=32&d=v100-sxm2-32gb~tpu-v4",
    "v=1&tm=tiled&m=gpt2-xl&w=train&s=1024&b=64&d=a100-sxm4-80gb~h100-sxm5-80gb&d1.n=8&d2.n=8",
    "v=1&tm=roofline&w=matmul&mm=4096x4096x4096&d=a100-sxm4-80gb~rtx-4090",
    "v=1&tm=tiled&m=llama-3.1-8b&w=serve&s=512&d=h100-sxm5-80gb~a100-sxm4-80gb",
};

}  // namespace

TEST_CASE("Every operator that computes stands under the roofline, at the time of the estimate", "[roofline]") {
  for (const char* link : scenarios) {
    CAPTURE(link);
    const auto estimate = estimate_of(link);
    const bool served = std::string(link).find("w=serve") != std::string::npos;
    const auto answer = asked(link);
    for (const auto& device : *find_at(answer, "result.devices")) {
      const auto& operators = device["operators"];
      REQUIRE(operators.size() > 0);
      const double peak = device["peak_ops_per_s"].get<double>();
      CHECK(device["ridge_ops_per_byte"].get<double>() == peak / device["bandwidth_bytes_per_s"].get<double>());
      for (const auto& one : operators) {
        CAPTURE(one.dump());
        const double rate = one["rate_ops_per_s"].get<double>();
        CHECK(rate > 0);
        CHECK(rate <= peak * (1 + 1e-12));
        CHECK(one["ideal_ops_per_s"].get<double>() <= peak);
        if (served) continue;  // the items of serving have its prompts in them
        const std::string path = "devices." + std::to_string(device["index"].get<int>()) + ".time.items";
        bool found = false;
        for (const auto& item : *find_at(estimate, "result." + path)) {
          if (item["name"] != one["name"]) continue;
          found = true;
          CHECK(item["seconds"] == one["time_s"]);
        }
        CHECK(found);
      }
    }
  }
}

TEST_CASE("Under the roofline's own time model products reach exactly what their intensity allows", "[roofline]") {
  const auto answer = asked("v=1&tm=roofline&w=matmul&mm=4096x4096x4096&d=a100-sxm4-80gb~rtx-4090");
  for (const auto& device : *find_at(answer, "result.devices")) {
    const auto& product = device["operators"].at(0);
    const double ideal = product["ideal_ops_per_s"].get<double>();
    CHECK(product["rate_ops_per_s"].get<double>() == Approx(ideal).epsilon(1e-12));
  }
}

TEST_CASE("Numbers of the roofline open with their inputs", "[roofline]") {
  const std::string link = with_tag("v=1&tm=tiled&m=llama-3.1-8b&w=decode&d=a100-sxm4-80gb");
  const auto answer = asked("v=1&tm=tiled&m=llama-3.1-8b&w=decode&d=a100-sxm4-80gb");
  const auto& device = find_at(answer, "result.devices")->at(0);
  const auto explained = [&](const std::string& path) {
    return parse_answer(call("explain", "{\"scenario\":\"" + link + "\",\"path\":\"" + path + "\"}"));
  };
  CHECK(*find_at(explained("devices.0.roofline.ridge_ops_per_byte"), "result.value") == device["ridge_ops_per_byte"]);
  for (const auto& one : device["operators"]) {
    const std::string path = "devices.0.roofline." + one["name"].get<std::string>();
    for (const char* key : {"rate_ops_per_s", "ideal_ops_per_s", "intensity_ops_per_byte"}) {
      const auto opened = explained(path + "." + key);
      CHECK(*find_at(opened, "result.value") == one[key]);
      CHECK(find_at(opened, "result.inputs")->size() >= 2);
    }
  }
}

TEST_CASE("A column without published rates has no roofline", "[roofline]") {
  const auto answer = asked("v=1&m=bert-large&d=rtx-4090~mtia-v1");
  for (const auto& device : *find_at(answer, "result.devices")) {
    CHECK(device.contains("operators") == device.contains("peak_ops_per_s"));
  }
}
