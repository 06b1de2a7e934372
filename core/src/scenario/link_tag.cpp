#include <tilewise/link.hpp>

#include <cstdint>

namespace tilewise {

// Bit by bit: a link is a few hundred characters, a table would be larger than what it saves.
std::string tag_of(std::string_view text) {
  constexpr std::uint32_t ones = 0xFFFFF;
  constexpr std::uint32_t polynomial = 0x00009;  // x^20 + x^3 + 1 without its highest term
  std::uint32_t rest = ones;
  for (const char c : text) {
    rest ^= static_cast<std::uint32_t>(static_cast<unsigned char>(c)) << 12U;
    for (int bit = 0; bit < 8; ++bit) {
      const bool carry = (rest & 0x80000U) != 0;
      rest = (rest << 1U) & ones;
      if (carry) rest ^= polynomial;
    }
  }
  constexpr char alphabet[] = "0123456789abcdefghjkmnpqrstvwxyz";
  std::string tag;
  for (const unsigned shift : {15U, 10U, 5U, 0U}) tag += alphabet[(rest >> shift) & 31U];
  return tag;
}

}  // namespace tilewise
