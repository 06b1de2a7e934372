// What must hold for every training step on many devices.

#include "support/answer.hpp"
#include "support/catch.hpp"

#include <string>
#include <vector>

using namespace tilewise::testing;

namespace {

double step(const std::string& rest) {
  const auto answer = estimate_of("v=1&w=train&tm=tiled&p=bf16&" + rest);
  CAPTURE(rest);
  REQUIRE(find_at(answer, "result.devices.0.time.step_s") != nullptr);
  return number_at(answer, "devices.0.time.step_s");
}

bool has_link_time(const nlohmann::json& answer) {
  for (const auto& item : *find_at(answer, "result.devices.0.time.items")) {
    if (item.find("bound")->get<std::string>() == "link") return true;
  }
  return false;
}

const std::string base = "m=llama-2-7b&s=1024&mb=1&";
const std::vector<std::string> splits = {"z=0", "z=1", "z=2", "z=3", "tp=4", "tp=4&sp=1", "pp=4", "pp=4&vp=2&z=1",
                                         "pp=2&tp=2&cp=2", "pp=4&sch=zb-h1", "cp=4&z=3", "tp=16"};
const std::vector<std::string> devices = {"a100-sxm4-80gb", "rtx-4090", "tpu-v5p", "h100-sxm5-80gb", "v100-pcie-32gb"};

}  // namespace

TEST_CASE("One device does not communicate") {
  for (const char* device : {"a100-sxm4-80gb", "rtx-4090", "tpu-v5p"}) {
    for (const char* more : {"", "&z=3", "&sp=1", "&d1.link=1"}) {
      CAPTURE(device, more);
      CHECK_FALSE(has_link_time(estimate_of("v=1&w=train&tm=tiled&m=gpt2&b=8&d=" + std::string(device) + more)));
    }
  }
}

TEST_CASE("Faster links are never slower, whatever the split") {
  for (const std::string& device : devices) {
    for (const std::string& split : splits) {
      const std::string many = base + "b=64&d1.n=16&d=" + device + "&" + split;
      double before = step(many + "&d1.link=1&d1.net=1&d1.lat=100");
      for (const char* faster : {"&d1.link=5&d1.net=1&d1.lat=100", "&d1.link=50&d1.net=1&d1.lat=20",
                                 "&d1.link=50&d1.net=10&d1.lat=20", "&d1.link=500&d1.net=200&d1.lat=1"}) {
        const double now = step(many + faster);
        CAPTURE(many, faster);
        CHECK(now <= before * (1 + 1e-12));
        before = now;
      }
    }
  }
}

TEST_CASE("More layers, width, tokens and micro-batches are never faster, whatever the split") {
  for (const std::string& split : splits) {
    const std::string many = "d=a100-sxm4-80gb&d1.n=16&" + split;
    const double plain = step(base + "b=64&" + many);
    CAPTURE(split);
    CHECK(step(base + "b=64&L=36&" + many) >= plain);
    CHECK(step(base + "b=64&ff=16384&" + many) >= plain);
    CHECK(step(base + "b=128&" + many) >= plain);
    CHECK(step("m=llama-2-7b&s=2048&mb=1&b=64&" + many) >= plain);
    CHECK(step("m=llama-2-7b&h=8192&s=1024&mb=1&b=64&" + many) >= plain);
  }
}

TEST_CASE("Faster devices are never slower, whatever the split") {
  for (const std::string& device : devices) {
    for (const std::string& split : splits) {
      const std::string many = base + "b=64&d1.n=16&d=" + device + "&" + split;
      CAPTURE(many);
      CHECK(step(many + "&d1.peak=2000&d1.bw=1000") <= step(many + "&d1.peak=500&d1.bw=1000"));
      CHECK(step(many + "&d1.peak=500&d1.bw=4000") <= step(many + "&d1.peak=500&d1.bw=1000"));
    }
  }
}

TEST_CASE("Replicas never make one request faster") {
  for (const char* workload : {"w=decode", "w=prefill"}) {
    const std::string one = "v=1&tm=tiled&m=llama-2-7b&d=a100-sxm4-80gb&" + std::string(workload);
    const double alone = number_at(estimate_of(one), "devices.0.time.total_s");
    CHECK(number_at(estimate_of(one + "&d1.n=8"), "devices.0.time.total_s") == alone);
  }
}

TEST_CASE("The parts of a split step add up to it") {
  const auto answer = estimate_of("v=1&w=train&tm=tiled&m=llama-2-7b&s=1024&b=64&mb=1&d=a100-sxm4-80gb&d1.n=16&tp=4&pp=2");
  double sum = 0;
  for (const auto& item : *find_at(answer, "result.devices.0.time.items")) sum += item.find("seconds")->get<double>();
  CHECK(sum == Approx(number_at(answer, "devices.0.time.step_s")));
}
