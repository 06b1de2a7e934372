#pragma once
// The header of a GGUF file: metadata and the list of tensors. Numbers of the file are not trusted: every
// length is held against what is there, and what is kept is bounded by what was read.
// Format: ggml-org/ggml, docs/gguf.md; block types: ggml/src/ggml-common.h.

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <tilewise/issue.hpp>

namespace tilewise {

struct GgufType {
  std::uint32_t id;
  std::string_view name;
  double block;  // elements
  double bytes;  // of one block
};
[[nodiscard]] const GgufType* find_gguf_type(std::uint32_t id);

// A value of the metadata: a number (flags are 0 and 1), a short text, or an array, of which the length is
// kept and the elements where they are numbers and not many.
struct GgufValue {
  std::optional<double> number;
  std::string text;
  double length = 0;
  std::vector<double> numbers;
};

struct GgufTensor {
  std::string name;
  std::array<double, 4> extents = {1, 1, 1, 1};  // the first is the row
  const GgufType* type = nullptr;
  double elements = 0;
  double bytes = 0;
  double offset = 0;  // from the beginning of the tensors
};

struct GgufHeader {
  std::vector<std::pair<std::string, GgufValue>> metadata;
  std::vector<GgufTensor> tensors;
  double bytes = 0;       // up to the first tensor, padding included
  double file_bytes = 0;  // of the whole file
  double need_bytes = 0;  // above 0: the header is at least so long, and more than what was given

  [[nodiscard]] const GgufValue* find(std::string_view key) const;
};

// nullopt with an issue: no header of a version that is known, or a broken one.
[[nodiscard]] std::optional<GgufHeader> read_gguf(std::string_view bytes, Issues& issues);

inline constexpr std::size_t gguf_header_limit = 268435456;  // bytes; the longest in use are about 30 MB

}  // namespace tilewise
