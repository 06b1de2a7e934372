#include "support/catch.hpp"

#include "support/answer.hpp"
#include "support/files.hpp"

#include <tilewise/api.hpp>
#include <tilewise/catalogue.hpp>
#include <tilewise/json_reader.hpp>
#include <tilewise/parameters.hpp>

using namespace tilewise;
using namespace tilewise::testing;
using nlohmann::json;

namespace {

// Configs with the field values that the models are published with: architecture, config, and either the
// catalogue's model or the published parameter count.
json known_configs() {
  const auto text = read_file(std::string(TILEWISE_SOURCE_DIR) + "/tests/import/configs.json");
  return json::parse(text.value_or(""), nullptr, false);
}

json imported(const std::string& text) { return parse_answer(import_model(text)); }

constexpr const char* llama = R"("model_type":"llama","hidden_size":2048,"intermediate_size":8192,
  "num_hidden_layers":16,"num_attention_heads":32,"num_key_value_heads":8,"vocab_size":128256)";

std::string with(const std::string& more) { return std::string("{") + llama + "," + more + "}"; }

}  // namespace

TEST_CASE("A config has exactly the parameters its model is published with", "[import]") {
  const json configs = known_configs();
  REQUIRE(configs.is_array());
  REQUIRE(configs.size() > 40);
  for (const json& entry : configs) {
    CAPTURE(entry.dump());
    const json answer = imported(entry["config"].dump());
    if (entry.contains("model")) {
      const Model* model = find_model(*entry["model"].get_ptr<const std::string*>());
      REQUIRE(model != nullptr);
      CHECK(number_at(answer, "parameters.total") == count_parameters(model->shape).total);
      CHECK(number_at(answer, "parameters.active") == count_parameters(model->shape).active);
      CHECK(number_at(answer, "shape.windowed_layers") == model->shape.windowed_layers);
      CHECK(word_at(answer, "same_as") == model->id);
    } else {
      CHECK(number_at(answer, "parameters.total") == json_number(entry["parameters"]));
    }
  }
}

TEST_CASE("The link of an imported model is a custom model of the same size", "[import]") {
  for (const json& entry : known_configs()) {
    CAPTURE(entry.dump());
    const json answer = imported(entry["config"].dump());
    const std::string link = word_at(answer, "link");
    CHECK(link.rfind("v=1&m=custom&", 0) == 0);
    json read = parse_answer(tilewise::link(link));
    CHECK(read["issues"].empty());
    CHECK(word_at(read, "link") == link);
    json scenario = read["result"]["scenario"];
    scenario.erase("version");  // of the link
    CHECK(scenario == answer["result"]["scenario"]);
  }
}

TEST_CASE("A catalogued decoder costs the same by name and as an imported custom model", "[import]") {
  for (const json& entry : known_configs()) {
    if (!entry.contains("model") || entry["config"].contains("quantization_config")) continue;
    const Model* model = find_model(*entry["model"].get_ptr<const std::string*>());
    REQUIRE(model != nullptr);
    if (model->shape.architecture != Architecture::decoder) continue;
    CAPTURE(std::string(model->id));
    const std::string rest = "&w=decode&s=1024&d=h200-sxm&tm=roofline&p=bf16";
    const std::string link = word_at(imported(entry["config"].dump()), "link");
    const double by_link = memory_of(link.substr(0, link.rfind("&k=")) + rest);
    CHECK(by_link == Approx(memory_of("v=1&m=" + std::string(model->id) + rest)).epsilon(0.002));
  }
}

TEST_CASE("Latent attention keeps its widths on the way through a link", "[import]") {
  const std::string text = R"({"model_type":"deepseek_v2","hidden_size":2048,"intermediate_size":10944,
    "num_hidden_layers":27,"num_attention_heads":16,"vocab_size":102400,"kv_lora_rank":512,"q_lora_rank":null,
    "qk_nope_head_dim":128,"qk_rope_head_dim":64,"v_head_dim":128})";
  const json answer = imported(text);
  CHECK(number_at(answer, "shape.head_width") == 192);
  CHECK(number_at(answer, "scenario.head_width") == 128);
  CHECK(number_at(answer, "scenario.latent_rank") == 512);
  CHECK(answer["issues"].empty());
}

TEST_CASE("The text part of a nested config is read, with the defaults of its class named", "[import]") {
  const json answer = imported(R"({"model_type":"gemma3","vision_config":{"hidden_size":1152},"text_config":
    {"model_type":"gemma3_text","hidden_size":2560,"intermediate_size":10240,"num_hidden_layers":34,"sliding_window":1024}})");
  const double padded_rows = (262208 - 262144) * 2560;  // the multimodal checkpoint pads its vocabulary
  CHECK(number_at(answer, "parameters.total") ==
        count_parameters(find_model("gemma-3-4b")->shape).total + padded_rows);
  CHECK(severity_of(answer, "import.text-only", "") == "note");
  CHECK(severity_of(answer, "import.class-defaults", "") == "note");
}

TEST_CASE("An unknown architecture names what is missing and gives no model", "[import]") {
  const json answer = imported(R"({"model_type":"strange","hidden_size":64,"num_hidden_layers":2})");
  CHECK(answer["result"].is_null());
  REQUIRE(severity_of(answer, "import.unknown-architecture", "model_type") == "error");
  const json& params = answer["issues"][0]["params"];
  CHECK(params["architecture"] == "strange");
  const std::string fields = *params["fields"].get_ptr<const std::string*>();
  CHECK(fields.find("num_attention_heads, intermediate_size, vocab_size") == 0);
  CHECK(fields.find("hidden_size") == std::string::npos);
}

TEST_CASE("All fields that a known architecture lacks are named at once", "[import]") {
  const json answer =
      imported(R"({"model_type":"qwen3_moe","hidden_size":64,"num_experts":8,"intermediate_size":null})");
  CHECK(answer["result"].is_null());
  REQUIRE(answer["issues"].size() == 1);
  CHECK(answer["issues"][0]["params"]["fields"] ==
        "num_hidden_layers, num_attention_heads, intermediate_size, vocab_size, num_experts_per_tok");
}

TEST_CASE("A field that no model can have is an error that names it", "[import]") {
  for (const char* value : {"-1", "2.5", "1e300", "\"32\"", "true", "[]", "{}"}) {
    CAPTURE(value);
    const json answer = imported(R"({"model_type":"llama","num_hidden_layers":)" + std::string(value) + "}");
    CHECK(answer["result"].is_null());
    CHECK(severity_of(answer, "import.bad-value", "num_hidden_layers") == "error");
  }
}

TEST_CASE("Text that is no config is refused with a reason", "[import]") {
  for (const char* text : {"", "[]", "3", "null", "\"GGUF\"", "{", "GGU", "{\"a\":1"}) {
    CAPTURE(text);
    const json answer = imported(text);
    CHECK(answer["result"].is_null());
    CHECK_FALSE(answer["issues"].empty());
  }
  CHECK(issues_of(imported("{}")) == std::vector<std::string>{"import.unknown-architecture model_type"});
}

TEST_CASE("A tied head, biases and windows are as the config says", "[import]") {
  const double table = 2048.0 * 128256;
  const double untied = number_at(imported(with(R"("tie_word_embeddings":false)")), "parameters.total");
  CHECK(number_at(imported(with(R"("tie_word_embeddings":true)")), "parameters.total") == untied - table);
  const double biased = number_at(imported(with(R"("attention_bias":true)")), "parameters.total");
  CHECK(biased == untied + 16 * (2048 + 2 * 512 + 2048));
  const std::string types =
      R"("sliding_window":512,"layer_types":["sliding_attention","full_attention","sliding_attention"])";
  CHECK(number_at(imported(with(types)), "shape.windowed_layers") == 2);
  CHECK(number_at(imported(with(R"("sliding_window":512)")), "shape.windowed_layers") == 16);
  CHECK(number_at(imported(with(R"("sliding_window":null)")), "shape.windowed_layers") == 0);
}

TEST_CASE("A quantised checkpoint becomes the weight format of the link", "[import]") {
  const auto format = [](const std::string& quantisation) {
    return word_at(imported(with("\"quantization_config\":{" + quantisation + "}")),
                   "scenario.weight_format");
  };
  CHECK(format(R"("quant_method":"gptq","bits":4,"group_size":128)") == "gptq-128");
  CHECK(format(R"("quant_method":"gptq","bits":4,"group_size":32)") == "gptq-32");
  CHECK(format(R"("quant_method":"awq","bits":4,"group_size":128)") == "awq-128");
  CHECK(format(R"("quant_method":"fp8")") == "fp8");
  CHECK(format(R"("quant_method":"bitsandbytes","load_in_8bit":true)") == "int8");
  CHECK(format(R"("load_in_4bit":true,"bnb_4bit_quant_type":"nf4","bnb_4bit_use_double_quant":true)") ==
        "nf4-dq");
  const json strange = imported(with(R"("quantization_config":{"quant_method":"gptq","bits":3})"));
  CHECK(severity_of(strange, "import.quantisation", "quantization_config") == "warning");
  CHECK(word_at(strange, "scenario.weight_format") == "(none)");
}

TEST_CASE("Weights are listed by type and add up", "[import]") {
  const json plain = imported(with(R"("torch_dtype":"float32")"));
  CHECK(word_at(plain, "weights.0.type") == "fp32");
  CHECK(number_at(plain, "weight_bytes") == 4 * number_at(plain, "parameters.total"));
  const json packed =
      imported(with(R"("quantization_config":{"quant_method":"awq","bits":4,"group_size":128})"));
  CHECK(number_at(packed, "weights.0.parameters") + number_at(packed, "weights.1.parameters") ==
        number_at(packed, "parameters.total"));
  CHECK(number_at(packed, "weight_bytes") < 2 * number_at(packed, "parameters.total"));
}
