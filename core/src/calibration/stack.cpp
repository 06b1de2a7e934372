#include <tilewise/stack.hpp>

#include <iterator>

namespace tilewise {
namespace {

constexpr const char* words[] = {
    "tuned",       "typical", "eager", "xla",         "megatron",   "llama-cpp", "vllm",     "tensorrt-llm",
    "fastertransformer", "torchscript", "hf",  "apex", "pytorch-amp", "tensorflow", "composer",  "torchtitan",
    "megatron-deepspeed", "nemo", "deepspeed", "vllm-v0"};

}  // namespace

const char* word(Stack stack) { return words[static_cast<std::size_t>(stack)]; }

Stack stack_named(std::string_view word) {
  for (std::size_t i = 0; i < std::size(words); ++i) {
    if (word == words[i]) return static_cast<Stack>(i);
  }
  return Stack::typical;
}

Stack serving_stack(Stack stack) {
  return stack <= Stack::hf || stack == Stack::tensorflow || stack == Stack::vllm_v0 ? stack : Stack::typical;
}

bool launches_from_host(Stack stack) { return stack == Stack::eager || stack == Stack::hf; }

bool is_vllm(Stack stack) { return stack == Stack::vllm || stack == Stack::vllm_v0; }

bool is_engine(Stack stack) { return is_vllm(stack) || stack == Stack::tensorrt_llm; }

bool fuses_attention(Stack stack, bool decoder) {
  // FasterTransformer has a fused kernel for encoders and keeps the scores of GPT models.
  if (stack == Stack::fastertransformer) return !decoder;
  // Other published encoder codes keep the score matrix; engines and Composer do not.
  return decoder || is_engine(stack) || stack == Stack::composer;
}

bool fuses_loss(Stack stack) {
  return stack == Stack::tuned || stack == Stack::xla || stack == Stack::torchtitan;
}

double most_sequences(Stack stack) {
  return stack == Stack::tensorrt_llm ? 2048 : stack == Stack::vllm ? 1024 : 256;
}

double chunk_tokens(Stack stack) { return stack == Stack::llama_cpp ? 512 : 0; }

}  // namespace tilewise
