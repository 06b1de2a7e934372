#include "support/catch.hpp"

#include <tilewise/catalogue.hpp>
#include <tilewise/defaults.hpp>

using namespace tilewise;

namespace {

Scenario scenario_of(std::initializer_list<std::pair<Field, const char*>> values) {
  Scenario scenario;
  for (const auto& [field, text] : values) scenario.values.set(field, read_value(spec_of(field), text));
  return scenario;
}

// "" when there is no default.
std::string default_text(Field field, const Scenario& scenario) {
  const auto value = default_of(field, scenario);
  return value ? write_value(spec_of(field), *value) : "";
}

}  // namespace

TEST_CASE("Every default is a valid value of its field", "[defaults]") {
  for (const FieldSpec& spec : vocabulary()) {
    const auto value = default_of(spec.field, Scenario());
    if (!value) continue;
    CAPTURE(spec.key);
    CHECK(value->valid);
    CHECK(read_value(spec, write_value(spec, *value)) == *value);
  }
}

TEST_CASE("The defaults of version 1 are what they were", "[defaults]") {
  std::string all;
  for (const FieldSpec& spec : vocabulary()) {
    if (default_of(spec.field, Scenario())) {
      all += std::string(spec.key) + "=" + default_text(spec.field, Scenario()) + " ";
    }
  }
  CHECK(
      all ==
      "v=1 m=bert-large w=prefill s=128 b=1 d=tpu-v4~mtia-v1~v100-sxm2-32gb~rtx-2080-ti~rtx-4090 p=auto tp=1 "
      "sp=0 pp=1 vp=1 ep=1 etp=1 cp=1 z=0 lay=0 sch=1f1b ac=none opt=adamw fb=0 off=none ft=full rank=16 "
      "mfu=full stack=typical co=0 pc=0 dpa=0 n=1 "
      "pue=1 ci=473 kwh=0.08 life=5 ut=1 gof=1 prn=0 s24=0 u=gib theme=auto t= ");
}

TEST_CASE("The default devices and the default model are in the catalogue", "[defaults]") {
  CHECK(find_model("bert-large") != nullptr);
  std::string_view rest = default_devices();
  while (!rest.empty()) {
    const std::size_t end = rest.find('~');
    const std::string id(rest.substr(0, end));
    CAPTURE(id);
    const Device* device = find_device(id);
    REQUIRE(device != nullptr);
    CHECK(device->id == id);
    if (end == std::string_view::npos) break;
    rest.remove_prefix(end + 1);
  }
}

TEST_CASE("The default length follows the architecture", "[defaults]") {
  CHECK(default_text(Field::sequence, scenario_of({{Field::model, "bert-base"}})) == "128");
  CHECK(default_text(Field::sequence, scenario_of({{Field::model, "llama-2-7b"}})) == "2048");
  CHECK(default_text(Field::sequence, scenario_of({{Field::model, "t5-large"}})) == "128");
  CHECK(default_text(Field::sequence, scenario_of({{Field::model, "custom"}})) == "2048");
  CHECK(default_text(Field::sequence,
                     scenario_of({{Field::model, "custom"}, {Field::architecture, "encoder"}})) == "128");
}

TEST_CASE("What cannot be told has no default length", "[defaults]") {
  CHECK(default_text(Field::sequence, scenario_of({{Field::model, "no-such-model"}})).empty());
  CHECK(default_text(Field::sequence, scenario_of({{Field::model, "custom"}, {Field::architecture, "vit"}}))
            .empty());
  CHECK(default_text(Field::sequence, scenario_of({{Field::architecture, "bad word"}})).empty());
  CHECK(default_text(Field::sequence, scenario_of({{Field::workload, "matmul"}})).empty());
}

TEST_CASE("A vision model is as long as its positions", "[defaults]") {
  for (const Model& model : models()) {
    if (model.shape.architecture != Architecture::vision) continue;
    Scenario scenario;
    scenario.values.set(Field::model, text_value(std::string(model.id)));
    CHECK(default_text(Field::sequence, scenario) == write_number(model.shape.max_positions));
  }
}

TEST_CASE("Batch and output follow the workload", "[defaults]") {
  const auto batch = [](const char* workload) {
    return default_text(Field::batch, scenario_of({{Field::workload, workload}}));
  };
  const auto output = [](const char* workload) {
    return default_text(Field::output, scenario_of({{Field::workload, workload}}));
  };
  CHECK(batch("train") == "32");
  CHECK(batch("finetune") == "32");
  CHECK(batch("decode") == "1");
  CHECK(batch("recommend") == "1");
  CHECK(batch("bad word").empty());
  CHECK(output("decode") == "1");
  CHECK(output("serve") == "256");
  CHECK(output("prefill").empty());
}

TEST_CASE("The time model has no default that a link could drop", "[defaults]") {
  CHECK_FALSE(default_of(Field::time_model, Scenario()));
}
