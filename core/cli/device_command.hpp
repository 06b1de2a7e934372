#pragma once
// tilewise device ID: what is known of one device beside its speed: interface, form, power, release, whether it can be
// had, and every price with its date.

#include <optional>
#include <string>

#include <CLI/CLI.hpp>

namespace tilewise::cli {

struct DeviceCommand {
  CLI::App* app = nullptr;
  std::string id;
  bool json = false;
};

void add_device_command(CLI::App& app, DeviceCommand& command);

// The exit code, if this command was asked for.
[[nodiscard]] std::optional<int> run_device_command(const DeviceCommand& command);

}  // namespace tilewise::cli
