// strtod of the modules: the nearest double, halves to even, as the C library's gives it, without the library's
// 128-bit long doubles, which were 5 KB of the module after gzip. Plain whole-number arithmetic: the number is
// a fraction of two large integers, and a long division gives its bits. tests/unit/small_strtod_test.cpp
// compares it with the native library.

#include <cstdint>
#include <cstdlib>
#include <cstring>

#ifndef TILEWISE_STRTOD  // the tests give it a name of its own
#define TILEWISE_STRTOD strtod
// The library's file with strtod holds these too, and some code names them; nothing of ours calls them.
extern "C" float strtof(const char*, char**) { __builtin_trap(); }
extern "C" long double strtold(const char*, char**) { __builtin_trap(); }
#endif

namespace {

constexpr int most_digits = 800;  // enough to tell a double from the middle between two; the rest is "a bit more"

// A whole number of up to 4,480 bits, lowest limb first.
struct Whole {
  std::uint32_t limb[140] = {};
  int size = 0;

  void multiply_add(std::uint32_t factor, std::uint32_t more) {
    std::uint64_t carry = more;
    for (int i = 0; i < size; ++i) {
      carry += static_cast<std::uint64_t>(limb[i]) * factor;
      limb[i] = static_cast<std::uint32_t>(carry);
      carry >>= 32;
    }
    if (carry != 0) limb[size++] = static_cast<std::uint32_t>(carry);
  }
  void scale_by_ten(long times) {
    for (; times > 0; --times) multiply_add(10, 0);
  }
  void shift(int bits) {
    for (; bits >= 31; bits -= 31) multiply_add(std::uint32_t{1} << 31, 0);
    multiply_add(std::uint32_t{1} << bits, 0);
  }
  [[nodiscard]] int bits() const {
    int top = 0;
    for (std::uint32_t high = limb[size - 1]; high != 0; high >>= 1) ++top;
    return (size - 1) * 32 + top;
  }
  [[nodiscard]] int compare(const Whole& other) const {
    if (size != other.size) return size < other.size ? -1 : 1;
    for (int i = size - 1; i >= 0; --i) {
      if (limb[i] != other.limb[i]) return limb[i] < other.limb[i] ? -1 : 1;
    }
    return 0;
  }
  void subtract(const Whole& other) {
    std::uint64_t borrow = 0;
    for (int i = 0; i < size; ++i) {
      const std::uint64_t take = (i < other.size ? other.limb[i] : 0) + borrow;
      borrow = limb[i] < take ? 1 : 0;
      limb[i] = static_cast<std::uint32_t>(limb[i] - take);
    }
    while (size > 0 && limb[size - 1] == 0) --size;
  }
};

struct Digits {
  Whole value;
  long exponent = 0;  // of ten
  long count = 0;
};

bool is_digit(char c) { return c >= '0' && c <= '9'; }

// digits[.digits][e[sign]digits]; nullptr when there is no digit.
const char* read_digits(const char* at, Digits& out) {
  bool any = false;
  bool more = false;
  bool fraction = false;
  for (;; ++at) {
    if (*at == '.' && !fraction) {
      fraction = true;
      continue;
    }
    if (!is_digit(*at)) break;
    any = true;
    if (out.count < most_digits) {
      out.value.multiply_add(10, static_cast<std::uint32_t>(*at - '0'));
      if (out.value.size > 0) ++out.count;
      if (fraction) --out.exponent;
    } else {
      more = more || *at != '0';
      if (!fraction) ++out.exponent;
    }
  }
  if (!any) return nullptr;
  if (more) {
    out.value.multiply_add(10, 1);
    ++out.count;
    --out.exponent;
  }
  if (*at != 'e' && *at != 'E') return at;
  const char* digit = at + 1;
  const bool negative = *digit == '-';
  if (*digit == '-' || *digit == '+') ++digit;
  if (!is_digit(*digit)) return at;
  long exponent = 0;
  for (; is_digit(*digit); ++digit) {
    if (exponent < 100000000) exponent = exponent * 10 + (*digit - '0');
  }
  out.exponent += negative ? -exponent : exponent;
  return digit;
}

// Sign aside, the bits of the double nearest to top / bottom, both above zero.
std::uint64_t nearest(Whole& top, Whole& bottom) {
  int power = top.bits() - bottom.bits();
  if (power >= 0) bottom.shift(power);
  if (power < 0) top.shift(-power);
  if (top.compare(bottom) < 0) {
    top.shift(1);
    --power;
  }
  // Now 1 <= top / bottom < 2 and the number is that times 2^power.
  const bool normal = power >= -1022;
  const int places = normal ? 53 : 53 - (-1022 - power);
  if (places < 0) return 0;
  std::uint64_t mantissa = 0;
  for (int i = 0; i < places; ++i) {
    mantissa <<= 1;
    if (top.compare(bottom) >= 0) {
      top.subtract(bottom);
      mantissa |= 1;
    }
    top.shift(1);
  }
  const int rest = top.compare(bottom);
  if (rest > 0 || (rest == 0 && (mantissa & 1) != 0)) ++mantissa;
  // A carry out of the mantissa moves the exponent up by itself.
  return normal ? (static_cast<std::uint64_t>(power + 1022) << 52) + mantissa : mantissa;
}

}  // namespace

extern "C" double TILEWISE_STRTOD(const char* text, char** end) {
  constexpr std::uint64_t infinity = std::uint64_t{2047} << 52;
  const bool negative = *text == '-';
  Digits digits;
  const char* after = read_digits(negative ? text + 1 : text, digits);
  if (end != nullptr) *end = const_cast<char*>(after == nullptr ? text : after);
  if (after == nullptr) return 0;
  std::uint64_t bits = 0;
  const long magnitude = digits.count + digits.exponent;  // the number is below 10^magnitude
  if (magnitude > 310 && digits.value.size > 0) {
    bits = infinity;
  } else if (magnitude > -325 && digits.value.size > 0) {
    Whole bottom;
    bottom.multiply_add(1, 1);
    (digits.exponent < 0 ? bottom : digits.value).scale_by_ten(digits.exponent < 0 ? -digits.exponent : digits.exponent);
    bits = nearest(digits.value, bottom);
    if (bits > infinity) bits = infinity;
  }
  if (negative) bits |= std::uint64_t{1} << 63;
  double out;
  std::memcpy(&out, &bits, sizeof out);
  return out;
}
