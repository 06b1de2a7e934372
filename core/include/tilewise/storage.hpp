#pragma once
// Formats in which weights and cached keys and values are stored, by the real size of an element: block
// formats carry scales and minima. The named GGUF mixes hold several block types in one file; which tensor
// takes which is a rule of the tool that writes the file (stored_weights).

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace tilewise {

// What stays in 16 bit beside norms and biases.
enum class Keeps : std::uint8_t {
  nothing,    // one width for all: plain formats
  tables,     // embedding and output matrix: formats that replace linear layers
  attention,  // these, the attention, and the first and the last layer: FP8 as Llama 3.1 405B ships it
  all_dense   // all but the experts of a mixture, and the tables: MXFP4 as gpt-oss ships it
};

struct StorageFormat {
  std::string_view word;    // as in the keys wq, kq, vq
  double bits = 0;          // per element, scales included; of a mix, about what a file has on average
  std::string_view source;  // id in core/data/sources.json
  bool mix = false;         // which type a tensor has depends on the tensor
  Keeps keeps = Keeps::nothing;
};

[[nodiscard]] std::span<const StorageFormat> storage_formats();
[[nodiscard]] const StorageFormat* find_storage_format(std::string_view word);

}  // namespace tilewise
