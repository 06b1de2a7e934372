#include "support/gguf.hpp"

#include <cstring>

namespace tilewise::testing {
namespace {

struct Block {
  std::uint32_t type;
  std::uint64_t elements;
  std::uint64_t bytes;
};

// As the format's documentation gives them.
constexpr Block blocks[] = {{0, 1, 4},      {1, 1, 2},      {2, 32, 18},    {3, 32, 20},    {6, 32, 22},
                            {7, 32, 24},    {8, 32, 34},    {10, 256, 84},  {11, 256, 110}, {12, 256, 144},
                            {13, 256, 176}, {14, 256, 210}, {23, 256, 136}, {30, 1, 2},     {39, 32, 17}};

std::uint64_t size_of(std::uint32_t type, std::uint64_t elements) {
  for (const Block& block : blocks) {
    if (block.type == type) return elements / block.elements * block.bytes;
  }
  return 0;
}

std::uint64_t padded(std::uint64_t size, std::uint64_t alignment) {
  return (size + alignment - 1) / alignment * alignment;
}

}  // namespace

std::string GgufWriter::bytes_of(std::uint64_t value, int count) {
  std::string out;
  for (int i = 0; i < count; ++i) out += static_cast<char>(static_cast<unsigned char>(value >> (8 * i)));
  return out;
}

std::string GgufWriter::text_of(std::string_view text) { return bytes_of(text.size(), 8).append(text); }

GgufWriter& GgufWriter::raw(std::string_view key, std::uint32_t type, std::string_view value) {
  metadata_ += text_of(key) + bytes_of(type, 4);
  metadata_.append(value);
  ++pairs_;
  return *this;
}

GgufWriter& GgufWriter::number(std::string_view key, std::uint32_t value) {
  return raw(key, 4, bytes_of(value, 4));
}

GgufWriter& GgufWriter::real(std::string_view key, float value) {
  std::uint32_t bits = 0;
  std::memcpy(&bits, &value, sizeof bits);
  return raw(key, 6, bytes_of(bits, 4));
}

GgufWriter& GgufWriter::text(std::string_view key, std::string_view value) {
  return raw(key, 8, text_of(value));
}

GgufWriter& GgufWriter::flag(std::string_view key, bool value) {
  return raw(key, 7, bytes_of(value ? 1 : 0, 1));
}

GgufWriter& GgufWriter::numbers(std::string_view key, const std::vector<std::uint32_t>& values) {
  std::string out = bytes_of(4, 4) + bytes_of(values.size(), 8);
  for (const std::uint32_t value : values) out += bytes_of(value, 4);
  return raw(key, 9, out);
}

GgufWriter& GgufWriter::flags(std::string_view key, const std::vector<bool>& values) {
  std::string out = bytes_of(7, 4) + bytes_of(values.size(), 8);
  for (const bool value : values) out += bytes_of(value ? 1 : 0, 1);
  return raw(key, 9, out);
}

GgufWriter& GgufWriter::texts(std::string_view key, std::size_t count) {
  std::string out = bytes_of(8, 4) + bytes_of(count, 8);
  for (std::size_t i = 0; i < count; ++i) out += text_of("t" + std::to_string(i));
  return raw(key, 9, out);
}

GgufWriter& GgufWriter::nested(std::string_view key, int depth) {
  std::string out;
  for (int i = 1; i < depth; ++i) out += bytes_of(9, 4) + bytes_of(1, 8);
  out += bytes_of(4, 4) + bytes_of(1, 8) + bytes_of(7, 4);
  return raw(key, 9, out);
}

GgufWriter& GgufWriter::tensor(std::string_view name, std::uint32_t type,
                               std::initializer_list<std::uint64_t> extents) {
  list_ += text_of(name) + bytes_of(extents.size(), 4);
  std::uint64_t elements = 1;
  for (const std::uint64_t extent : extents) {
    list_ += bytes_of(extent, 8);
    elements *= extent;
  }
  list_ += bytes_of(type, 4) + bytes_of(data_, 8);
  data_ += padded(size_of(type, elements), alignment);
  ++tensors_;
  return *this;
}

std::string GgufWriter::header() const { return header(tensors_, pairs_); }

std::string GgufWriter::header(std::uint64_t tensors, std::uint64_t pairs) const {
  return "GGUF" + bytes_of(version_, 4) + bytes_of(tensors, 8) + bytes_of(pairs, 8) + metadata_ + list_;
}

double GgufWriter::file_bytes() const {
  return static_cast<double>(padded(header().size(), alignment) + data_);
}

GgufWriter small_llama(std::uint32_t version) {
  GgufWriter file(version);
  file.text("general.architecture", "llama").text("general.name", "Small").number("general.file_type", 15);
  file.number("llama.block_count", 2)
      .number("llama.embedding_length", 256)
      .number("llama.feed_forward_length", 512);
  file.number("llama.attention.head_count", 4).number("llama.attention.head_count_kv", 2);
  file.number("llama.context_length", 4096).real("llama.rope.freq_base", 10000);
  file.texts("tokenizer.ggml.tokens", 320);
  file.tensor("token_embd.weight", 12, {256, 320})
      .tensor("output.weight", 14, {256, 320})
      .tensor("output_norm.weight", 0, {256});
  for (const char* layer : {"blk.0.", "blk.1."}) {
    const std::string at = layer;
    file.tensor(at + "attn_norm.weight", 0, {256}).tensor(at + "ffn_norm.weight", 0, {256});
    file.tensor(at + "attn_q.weight", 12, {256, 256}).tensor(at + "attn_k.weight", 12, {256, 128});
    file.tensor(at + "attn_v.weight", 14, {256, 128}).tensor(at + "attn_output.weight", 12, {256, 256});
    file.tensor(at + "ffn_gate.weight", 12, {256, 512}).tensor(at + "ffn_up.weight", 12, {256, 512});
    file.tensor(at + "ffn_down.weight", 14, {512, 256});
  }
  return file;
}

}  // namespace tilewise::testing
