#include <tilewise/score/names.hpp>

#include <tilewise/catalogue.hpp>

namespace tilewise::score {
namespace {

#include "score_names.inc"

constexpr PrecisionWord precision_words[] = {
    {"fp32", "fp32", ""},
    {"tf32", "tf32", "", true},
    {"fp16", "fp16", "", true},
    {"f16", "fp16", "", true},
    {"bf16", "bf16", "", true},
    {"bf16-true", "bf16", "", true},
    {"fp16-amp", "fp16", "", true},
    {"bf16-amp", "bf16", "", true},
    {"bf16-pure", "bf16", "", true, true},
    {"bf16/fp16", "bf16", "", true, false, true},
    // Operands of 16 bit, products and sums of 32 on the shader units.
    {"fp16-storage/fp32-math", "fp32", "fp16"},
    {"fp8", "fp8", "", true},
    {"fp8-e4m3", "fp8", "", true},
    {"fp8-e5m2", "fp8", "", true},
    {"fp8-amp", "fp8", "", true},
    {"fp8-cs", "fp8", "", true},
    {"mxfp8", "fp8", "", true},
    {"fp8/int8", "fp8", "", true, false, true},
    {"int8", "int8", "", true},
    {"int8-v1", "int8", "", true},
    {"int8-v2", "int8", "", true},
    {"int4", "int4", "", true},
    {"nvfp4", "fp4", "nvfp4", true},
    {"fp4", "fp4", "", true},
    {"mxfp4", "", "mxfp4", true},
    {"nf4", "", "nf4", true},
    {"nf4-dq", "", "nf4-dq", true},
    {"nf4/4bit", "", "nf4", true},
    {"nf4+bf16", "bf16", "nf4", true},
    {"4bit", "", "gptq-128", true, false, true},
    {"gptq", "", "gptq-128", true, false, true},
    {"gptq-int4", "", "gptq-128", true, false, true},
    {"int4-g32", "", "gptq-32", true, false, true},
    {"int4-g128", "", "gptq-128", true},
    {"awq", "", "awq-128", true, false, true},
    {"exl2 4.0bpw", "", "int4", true, false, true},
    {"gptq 4bit g128", "", "gptq-128", true},
    {"4bit g128", "", "gptq-128", true},
    {"4bit g32", "", "gptq-32", true},
    {"4bit g64", "", "gptq-64", true},
    {"q4_k_xl", "", "q4-k-m", true, false, true},
    {"q8_0", "", "q8-0", true},
    {"q6_k", "", "q6-k", true},
    {"q5_k_m", "", "q5-k-m", true},
    {"q5_k_s", "", "q5-k-s", true},
    {"q5_1", "", "q5-1", true},
    {"q5_0", "", "q5-0", true},
    {"q4_k_m", "", "q4-k-m", true},
    {"q4_k_s", "", "q4-k-s", true},
    {"q4_1", "", "q4-1", true},
    {"q4_0", "", "q4-0", true},
    {"iq4_nl", "", "iq4-nl", true},
    {"iq4_xs", "", "iq4-xs", true},
    {"q3_k_l", "", "q3-k-l", true},
    {"q3_k_m", "", "q3-k-m", true},
    {"q3_k_s", "", "q3-k-s", true},
    {"iq3_m", "", "iq3-m", true},
    {"iq3_s", "", "iq3-s", true},
    {"iq3_xs", "", "iq3-xs", true},
    {"iq3_xxs", "", "iq3-xxs", true},
    {"q2_k", "", "q2-k", true},
    {"q2_k_s", "", "q2-k-s", true},
    {"iq2_m", "", "iq2-m", true},
    {"iq2_s", "", "iq2-s", true},
    {"iq2_xs", "", "iq2-xs", true},
    {"iq2_xxs", "", "iq2-xxs", true},
    {"iq1_m", "", "iq1-m", true},
    {"iq1_s", "", "iq1-s", true},
};

// "RTX 4090" may be written as an id or alias: "rtx-4090".
std::string as_id(std::string_view name) {
  std::string id = lower_case(name);
  for (char& c : id) {
    if (c == ' ' || c == '_') c = '-';
  }
  return id;
}

template <class Name>
const Name* find_name(const std::vector<Name>& names, std::string_view name) {
  for (const Name& known : names) {
    if (known.name == name) return &known;
  }
  return nullptr;
}

template <class Name>
void put_first(std::vector<Name>& names, std::vector<Name>&& own) {
  own.insert(own.end(), names.begin(), names.end());
  names = std::move(own);
}

}  // namespace

Names Names::built_in() {
  Names names;
  Problems none;
  for (const auto& [name, text] : committed_names) {
    names.take(read_table(File{std::string(name), std::string(text)}, none));
  }
  return names;
}

bool Names::take(const Table& table) {
  const bool software = table.has("software") && table.has("stack");
  if (!software && !(table.has("name") && table.has("id") && table.has("override"))) return false;
  std::vector<DeviceName> devices;
  std::vector<SoftwareName> stacks;
  std::vector<ModelName> models;
  for (std::size_t i = 0; i < table.rows.size(); ++i) {
    const Row row(table, i);
    if (software) {
      stacks.push_back({row.text("software"), row.text("stack"), row.text("attention"), row.text("layout") == "column"});
    } else if (table.name.find("model") != std::string::npos) {
      models.push_back({row.text("name"), row.text("id"), row.text("override"), row.text("note")});
    } else {
      devices.push_back({row.text("name"), row.text("id"), row.text("override"), row.text("note")});
    }
  }
  put_first(devices_, std::move(devices));
  put_first(software_, std::move(stacks));
  put_first(models_, std::move(models));
  return true;
}

std::optional<DeviceName> Names::device(std::string_view name) const {
  if (const DeviceName* known = find_name(devices_, name)) return *known;
  const Device* device = find_device(as_id(name));
  if (device == nullptr) {
    for (const Device& candidate : tilewise::devices()) {
      if (lower_case(candidate.name) == lower_case(name)) device = &candidate;
    }
  }
  if (device == nullptr) return std::nullopt;
  DeviceName found;
  found.name = std::string(name);
  found.id = std::string(device->id);
  return found;
}

void Names::forget_software() {
  for (SoftwareName& known : software_) known.stack = "typical";
}

SoftwareName Names::software(std::string_view name) const {
  const std::string wanted = lower_case(name);
  const SoftwareName* best = nullptr;
  for (const SoftwareName& known : software_) {
    const bool begins = wanted.rfind(lower_case(known.name), 0) == 0;
    if (begins && (best == nullptr || known.name.size() > best->name.size())) best = &known;
  }
  if (best != nullptr) return *best;
  SoftwareName typical;
  typical.stack = "typical";
  return typical;
}

std::optional<ModelName> Names::model(std::string_view name) const {
  if (const ModelName* known = find_name(models_, name)) return *known;
  const Model* model = find_model(as_id(name));
  if (model == nullptr) return std::nullopt;
  ModelName found;
  found.name = std::string(name);
  found.id = std::string(model->id);
  return found;
}

const PrecisionWord* find_precision(std::string_view word) {
  // "Q4_K_XL weights, f16 KV" and "fp8/int8 (recipe says fp8)" begin with their format.
  std::string wanted = lower_case(word);
  while (!wanted.empty()) {
    for (const PrecisionWord& known : precision_words) {
      if (known.word == wanted) return &known;
    }
    const std::size_t cut = wanted.find_last_of(" ,(");
    if (cut == std::string::npos) return nullptr;
    wanted.resize(cut);
  }
  return nullptr;
}

}  // namespace tilewise::score
