#pragma once
// tilewise import FILE: a config.json or a GGUF file as a model of the scenario vocabulary.

#include <optional>
#include <string>

#include <CLI/CLI.hpp>

namespace tilewise::cli {

struct ImportCommand {
  CLI::App* app = nullptr;
  std::string file;
  bool json = false;
};

void add_import_command(CLI::App& app, ImportCommand& command);

// The exit code, if this command was asked for.
[[nodiscard]] std::optional<int> run_import_command(const ImportCommand& command);

}  // namespace tilewise::cli
