#include "import_command.hpp"

#include <fstream>
#include <iostream>
#include <vector>

#include <nlohmann/json.hpp>

#include <tilewise/api.hpp>

#include "messages.hpp"
#include "numbers.hpp"
#include "tables.hpp"

namespace tilewise::cli {
namespace {

using nlohmann::json;

constexpr std::size_t first_read = 1 << 20;  // a config.json is shorter, most GGUF headers are longer

int fail(const std::string& reason) {
  std::cerr << "tilewise: " << reason << '\n';
  return 2;
}

// The first `size` bytes of a file, or all of it.
std::string beginning(std::istream& file, std::size_t size) {
  std::string bytes(size, '\0');
  file.clear();
  file.seekg(0);
  file.read(bytes.data(), static_cast<std::streamsize>(size));
  bytes.resize(static_cast<std::size_t>(file.gcount()));
  return bytes;
}

std::string shape_text(const json& shape) {
  std::string out;
  const std::vector<std::pair<const char*, const char*>> parts = {
      {"layers", "layers"},           {"width", "width"},           {"heads", "heads"},
      {"kv_heads", "KV heads"},       {"head_width", "head width"}, {"mlp_width", "MLP width"},
      {"vocabulary", "vocabulary"},   {"experts", "experts"},       {"active_experts", "active"},
      {"latent_rank", "latent rank"}, {"window", "window"},         {"windowed_layers", "windowed layers"}};
  for (const auto& [key, name] : parts) {
    const double value = shape[key].get<double>();
    if (value == 0) continue;
    if (!out.empty()) out += ", ";
    out += count(value) + ' ' + name;
  }
  return out;
}

std::string model_text(const json& result) {
  std::string out = result["architecture"].get<std::string>();
  if (const std::string name = result["name"].get<std::string>(); !name.empty()) out += " (" + name + ")";
  out += ": " + shape_text(result["shape"]) + "\n\n";
  std::vector<TextRow> rows = {{"weights", "tensors", "parameters", "size"}};
  for (const json& entry : result["weights"]) {
    rows.push_back({entry["type"].get<std::string>(),
                    entry.contains("tensors") ? count(entry["tensors"].get<double>()) : "–",
                    count(entry["parameters"].get<double>()), size(entry["bytes"].get<double>())});
  }
  rows.push_back({"all", "", count(result["parameters"]["total"].get<double>()),
                  size(result["weight_bytes"].get<double>())});
  out += aligned(rows) + '\n';
  if (result.contains("file_bytes")) out += "File: " + size(result["file_bytes"].get<double>()) + '\n';
  if (result.contains("same_as")) out += "Same shape as: " + result["same_as"].get<std::string>() + '\n';
  return out + "Link: #" + result["link"].get<std::string>() + '\n';
}

}  // namespace

void add_import_command(CLI::App& app, ImportCommand& command) {
  command.app = app.add_subcommand("import", "A model from its config.json or GGUF file, as a link");
  command.app->add_option("file", command.file, "A Hugging Face config.json, or a GGUF file")->required();
  command.app->add_flag("--json", command.json, "Print the answer as JSON");
}

std::optional<int> run_import_command(const ImportCommand& command) {
  if (!command.app->parsed()) return std::nullopt;
  std::ifstream file(command.file, std::ios::binary);
  if (!file) return fail(command.file + ": cannot be read");
  json envelope;
  std::string bytes;
  for (std::size_t size = first_read;;) {
    bytes = beginning(file, size);
    envelope = json::parse(import_model(bytes), nullptr, false);
    const json& result = envelope["result"];
    if (result.is_null() || !result.contains("need_bytes")) break;
    const auto need = static_cast<std::size_t>(result["need_bytes"].get<double>());
    if (bytes.size() < size) return fail(command.file + ": ends within its header");
    size = std::max(need, 2 * size);
  }
  add_messages(envelope);
  const bool failed = envelope["result"].is_null();
  if (command.json) {
    std::cout << envelope.dump(2, ' ', false, json::error_handler_t::replace) << '\n';
  } else if (!failed) {
    std::cout << model_text(envelope["result"]);
  }
  if (failed || !command.json) std::cerr << issues_text(envelope);
  return failed ? 2 : 0;
}

}  // namespace tilewise::cli
