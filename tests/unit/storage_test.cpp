// Real sizes of stored elements: block formats by their layout, mixes against files people have.

#include "support/answer.hpp"
#include "support/catch.hpp"

#include <string>

#include <tilewise/catalogue.hpp>
#include <tilewise/storage.hpp>
#include <tilewise/vocabulary.hpp>
#include <tilewise/weights.hpp>

using namespace tilewise;
using namespace tilewise::testing;

namespace {

double bits(const char* word) {
  const StorageFormat* format = find_storage_format(word);
  CAPTURE(word);
  REQUIRE(format != nullptr);
  return format->bits;
}

double file_gib(const std::string& model, const std::string& format) {
  const auto answer = estimate_of("v=1&w=decode&d=mi300x&m=" + model + "&wq=" + format);
  return number_at(answer, "devices.0.memory.items.weights.bytes") / 1073741824;
}

}  // namespace

TEST_CASE("Plain formats have the bits of their name") {
  CHECK(bits("fp32") == 32);
  CHECK(bits("bf16") == 16);
  CHECK(bits("fp16") == 16);
  CHECK(bits("fp8") == 8);
  CHECK(bits("int8") == 8);
  CHECK(bits("int4") == 4);
}

TEST_CASE("Block formats add the scales of a block to the bits of its elements") {
  CHECK(bits("q8-0") == (32 * 8 + 16) / 32.0);
  CHECK(bits("q4-0") == (32 * 4 + 16) / 32.0);
  CHECK(bits("q4-1") == (32 * 4 + 32) / 32.0);
  CHECK(bits("q5-0") == (32 * 5 + 16) / 32.0);
  CHECK(bits("q5-1") == (32 * 5 + 32) / 32.0);
  CHECK(bits("iq4-nl") == (32 * 4 + 16) / 32.0);
  // 256 elements of 6 bit, 16 scales of 8 bit and one of 16.
  CHECK(bits("q6-k") == (256 * 6 + 16 * 8 + 16) / 256.0);
  CHECK(bits("mxfp4") == (32 * 4 + 8) / 32.0);
  CHECK(bits("nvfp4") == (16 * 4 + 8) / 16.0);
  CHECK(bits("nf4") == (64 * 4 + 32) / 64.0);
  // The scale of a block in 8 bit, and one in 32 bit for 256 of them.
  CHECK(bits("nf4-dq") == Approx((64 * 4 + 8) / 64.0 + 32.0 / (64 * 256)).epsilon(1e-4));
}

TEST_CASE("Group formats add a scale of 16 bit and a zero of 4 to every group") {
  CHECK(bits("gptq-128") == 4 + 20 / 128.0);
  CHECK(bits("awq-128") == 4 + 20 / 128.0);
  CHECK(bits("gptq-64") == 4 + 20 / 64.0);
  CHECK(bits("gptq-32") == 4 + 20 / 32.0);
}

// Published files; tables headed GB hold GiB. The tokenizer of a file is not in the shape: 5 to 8 MB.
TEST_CASE("GGUF files are as large as published, within 1 %, from the shape alone") {
  struct File {
    const char* model;
    const char* format;
    double gib;
  };
  static constexpr File files[] = {
      {"llama-3.1-70b", "iq1-s", 14.29},   {"llama-3.1-70b", "iq1-m", 15.60},
      {"llama-3.1-70b", "iq2-xxs", 17.79}, {"llama-3.1-70b", "iq2-xs", 19.69},
      {"llama-3.1-70b", "iq2-s", 20.71},   {"llama-3.1-70b", "iq2-m", 22.46},
      {"llama-3.1-70b", "q2-k-s", 22.79},  {"llama-3.1-70b", "q2-k", 24.56},
      {"llama-3.1-70b", "iq3-xxs", 25.58}, {"llama-3.1-70b", "iq3-xs", 27.29},
      {"llama-3.1-70b", "iq3-s", 28.79},   {"llama-3.1-70b", "q3-k-s", 28.79},
      {"llama-3.1-70b", "iq3-m", 29.74},   {"llama-3.1-70b", "q3-k-m", 31.91},
      {"llama-3.1-70b", "q3-k-l", 34.59},  {"llama-3.1-70b", "iq4-xs", 35.30},
      {"llama-3.1-70b", "q4-k-s", 37.58},  {"llama-3.1-70b", "q4-k-m", 39.59},
      {"llama-3.1-70b", "q5-k-s", 45.32},  {"llama-3.1-70b", "q5-k-m", 46.52},
      {"llama-3.1-70b", "q6-k", 53.91},    {"llama-3.1-70b", "fp16", 131.42},
      {"llama-3.1-8b", "q4-k-m", 4.58},    {"llama-3.1-8b", "fp16", 14.96},
      {"llama-2-7b", "q8-0", 6.67},        {"llama-2-7b", "q4-0", 3.56},
      {"llama-2-7b", "q4-k-m", 3.80},      {"llama-2-13b", "q4-k-m", 7.33},
      {"llama-3.2-3b", "q4-k-m", 1.87},
  };
  for (const File& file : files) {
    CAPTURE(file.model, file.format);
    CHECK(file_gib(file.model, file.format) == Approx(file.gib).epsilon(0.01));
  }
}

TEST_CASE("M27: real files of a 70B model are larger than their nominal bits say") {
  CHECK(file_gib("llama-3.1-70b", "q4-k-m") == Approx(39.6).epsilon(0.02));
  CHECK(file_gib("llama-3.1-70b", "iq2-xxs") == Approx(17.8).epsilon(0.02));
  CHECK(file_gib("llama-3.1-70b", "q2-k") == Approx(24.6).epsilon(0.02));
}

TEST_CASE("A mixture of eight experts keeps its keys and values in 8 bit, and its router wide") {
  const Model* mixtral = find_model("mixtral-8x7b");
  const ModelWeights stored = stored_weights(mixtral->shape, *find_storage_format("q4-k-m"), 16);
  CHECK(stored.bytes() / 1073741824 == Approx(26.49).epsilon(0.01));
  CHECK(stored.small.bits == 32);
  CHECK(stored.small.elements > 32 * 8 * 4096);
}

TEST_CASE("Rows that no block of 256 divides fall back to blocks of 32") {
  // Width 896: 4 bit becomes Q5_0, 6 bit Q8_0.
  const ModelWeights stored =
      stored_weights(find_model("qwen2.5-0.5b")->shape, *find_storage_format("q4-k-m"), 16);
  CHECK(stored.tables.bits == 8.5);
  CHECK(stored.layers.bits > 5);
  CHECK(stored.layers.bits < 6);
}

TEST_CASE(
    "Every format of the vocabulary has a size, and every size a place in the vocabulary and a source") {
  std::size_t words = 1;
  for (char c : spec_of(Field::weight_format).words) words += c == ' ' ? 1 : 0;
  CHECK(words == storage_formats().size());
  for (const StorageFormat& format : storage_formats()) {
    CAPTURE(std::string(format.word));
    CHECK(has_word(spec_of(Field::weight_format), format.word));
    CHECK(has_word(spec_of(Field::key_format), format.word));
    CHECK(format.bits > 0);
    CHECK(format.bits <= 32);
    CHECK_FALSE(format.source.empty());
  }
  CHECK(find_storage_format("q4") == nullptr);
}
