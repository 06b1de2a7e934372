#pragma once
// Formats in which weights and cached keys and values are stored, by the real size of an element: block
// formats carry scales and minima, and the named GGUF mixes hold several block types in one file.

#include <optional>
#include <span>
#include <string_view>

namespace tilewise {

struct StorageFormat {
  std::string_view word;    // as in the keys wq, kq, vq
  double bits = 0;          // per element, scales included
  std::string_view source;  // id in core/data/sources.json
  bool mix = false;         // average over the tensors of a file rather than one block type
};

[[nodiscard]] std::span<const StorageFormat> storage_formats();
[[nodiscard]] const StorageFormat* find_storage_format(std::string_view word);

}  // namespace tilewise
