// Defaults become assumptions, mistakes are all found at once, and a column's mistake is its own.

#include "support/answer.hpp"
#include "support/catch.hpp"

#include <algorithm>
#include <string>

#include <tilewise/defaults.hpp>
#include <tilewise/resolve.hpp>

using namespace tilewise;
using namespace tilewise::testing;

namespace {

// "path value code" of an assumption; "" when nothing was assumed for this path.
std::string assumed(const nlohmann::json& answer, const std::string& path) {
  const auto* list = find_at(answer, "result.assumptions");
  if (list == nullptr) return "(no result)";
  for (std::size_t i = 0; i < list->size(); ++i) {
    const std::string here = "assumptions." + std::to_string(i) + ".";
    if (word_at(answer, here + "path") == path)
      return word_at(answer, here + "value") + " " + word_at(answer, here + "code");
  }
  return "";
}

std::size_t assumptions(const nlohmann::json& answer) {
  return find_at(answer, "result.assumptions")->size();
}

// A value of the field that differs from its default.
std::string other_value(const FieldSpec& spec) {
  const auto standard = default_of(spec.field, Scenario());
  const std::string plain = standard ? write_value(spec, *standard) : "";
  switch (spec.kind) {
    case Kind::word: {
      const std::string words(spec.words);
      const std::string last = words.substr(words.rfind(' ') + 1);
      return last == plain ? words.substr(0, words.find(' ')) : last;
    }
    case Kind::flag:
      return plain == "1" ? "0" : "1";
    case Kind::id:
      return "gpt2";
    case Kind::dims:
      return "64x32";
    case Kind::measured:
      return "step:2";
    default:
      return spec.high <= 1 ? "0.5" : "2";
  }
}

}  // namespace

TEST_CASE("An empty scenario is answered, and every value it left open is an assumption") {
  const auto answer = estimate_of("v=1");
  CHECK(assumed(answer, "d") == "tpu-v4~mtia-v1~v100-sxm2-32gb~rtx-2080-ti~rtx-4090 assumption.default");
  CHECK(assumed(answer, "m") == "bert-large assumption.default");
  CHECK(assumed(answer, "w") == "prefill assumption.default");
  CHECK(assumed(answer, "s") == "128 assumption.default");
  CHECK(assumed(answer, "b") == "1 assumption.default");
  CHECK(assumed(answer, "p") == "auto assumption.default");
  CHECK(assumed(answer, "mfu") == "full assumption.default");
  CHECK(assumed(answer, "tm") == "tiled assumption.best-time-model");
  CHECK(assumed(answer, "d1.p") == "bf16 assumption.auto-precision");
  CHECK(assumed(answer, "d3.p") == "fp16 assumption.auto-precision");
  CHECK(assumed(answer, "d5.attn") == "unfused assumption.by-stack");
}

TEST_CASE("A value that is given is not an assumption") {
  const std::string given =
      "v=1&m=bert-base&w=prefill&s=64&b=2&d=rtx-4090&p=fp16&attn=unfused&mfu=full&stack=eager&tm=roofline"
      "&d1.idle=20&d1.price=0.4&pue=1&ci=400&gof=1";
  CHECK(assumptions(estimate_of(given)) == 0);
}

TEST_CASE("Lengths and batches have the defaults of their workload") {
  CHECK(assumed(estimate_of("v=1&m=gpt2&d=rtx-4090"), "s") == "2048 assumption.default");
  CHECK(assumed(estimate_of("v=1&m=gpt2&w=decode&d=rtx-4090"), "o") == "1 assumption.default");
  CHECK(assumed(estimate_of("v=1&m=gpt2&d=rtx-4090"), "o").empty());
  CHECK(assumed(estimate_of("v=1&m=gpt2&w=train&d=rtx-4090"), "b") == "32 assumption.default");
  CHECK(assumed(estimate_of("v=1&w=matmul&mm=8x8x8&d=rtx-4090"), "s").empty());
}

TEST_CASE("Training assumes its options, each once, and those of a device at the device") {
  const auto answer = estimate_of("v=1&m=gpt2&w=train&b=24&d=rtx-4090~tpu-v4");
  CHECK(assumed(answer, "ac") == "none assumption.default");
  CHECK(assumed(answer, "opt") == "adamw assumption.default");
  CHECK(assumed(answer, "d1.gp") == "fp32 assumption.by-stack");
  CHECK(assumed(answer, "d2.gp") == "fp32 assumption.by-stack");
  CHECK(assumed(answer, "d1.mb") == "8 assumption.micro-batch");
  CHECK(assumed(answer, "d2.mb") == "8 assumption.micro-batch");
}

TEST_CASE("The micro-batch is the largest up to 8 that divides the sequences of a rank") {
  const auto micro = [](const std::string& batch, const std::string& device) {
    return assumed(estimate_of("v=1&m=gpt2&w=train&b=" + batch + "&d=" + device), "d1.mb");
  };
  CHECK(micro("1", "rtx-4090") == "1 assumption.micro-batch");
  CHECK(micro("30", "rtx-4090") == "6 assumption.micro-batch");
  CHECK(micro("11", "rtx-4090") == "1 assumption.micro-batch");
  CHECK(micro("14", "tpu-v3") == "7 assumption.micro-batch");
}

TEST_CASE("Cores of one chip hold copies of a model and share a product") {
  const auto model = estimate_of("v=1&m=bert-base&d=tpu-v3");
  CHECK(assumed(model, "d1.n") == "2 assumption.cores-hold-copies");
  CHECK(number_at(model, "devices.0.ranks") == 2);
  const auto product = estimate_of("v=1&w=matmul&mm=8x8x8&d=tpu-v3");
  CHECK(assumed(product, "d1.n") == "2 assumption.cores-share-product");
  CHECK(number_at(product, "devices.0.ranks") == 1);
}

TEST_CASE("A custom model assumes the proportions of Llama for what is not given, and only for that") {
  const auto answer = estimate_of("v=1&m=custom&h=1024&d=rtx-4090");
  CHECK(assumed(answer, "L") == "32 assumption.custom-shape");
  CHECK(assumed(answer, "a") == "8 assumption.custom-shape");
  CHECK(assumed(answer, "kv") == "8 assumption.custom-shape");
  CHECK(assumed(answer, "hd") == "128 assumption.custom-shape");
  CHECK(assumed(answer, "ff") == "2816 assumption.custom-shape");
  CHECK(assumed(answer, "voc") == "32000 assumption.custom-shape");
  CHECK(assumed(answer, "h").empty());
}

TEST_CASE("All mistakes are found at once, in the scenario and in every column") {
  const auto answer = estimate_of("v=1&m=nothing&s=-1&rps=1&w=decode&b=x&d=no-such~rtx-4090&d2.bw=-5&d2.got=later:1");
  for (const char* place : {"model.unknown m", "value.invalid s", "support.not-yet rps", "value.invalid b",
                            "device.unknown d1", "value.invalid d2.bw", "value.invalid d2.got"}) {
    CAPTURE(place);
    const auto issues = issues_of(answer);
    CHECK(std::count(issues.begin(), issues.end(), place) == 1);
  }
  CHECK(find_at(answer, "result")->is_null());
}

TEST_CASE("No key of the vocabulary that is not computed yet ever changes a number in silence") {
  for (const FieldSpec& spec : vocabulary()) {
    if (spec.support != Support::later) continue;
    const bool column = spec.scope == Scope::column;
    const std::string key = (column ? "d1." : "") + std::string(spec.key);
    CAPTURE(key);
    const auto answer = estimate_of("v=1&m=gpt2&w=train&d=rtx-4090~tpu-v4&" + key + "=" + other_value(spec));
    CHECK(severity_of(answer, "support.not-yet", key) == "error");
    if (!column) CHECK(find_at(answer, "result")->is_null());
    if (column) CHECK(find_at(answer, "result.devices.0.time")->is_null());
    if (column) CHECK(number_at(answer, "devices.1.time.total_s") > 0);
  }
}

TEST_CASE("Keys about results that are not shown yet leave a note and every number alone") {
  const auto plain = estimate_of("v=1&m=gpt2&d=rtx-4090");
  for (const FieldSpec& spec : vocabulary()) {
    if (spec.support != Support::aside) continue;
    const std::string key = (spec.scope == Scope::column ? "d1." : "") + std::string(spec.key);
    CAPTURE(key);
    const auto answer = estimate_of("v=1&m=gpt2&d=rtx-4090&" + key + "=" + other_value(spec));
    CHECK(severity_of(answer, "support.not-shown-yet", key) == "note");
    CHECK(*find_at(answer, "result.devices") == *find_at(plain, "result.devices"));
  }
}

TEST_CASE("A key that names its default changes nothing, whatever this version can do with it") {
  const std::string link =
      "v=1&m=gpt2&w=train&d=rtx-4090&tp=1&pp=1&sp=0&off=none&ft=full&stack=typical&d1.n=1";
  const auto answer = estimate_of(link);
  CHECK(*find_at(answer, "result.devices") ==
        *find_at(estimate_of("v=1&m=gpt2&w=train&d=rtx-4090"), "result.devices"));
}

TEST_CASE("Workloads that are not computed yet have no result, and nothing is put in their place") {
  for (const char* workload : {"recommend"}) {
    CAPTURE(workload);
    const auto answer = estimate_of(std::string("v=1&m=gpt2&d=rtx-4090&w=") + workload);
    CHECK(severity_of(answer, "support.not-yet", "w") == "error");
    CHECK(find_at(answer, "result")->is_null());
  }
  CHECK(has_issue(estimate_of("v=1&m=t5-small&d=rtx-4090"), "support.not-yet", "m"));
}

TEST_CASE("A mistake in one column leaves every other column as it was, byte for byte") {
  const std::string base = "v=1&m=bert-base&tm=tiled&d=rtx-4090~tpu-v4~v100-sxm2-32gb";
  const auto plain = estimate_of(base);
  for (const char* mistake : {"&d2.bw=-1", "&d2.tp=2", "&d2.p=fp17", "&d2.dp=4"}) {
    CAPTURE(mistake);
    const auto answer = estimate_of(base + mistake);
    CHECK(*find_at(answer, "result.devices.0") == *find_at(plain, "result.devices.0"));
    CHECK(*find_at(answer, "result.devices.2") == *find_at(plain, "result.devices.2"));
    CHECK(find_at(answer, "result.devices.1.time")->is_null());
    CHECK(find_at(answer, "result.devices.1.memory")->is_null());
  }
  const auto unknown = estimate_of("v=1&m=bert-base&tm=tiled&d=rtx-4090~no-such~v100-sxm2-32gb");
  CHECK(*find_at(unknown, "result.devices.0") == *find_at(plain, "result.devices.0"));
  CHECK(*find_at(unknown, "result.devices.2") == *find_at(plain, "result.devices.2"));
  CHECK_FALSE(find_at(unknown, "result.devices.1.known")->get<bool>());
}

TEST_CASE("An unknown device is never replaced by a similar one") {
  const auto answer = estimate_of("v=1&m=bert-base&d=rtx-4090-laptop");
  CHECK(has_issue(answer, "device.unknown", "d1"));
  CHECK(find_at(answer, "result")->is_null());
}

TEST_CASE(
    "Overrides of a column stand in for the catalogue: memory, peak, bandwidth, clock, share of the "
    "roofline") {
  const std::string base = "v=1&m=gpt2&s=1024&tm=roofline&p=fp16&d=rtx-4090";
  CHECK(number_at(estimate_of(base + "&d1.mem=1"), "devices.0.memory.capacity_bytes") == 1073741824.0);
  CHECK(number_at(estimate_of(base + "&d1.peak=200"), "devices.0.flops.implied_peak") == 200e12);
  const double peak = number_at(estimate_of(base), "devices.0.flops.implied_peak");
  const double clock = find_device("rtx-4090")->clock->base() / 1e6;
  CHECK(number_at(estimate_of(base + "&d1.clk=" + write_number(clock / 2)), "devices.0.flops.implied_peak") ==
        peak / 2);
  const double floor = time_of(base);
  CHECK(time_of(base + "&d1.eff=0.5") == Approx(2 * floor).epsilon(1e-12));
  CHECK(time_of(base + "&d1.eff=0.25&tm=tiled") == Approx(4 * floor).epsilon(1e-12));
}

TEST_CASE("A generation that runs past the positions of the model is warned about by its last token") {
  const std::string base = "v=1&m=gpt2&w=decode&s=1020&d=rtx-4090&o=";
  CHECK_FALSE(has_issue(estimate_of(base + "5"), "sequence.beyond-positions", "s"));
  CHECK(has_issue(estimate_of(base + "6"), "sequence.beyond-positions", "s"));
}
