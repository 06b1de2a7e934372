// What must hold for inference however it is split.

#include <string>
#include <vector>

#include "support/answer.hpp"
#include "support/catch.hpp"

using namespace tilewise::testing;

namespace {

double seconds(const std::string& rest) {
  const auto answer = estimate_of("v=1&tm=tiled&p=bf16&" + rest);
  CAPTURE(rest);
  REQUIRE(find_at(answer, "result.devices.0.time.total_s") != nullptr);
  return number_at(answer, "devices.0.time.total_s");
}

const std::vector<std::string> splits = {"tp=4", "pp=4", "cp=4", "tp=2&pp=2", "tp=2&pp=2&cp=2", "tp=8", "pp=8", "ep=4",
                                         "tp=2&ep=4", "tp=8&dpa=1", "tp=4&pp=2&dpa=1"};
const std::vector<std::string> workloads = {"w=prefill&s=512", "w=decode&s=512", "w=decode&s=512&o=64"};
const std::vector<std::string> devices = {"a100-sxm4-80gb", "rtx-4090", "tpu-v5p", "h100-sxm5-80gb"};
const std::string model = "m=mixtral-8x7b&d1.n=16&";

}  // namespace

TEST_CASE("Nothing is sent where one rank has a replica to itself") {
  for (const std::string& workload : workloads) {
    for (const char* replicas : {"1", "8"}) {
      const auto answer = estimate_of("v=1&m=llama-2-7b&d=h100-sxm5-80gb&d1.n=" + std::string(replicas) + "&" + workload);
      for (const auto& item : *find_at(answer, "result.devices.0.time.items")) {
        CHECK(item.find("bound")->get<std::string>() != "link");
      }
    }
  }
}

TEST_CASE("Faster links never make an answer slower, whatever the split") {
  for (const std::string& device : devices) {
    for (const std::string& workload : workloads) {
      for (const std::string& split : splits) {
        const std::string many = model + workload + "&b=8&d=" + device + "&" + split;
        double before = seconds(many + "&d1.link=1&d1.net=1&d1.lat=100");
        for (const char* faster : {"&d1.link=5&d1.net=1&d1.lat=100", "&d1.link=50&d1.net=1&d1.lat=20",
                                   "&d1.link=50&d1.net=10&d1.lat=20", "&d1.link=500&d1.net=200&d1.lat=1"}) {
          const double now = seconds(many + faster);
          CAPTURE(many, faster);
          CHECK(now <= before * (1 + 1e-12));
          before = now;
        }
      }
    }
  }
}

TEST_CASE("More sequences, tokens and layers are never faster, whatever the split") {
  for (const std::string& workload : workloads) {
    for (const std::string& split : splits) {
      const std::string many = model + "d=a100-sxm4-80gb&" + workload + "&" + split;
      double before = seconds(many + "&b=1&L=16");
      for (const char* more : {"&b=2&L=16", "&b=3&L=16", "&b=5&L=16", "&b=5&L=24", "&b=64&L=24", "&b=65&L=24",
                               "&b=65&L=32"}) {
        const double now = seconds(many + more);
        CAPTURE(many, more);
        CHECK(now >= before * (1 - 1e-12));
        before = now;
      }
    }
  }
}

TEST_CASE("Replicas never shorten one request, and layers over devices add memory and no speed") {
  for (const std::string& workload : workloads) {
    const std::string one = "m=llama-2-7b&d=a100-sxm4-80gb&" + workload;
    const double alone = seconds(one);
    for (const char* count : {"2", "4", "8"}) {
      CHECK(seconds(one + "&d1.n=" + count) == alone);
      CHECK(seconds(one + "&lay=1&d1.n=" + count) >= alone);
      CHECK(memory_of("v=1&" + one + "&lay=1&d1.n=" + count) < memory_of("v=1&" + one));
      CHECK(memory_of("v=1&" + one + "&d1.n=" + count) == memory_of("v=1&" + one));
    }
  }
}

TEST_CASE("Prompts in chunks over devices in line are never faster with more layers or tokens") {
  for (const char* format : {"&wq=bf16", "&wq=q4-k-m"}) {
    for (const char* count : {"2", "3", "4", "6", "8", "16"}) {
      const std::string line = std::string("m=llama-2-7b&d=rtx-4090&w=prefill&stack=llama-cpp&lay=1&d1.n=") + count + format;
      double before = 0;
      for (int layers = 1; layers <= 180; ++layers) {
        const double now = seconds(line + "&s=4096&L=" + std::to_string(layers));
        CAPTURE(line, layers);
        CHECK(now >= before * (1 - 1e-12));
        before = now;
      }
      before = 0;
      for (int tokens = 256; tokens <= 16384; tokens += 256) {
        const double now = seconds(line + "&L=80&s=" + std::to_string(tokens));
        CAPTURE(line, tokens);
        CHECK(now >= before * (1 - 1e-12));
        before = now;
      }
    }
  }
}
