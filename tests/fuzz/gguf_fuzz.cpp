// Any bytes after the magic word of a GGUF file: never a crash and never a read past the end; a header that is
// whole answers the same whatever follows it.

#include "fuzz/import_rules.hpp"

#include <cstddef>
#include <cstdint>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string bytes = "GGUF" + std::string(reinterpret_cast<const char*>(data), size);
  tilewise::testing::check_import(bytes);
  const std::string answer = tilewise::import_model(bytes);
  if (answer.find("\"need_bytes\"") != std::string::npos) return 0;
  tilewise::testing::require(tilewise::import_model(bytes + "more") == answer, "what follows changes nothing", answer);
  return 0;
}
