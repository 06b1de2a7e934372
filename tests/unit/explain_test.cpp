// Every number of an answer can be opened, and what is shown recomputes to it: expression, inputs, the
// inputs' own explanations, catalogue entries.

#include "support/answer.hpp"
#include "support/call.hpp"
#include "support/catch.hpp"
#include "support/explained.hpp"
#include "support/expression.hpp"
#include "support/files.hpp"
#include "support/golden.hpp"
#include "support/link.hpp"

#include <map>
#include <set>
#include <string>

#include <tilewise/catalogue.hpp>

using namespace tilewise;
using namespace tilewise::testing;
using nlohmann::json;

namespace {

void check_every_number(const std::string& link) {
  REQUIRE(number_at(estimate_of(link), "devices.0.time.total_s") > 0);
  check_estimate_opens(with_tag(link));
}

}  // namespace

TEST_CASE("Expressions are read by the rules of arithmetic") {
  const Inputs inputs{{"a", 2}, {"b_2", 3}, {"units", 4}};
  CHECK(evaluate("a + b_2 * 2", inputs) == 8);
  CHECK(evaluate("(a + b_2) / 2 - 0.5", inputs) == 2);
  CHECK(evaluate("max(ceil(a / b_2), min(5, b_2))", inputs) == 3);
  CHECK(evaluate("a * 2^10", inputs) == 2048);
  CHECK(evaluate("waves(2.5)", inputs) == 2.75);
  CHECK_FALSE(evaluate("a + c", inputs).has_value());
  CHECK_FALSE(evaluate("a b_2", inputs).has_value());
  CHECK_FALSE(evaluate("mean over the steps", inputs).has_value());
}

TEST_CASE("Every number of a product opens, by each time model") {
  const std::string product = "v=1&w=matmul&mm=256x1024x1024&b=3&d=tpu-v2~v100-sxm2-32gb&tm=";
  for (const char* model : {"tiled", "roofline", "essay-2018", "essay-corrected"})
    check_every_number(product + model);
}

TEST_CASE("Every number of a prompt opens: dense, encoder, vision, windowed, latent") {
  for (const char* model : {"llama-2-7b", "bert-base", "vit-base-16", "gemma-2-2b", "deepseek-v3"}) {
    check_every_number("v=1&s=300&b=2&tm=tiled&d=rtx-4090~tpu-v3~mtia-v1&m=" + std::string(model));
  }
  check_every_number("v=1&m=gemma-2-2b&s=300&attn=unfused&tm=roofline&d=rtx-4090");
}

TEST_CASE("Every number of a generation opens, one token or many") {
  for (const char* output : {"1", "7", "1000"}) {
    const std::string tokens = output;
    check_every_number("v=1&m=gpt-oss-20b&w=decode&s=200&b=4&tm=tiled&d=rtx-4090~tpu-v2&o=" + tokens);
    check_every_number("v=1&m=deepseek-v3&w=decode&s=200&tm=roofline&d=h200-sxm&o=" + tokens);
  }
}

TEST_CASE("Every number of serving opens, and of a stack with chunks and layers in line") {
  check_every_number("v=1&m=llama-3.1-8b&w=serve&s=700&o=90&tm=tiled&d=h200-sxm~tpu-v5e");
  check_every_number("v=1&m=llama-3.1-8b&w=serve&s=700&o=90&c=5000&tm=roofline&d=h200-sxm");
  check_every_number("v=1&m=llama-3.1-8b&s=2000&wq=q4-k-m&stack=llama-cpp&attn=unfused&tm=tiled&d=rtx-3090&lay=1&d1.n=3");
  check_every_number("v=1&m=llama-3.1-8b&w=decode&s=20&o=9&wq=q4-k-m&stack=llama-cpp&attn=unfused&tm=tiled&d=rtx-3090");
}

TEST_CASE("Every number of training opens: recompute, optimizers, a run, both kinds of attention") {
  const std::string train = "v=1&m=gpt2&w=train&b=16&s=512&tok=1e9&d=a100-sxm4-80gb~tpu-v3&tm=tiled";
  check_every_number(train);
  check_every_number(train + "&ac=full&opt=adafactor&attn=unfused");
  check_every_number(train + "&ac=selective&opt=adamw8bit&attn=unfused&mw=0");
  const std::string many = "v=1&m=mixtral-8x7b&w=train&b=32&s=512&mb=1&tm=tiled&d=a100-sxm4-80gb&d1.n=16";
  check_every_number(many + "&tp=2&pp=2&ep=4&ac=full");
  check_every_number(many + "&cp=2&z=3&ac=selective");
}

TEST_CASE("Every number opens with a share in custom operators") {
  check_every_number("v=1&w=matmul&mm=256x1024x1024&tm=tiled&d=v100-sxm2-32gb~tpu-v2&co=0.2");
  check_every_number("v=1&m=llama-3.1-8b&w=decode&s=200&b=64&tm=tiled&d=h100-sxm5-80gb&co=0.05");
  check_every_number("v=1&m=gpt2&w=train&b=16&s=512&tm=tiled&d=a100-sxm4-80gb&co=0.1");
}

TEST_CASE("Every number opens under an override, a share of the roofline and a time of its own") {
  check_every_number("v=1&m=gpt2&s=256&tm=tiled&d=tpu-v3&d1.bw=500&d1.peak=90&d1.mem=20");
  check_every_number("v=1&m=gpt2&w=decode&s=256&o=50&tm=tiled&d=rtx-4090&d1.eff=0.6");
  check_every_number("v=1&m=bert-base&tm=essay-2018&d=tpu-v2~v100-sxm2-32gb");
}

TEST_CASE("Every number of every golden answer opens: estimates, limits, comparisons, plans, what fits, sweeps") {
  const std::set<std::string> calls = {"limits", "compare", "plan", "fit", "sweep"};
  std::map<std::string, int> opened;
  for (const std::string& name : golden_names()) {
    const json question = parse_answer(read_file(request_path(name)).value_or(std::string()));
    const std::string* asked = find_at(question, "function")->get_ptr<const std::string*>();
    REQUIRE(asked != nullptr);
    CAPTURE(name);
    if (*asked == "estimate") {
      check_estimate_opens(*find_at(question, "request"));
    } else if (calls.count(*asked) == 1) {
      check_answer_opens(*asked, *find_at(question, "request"));
    }
    ++opened[*asked];
  }
  CHECK(opened["estimate"] >= 8);
  for (const std::string& call : calls) {
    CAPTURE(call);
    CHECK(opened[call] >= 1);
  }
}

TEST_CASE("Items open by name and by index alike") {
  const std::string link = "v=1&m=gpt2&s=256&tm=tiled&d=rtx-4090";
  const auto by_name = explain_of(link, "devices.0.time.items.qkv.seconds");
  CHECK(number_at(by_name, "value") > 0);
  CHECK(by_name == explain_of(link, "devices.0.time.items.1.seconds"));
}

TEST_CASE("An override is named as the key that gives the number, the catalogue as the entry that does") {
  const std::string link = "v=1&m=gpt2&s=256&tm=roofline&d=rtx-4090";
  const auto plain = explain_of(link, "devices.0.memory.capacity_bytes");
  CHECK(word_at(plain, "inputs.memory.catalogue") == "rtx-4090/memory_bytes");
  const auto changed = explain_of(link + "&d1.mem=48", "devices.0.memory.capacity_bytes");
  CHECK(word_at(changed, "inputs.memory.key") == "d1.mem");
  CHECK(number_at(changed, "inputs.memory.value") == 48 * 1073741824.0);
}

TEST_CASE("A path that is no number of the answer is an issue and no guess") {
  const std::string link = "v=1&m=gpt2&s=256&tm=roofline&d=rtx-4090";
  for (const char* path :
       {"", "devices", "devices.1.time.total_s", "devices.0.time.step_s", "devices.0.time.items.99.seconds",
        "devices.-1.time.total_s", "devices.0..time", "verdict.fastest"}) {
    CAPTURE(path);
    const auto answer = explain_of(link, path);
    CHECK(find_at(answer, "result")->is_null());
    CHECK(severity_of(answer, "explain.path", path) == "error");
  }
}
