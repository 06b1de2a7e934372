// Any text as a config.json: never a crash; what is read becomes a link that is right.

#include "fuzz/import_rules.hpp"

#include <cstddef>
#include <cstdint>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  tilewise::testing::check_import(std::string(reinterpret_cast<const char*>(data), size));
  return 0;
}
