// The one use of printf in the module: the JSON library writes code points in hexadecimal, "\u%04x" and
// "<U+%.4X>". The C library's printf, with its long doubles, is 4 KB of the module after gzip; this stands in
// for it. Any other format is a mistake in the module and traps, and the page starts the module again.

#include <cstdarg>
#include <cstddef>
#include <cstdio>

namespace {

// Writes within a buffer of `size` bytes and counts what would have been written.
struct Writer {
  char* out;
  std::size_t size;
  std::size_t count = 0;
  void put(char c) {
    if (count + 1 < size) out[count] = c;
    ++count;
  }
};

void put_hexadecimal(Writer& writer, unsigned value, int least_digits, const char* digits) {
  constexpr int bits = 4;
  constexpr int most_digits = static_cast<int>(sizeof(unsigned)) * 2;
  int needed = 1;
  while (needed < most_digits && (value >> (bits * needed)) != 0) ++needed;
  for (int place = needed < least_digits ? least_digits : needed; place > 0; --place) {
    writer.put(place > most_digits ? '0' : digits[(value >> (bits * (place - 1))) & 0xF]);
  }
}

}  // namespace

extern "C" int snprintf(char* out, std::size_t size, const char* format, ...) {
  Writer writer{out, size};
  va_list arguments;
  va_start(arguments, format);
  for (const char* at = format; *at != '\0'; ++at) {
    if (*at != '%') {
      writer.put(*at);
      continue;
    }
    ++at;
    int digits = 0;  // "04" and ".4" alike: at least four digits
    for (; *at == '.' || (*at >= '0' && *at <= '9'); ++at) {
      if (*at != '.') digits = digits * 10 + (*at - '0');
    }
    if (*at != 'x' && *at != 'X') __builtin_trap();
    put_hexadecimal(writer, va_arg(arguments, unsigned), digits, *at == 'x' ? "0123456789abcdef" : "0123456789ABCDEF");
  }
  va_end(arguments);
  if (size > 0) out[writer.count < size ? writer.count : size - 1] = '\0';
  return static_cast<int>(writer.count);
}
