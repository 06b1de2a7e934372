#pragma once
// The built-in devices and models as constant tables, generated from core/data at build time. Slim: the
// numbers an estimate needs. Titles, quotes, conflicts and notes of every number are in
// sources_bundle.json, keyed by id and by the names of catalogue_json.hpp.
// nullopt is "not published"; what a device cannot do is said by a field, never by a zero.

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include <tilewise/quantity.hpp>

namespace tilewise {

// Number formats a device may have a rate for. Order fixed: it is the order of the rate table.
enum class Format : std::uint8_t { fp64, fp32, tf32, bf16, fp16, fp16_acc16, fp8, fp8_acc16, int8, int4, fp4 };
inline constexpr std::size_t format_count = 11;
[[nodiscard]] const char* word(Format format);  // "bf16"
[[nodiscard]] std::optional<Format> format_named(std::string_view word);

enum class DeviceKind : std::uint8_t { tpu, gpu, asic, npu, cpu };
[[nodiscard]] const char* word(DeviceKind kind);

struct Device {
  std::string_view id;
  std::string_view name;
  std::string_view vendor;
  DeviceKind kind = DeviceKind::gpu;
  std::string_view family;     // architecture family: volta, turing, tpu, mtia, … (core/data/README.md)
  std::string_view release;    // YYYY-MM, empty when not published
  std::string_view status;     // current, cloud-only, discontinued, internal, announced, …
  bool training_capable = false;
  bool inference_focus = false;

  // Dense rate of the whole chip per format, matrix units where there are any, fp32 accumulation.
  std::array<std::optional<OpsPerSecond>, format_count> peak_dense;
  std::optional<double> sparse_multiplier;   // 2:4 rate over dense; off unless asked for
  std::optional<bool> int8_on_matrix_unit;

  std::optional<Bytes> memory;               // whole chip
  std::optional<BytesPerSecond> bandwidth;   // whole chip
  std::optional<Bytes> cache;                // last level on chip: L2, infinity cache, SRAM, CMEM or VMEM
  std::optional<double> matrix_unit_count;
  std::optional<double> processor_count;     // streaming multiprocessors or compute units
  std::optional<double> array_side;          // side of one systolic array; nullopt for other units
  std::optional<Hertz> clock;

  std::optional<Watts> power_limit;          // TDP, or the published maximum
  std::optional<Watts> mean_power;
  std::optional<Watts> least_power;
  std::optional<Watts> estimated_power;      // an outsider's estimate, never mixed with power_limit

  std::string_view link_type;                // "ICI", "NVLink 3", "none (PCIe)"; empty: not published
  std::string_view topology;
  std::optional<BytesPerSecond> link_one_way;      // whole chip, one direction, line rate
  std::optional<BytesPerSecond> link_one_way_each; // one link, one direction
  std::optional<double> links;
  std::optional<BytesPerSecond> host_one_way;      // published, or from the PCIe generation and lanes
  std::optional<double> pcie_generation;
  std::optional<double> pcie_lanes;

  int ranks_per_device = 1;                  // devices a framework sees per chip; memory is never pooled
  std::optional<double> server_devices;
  std::optional<double> pod_chips;
  std::optional<double> msrp_usd;
  std::optional<double> street_usd;
  std::optional<double> rent_usd_per_hour;   // of one chip, the lowest listed price
};

enum class Architecture : std::uint8_t { decoder, encoder, encoder_decoder, vision };
[[nodiscard]] const char* word(Architecture architecture);  // the words of the key `arch`

struct Experts {
  double count = 0;         // routed experts per layer
  double active = 0;        // per token
  double shared = 0;        // always active
  double width = 0;         // MLP width of one expert
  double shared_width = 0;
  double dense_layers_first = 0;
  double dense_width = 0;   // MLP width of the dense layers
  bool expert_bias = false;
  bool router_bias = false;
};

struct Latent {             // multi-head latent attention
  double query_rank = 0;    // 0: queries are not compressed
  double kv_rank = 0;
  double nope_width = 0;    // per head, without rotary part
  double rope_width = 0;
  double value_width = 0;
};

// The shape of a Transformer, enough to count every parameter.
struct Shape {
  Architecture architecture = Architecture::decoder;
  double layers = 0;            // encoder plus decoder layers of an encoder-decoder
  double encoder_layers = 0;    // of an encoder-decoder
  double width = 0;             // h
  double heads = 0;             // a
  double kv_heads = 0;
  double head_width = 0;        // of queries and keys
  double mlp_width = 0;         // f, one branch
  bool gated = false;
  double vocabulary = 0;        // 0: none
  double max_positions = 0;
  double learned_positions = 0; // rows of a learned table, 0 for rotary and relative positions
  bool relative_bias = false;   // T5 bias tables
  bool tied_head = false;
  bool layer_norm = false;      // with bias; otherwise RMSNorm
  double norms_per_layer = 2;
  bool parallel_mlp = false;    // attention and MLP read one norm and run side by side
  bool qk_norm = false;
  bool qkv_bias = false;
  bool out_bias = false;
  bool mlp_bias = false;
  bool head_bias = false;
  bool attention_sinks = false;
  bool causal = true;
  bool pooler = false;          // BERT's pooler
  double token_types = 0;       // rows of BERT's segment table
  double classes = 0;           // width of a classifier head (vision)
  double patch_values = 0;      // values of one input patch (vision): 16·16·3
  double window = 0;            // sliding window, 0: none
  double windowed_layers = 0;
  double recurrent_state = 0;   // bytes of a sequence that each of the windowed layers keeps instead of keys
  std::optional<Experts> experts;
  std::optional<Latent> latent;
};

struct Model {
  std::string_view id;
  std::string_view name;
  std::string_view family;
  Shape shape;
  double published_total = 0;                 // parameters
  std::optional<double> published_active;     // parameters per token, as the publisher counts them
};

[[nodiscard]] std::span<const Device> devices();
[[nodiscard]] std::span<const Model> models();

// By id or permanent alias ("v100" -> "v100-sxm2-16gb"); nullptr when there is none. Never a near match.
[[nodiscard]] const Device* find_device(std::string_view id);
[[nodiscard]] const Model* find_model(std::string_view id);

struct Alias {
  std::string_view name;
  std::string_view id;
};
[[nodiscard]] std::span<const Alias> device_aliases();
[[nodiscard]] std::span<const Alias> model_aliases();

}  // namespace tilewise
