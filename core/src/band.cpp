#include <tilewise/band.hpp>

#include <cstdint>

#include <tilewise/constants.hpp>

namespace tilewise {
namespace {

struct BandRow {
  std::string_view subject;
  std::string_view kind;  // "*": devices of kinds nobody measured
  std::int32_t low;  // thousandths
  std::int32_t high;
  std::int32_t rows;
};
constexpr double thousandths = 1000;
#include "band_table.inc"

// Products with a short side run by kernels of their own, and batched ones too.
constexpr double skinny_side = 256;

std::string_view product_subject(const MatmulShape& shape, double batch, bool shader) {
  if (batch > 1) return shader ? "gemm-shader-batched" : "gemm-tensor-batched";
  const double side = shape.m < shape.n ? shape.m : shape.n;
  if (side <= skinny_side) return shader ? "gemm-shader-skinny" : "gemm-tensor-skinny";
  return shader ? "gemm-shader-large" : "gemm-tensor-large";
}

std::string_view training_subject(const ResolvedColumn& column) {
  const Parallel& parallel = column.parallel;
  if (parallel.tp > 1 || parallel.pp > 1 || parallel.cp > 1) return "train-split";
  return parallel.dp > 1 ? "train-data" : "train-single";
}

}  // namespace

BandKey band_key(const Resolved& resolved, const ResolvedColumn& column) {
  const Device& device = *column.device;
  BandKey key;
  key.kind = kind_names[device_kinds[static_cast<std::size_t>(&device - devices().data())]];
  switch (resolved.workload) {
    case Workload::matmul: {
      const Format used = column.precision.used.value_or(Format::bf16);
      key.subject =
          product_subject(resolved.matmul, column.batch, used == Format::fp32 || used == Format::fp64);
      break;
    }
    case Workload::prefill:
      key.subject = resolved.shape.architecture == Architecture::encoder ? "encoder" : "prefill";
      break;
    case Workload::decode:
      key.subject = "decode";
      break;
    case Workload::serve:
      key.subject = column.parallel.tp > 1 ? "serving-split" : "serving";
      break;
    case Workload::train:
      key.subject = training_subject(column);
      break;
  }
  return key;
}

BandFactors band_factors(const BandKey& key) {
  BandFactors out;
  for (const BandRow& row : band_rows) {
    if (row.subject != key.subject) continue;
    const bool measured = row.kind == key.kind;
    if (!measured && row.kind != "*") continue;
    out = {row.low / thousandths, row.high / thousandths, static_cast<double>(row.rows),
           measured ? "band.measured" : "band.other-kinds"};
    if (measured) break;
  }
  return out;
}

}  // namespace tilewise
