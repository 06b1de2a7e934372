#pragma once
// Whole numbers in generated tables: seven bits a byte, lowest first, the top bit set on all but the last.

#include <cstdint>

namespace tilewise {

// Reads one and moves past it.
[[nodiscard]] inline std::uint64_t read_packed(const std::uint8_t*& next) {
  std::uint64_t value = 0;
  int shift = 0;
  do {
    value |= static_cast<std::uint64_t>(*next & 127) << shift;
    shift += 7;
  } while (*next++ > 127);
  return value;
}

}  // namespace tilewise
