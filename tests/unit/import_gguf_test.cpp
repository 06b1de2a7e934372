#include "support/catch.hpp"

#include "support/answer.hpp"
#include "support/gguf.hpp"

#include <tilewise/api.hpp>

using namespace tilewise;
using namespace tilewise::testing;
using nlohmann::json;

namespace {

json imported(const std::string& bytes) { return parse_answer(import_model(bytes)); }

bool refused(const json& answer, const char* code) {
  return answer["result"].is_null() && severity_of(answer, code, "") == "error";
}

// Reads as the page does: the least that is asked for, until the header is complete.
json read_by_need(const std::string& file, int& steps) {
  std::size_t size = 4;
  for (steps = 1; steps < 10000; ++steps) {
    json answer = imported(file.substr(0, size));
    const double need = number_at(answer, "need_bytes");
    if (!(need > 0)) return answer;
    if (need <= static_cast<double>(size) || need > static_cast<double>(file.size())) return json();
    size = static_cast<std::size_t>(need);
  }
  return json();
}

GgufWriter plain(const char* architecture) {
  GgufWriter file;
  const std::string at = std::string(architecture) + ".";
  file.text("general.architecture", architecture)
      .number(at + "block_count", 12)
      .number(at + "embedding_length", 64);
  file.number(at + "feed_forward_length", 128)
      .number(at + "attention.head_count", 4)
      .number(at + "vocab_size", 100);
  return file;
}

}  // namespace

TEST_CASE("A GGUF header gives the exact bytes of the file and of each tensor type", "[import][gguf]") {
  for (const std::uint32_t version : {2u, 3u}) {
    const GgufWriter file = small_llama(version);
    const json answer = imported(file.header());
    CHECK(answer["issues"].empty());
    CHECK(number_at(answer, "file_bytes") == file.file_bytes());
    const double matrix = 256 * 256;
    const double q4 = (256 * 320 + 2 * (matrix + matrix / 2 + matrix + 4 * matrix)) / 256 * 144;
    const double q6 = (256 * 320 + 2 * (matrix / 2 + 2 * matrix)) / 256 * 210;
    const double f32 = 5 * 256 * 4;
    CHECK(word_at(answer, "weights.0.type") == "q4_k");
    CHECK(number_at(answer, "weights.0.bytes") == q4);
    CHECK(number_at(answer, "weights.1.bytes") == q6);
    CHECK(number_at(answer, "weights.2.bytes") == f32);
    CHECK(number_at(answer, "weights.2.tensors") == 5);
    CHECK(number_at(answer, "weight_bytes") == q4 + q6 + f32);
  }
}

TEST_CASE("A GGUF header gives the shape, the name and the format of the model", "[import][gguf]") {
  const json answer = imported(small_llama().header());
  CHECK(word_at(answer, "name") == "Small");
  CHECK(word_at(answer, "weight_format") == "q4-k-m");
  CHECK(number_at(answer, "shape.layers") == 2);
  CHECK(number_at(answer, "shape.head_width") == 64);
  CHECK(number_at(answer, "shape.kv_heads") == 2);
  CHECK(number_at(answer, "shape.vocabulary") == 320);
  CHECK(number_at(answer, "parameters.total") ==
        2 * 320 * 256 + 256 + 2 * (2 * 256 + 3 * 256 * 256 + 3 * 256 * 512));
  CHECK(word_at(answer, "link")
            .rfind("v=1&m=custom&wq=q4-k-m&L=2&h=256&a=4&kv=2&hd=64&ff=512&glu=1&voc=320&tie=0", 0) == 0);
}

TEST_CASE("A header cut at any byte asks for more, never for more than there is, and gets there",
          "[import][gguf]") {
  const std::string file = small_llama().header();
  for (std::size_t size = 4; size < file.size(); ++size) {
    const json answer = imported(file.substr(0, size));
    const double need = number_at(answer, "need_bytes");
    CAPTURE(size, need);
    REQUIRE(need > static_cast<double>(size));
    REQUIRE(need <= static_cast<double>(file.size()));
    REQUIRE(answer["result"].size() == 2);
  }
  int steps = 0;
  CHECK(read_by_need(file, steps) == imported(file));
  CHECK(steps > 2);
  CHECK(imported(file + std::string(100, '\xFF')) == imported(file));
}

TEST_CASE("Versions that are not 2 or 3 are refused", "[import][gguf]") {
  for (const std::uint32_t version : {0u, 1u, 4u, 0x03000000u})
    CHECK(refused(imported(small_llama(version).header()), "import.gguf-version"));
}

TEST_CASE("Hostile lengths and counts are refused or asked for, without reading past the end",
          "[import][gguf]") {
  const GgufWriter file = small_llama();
  constexpr std::uint64_t huge = ~std::uint64_t{0};
  CHECK(refused(imported(file.header(huge, 3)), "import.gguf-too-long"));
  CHECK(refused(imported(file.header(3, huge)), "import.gguf-too-long"));
  CHECK(refused(imported(file.header(1u << 20, 1)), "import.gguf-too-long"));
  for (const std::uint64_t length : {huge, huge / 2, std::uint64_t{1} << 40, std::uint64_t{1} << 29}) {
    CHECK(refused(imported(GgufWriter().raw("k", 8, GgufWriter::bytes_of(length, 8)).header()),
                  "import.gguf-too-long"));
    for (const std::uint32_t type : {0u, 4u, 8u, 9u, 12u}) {
      const std::string array = GgufWriter::bytes_of(type, 4) + GgufWriter::bytes_of(length, 8);
      CHECK(refused(imported(GgufWriter().raw("k", 9, array).header()), "import.gguf-too-long"));
    }
  }
  CHECK(number_at(imported(GgufWriter().raw("k", 8, GgufWriter::bytes_of(1000, 8)).header()), "need_bytes") >
        1000);
}

TEST_CASE("Values of unknown types and arrays nested too deep are refused", "[import][gguf]") {
  CHECK(refused(imported(GgufWriter().raw("k", 13, "abcdefgh").header()), "import.gguf-broken"));
  CHECK(refused(imported(GgufWriter().raw("k", 0xFFFFFFFF, "abcdefgh").header()), "import.gguf-broken"));
  CHECK(refused(imported(GgufWriter().nested("k", 9).header()), "import.gguf-broken"));
  CHECK(refused(imported(GgufWriter().nested("k", 100000).header()), "import.gguf-broken"));
  CHECK(imported(plain("llama").nested("k", 8).header())["issues"].empty());
}

TEST_CASE("Tensors that cannot be are refused by name", "[import][gguf]") {
  CHECK(refused(imported(GgufWriter().tensor("odd", 12, {100, 2}).header()), "import.gguf-tensor"));
  CHECK(refused(imported(GgufWriter().tensor("five", 0, {1, 1, 1, 1, 1}).header()), "import.gguf-tensor"));
  CHECK(refused(imported(GgufWriter().tensor("huge", 0, {~std::uint64_t{0}, 2}).header()),
                "import.gguf-tensor"));
  const json unknown = imported(GgufWriter().tensor("new", 4, {32}).header());
  CHECK(refused(unknown, "import.gguf-type"));
  CHECK(unknown["issues"][0]["params"]["tensor"] == "new");
  CHECK(unknown["issues"][0]["params"]["type"] == 4);
}

TEST_CASE("The alignment of the file is kept, and one that cannot be is refused", "[import][gguf]") {
  GgufWriter file = plain("llama");
  file.alignment = 4096;
  file.number("general.alignment", 4096).tensor("a", 0, {3}).tensor("b", 1, {5});
  CHECK(number_at(imported(file.header()), "file_bytes") == file.file_bytes());
  CHECK(number_at(imported(file.header()), "header_bytes") == 4096);
  for (const std::uint32_t bad : {0u, 1u << 20}) {
    CHECK(refused(imported(plain("llama").number("general.alignment", bad).header()), "import.bad-value"));
  }
}

TEST_CASE("Without the fields that a shape needs, they are named", "[import][gguf]") {
  const json answer =
      imported(GgufWriter().text("general.architecture", "llama").number("llama.block_count", 2).header());
  REQUIRE(refused(answer, "import.missing-fields"));
  CHECK(answer["issues"][0]["params"]["fields"] ==
        "embedding_length, attention.head_count, vocab_size, feed_forward_length");
  CHECK(refused(imported(GgufWriter().header()), "import.missing-fields"));
  CHECK(refused(imported(plain("mamba2").number("mamba2.ssm.state_size", 16).header()), "import.recurrent"));
}

TEST_CASE("Windows follow the architecture or the pattern of the file", "[import][gguf]") {
  const auto windowed = [](GgufWriter file, const char* architecture) {
    file.number(std::string(architecture) + ".attention.sliding_window", 512);
    return number_at(imported(file.header()), "shape.windowed_layers");
  };
  CHECK(windowed(plain("llama"), "llama") == 12);
  CHECK(windowed(plain("gemma2"), "gemma2") == 6);
  CHECK(windowed(plain("gemma3"), "gemma3") == 10);
  CHECK(windowed(plain("gpt-oss"), "gpt-oss") == 6);
  GgufWriter pattern = plain("x");
  pattern.flags("x.attention.sliding_window_pattern", {true, true, true, false});
  CHECK(windowed(pattern, "x") == 3);
}

TEST_CASE("Experts, latent attention and heads that differ by layer are read from the metadata",
          "[import][gguf]") {
  GgufWriter file = plain("deepseek2");
  const std::string at = "deepseek2.";
  file.number(at + "expert_count", 64)
      .number(at + "expert_used_count", 6)
      .number(at + "expert_shared_count", 2);
  file.number(at + "expert_feed_forward_length", 32).number(at + "leading_dense_block_count", 1);
  file.number(at + "attention.kv_lora_rank", 512).number(at + "rope.dimension_count", 64);
  file.number(at + "attention.key_length", 192).number(at + "attention.value_length", 128);
  const json answer = imported(file.header());
  CHECK(number_at(answer, "shape.experts") == 64);
  CHECK(number_at(answer, "shape.shared_experts") == 2);
  CHECK(number_at(answer, "shape.latent_rank") == 512);
  CHECK(number_at(answer, "shape.plain_key_width") == 128);
  CHECK(number_at(answer, "scenario.head_width") == 128);

  GgufWriter varied = plain("llama");
  varied.numbers("llama.attention.head_count_kv", {2, 4, 2});
  CHECK(number_at(imported(varied.header()), "shape.kv_heads") == 4);
}

TEST_CASE("One part of a split file says that it is one", "[import][gguf]") {
  const json answer = imported(small_llama().number("split.count", 3).number("split.no", 0).header());
  CHECK(severity_of(answer, "import.gguf-part", "") == "warning");
}
