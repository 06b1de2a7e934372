#pragma once
// Models that people bring: the config.json of a Hugging Face model, or the header of a GGUF file, read into
// the shape that everything else works with. Nothing is guessed: an architecture that is not known, or a
// field that is missing, is an issue that names it.
//
// The JSON answer is described in api.hpp.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <tilewise/catalogue.hpp>
#include <tilewise/issue.hpp>

namespace tilewise {

// The weights stored in one number format.
struct StoredWeights {
  std::string type;    // "bf16", "q4_k": the file's own word, in small letters
  double tensors = 0;  // 0: not said by the file
  double parameters = 0;
  double bytes = 0;
};

struct ImportedModel {
  std::string kind;          // "config" or "gguf"
  std::string name;          // as the file names itself; may be empty
  std::string architecture;  // the file's own word: "llama", "qwen3_moe"
  Shape shape;
  double parameters = 0;      // a config: counted from the shape; a GGUF file: the elements of its tensors
  std::string weight_format;  // a word of the key wq; empty: as the compute precision
  std::vector<StoredWeights> weights;
  std::optional<double> header_bytes;  // GGUF: where the tensors begin
  std::optional<double> file_bytes;    // GGUF: of the whole file
  double need_bytes = 0;  // GGUF: above 0 when the header is longer than what was given; nothing else is set
};

// Empty when there is an error among the issues.
[[nodiscard]] std::optional<ImportedModel> import_bytes(std::string_view bytes, Issues& issues);

// config.json. Field names and defaults of each architecture: import_architectures.cpp.
[[nodiscard]] std::optional<ImportedModel> import_config(std::string_view text, Issues& issues);

// The beginning of a GGUF file, version 2 or 3.
// Format: ggml-org/ggml, docs/gguf.md.
[[nodiscard]] std::optional<ImportedModel> import_gguf(std::string_view bytes, Issues& issues);
[[nodiscard]] bool is_gguf(std::string_view bytes);

}  // namespace tilewise
