// What must hold for the memory of every scenario.

#include "support/catch.hpp"
#include "support/estimated.hpp"
#include "support/generate.hpp"
#include "support/link_text.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include <tilewise/fixes.hpp>
#include <tilewise/link.hpp>
#include <tilewise/memory.hpp>

using namespace tilewise;
using namespace tilewise::testing;

namespace {

// Formats from the narrowest to the widest, among those that leave the same tensors wide.
const std::vector<std::vector<std::string>>& formats_by_width() {
  static const std::vector<std::vector<std::string>> chains = {
      {"int4", "fp16", "fp32"},
      {"nf4-dq", "gptq-128", "gptq-64", "nf4", "gptq-32", "int8", "bf16"},
      {"iq1-s", "iq1-m", "iq2-xxs", "iq2-xs", "iq2-s", "iq2-m", "q3-k-m", "q4-k-m", "q5-k-m", "q6-k", "q8-0",
       "fp16"},
      {"q3-k-s", "q4-k-s", "q5-k-s", "q6-k"},
      {"q2-k", "q4-k-s"},  // q2-k keeps the values of attention wider than q3-k-s does
      {"q4-0", "q4-1", "q5-0", "q5-1", "q8-0"},
  };
  return chains;
}

int check_never_less(const Estimated& more, const Estimated& less) {
  int compared = 0;
  REQUIRE(more.columns() == less.columns());
  for (std::size_t i = 0; i < more.columns(); ++i) {
    if (!more.memory(i) || !less.memory(i)) continue;
    CHECK(in_bytes(*more.memory(i)) >= in_bytes(*less.memory(i)));
    ++compared;
  }
  return compared;
}

// Formats of the columns removed, so that the scenario's own decide.
Scenario plain_columns(Scenario scenario) {
  for (Column& column : scenario.columns) column.overrides = Values();
  return scenario;
}

Scenario decoder(Random& random) {
  static constexpr const char* models[] = {"llama-2-7b", "gpt-oss-20b", "deepseek-v3", "gemma-2-9b",
                                           "qwen3-0.6b"};
  const Scenario scenario = with(plain_columns(generate_scenario(random)), Field::workload, "decode");
  const Scenario exact = with(scenario, Field::kv_policy, "theory");  // pages grow in steps
  return with(with(exact, Field::model, models[random.below(5)]), Field::output, "1");
}

double whole_number(Random& random, std::uint64_t limit) {
  return static_cast<double>(1 + random.below(limit));
}

}  // namespace

TEST_CASE("A wider weight, key or value format never needs less memory") {
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    Random random(seed);
    const Scenario scenario = decoder(random);
    CAPTURE(seed, link_of(scenario));
    const auto& formats = formats_by_width()[static_cast<std::size_t>(random.below(formats_by_width().size()))];
    for (Field field : {Field::weight_format, Field::key_format, Field::value_format}) {
      for (std::size_t i = 1; i < formats.size(); i += 1 + random.below(3)) {
        CAPTURE(formats[i - 1], formats[i]);
        check_never_less(estimated(with(scenario, field, formats[i])),
                         estimated(with(scenario, field, formats[i - 1])));
      }
    }
  }
}

TEST_CASE("Training in fp32 never needs less than in bf16 with the same states, nor do wider gradients") {
  int compared = 0;
  for (std::uint64_t seed = 1; seed <= 150; ++seed) {
    Random random(seed);
    Scenario scenario = with(plain_columns(generate_scenario(random)), Field::workload, "train");
    if (!scenario.values.has(Field::model)) scenario = with(scenario, Field::model, "gpt2");
    scenario = with(with(scenario, Field::batch, "16"), Field::micro_batch, "2");
    scenario.values.erase(Field::weight_format);
    CAPTURE(seed, link_of(scenario));
    compared += check_never_less(estimated(with(scenario, Field::gradient_precision, "fp32")),
                                 estimated(with(scenario, Field::gradient_precision, "bf16")));
    const Scenario copied = with(scenario, Field::master_weights, "1");
    compared += check_never_less(estimated(with(copied, Field::precision, "fp32")),
                                 estimated(with(copied, Field::precision, "bf16")));
    compared += check_never_less(estimated(with(scenario, Field::recompute, "none")),
                                 estimated(with(scenario, Field::recompute, "selective")));
  }
  CHECK(compared > 200);
}

TEST_CASE("The cache grows with every token, sequence and generated token, until windows are full") {
  int compared = 0;
  for (std::uint64_t seed = 1; seed <= 120; ++seed) {
    Random random(seed);
    const double length = whole_number(random, 20000);
    const double batch = whole_number(random, 64);
    const Scenario scenario =
        with(with(with(decoder(random), Field::sequence, write_number(length)), Field::batch, write_number(batch)),
             Field::page_tokens, "1");  // in pages it grows by whole ones
    CAPTURE(seed, link_of(scenario));
    const Estimated base = estimated(scenario);
    const Estimated longer =
        estimated(with(scenario, Field::sequence, write_number(length + whole_number(random, 999))));
    const Estimated more = estimated(with(scenario, Field::batch, write_number(batch + 1)));
    const Estimated generated = estimated(with(scenario, Field::output, "1000"));
    for (std::size_t i = 0; i < base.columns(); ++i) {
      const auto cache = base.item(i, "kv_cache");
      if (!cache) continue;
      CHECK(*longer.item(i, "kv_cache") > *cache);
      CHECK(*generated.item(i, "kv_cache") > *cache);
      CHECK(in_bytes(*more.item(i, "kv_cache")) ==
            Approx(in_bytes(*cache) / batch * (batch + 1)).epsilon(1e-12));
      ++compared;
    }
    check_never_less(longer, base);
    check_never_less(more, base);
  }
  CHECK(compared > 100);
}

TEST_CASE(
    "The items sum to the total, none is negative, and it fits exactly when what cannot be given "
    "back is within the capacity") {
  int with_capacity = 0;
  for (std::uint64_t seed = 1; seed <= 300; ++seed) {
    Random random(seed);
    const Estimated found = estimated(generate_scenario(random));
    CAPTURE(seed);
    for (const ColumnEstimate& column : found.estimate.columns) {
      if (!column.column->usable) continue;
      Bytes sum;
      for (const MemoryItem& item : column.memory.items) {
        CHECK(in_bytes(item.bytes) >= 0);
        sum += item.bytes;
      }
      CHECK(sum == column.memory.total);
      if (!column.memory.capacity) {
        CHECK(column.memory.fits == Fits::unknown);
        continue;
      }
      ++with_capacity;
      const Bytes most = column.column->serving.utilisation * *column.memory.capacity;
      CHECK((column.memory.fits != Fits::no) == (column.memory.total - column.memory.slack <= most));
      const bool tight = column.memory.total / *column.memory.capacity > 0.9;
      if (column.memory.fits != Fits::no) CHECK((column.memory.fits == Fits::tight) == tight);
    }
  }
  CHECK(with_capacity > 300);
}

TEST_CASE("A capacity of exactly the total fits, and one byte less does not") {
  // Bytes that are whole multiples of 2^-20 GiB read back exactly from the link.
  const Scenario scenario = read_link("v=1&w=matmul&mm=1024x1024x1024&p=fp32&d=rtx-4090").scenario;
  const Bytes total = *estimated(scenario).memory(0);
  const auto fits = [&](double gibibytes) {
    return estimated(with_column(scenario, 0, Field::memory, write_number(gibibytes)))
        .estimate.columns[0]
        .memory.fits;
  };
  CHECK(fits(in_gib(total)) == Fits::tight);
  CHECK(fits(in_gib(total - bytes(1))) == Fits::no);
}

TEST_CASE("QLoRA needs less than LoRA, LoRA less than training everything") {
  int compared = 0;
  for (const char* model : {"llama-2-7b", "mistral-7b", "gpt2-xl", "mixtral-8x7b", "qwen3-8b"}) {
    for (const char* recompute : {"none", "full"}) {
      for (const char* stack : {"typical", "hf", "eager"}) {
        const Scenario scenario =
            read_link(std::string("v=1&w=finetune&b=2&mb=2&s=1024&d=a100-sxm4-80gb&m=") + model +
                      "&ac=" + recompute + "&stack=" + stack)
                .scenario;
        CAPTURE(model, recompute, stack);
        const auto need = [&](const char* method) {
          return *estimated(with(scenario, Field::finetune_method, method)).memory(0);
        };
        CHECK(need("qlora") < need("lora"));
        CHECK(need("lora") < need("full"));
        ++compared;
      }
    }
  }
  CHECK(compared == 30);
}

TEST_CASE("More ranks of any kind never need more memory on the heaviest rank") {
  const Scenario scenario =
      read_link("v=1&w=train&m=mixtral-8x7b&b=64&mb=1&s=2048&d=a100-sxm4-80gb&ac=selective&attn=unfused")
          .scenario;
  const Resolution resolution = resolve(scenario);
  ResolvedColumn column = resolution.resolved.columns.front();
  const auto need = [&](const Parallel& parallel) {
    column.parallel = parallel;
    return in_bytes(estimate_memory(resolution.resolved, column, nullptr).total);
  };
  Parallel one;
  one.dp = 8;
  double last = need(one);
  for (double tensor : {2.0, 4.0, 8.0}) {
    one.tp = tensor;
    CHECK(need(one) < last);
    last = need(one);
    Parallel with_sequence = one;
    with_sequence.sp = true;
    CHECK(need(with_sequence) < last);
  }
  for (int stage : {1, 2, 3}) {
    one.zero = stage;
    CHECK(need(one) < last + (stage == 3 ? 1e9 : 0));  // stage 3 adds what it gathers
    last = need(one);
  }
  Parallel experts;
  experts.dp = 8;
  last = need(experts);
  for (double count : {2.0, 4.0, 8.0}) {
    experts.ep = count;
    CHECK(need(experts) < last);
    last = need(experts);
  }
  Parallel stages;
  last = need(stages);
  for (double count : {2.0, 4.0, 8.0}) {
    stages.pp = count;
    CHECK(need(stages) < last);
    last = need(stages);
  }
  Parallel lengths;
  lengths.dp = 2;  // more than one rank: gradients are exchanged either way
  last = need(lengths);
  for (double count : {2.0, 4.0}) {
    lengths.cp = count;
    CHECK(need(lengths) < last);
    last = need(lengths);
  }
}

TEST_CASE("Every fix makes it fit, and needs what the estimate of its own link needs") {
  int found = 0;
  for (const char* link :
       {"m=llama-2-70b&w=decode&s=8192&d=a100-sxm4-40gb&wq=q6-k&stack=llama-cpp",
        "m=llama-2-13b&w=decode&s=4096&b=2&d=rtx-4090", "m=llama-2-7b&w=decode&b=64&s=4096&d=rtx-4090",
        "m=llama-2-7b&w=train&b=4&mb=4&s=2048&d=mi300x&attn=unfused",
        "m=llama-2-13b&w=finetune&b=1&s=1024&d=a100-sxm4-80gb&ac=full",
        "m=llama-2-13b&w=decode&s=4096&b=16&stack=vllm&d=rtx-4090"}) {
    const Scenario scenario = read_link(std::string("v=1&") + link).scenario;
    const Estimated base = estimated(scenario);
    CAPTURE(link);
    REQUIRE(base.estimate.columns[0].memory.fits == Fits::no);
    for (const Fix& fix : find_fixes(base.resolution.resolved, base.resolution.resolved.columns[0])) {
      CAPTURE(fix.set);
      CHECK(fix.fits != Fits::no);
      Scenario changed = scenario;
      std::string_view rest = fix.set;
      while (!rest.empty()) {
        const std::string_view pair = rest.substr(0, rest.find('&'));
        const FieldSpec* spec = find_key(pair.substr(0, pair.find('=')));
        const std::string_view value = pair.substr(pair.find('=') + 1);
        changed = spec->scope == Scope::column ? with_column(changed, 0, spec->field, value)
                                               : with(changed, spec->field, value);
        rest = rest.size() > pair.size() ? rest.substr(pair.size() + 1) : std::string_view{};
      }
      CHECK(in_bytes(*estimated(changed).memory(0)) == in_bytes(fix.total));
      ++found;
    }
  }
  CHECK(found > 8);
}
