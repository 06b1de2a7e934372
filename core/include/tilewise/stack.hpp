#pragma once
// Software stacks: which program runs the model. A stack decides launch costs, fusion, the kind of attention
// and what the program keeps in memory; it is a key of the scenario, shown beside every answer.

#include <string_view>

namespace tilewise {

// In the order of the vocabulary's words.
enum class Stack {
  tuned,
  typical,
  eager,
  xla,
  megatron,
  llama_cpp,
  vllm,
  tensorrt_llm,
  fastertransformer,
  torchscript,
  hf,
  apex,
  pytorch_amp,
  tensorflow,
  composer,
  torchtitan,
  megatron_deepspeed,
  nemo,
  deepspeed,
  vllm_v0
};

[[nodiscard]] const char* word(Stack stack);

// `typical` for a word that is no stack; resolve lets only words of the vocabulary through.
[[nodiscard]] Stack stack_named(std::string_view word);

// Whose constants hold in inference: programs that only train serve as the usual one does.
[[nodiscard]] Stack serving_stack(Stack stack);

// A program of Python that hands each kernel to the device by itself: for a few rows its host decides the time.
[[nodiscard]] bool launches_from_host(Stack stack);

// vLLM, by whichever of its two engines: V0 until version 0.7, V1 since.
[[nodiscard]] bool is_vllm(Stack stack);

// Servers that keep a pool of cache, run sequences together and bring kernels of their own.
[[nodiscard]] bool is_engine(Stack stack);

// Whether attention is one kernel that never writes the scores, where the scenario does not say.
[[nodiscard]] bool fuses_attention(Stack stack, bool decoder);

// Whether a training step takes the loss from the logits in one kernel each way: compilers and hand-written kernels
// do; a framework that runs operators one by one converts the logits to 32 bit and writes each of its steps.
[[nodiscard]] bool fuses_loss(Stack stack);

// Tokens that the stack reads of a prompt at a time; 0: all at once. llama.cpp: its default micro-batch.
[[nodiscard]] double chunk_tokens(Stack stack);

// Sequences that an engine runs at once unless told otherwise: 2,048 TensorRT-LLM, 1,024 vLLM (V0: 256); others 256.
[[nodiscard]] double most_sequences(Stack stack);

}  // namespace tilewise
