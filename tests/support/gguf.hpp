#pragma once
// Writes GGUF headers, good and bad ones: magic, version, counts, metadata, tensors.

#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

namespace tilewise::testing {

class GgufWriter {
 public:
  explicit GgufWriter(std::uint32_t version = 3) : version_(version) {}

  GgufWriter& number(std::string_view key, std::uint32_t value);
  GgufWriter& real(std::string_view key, float value);
  GgufWriter& text(std::string_view key, std::string_view value);
  GgufWriter& flag(std::string_view key, bool value);
  GgufWriter& numbers(std::string_view key, const std::vector<std::uint32_t>& values);
  GgufWriter& flags(std::string_view key, const std::vector<bool>& values);
  GgufWriter& texts(std::string_view key, std::size_t count);
  GgufWriter& nested(std::string_view key, int depth);  // arrays in arrays, the innermost with one number
  // Bytes of a value as they come: type, then `value`.
  GgufWriter& raw(std::string_view key, std::uint32_t type, std::string_view value);

  // Offsets follow each other, padded.
  GgufWriter& tensor(std::string_view name, std::uint32_t type, std::initializer_list<std::uint64_t> extents);

  [[nodiscard]] std::string header() const;  // without the padding before the tensors
  // The same with other counts than there are entries.
  [[nodiscard]] std::string header(std::uint64_t tensors, std::uint64_t pairs) const;
  [[nodiscard]] double file_bytes() const;

  static std::string bytes_of(std::uint64_t value, int count);
  static std::string text_of(std::string_view text);

  std::uint32_t alignment = 32;  // say it with number("general.alignment", …) as well

 private:
  std::uint32_t version_;
  std::uint64_t pairs_ = 0;
  std::uint64_t tensors_ = 0;
  std::uint64_t data_ = 0;
  std::string metadata_;
  std::string list_;
};

// A whole little model with everything a decoder has, in mixed block types.
[[nodiscard]] GgufWriter small_llama(std::uint32_t version = 3);

}  // namespace tilewise::testing
