// Every issue has a request that raises it, at the place it is about, with the severity it deserves.

#include "support/answer.hpp"
#include "support/call.hpp"
#include "support/catch.hpp"
#include "support/files.hpp"
#include "support/gguf.hpp"
#include "support/link.hpp"

#include <set>
#include <string>

using namespace tilewise::testing;

namespace {

struct Case {
  const char* code;
  const char* path;
  const char* severity;
  const char* function;
  std::string request;  // a link without its tag, or any text of its own when it starts with { or #
};

std::string repeated(const char* part, int times) {
  std::string out;
  for (int i = 0; i < times; ++i) out += part;
  return out;
}

std::string many_pairs() {
  std::string out = "v=1";
  for (int i = 0; i < 193; ++i) out += "&z" + std::to_string(i) + "=1";
  return out;
}

const std::string train = "v=1&m=gpt2&w=train&d=a100-sxm4-80gb";
const std::string many = "v=1&m=llama-2-7b&w=train&s=512&d=h200-sxm&d1.n=8";
const std::string product = "v=1&w=matmul&mm=64x64x64&d=";

const Case cases[] = {
    {"batch.not-divisible", "d1.b", "error", "estimate", "v=1&m=bert-base&w=train&b=7&d=tpu-v2"},
    {"clock.not-published", "d1.clk", "error", "estimate", "v=1&d=tpu-v6e&d1.clk=900"},
    {"device.alias", "d1", "note", "estimate", "v=1&d=v100"},
    {"device.not-for-training", "d1", "warning", "estimate", "v=1&m=bert-base&w=train&d=mtia-v1"},
    {"device.unknown", "d2", "error", "estimate", "v=1&d=rtx-4090~rtx-4091"},
    {"essay.device", "d1", "error", "estimate", product + "mi300x~tpu-v2&tm=essay-2018"},
    {"essay.precision", "d1.p", "error", "estimate", product + "rtx-4090&tm=essay-2018&p=int4"},
    {"explain.path", "devices.0.nothing", "error", "explain",
     R"({"scenario":{"devices":["rtx-4090"]},"path":"devices.0.nothing"})"},
    {"flops.above-published", "d1", "note", "estimate", "v=1&m=llama-2-7b&d=a100-sxm4-80gb&d1.eff=0.95&tm=tiled"},
    {"flops.beyond-peak", "d1", "warning", "estimate", product + "rtx-4090&tm=essay-corrected&d1.bw=1e9"},
    {"import.bad-value", "num_hidden_layers", "error", "import_model", R"({"model_type":"llama","num_hidden_layers":-1})"},
    {"import.class-defaults", "", "note", "import_model",
     R"({"model_type":"gemma3","text_config":{"model_type":"gemma3_text","hidden_size":64,"intermediate_size":64,"num_hidden_layers":2}})"},
    {"import.gguf-broken", "", "error", "import_model", GgufWriter().raw("k", 99, "").header()},
    {"import.gguf-part", "", "warning", "import_model", small_llama().number("split.count", 2).header()},
    {"import.gguf-tensor", "", "error", "import_model", GgufWriter().tensor("odd", 12, {3}).header()},
    {"import.gguf-too-long", "", "error", "import_model", GgufWriter().header(1, 1u << 30)},
    {"import.gguf-type", "", "error", "import_model", GgufWriter().tensor("new", 99, {32}).header()},
    {"import.gguf-version", "", "error", "import_model", GgufWriter(1).header()},
    {"import.incomplete", "", "note", "import_model", small_llama().header().substr(0, 100)},
    {"import.link-count", "", "note", "import_model",
     R"({"model_type":"bert","hidden_size":64,"intermediate_size":64,"num_hidden_layers":2,"num_attention_heads":2,"vocab_size":100})"},
    {"import.missing-fields", "", "error", "import_model", R"({"model_type":"llama"})"},
    {"import.not-a-model", "", "error", "import_model", "[1]"},
    {"import.quantisation", "quantization_config", "warning", "import_model",
     R"({"model_type":"bert","hidden_size":64,"intermediate_size":64,"num_hidden_layers":2,"num_attention_heads":2,"vocab_size":100,"quantization_config":{"quant_method":"none"}})"},
    {"import.recurrent", "", "error", "import_model",
     GgufWriter().text("general.architecture", "m").number("m.ssm.state_size", 16).header()},
    {"import.text-only", "", "note", "import_model",
     R"({"model_type":"qwen2_vl","vision_config":{},"hidden_size":64,"intermediate_size":64,"num_hidden_layers":2,"num_attention_heads":2,"vocab_size":100})"},
    {"import.unknown-architecture", "model_type", "error", "import_model", R"({"model_type":"strange"})"},
    {"json.duplicate-key", "batch", "note", "estimate", R"({"batch":1,"batch":2})"},
    {"json.number-too-large", "batch", "error", "estimate", R"({"batch":1e999})"},
    {"json.too-deep", "", "error", "estimate", R"({"batch":)" + repeated("[", 70) + repeated("]", 70) + "}"},
    {"json.too-long", "", "error", "estimate", "{" + std::string(1100000, ' ') + "}"},
    {"json.unreadable", "batch", "error", "estimate", R"({"batch":)"},
    {"link.duplicate-key", "b", "note", "estimate", "v=1&b=1&b=2"},
    {"link.needs-column", "bw", "warning", "estimate", "v=1&bw=600"},
    {"link.newer-revision", "r", "note", "estimate", "v=1&r=999"},
    {"link.newer-version", "v", "warning", "estimate", "v=999"},
    {"link.no-such-column", "d3.bw", "warning", "estimate", "v=1&d=rtx-4090~tpu-v4&d3.bw=600"},
    {"fit.filter", "only", "warning", "fit", R"({"scenario":{},"question":"catalogue","only":["cheap"]})"},
    {"fit.question", "question", "error", "fit", R"({"scenario":"v=1","question":"colour"})"},
    {"link.not-per-column", "d1.s", "warning", "estimate", "v=1&d=rtx-4090&d1.s=64"},
    {"link.tag-missing", "k", "note", "estimate", "#v=1"},
    {"link.tag-wrong", "k", "warning", "estimate", "#v=1&b=8&k=zzzz"},
    {"link.too-long", "", "error", "estimate", "v=1&t=" + repeated("x", 8000)},
    {"link.too-many-devices", "d", "error", "estimate", "v=1&d=" + repeated("rtx-4090~", 8) + "rtx-4090"},
    {"link.too-many-pairs", "", "error", "estimate", many_pairs()},
    {"link.unknown-key", "zz", "warning", "estimate", "v=1&zz=1"},
    {"matmul.missing", "mm", "error", "estimate", "v=1&w=matmul"},
    {"micro-batch.not-divisible", "d1.mb", "error", "estimate", train + "&b=32&mb=5"},
    {"model.unknown", "m", "error", "estimate", "v=1&m=gpt9"},
    {"parallel.context", "d1.cp", "error", "estimate", "v=1&m=gpt2&w=train&s=512&b=1&d=h200-sxm&d1.n=3&cp=3"},
    {"parallel.data-ranks", "d1.dp", "error", "estimate", many + "&dp=3"},
    {"parallel.experts", "d1.ep", "error", "estimate", "v=1&m=mixtral-8x7b&w=train&b=8&d=h200-sxm&d1.n=8&ep=3"},
    {"parallel.heads", "d1.tp", "error", "estimate", "v=1&m=gpt2-xl&w=train&d=h200-sxm&d1.n=8&tp=8&s=1024"},
    {"parallel.interleave", "d1.vp", "error", "estimate", many + "&vp=2"},
    {"parallel.layers", "d1.pp", "error", "estimate", many + "&L=4&pp=8"},
    {"measured.below-weights", "d1.got", "warning", "estimate", "v=1&m=llama-2-7b&w=decode&d=h200-sxm&d1.got=mem:1"},
    {"measured.beyond-roofline", "d1.got", "warning", "estimate", "v=1&m=gpt2&d=h200-sxm&d1.got=step:1e-9"},
    {"measured.far-below-roofline", "d1.got", "note", "estimate", "v=1&m=gpt2&d=h200-sxm&d1.got=step:10"},
    {"measured.does-not-apply", "d1.got", "error", "estimate", "v=1&m=gpt2&d=h200-sxm&d1.got=tpot:1"},
    {"parallel.ranks", "d1.n", "error", "estimate", many + "&tp=16"},
    {"parallel.torus", "d1.shape", "error", "estimate", "v=1&m=gpt2&d=tpu-v4&d1.n=16&d1.shape=4x4x4&s=512"},
    {"parallel.training-only", "d1.pp", "error", "estimate", "v=1&w=matmul&mm=8x8x8&d=h200-sxm&d1.n=2&pp=2"},
    {"parallel.uneven", "d1.pp", "note", "estimate", "v=1&m=gpt2&w=train&b=8&s=512&d=h200-sxm&d1.n=8&pp=8"},
    {"precision.loss-scaling", "d1.p", "note", "estimate", "v=1&m=gpt2&w=train&s=512&d=v100-sxm2-32gb"},
    {"peak.sparse", "d1.peak", "note", "estimate", product + "h100-sxm5-80gb&d1.peak=1979"},
    {"precision.fallback", "d1.p", "warning", "estimate", "v=1&d=v100-sxm2-32gb&p=bf16"},
    {"precision.not-on-matrix-unit", "d1.p", "warning", "estimate", "v=1&d=v100-sxm2-32gb&p=int8"},
    {"rate.custom-not-published", "d1.p", "warning", "estimate", "v=1&d=tpu-v4&co=0.1"},
    {"rate.not-published", "d1.p", "warning", "estimate", "v=1&d=tpu-v4&p=fp32"},
    {"scenario.not-an-object", "", "error", "estimate", R"({"scenario":[1,2]})"},
    {"sequence.missing", "s", "error", "estimate", "v=1&m=custom&arch=vit&d=rtx-4090"},
    {"sequence.beyond-positions", "s", "warning", "estimate", "v=1&m=bert-base&s=513"},
    {"shape.active-experts", "ek", "error", "estimate", "v=1&m=mixtral-8x7b&ek=9"},
    {"shape.dense-layers", "ed", "error", "estimate", "v=1&m=mixtral-8x7b&ed=33"},
    {"shape.kv-heads", "kv", "error", "estimate", "v=1&m=llama-2-7b&kv=5"},
    {"shape.no-effect", "ek", "warning", "estimate", "v=1&m=llama-2-7b&ek=2"},
    {"shape.windowed-layers", "wl", "error", "estimate", "v=1&m=gemma-2-2b&wl=27"},
    {"support.not-shown-yet", "bud", "note", "estimate", "v=1&bud=10"},
    {"support.not-yet", "rps", "error", "estimate", "v=1&rps=1"},
    {"sweep.axis", "x", "error", "sweep",
     R"({"scenario":{"devices":["rtx-4090"]},"axis":"m","from":1,"to":2})"},
    {"sweep.range", "x", "error", "sweep",
     R"({"scenario":{"devices":["rtx-4090"]},"axis":"b","from":2,"to":2})"},
    {"sweep.too-many", "x", "error", "sweep",
     R"({"scenario":{"devices":["rtx-4090","tpu-v4"]},"axis":"s","from":1,"to":9000,"steps":9000})"},
    {"training.weight-format", "d1.wq", "error", "estimate", train + "&wq=int4"},
    {"value.invalid", "b", "error", "estimate", "v=1&b=-3"},
    {"workload.no-decoder", "w", "error", "estimate", "v=1&m=bert-base&w=decode"},
};

// Raised by readers of another version or revision, or for names that were retired: the tests of links pass a
// context of their own.
const std::set<std::string> raised_elsewhere = {"link.older-version", "link.revision-changed", "model.alias"};

nlohmann::json answer_to(const Case& one) {
  const bool raw =
      one.request.front() == '{' || one.request.front() == '#' || one.function == std::string_view("import_model");
  return parse_answer(call(one.function, raw ? one.request : with_tag(one.request)));
}

}  // namespace

TEST_CASE("Every issue is raised at the place it is about, with its severity") {
  for (const Case& one : cases) {
    CAPTURE(one.code, one.request.substr(0, 120));
    const auto answer = answer_to(one);
    CAPTURE(issues_of(answer));
    CHECK(severity_of(answer, one.code, one.path) == one.severity);
  }
}

TEST_CASE("Every issue that has a text has a request that raises it") {
  const auto text = read_file(TILEWISE_SOURCE_DIR "/core/data/messages/en.json");
  REQUIRE(text.has_value());
  const auto messages = parse_answer(*text);
  const auto* issues = find_at(messages, "issues");
  REQUIRE(issues != nullptr);
  std::set<std::string> raised = raised_elsewhere;
  for (const Case& one : cases) raised.insert(one.code);
  for (auto entry = issues->begin(); entry != issues->end(); ++entry) {
    CAPTURE(entry.key());
    CHECK(raised.count(entry.key()) == 1);
  }
  CHECK(raised.size() == issues->size());
}

TEST_CASE("Every parameter that an issue's text names is in the issue") {
  const auto text = read_file(TILEWISE_SOURCE_DIR "/core/data/messages/en.json");
  const auto messages = parse_answer(text.value_or(std::string()));
  for (const Case& one : cases) {
    CAPTURE(one.code);
    const auto* template_text = find_at(messages, "issues")->find(one.code)->get_ptr<const std::string*>();
    REQUIRE(template_text != nullptr);
    const auto answer = answer_to(one);
    for (const auto& issue : *find_at(answer, "issues")) {
      if (*issue.find("code") != one.code) continue;
      std::size_t open = template_text->find('{');
      while (open != std::string::npos) {
        const std::size_t close = template_text->find('}', open);
        const std::string name = template_text->substr(open + 1, close - open - 1);
        CAPTURE(name);
        CHECK(issue.find("params")->find(name) != issue.find("params")->end());
        open = template_text->find('{', close);
      }
    }
  }
}
