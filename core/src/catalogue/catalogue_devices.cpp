#include <cstddef>
#include <cstdint>
#include <vector>

#include <tilewise/catalogue.hpp>

#include "base/packed_number.hpp"

namespace tilewise {
namespace {

constexpr std::int32_t none = -1;  // not published

constexpr std::size_t slot_count = format_count + 23;

// One device as the generator packs it (core/data/catalogue_packed.py). Its numbers follow each other in
// packed_numbers, in whole steps of a unit and in the order of Unpacker::numbers(); its words in packed_words.
struct PackedDevice {
  DeviceKind kind;
  bool training_capable;
  bool inference_focus;
  std::int8_t int8_on_matrix_unit;  // none: not published
  std::int8_t ranks_per_device;
};

#include "device_table.inc"

// Steps to base units. Products of whole numbers and quotients are rounded once: the published decimal.
constexpr double rate_step = 1e9;
constexpr double memory_step = 1024;
constexpr double bandwidth_step = 1e5;
constexpr double clock_step = 1e3;
constexpr double plain_steps = 1e3;  // per unit
constexpr double price_steps = 1e4;  // per dollar and hour

// Reads the table from front to back.
class Unpacker {
 public:
  std::vector<Device> run() {
    std::vector<Device> out;
    out.reserve(std::size(packed_devices));
    for (const PackedDevice& packed : packed_devices) out.push_back(device(packed));
    return out;
  }

 private:
  std::string_view word() {
    const std::string_view found = words_.substr(0, words_.find('\n'));
    words_.remove_prefix(found.size() + 1);
    return found;
  }
  // 0: not published, 1: zero, else 2 + 10 × digits + how many zeros follow.
  std::optional<double> steps() {
    const std::uint64_t code = read_packed(next_);
    if (code == 0) return std::nullopt;
    if (code == 1) return 0;
    double value = static_cast<double>((code - 2) / 10);
    for (std::uint64_t zeros = (code - 2) % 10; zeros > 0; --zeros) value *= 10;
    return value;
  }
  template <class Q>
  std::optional<Q> scaled(double step) {
    const auto count = steps();
    return count ? std::optional<Q>(Q(*count * step)) : std::nullopt;
  }
  template <class Q>
  std::optional<Q> plain() {
    const auto count = steps();
    return count ? std::optional<Q>(Q(*count / plain_steps)) : std::nullopt;
  }

  Device device(const PackedDevice& packed) {
    Device out;
    out.id = word();
    out.name = word();
    out.vendor = word();
    out.family = word();
    out.release = word();
    out.status = word();
    out.link_type = word();
    out.topology = word();
    out.kind = packed.kind;
    out.training_capable = packed.training_capable;
    out.inference_focus = packed.inference_focus;
    if (packed.int8_on_matrix_unit != none) out.int8_on_matrix_unit = packed.int8_on_matrix_unit != 0;
    out.ranks_per_device = packed.ranks_per_device;
    numbers(out);
    return out;
  }

  void numbers(Device& out) {
    for (auto& peak : out.peak_dense) peak = scaled<OpsPerSecond>(rate_step);
    out.sparse_multiplier = plain<double>();
    out.memory = scaled<Bytes>(memory_step);
    out.bandwidth = scaled<BytesPerSecond>(bandwidth_step);
    out.cache = scaled<Bytes>(memory_step);
    out.matrix_unit_count = plain<double>();
    out.processor_count = plain<double>();
    out.array_side = plain<double>();
    out.clock = scaled<Hertz>(clock_step);
    out.power_limit = plain<Watts>();
    out.mean_power = plain<Watts>();
    out.least_power = plain<Watts>();
    out.estimated_power = plain<Watts>();
    out.link_one_way = scaled<BytesPerSecond>(bandwidth_step);
    out.link_one_way_each = scaled<BytesPerSecond>(bandwidth_step);
    out.links = plain<double>();
    out.host_one_way = scaled<BytesPerSecond>(bandwidth_step);
    out.pcie_generation = plain<double>();
    out.pcie_lanes = plain<double>();
    out.server_devices = plain<double>();
    out.pod_chips = plain<double>();
    out.msrp_usd = plain<double>();
    out.street_usd = plain<double>();
    if (const auto price = steps()) out.rent_usd_per_hour = *price / price_steps;
  }

  std::string_view words_ = packed_words;
  const std::uint8_t* next_ = packed_numbers;
};

}  // namespace

std::span<const Device> devices() {
  static const std::vector<Device> unpacked = Unpacker().run();
  return unpacked;
}

}  // namespace tilewise
