// Runs a fuzz target once for each file named, or for each file in each folder named.

#include "support/files.hpp"

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <string>
#include <system_error>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace {

int replay(const std::string& path) {
  const auto text = tilewise::testing::read_file(path);
  if (!text) return 0;
  LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(text->data()), text->size());
  return 1;
}

int replay_all(const std::string& path) {
  std::error_code error;
  if (!std::filesystem::is_directory(path, error)) return replay(path);
  int count = 0;
  for (const auto& entry : std::filesystem::directory_iterator(path, error)) {
    count += replay(entry.path().string());
  }
  return count;
}

}  // namespace

int main(int argc, char** argv) {
  int count = 0;
  for (int i = 1; i < argc; ++i) count += replay_all(argv[i]);
  std::printf("%d inputs\n", count);
  return count > 0 ? 0 : 1;
}
