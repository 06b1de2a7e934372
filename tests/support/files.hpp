#pragma once
// Whole files as text. Under Node the same calls reach this machine's files.

#include <optional>
#include <string>
#include <vector>

namespace tilewise::testing {

// nullopt when the file cannot be read.
[[nodiscard]] std::optional<std::string> read_file(const std::string& path);

// False when the file cannot be written.
[[nodiscard]] bool write_file(const std::string& path, const std::string& text);

// The lines of a text, without their ends; a last line without an end counts.
[[nodiscard]] std::vector<std::string> lines_of(const std::string& text);

}  // namespace tilewise::testing
