// The uses of printf in a module: the JSON library writes code points in hexadecimal, "<U+%.4X>", and the
// binding layer of a module without type names writes their addresses, "%p". The C library's printf, with its
// long doubles, is 4 KB of the module after gzip; this stands in for it. Any other format is a mistake in the module and traps, and the page starts the module again.

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

int write(Writer writer, const char* format, va_list arguments) {
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
    if (*at != 'x' && *at != 'X' && *at != 'p') __builtin_trap();
    put_hexadecimal(writer, va_arg(arguments, unsigned), digits, *at == 'X' ? "0123456789ABCDEF" : "0123456789abcdef");
  }
  if (writer.size > 0) writer.out[writer.count < writer.size ? writer.count : writer.size - 1] = '\0';
  return static_cast<int>(writer.count);
}

constexpr std::size_t unbounded = 1U << 30U;

}  // namespace

extern "C" int snprintf(char* out, std::size_t size, const char* format, ...) {
  va_list arguments;
  va_start(arguments, format);
  const int count = write(Writer{out, size}, format, arguments);
  va_end(arguments);
  return count;
}

extern "C" int sprintf(char* out, const char* format, ...) {
  va_list arguments;
  va_start(arguments, format);
  const int count = write(Writer{out, unbounded}, format, arguments);
  va_end(arguments);
  return count;
}

// What the optimiser makes of a sprintf without floating-point numbers.
extern "C" int siprintf(char* out, const char* format, ...) __attribute__((alias("sprintf")));
