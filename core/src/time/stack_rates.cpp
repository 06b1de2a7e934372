#include <tilewise/constants.hpp>

#include "time/time_stack.hpp"

namespace tilewise {
namespace {

namespace columns = stack_table;

constexpr Watts slot_power = watts(76);  // what a card draws from its slot alone, below which it runs far below its clock
constexpr double lanes = 128;  // of a processor, where clock and processors are not published
constexpr std::size_t stack_count = 12;

// Kinds of devices that stacks have kernels of their own for. Pascal: NVIDIA's chips without matrix units.
enum class DeviceClass { gpu, low_power, hopper, amd, apple, systolic, pascal };
constexpr std::size_t class_count = 7;
// The last row is of vLLM's first engine, whose kernels no kind of device deviates from.
static_assert(stack_table::row_count == stack_count * class_count + 1);

DeviceClass class_of(const Device& device) {
  if (device.array_side || device.kind == DeviceKind::tpu) return DeviceClass::systolic;
  if (device.family == "apple") return DeviceClass::apple;
  if (device.kind == DeviceKind::gpu && device.power_limit && *device.power_limit < slot_power) return DeviceClass::low_power;
  if (device.family == "hopper") return DeviceClass::hopper;
  if (device.vendor == "AMD") return DeviceClass::amd;
  if (device.family == "pascal") return DeviceClass::pascal;
  return DeviceClass::gpu;
}

// How weights are packed decides what reading them costs: as numbers, in blocks with one scale, or in blocks
// whose scales are packed too.
enum class Packing { half, byte, block, nested };

Packing packing_of(const ResolvedColumn& column) {
  const std::string_view word = column.weight_format;
  if (word.find("-k") != std::string_view::npos || word.substr(0, 2) == "iq") return Packing::nested;
  // Of the layers: a wide table of a small model does not change its kernels.
  const ModelWeights& weights = column.weights;
  const double bits = weights.experts.elements > 0 ? weights.experts.bits : weights.layers.bits;
  if (bits >= 12) return Packing::half;
  return bits >= 7 ? Packing::byte : Packing::block;
}

// Products of 8 bit on processors without matrix units. The first Pascal, the P100, had none yet.
const std::optional<OpsPerSecond>& dot_products(const Device& device) {
  return device.peak_dense[static_cast<std::size_t>(Format::int8)];
}

// Under 4 bits a weight is put together from several places of its block, and where nothing multiplies in 8 bit it is
// widened first.
bool is_narrow(const ResolvedColumn& column, Packing packing) {
  const Device& device = *column.device;
  if (class_of(device) == DeviceClass::pascal && !dot_products(device)) return true;
  const ModelWeights& weights = column.weights;
  return packing == Packing::nested &&
         (weights.experts.elements > 0 ? weights.experts.bits : weights.layers.bits) < 4;
}

std::size_t row_of(Stack stack, DeviceClass kind) {
  if (stack == Stack::vllm_v0) return columns::row_count - 1;
  // What people run on Apple's chips has llama.cpp's kernels or such as are like them.
  if (stack == Stack::typical && kind == DeviceClass::apple) stack = Stack::llama_cpp;
  const std::size_t place = stack == Stack::tensorflow ? stack_count - 1 : static_cast<std::size_t>(stack);
  return static_cast<std::size_t>(kind) * stack_count + place;
}

// Reads the constants of one row.
class Row {
 public:
  explicit Row(const ResolvedColumn& column)
      : calibration_(column.calibration),
        row_(row_of(serving_stack(column.stack), class_of(*column.device))) {}
  [[nodiscard]] double operator[](std::size_t name) const { return calibration_[columns::cells[row_][name]]; }

 private:
  const Calibration& calibration_;
  std::size_t row_;
};

double capped(double share) { return share < 1 ? share : 1; }

// A device's own deviation from its class; 1 where nobody measured.
double own(const ResolvedColumn& column, std::size_t name) {
  const auto row = static_cast<std::size_t>(column.device - devices().data());
  return column.calibration[board_table::cells[row][name]];
}

double product_share(const ResolvedColumn& column, const Row& row, Packing packing) {
  if (packing == Packing::block || packing == Packing::nested) {
    // llama.cpp without fused attention: a build from before it multiplied packed weights on the matrix units.
    const bool old = column.stack == Stack::llama_cpp && !column.fused_attention;
    return row[old ? columns::product_packed_unfused : columns::product_packed];
  }
  if (column.precision.used == Format::fp32) return row[columns::product_32];
  if (column.precision.used == Format::tf32) return row[columns::product_tf32];
  return column.weight_bits < 12 ? row[columns::product_8] : row[columns::product_16];
}

struct UnitClocks {
  static constexpr FormulaInfo info{"rates.unit-clocks", "units * clock", ""};
  double units = 1;
  Hertz clock;
  [[nodiscard]] Hertz value() const { return units * clock; }
  template <class V>
  void inputs(V& v) const {
    v("units", units);
    v("clock", clock);
  }
};

// llama.cpp, and TensorRT with fp16, let the matrix units add up in 16 bit, which GeForce cards do at twice the rate;
// where there are none, packed weights are multiplied in 8 bit.
double accumulation(const ResolvedColumn& column, bool packed) {
  const Device& device = *column.device;
  const bool old = packed && class_of(device) == DeviceClass::pascal;
  const auto& narrow =
      old && dot_products(device) ? dot_products(device) : device.peak_dense[static_cast<std::size_t>(Format::fp16_acc16)];
  const bool half = old || column.precision.used == Format::fp16 || column.precision.used == Format::bf16;
  const bool sums_in_16 = column.stack == Stack::llama_cpp ||
                          (column.stack == Stack::tensorrt_llm && column.precision.used == Format::fp16);
  if (!sums_in_16 || !half || !narrow || !column.precision.peak) return 1;
  const double ratio = *narrow / *column.precision.peak;
  return ratio > 1 ? ratio : 1;
}

// Calls that a product of packed weights needs beside its own: one to unpack, for nf4 two, whose scales may be packed
// too. GPTQ has one kernel for everything; products in 8 bit look for outliers first.
double more_launches(const ResolvedColumn& column, Packing packing) {
  const std::string_view word = column.weight_format;
  if (packing == Packing::half || word.substr(0, 4) == "gptq") return 0;
  if (packing == Packing::byte) return column.calibration[constant::unpack_byte];
  return (word == "nf4-dq" ? 3 : word == "nf4" ? 2 : 1) * column.calibration[constant::unpack_block];
}

double unit_clocks(const ResolvedColumn& column, const RankRates& rates, Trace* trace) {
  const Device& device = *column.device;
  if (device.kind != DeviceKind::gpu) return 0;
  if (device.clock && rates.units > 1) {
    return apply(trace, "/rates.unit_clocks", UnitClocks{rates.units, *device.clock},
                 {{"units", rank_units_path}, {"clock", "@clock_hz"}})
        .base();
  }
  const auto& shader = device.peak_dense[static_cast<std::size_t>(Format::fp32)];
  return shader ? shader->base() / (2 * lanes * device.ranks_per_device) : 0;
}

}  // namespace

StackRates stack_rates(const ResolvedColumn& column, const RankRates& rates, Trace* trace) {
  const Row row(column);
  const Packing packing = packing_of(column);
  const auto offset = static_cast<std::size_t>(packing);
  StackRates out;
  out.rates = rates;
  out.rates.launch = Seconds(0);
  out.product_share =
      capped(product_share(column, row, packing) *
             own(column, column.precision.used == Format::fp32 ? board_table::shader : board_table::work));
  out.packed = packing == Packing::block || packing == Packing::nested;
  out.accumulation = accumulation(column, out.packed);
  out.score_share = row[columns::scores];
  out.attention_share = row[columns::attention];
  out.elementwise_passes = row[column.fused_attention ? columns::elementwise : columns::elementwise_unfused];
  out.softmax_passes = row[columns::softmax];
  // What a card deviates by is not seen behind a host.
  const double deviation = launches_from_host(column.stack) ? 1 : own(column, board_table::stream);
  out.stream_share = capped(row[columns::stream_half + offset] * deviation);
  out.expert_share = row[columns::experts];
  out.expert_products = out.packed ? row[columns::experts_product] : 1;
  out.rows_apart = out.packed && column.stack == Stack::llama_cpp;
  out.cache_share = row[column.fused_attention ? columns::cache : columns::cache_unfused];
  out.unit_clocks = unit_clocks(column, rates, trace);
  out.weights_per_clock = row[is_narrow(column, packing) ? columns::take_narrow : columns::take_half + offset];
  out.launch = seconds(row[columns::launch_s]);
  out.host_launch = seconds(row[columns::host_s]);
  out.from_host = launches_from_host(column.stack);
  if (out.from_host) {
    out.more_launches = more_launches(column, packing);
    out.unpacked_bytes = out.packed ? column.calibration[constant::unpacked_bytes] : 0;
  }
  out.step = seconds(row[columns::step_s]);
  out.sequence = seconds(row[columns::sequence_s]);
  out.hop = seconds(row[columns::hop_s]);
  out.unfused = seconds(column.fused_attention ? 0 : row[columns::unfused_s]);
  out.routing = seconds(row[columns::routing_s]);
  return out;
}

}  // namespace tilewise
