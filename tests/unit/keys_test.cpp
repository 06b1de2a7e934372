// Every key that is said to be computed changes a number of the workload it is about, and keys that mean
// nothing without another key say so.

#include "support/answer.hpp"
#include "support/call.hpp"
#include "support/catch.hpp"
#include "support/link.hpp"

#include <map>
#include <string>

#include <tilewise/vocabulary.hpp>

using namespace tilewise;
using namespace tilewise::testing;

namespace {

struct Change {
  std::string scenario;  // without the key
  std::string value;
};

const std::string prompt = "v=1&tm=tiled&d=rtx-4090&m=llama-2-7b&s=512";
const std::string generation = "v=1&tm=tiled&d=rtx-4090&m=llama-2-7b&w=decode&s=512";
const std::string training = "v=1&tm=tiled&d=a100-sxm4-80gb&m=bert-base&w=train&s=128";
const std::string tuning = "v=1&tm=tiled&d=a100-sxm4-80gb&m=llama-2-7b&w=finetune&s=128&b=1";
const std::string experts = "v=1&tm=tiled&d=h200-sxm&m=mixtral-8x7b&w=decode&s=512";
const std::string latent = "v=1&tm=tiled&d=h200-sxm&m=deepseek-v3&w=decode&s=512";
const std::string windowed = "v=1&tm=tiled&d=h200-sxm&m=gemma-2-2b&w=decode&s=8192";

const std::string many = "v=1&tm=tiled&d=a100-sxm4-80gb&d1.n=16&m=llama-2-7b&w=train&s=512&b=64&mb=1";
const std::string mixture = "v=1&tm=tiled&d=h200-sxm&d1.n=16&m=mixtral-8x7b&w=train&s=512&b=64";

const std::map<std::string, Change> changes = {
    {"m", {"v=1&tm=tiled&d=rtx-4090", "gpt2"}},
    {"w", {"v=1&tm=tiled&d=rtx-4090&m=gpt2", "train"}},
    {"s", {"v=1&tm=tiled&d=rtx-4090&m=llama-2-7b", "100"}},
    {"o", {generation, "2"}},
    {"b", {prompt, "2"}},
    {"mb", {training, "4"}},
    {"mm", {"v=1&tm=tiled&d=rtx-4090&w=matmul", "64x64x64"}},
    {"mml", {"v=1&tm=tiled&d=p100-pcie-16gb&p=fp32&w=matmul&mm=4096x4096x16384", "nt"}},
    {"tok", {training, "1e9"}},
    {"d", {"v=1&tm=tiled", "rtx-4090"}},
    {"p", {prompt, "fp32"}},
    {"wq", {generation, "int4"}},
    {"kq", {generation, "fp8"}},
    {"vq", {generation, "fp8"}},
    {"c", {"v=1&tm=tiled&d=rtx-4090&m=llama-3.1-8b&wq=int8&w=serve&s=512", "4"}},
    {"pc", {prompt, "256"}},
    {"ch", {prompt, "64"}},
    {"dpa", {"v=1&tm=tiled&d=h200-sxm&d1.n=8&m=deepseek-v3&w=decode&s=512&b=32&tp=8", "1"}},
    {"lay", {generation + "&d1.n=2", "1"}},
    {"ac", {training, "full"}},
    {"attn", {prompt, "unfused"}},
    {"opt", {training, "sgd"}},
    {"gp", {training, "bf16"}},
    {"mw", {training, "0"}},
    {"fb", {training, "1"}},
    {"off", {training, "optimizer"}},
    {"ft", {tuning, "lora"}},
    {"rank", {tuning + "&ft=lora", "64"}},
    {"util", {generation + "&stack=vllm", "0.5"}},
    {"pol", {windowed, "uniform"}},
    {"page", {generation, "100"}},
    {"ngl", {generation + "&stack=llama-cpp", "8"}},
    {"mfu", {prompt, "causal"}},
    {"stack", {prompt, "eager"}},
    {"tm", {"v=1&d=rtx-4090&m=gpt2", "roofline"}},
    {"L", {prompt, "8"}},
    {"h", {prompt, "2048"}},
    {"a", {prompt, "64"}},
    {"kv", {prompt, "8"}},
    {"hd", {prompt, "64"}},
    {"ff", {prompt, "4096"}},
    {"glu", {prompt, "0"}},
    {"voc", {prompt, "1000"}},
    {"tie", {prompt, "1"}},
    {"pos", {prompt, "4096"}},
    {"arch", {"v=1&tm=tiled&d=rtx-4090&m=gpt2&s=512", "encoder"}},
    {"caus", {prompt, "0"}},
    {"tp", {many, "4"}},
    {"sp", {many + "&tp=4", "1"}},
    {"pp", {many, "4"}},
    {"vp", {many + "&pp=4", "2"}},
    {"dp", {many, "16"}},
    {"ep", {mixture, "4"}},
    {"etp", {mixture + "&tp=2&ep=4", "2"}},
    {"cp", {many, "2"}},
    {"z", {many, "3"}},
    {"sch", {many + "&pp=4", "zb-h1"}},
    {"stack", {training, "eager"}},
    {"win", {windowed, "128"}},
    {"wl", {windowed, "1"}},
    {"hid", {std::string(windowed) + "&wl=2", "1048576"}},
    {"E", {experts, "16"}},
    {"ek", {experts, "4"}},
    {"es", {experts, "1"}},
    {"ef", {experts, "1024"}},
    {"ed", {experts, "2"}},
    {"mla", {latent, "256"}},
    {"rope", {latent, "128"}},
    {"qg", {latent, "512"}},
    {"co", {prompt, "0.5"}},
    {"d1.n", {generation, "2"}},
    {"d1.peak", {prompt, "50"}},
    {"d1.bw", {generation, "500"}},
    {"d1.mem", {prompt, "8"}},
    {"d1.clk", {prompt, "1000"}},
    {"d1.hr", {training + "&off=optimizer", "1"}},
    {"d1.link", {many, "100"}},
    {"d1.net", {many, "10"}},
    {"d1.lat", {many, "50"}},
    {"d1.fab", {many, "pcie"}},
    {"d1.node", {many, "16"}},
    {"d1.shape", {"v=1&tm=tiled&m=llama-2-7b&s=512&d=tpu-v4&d1.n=64&tp=32", "2x2x16"}},
    {"d1.hmr", {generation + "&stack=llama-cpp&ngl=16", "30"}},
    {"d1.hbw", {many + "&d1.fab=pcie", "4"}},
    {"d1.eff", {prompt, "0.5"}},
    {"d1.got", {generation, "tpot:0.02"}},
    {"d1.tdp", {generation, "200"}},
    {"d1.idle", {generation, "60"}},
    {"d1.price", {generation, "0.5"}},
    {"d1.buy", {generation, "2000"}},
    {"pue", {generation, "1.2"}},
    {"ci", {generation, "20"}},
    {"gof", {generation, "0.5"}},
    {"kwh", {generation + "&d1.buy=2000", "0.3"}},
    {"life", {generation + "&d1.buy=2000", "3"}},
    {"lim.ttft", {"v=1&tm=tiled&d=rtx-4090&m=llama-3.1-8b&wq=int8&w=serve&s=512", "0.01"}},
    {"lim.tpot", {generation, "0.001"}},
    {"lim.step", {training, "0.001"}},
    {"lim.usd", {generation, "0.01"}},
    {"lim.w", {generation, "10"}},
    {"obj", {generation, "cost"}},
    {"ut", {generation + "&d1.buy=2000", "0.5"}},
};

// Keys that name the link, a column, its display or what to sweep.
bool about_the_link(const FieldSpec& spec) {
  return spec.scope == Scope::display || spec.field == Field::own_name || spec.field == Field::version || spec.field == Field::revision ||
         spec.field == Field::tag || spec.field == Field::sweep_axis;
}

// Wishes change what breaks first and what a plan looks for, no number of the estimate.
bool is_wish(const std::string& key) { return key.rfind("lim.", 0) == 0 || key == "obj"; }

const nlohmann::json* numbers(const nlohmann::json& answer) { return find_at(answer, "result.devices"); }

}  // namespace

TEST_CASE("Every computed key changes a number, and raises no error in doing so") {
  for (const FieldSpec& spec : vocabulary()) {
    if (spec.support != Support::now || about_the_link(spec)) continue;
    const std::string key = (spec.scope == Scope::column ? "d1." : "") + std::string(spec.key);
    CAPTURE(key);
    const auto found = changes.find(key);
    REQUIRE(found != changes.end());
    const auto before = estimate_of(found->second.scenario);
    const auto after = estimate_of(found->second.scenario + "&" + key + "=" + found->second.value);
    REQUIRE(numbers(after) != nullptr);
    CHECK(number_at(after, "devices.0.memory.total_bytes") > 0);
    // The data-parallel degree is what the others leave: given, it is checked.
    if (spec.field == Field::dp) continue;
    if (is_wish(key)) {
      const char* question = key == "obj" ? "plan" : "limits";
      const auto answer = [&](const std::string& link) { return parse_answer(call(question, with_tag(link))); };
      const std::string& scenario = found->second.scenario;
      CHECK(answer(scenario) != answer(scenario + "&" + key + "=" + found->second.value));
    } else if (numbers(before) != nullptr) {
      CHECK(*numbers(before) != *numbers(after));
    }
  }
}

TEST_CASE("Keys of one device change that device as keys of all devices do") {
  for (const FieldSpec& spec : vocabulary()) {
    if (spec.support != Support::now || spec.scope != Scope::both) continue;
    const std::string key(spec.key);
    CAPTURE(key);
    const Change& change = changes.at(key);
    const auto shared = estimate_of(change.scenario + "&" + key + "=" + change.value);
    const auto own = estimate_of(change.scenario + "&d1." + key + "=" + change.value);
    CHECK(*numbers(shared) == *numbers(own));
  }
}

TEST_CASE("Keys for display change no number") {
  const auto plain = estimate_of(prompt);
  for (const char* key :
       {"&view=table", "&u=gb", "&sort=time", "&base=1", "&lang=zh", "&theme=dark", "&t=hello"}) {
    CAPTURE(key);
    CHECK(*numbers(estimate_of(prompt + key)) == *numbers(plain));
  }
}

TEST_CASE("A column's own name stands in its answer, and changes no number") {
  const auto plain = estimate_of(prompt);
  const auto named = estimate_of(prompt + "&d1.name=My%20card%20%E5%8D%A1");
  CHECK(word_at(plain, "devices.0.name") != word_at(named, "devices.0.name"));
  CHECK(word_at(named, "devices.0.name") == "My card \xE5\x8D\xA1");
  CHECK(number_at(plain, "devices.0.time.total_s") == number_at(named, "devices.0.time.total_s"));
  CHECK(has_issue(estimate_of(prompt + "&d1.name=" + std::string(41, 'a')), "value.invalid", "d1.name"));
}

TEST_CASE("Keys that mean nothing without another key say so and change nothing") {
  const auto plain = estimate_of(generation);
  for (const char* key : {"ek", "es", "ef", "ed", "rope", "qg", "win", "wl"}) {
    CAPTURE(key);
    const auto answer = estimate_of(generation + "&" + key + "=2");
    CHECK(severity_of(answer, "shape.no-effect", key) == "warning");
    CHECK(*numbers(answer) == *numbers(plain));
  }
}

TEST_CASE("Experts added to a dense model take its MLP, and what was filled in is said") {
  const auto answer = estimate_of(generation + "&E=8");
  const auto plain = estimate_of(generation);
  const double weights = number_at(answer, "devices.0.memory.items.weights.bytes");
  const double dense = number_at(plain, "devices.0.memory.items.weights.bytes");
  // Seven more copies of three matrices, and a router, in each of 32 layers.
  CHECK(weights - dense == 2 * 32 * (7 * 3 * 4096.0 * 11008 + 4096.0 * 8));
  int said = 0;
  for (const auto& assumption : *find_at(answer, "result.assumptions")) {
    const std::string path = assumption.find("path")->get<std::string>();
    said += path == "ek" || path == "ef" ? 1 : 0;
  }
  CHECK(said == 2);
}

TEST_CASE("The rotary width of latent attention widens queries, keys and the cache together") {
  const auto answer = estimate_of(latent + "&rope=128");
  CHECK(number_at(answer, "devices.0.memory.items.kv_cache.bytes") == 512 * 61 * (512.0 + 128) * 2);
  const double more = number_at(answer, "devices.0.memory.items.weights.bytes") -
                      number_at(estimate_of(latent), "devices.0.memory.items.weights.bytes");
  // 64 values more of 128 query heads from a rank of 1,536, and of one key from the width.
  CHECK(more == 2 * 61 * 64 * (128.0 * 1536 + 7168));
}
