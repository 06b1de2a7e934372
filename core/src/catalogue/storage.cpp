#include <tilewise/storage.hpp>

#include <array>

namespace tilewise {
namespace {

// Block formats follow from their layout: bits of an element plus the scales of its block. NF4 keeps one
// fp32 scale for 64 elements, double quantisation one 8-bit scale and a share of a second one.
constexpr std::array formats = {
    StorageFormat{"fp32", 32, "ieee754"},
    StorageFormat{"bf16", 16, "ieee754"},
    StorageFormat{"fp16", 16, "ieee754"},
    StorageFormat{"fp8", 8, "ocp-fp8", false, Keeps::tables},
    StorageFormat{"int8", 8, "ieee754", false, Keeps::tables},
    StorageFormat{"int4", 4, "ieee754"},
    StorageFormat{"nf4", 4.5, "qlora", false, Keeps::tables},
    StorageFormat{"nf4-dq", 4.127, "qlora", false, Keeps::tables},
    StorageFormat{"mxfp4", 4.25, "ocp-mx", false, Keeps::all_dense},
    StorageFormat{"nvfp4", 4.5, "nvfp4", false, Keeps::tables},
    StorageFormat{"q8-0", 8.5, "ggml-blocks", true},
    StorageFormat{"q6-k", 6.5625, "ggml-blocks", true},
    StorageFormat{"q5-k-m", 5.70, "llama-cpp-quantize", true},
    StorageFormat{"q5-k-s", 5.57, "llama-cpp-quantize", true},
    StorageFormat{"q5-1", 6, "ggml-blocks", true},
    StorageFormat{"q5-0", 5.5, "ggml-blocks", true},
    StorageFormat{"q4-k-m", 4.85, "llama-cpp-quantize", true},
    StorageFormat{"q4-k-s", 4.67, "llama-cpp-quantize", true},
    StorageFormat{"q4-1", 5, "ggml-blocks", true},
    StorageFormat{"q4-0", 4.5, "ggml-blocks", true},
    StorageFormat{"iq4-nl", 4.5, "ggml-blocks", true},
    StorageFormat{"iq4-xs", 4.46, "llama-cpp-quantize", true},
    StorageFormat{"q3-k-l", 4.30, "llama-cpp-quantize", true},
    StorageFormat{"q3-k-m", 4.00, "llama-cpp-quantize", true},
    StorageFormat{"q3-k-s", 3.64, "llama-cpp-quantize", true},
    StorageFormat{"iq3-m", 3.76, "llama-cpp-quantize", true},
    StorageFormat{"iq3-s", 3.66, "llama-cpp-quantize", true},
    StorageFormat{"iq3-xs", 3.50, "llama-cpp-quantize", true},
    StorageFormat{"iq3-xxs", 3.25, "llama-cpp-quantize", true},
    StorageFormat{"q2-k", 3.16, "llama-cpp-quantize", true},
    StorageFormat{"q2-k-s", 2.97, "llama-cpp-quantize", true},
    StorageFormat{"iq2-m", 2.93, "llama-cpp-quantize", true},
    StorageFormat{"iq2-s", 2.74, "llama-cpp-quantize", true},
    StorageFormat{"iq2-xs", 2.59, "llama-cpp-quantize", true},
    StorageFormat{"iq2-xxs", 2.38, "llama-cpp-quantize", true},
    StorageFormat{"iq1-m", 2.15, "llama-cpp-quantize", true},
    StorageFormat{"iq1-s", 2.00, "llama-cpp-quantize", true},
    StorageFormat{"gptq-128", 4.15625, "gptq", false, Keeps::tables},
    StorageFormat{"gptq-64", 4.3125, "gptq", false, Keeps::tables},
    StorageFormat{"gptq-32", 4.625, "gptq", false, Keeps::tables},
    StorageFormat{"awq-128", 4.15625, "awq", false, Keeps::tables},
    StorageFormat{"fp8-mlp", 8, "llama-3-herd", false, Keeps::attention},
};

}  // namespace

std::span<const StorageFormat> storage_formats() { return formats; }

const StorageFormat* find_storage_format(std::string_view word) {
  for (const StorageFormat& format : formats) {
    if (format.word == word) return &format;
  }
  return nullptr;
}

}  // namespace tilewise
