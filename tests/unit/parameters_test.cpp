#include <tilewise/parameters.hpp>

#include <string>
#include <string_view>

#include "support/catch.hpp"

using namespace tilewise;

namespace {

struct ExpectedModel {
  std::string_view id;
  double total;
  double active;
  double input_embedding;
  double kv_values_per_token;
};

#include "expected_models.inc"

const Shape& shape(std::string_view id) {
  const Model* model = find_model(id);
  INFO(std::string(id));
  REQUIRE(model != nullptr);
  return model->shape;
}

ParameterCount count(std::string_view id) { return count_parameters(shape(id)); }

// Keys and values one token leaves in the cache, over all layers, windows ignored.
double kv_values(const Shape& s) {
  if (s.architecture == Architecture::encoder || s.architecture == Architecture::vision) return 0;
  if (s.latent) return s.layers * (s.latent->kv_rank + s.latent->rope_width);
  // An encoder-decoder keeps keys and values of its own and of the encoder's output in each decoder layer.
  const double blocks =
      s.architecture == Architecture::encoder_decoder ? 2 * (s.layers - s.encoder_layers) : s.layers;
  return 2 * blocks * s.kv_heads * s.head_width;
}

}  // namespace

TEST_CASE("The parameters of every model come out exactly as its shape was recorded to give") {
  std::size_t checked = 0;
  for (const ExpectedModel& expected : expected_models) {
    INFO(std::string(expected.id));
    const ParameterCount c = count(expected.id);
    CHECK(c.total == expected.total);
    CHECK(c.active == expected.active);
    CHECK(c.input_embedding == expected.input_embedding);
    CHECK(kv_values(shape(expected.id)) == expected.kv_values_per_token);
    ++checked;
  }
  CHECK(checked == models().size());
}

TEST_CASE("The count is within 1 % of the published total of every model") {
  for (const Model& m : models()) {
    INFO(std::string(m.id));
    CHECK(count_parameters(m.shape).total == Approx(m.published_total).epsilon(0.01));
  }
}

TEST_CASE("The active count is within 1 % of the published one, but for labels that are rounded") {
  for (const Model& m : models()) {
    if (!m.published_active) continue;
    INFO(std::string(m.id));
    const ParameterCount c = count_parameters(m.shape);
    // gpt-oss leaves its input embedding out of the active count.
    const double active = m.family == "gpt-oss" ? c.active - c.input_embedding : c.active;
    // DeepSeek-V3 "37B" is 37.55, Kimi K2 "32B" is 32.86, Qwen3-30B-A3B "3.3B" is 3.35: cut, not rounded.
    const bool cut = m.id == "deepseek-v3" || m.id == "kimi-k2" || m.id == "qwen3-30b-a3b";
    CHECK(active == Approx(*m.published_active).epsilon(cut ? 0.03 : 0.01));
    if (cut) CHECK(active > *m.published_active);
  }
}

TEST_CASE("The parts of a count add up to its total") {
  for (const Model& m : models()) {
    INFO(std::string(m.id));
    const ParameterCount c = count_parameters(m.shape);
    CHECK(c.input_embedding + c.positions + c.patches + c.head + c.pooler + c.layer_matrices + c.small ==
          c.total);
    CHECK(c.layer_matrices == c.layers * c.attention + c.cross_layers * c.cross_attention +
                                  c.dense_layers * c.mlp + c.moe_layers * (c.router + c.shared_experts) +
                                  c.experts_total);
    CHECK(c.dense_layers + c.moe_layers == m.shape.layers);
    CHECK(c.active <= c.total);
    CHECK(c.layer_matrices_active <= c.layer_matrices);
  }
}

TEST_CASE("A decode step streams everything but the input embedding, and the tied table as the head") {
  const ParameterCount untied = count("llama-2-7b");
  CHECK(untied.head == untied.input_embedding);
  CHECK(untied.streamed == untied.total - untied.input_embedding);
  CHECK(untied.output_matrix == 32000.0 * 4096.0);

  const ParameterCount tied = count("gpt2");
  CHECK(tied.head == 0);
  CHECK(tied.streamed == tied.total - tied.positions);
  CHECK(tied.output_matrix == tied.input_embedding);
}

TEST_CASE("One layer of Llama 2 7B has four attention and three MLP matrices") {
  const ParameterCount c = count("llama-2-7b");
  CHECK(c.attention == 4.0 * 4096 * 4096);
  CHECK(c.mlp == 3.0 * 4096 * 11008);
  CHECK(c.norms == 2.0 * 4096);
  CHECK(c.attention_small == 0);
  CHECK(c.small == 65.0 * 4096);
}

TEST_CASE("Grouped queries shrink keys and values only") {
  const AttentionMatrices m = attention_matrices(shape("llama-3.1-8b"));
  CHECK(m.query == 4096.0 * 4096);
  CHECK(m.key == 4096.0 * 1024);
  CHECK(m.value == m.key);
  CHECK(m.out == m.query);
  CHECK(m.kv_down == 0);
}

TEST_CASE("Latent attention of DeepSeek-V3 has five matrices and two norms") {
  const AttentionMatrices m = attention_matrices(shape("deepseek-v3"));
  CHECK(m.query_down == 7168.0 * 1536);
  CHECK(m.query == 1536.0 * 128 * 192);
  CHECK(m.kv_down == 7168.0 * 576);
  CHECK(m.kv_up == 512.0 * 128 * 256);
  CHECK(m.out == 128.0 * 128 * 7168);
  CHECK(count("deepseek-v3").attention_small == 1536.0 + 512.0);
}

TEST_CASE("Mixture of experts: the chosen and the shared experts are active, dense layers come first") {
  const ParameterCount c = count("deepseek-v3");
  CHECK(c.dense_layers == 3);
  CHECK(c.moe_layers == 58);
  CHECK(c.expert == 3.0 * 7168 * 2048);
  CHECK(c.shared_experts == c.expert);
  CHECK(c.mlp == 3.0 * 7168 * 18432);
  CHECK(c.total - c.active == 58.0 * (256 - 8) * c.expert);
  CHECK(c.layer_matrices - c.layer_matrices_active == 58.0 * (256 - 8) * c.expert);
}

TEST_CASE("The decoder layers of T5 attend twice") {
  const ParameterCount c = count("t5-large");
  CHECK(c.cross_layers == 24);
  CHECK(c.cross_attention == c.attention);
  CHECK(c.positions == 2.0 * 32 * 16);
}

TEST_CASE("BERT ends in a pooler and has no language head, a vision model ends in its classes") {
  const ParameterCount bert = count("bert-large");
  CHECK(bert.pooler == 1024.0 * 1024 + 1024);
  CHECK(bert.positions == (512.0 + 2) * 1024);
  CHECK(bert.output_matrix == 0);

  const ParameterCount vit = count("vit-base-16");
  CHECK(vit.head == 1000.0 * 768);
  CHECK(vit.patches == 768.0 * 768 + 768);
  CHECK(vit.input_embedding == 0);
}
