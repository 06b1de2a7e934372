#include <tilewise/catalogue.hpp>

namespace tilewise {
namespace {

constexpr std::array<const char*, format_count> format_words = {
    "fp64", "fp32", "tf32", "bf16", "fp16", "fp16_acc16", "fp8", "fp8_acc16", "int8", "int4", "fp4"};

// A scan: a hundred comparisons of short ids cost less than the care a sorted table would need.
template <class Item>
const Item* find_by_id(std::span<const Item> items, std::span<const Alias> aliases, std::string_view id) {
  for (const Alias& alias : aliases) {
    if (alias.name == id) {
      id = alias.id;
      break;
    }
  }
  for (const Item& item : items) {
    if (item.id == id) return &item;
  }
  return nullptr;
}

}  // namespace

const char* word(Format format) { return format_words[static_cast<std::size_t>(format)]; }

std::optional<Format> format_named(std::string_view word) {
  for (std::size_t i = 0; i < format_count; ++i) {
    if (format_words[i] == word) return static_cast<Format>(i);
  }
  return std::nullopt;
}

const char* word(DeviceKind kind) {
  switch (kind) {
    case DeviceKind::tpu:
      return "tpu";
    case DeviceKind::gpu:
      return "gpu";
    case DeviceKind::asic:
      return "asic";
    case DeviceKind::npu:
      return "npu";
    case DeviceKind::cpu:
      return "cpu";
  }
  return "";
}

const char* word(Architecture architecture) {
  switch (architecture) {
    case Architecture::decoder:
      return "decoder";
    case Architecture::encoder:
      return "encoder";
    case Architecture::encoder_decoder:
      return "encdec";
    case Architecture::vision:
      return "vit";
  }
  return "";
}

const Device* find_device(std::string_view id) { return find_by_id(devices(), device_aliases(), id); }
const Model* find_model(std::string_view id) { return find_by_id(models(), model_aliases(), id); }

}  // namespace tilewise
