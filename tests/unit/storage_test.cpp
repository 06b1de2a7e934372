// Real sizes of stored elements: block formats by their layout, mixes against files people have.

#include "support/answer.hpp"
#include "support/catch.hpp"

#include <string>

#include <tilewise/storage.hpp>
#include <tilewise/vocabulary.hpp>

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

TEST_CASE("A Q4_K_M file of an 8B or 70B model is as large as the files are, within 2 %") {
  CHECK(file_gib("llama-3.1-8b", "q4-k-m") == Approx(4.58).epsilon(0.02));
  CHECK(file_gib("llama-3.1-70b", "q4-k-m") == Approx(39.6).epsilon(0.02));
  CHECK(file_gib("llama-3.1-8b", "fp16") == Approx(14.96).epsilon(0.001));
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
