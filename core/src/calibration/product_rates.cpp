#include <tilewise/product_rates.hpp>

#include <tilewise/constants.hpp>

namespace tilewise {
namespace {

constexpr std::size_t class_count = 5;

std::size_t index_of(const Device& device) { return static_cast<std::size_t>(&device - devices().data()); }

constexpr double usual_bits = 16;  // of a matrix unit

// Of a format that a matrix unit takes beside 16 bit; 0: of no other.
double matrix_unit_bits(const Device& device, ProductClass kind, Format used) {
  if (kind == ProductClass::tf32) return 32;
  if (kind == ProductClass::int8 && !device.int8_on_matrix_unit.value_or(false)) return 0;
  if (kind != ProductClass::int8 && kind != ProductClass::fp8) return 0;
  return used == Format::fp4 || used == Format::int4 ? 4 : 8;
}

double at_most_one(double share) { return share < 1 ? share : 1; }

}  // namespace

ProductClass product_class(const Device& device, Format used) {
  const bool matrix_units = device.matrix_unit_count || device.array_side || device.kind == DeviceKind::asic;
  switch (used) {
    case Format::int8:
    case Format::int4:
      return ProductClass::int8;
    case Format::fp8:
    case Format::fp8_acc16:
    case Format::fp4:
      return ProductClass::fp8;
    case Format::tf32:
      return ProductClass::tf32;
    case Format::bf16:
    case Format::fp16:
    case Format::fp16_acc16:
      return matrix_units ? ProductClass::tensor : ProductClass::shader;
    default:
      return ProductClass::shader;
  }
}

ProductConstants product_constants(Calibration calibration, const Device& device, Format used) {
  namespace table = product_table;
  const ProductClass kind = product_class(device, used);
  const std::size_t index = index_of(device);
  const auto* rows = &table::cells[device_kinds[index] * class_count];
  const auto& row = rows[static_cast<std::size_t>(kind)];
  // Other formats go through the matrix unit as 16 bit does, a step along K in as much less or more time.
  const double bits = matrix_unit_bits(device, kind, used);
  const auto& pipe = bits > 0 ? rows[static_cast<std::size_t>(ProductClass::tensor)] : row;
  const auto& card = card_table::cells[index];
  const bool shader = kind == ProductClass::shader;
  ProductConstants out;
  const double factor = calibration[card[shader ? card_table::shader_factor : card_table::tensor_factor]];
  out.compute_share = at_most_one(calibration[row[table::compute_share]] * factor);
  out.tile_overhead = calibration[pipe[table::tile_overhead]];
  out.narrow_penalty = calibration[pipe[table::narrow_penalty]];
  out.loop_s = calibration[pipe[table::loop_s]] * (bits > 0 ? bits / usual_bits : 1);
  out.loop_overhead = calibration[pipe[table::loop_overhead]];
  out.bandwidth_share =
      at_most_one(calibration[pipe[table::bandwidth_share]] * calibration[card[card_table::bandwidth_factor]]);
  out.whole_wave_weight = calibration[constant::whole_wave_weight];
  out.far_penalty = calibration[pipe[table::far_penalty]];
  out.along_factor = calibration[pipe[table::along_factor]];
  out.stride_penalty = calibration[pipe[table::stride_penalty]];
  out.overlap = calibration[pipe[table::overlap]];
  // Shader units run at the clock that the limit leaves; matrix units at full clock until the card as a whole draws more.
  (shader ? out.clock_per_watt : out.rate_per_watt) =
      calibration[pipe[table::rate_per_watt]] * (bits > 0 ? usual_bits / bits : 1);
  out.split_traffic = calibration[constant::split_traffic];
  return out;
}

StreamConstants stream_constants(Calibration calibration, const Device& device) {
  const std::size_t index = index_of(device);
  const double share = calibration[stream_table::cells[device_kinds[index]][stream_table::share]];
  StreamConstants out;
  out.stream_share = at_most_one(share * calibration[card_table::cells[index][card_table::bandwidth_factor]]);
  for (std::size_t sweep = 0; sweep < out.sweeps.size(); ++sweep) {
    const auto& row = sweep_table::cells[sweep];
    out.sweeps[sweep] = {calibration[row[sweep_table::passes]], calibration[row[sweep_table::again]],
                         calibration[row[sweep_table::room]], calibration[row[sweep_table::launch_factor]]};
  }
  return out;
}

double launch_seconds(Calibration calibration, const Device& device, Stack stack) {
  // Compiled programs are the only way to run a TPU.
  if (device.kind == DeviceKind::tpu && stack == Stack::typical) stack = Stack::xla;
  stack = serving_stack(stack);
  if (stack > Stack::hf) stack = Stack::typical;
  const double call = calibration[call_table::cells[static_cast<std::size_t>(stack)][call_table::launch_s]];
  return call * calibration[card_table::cells[index_of(device)][card_table::launch_factor]];
}

}  // namespace tilewise
