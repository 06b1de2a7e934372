#include <tilewise/band.hpp>

#include <cstdint>

#include <tilewise/constants.hpp>

namespace tilewise {
namespace {

struct BandRow {
  std::string_view subject;
  std::string_view kind;  // "*": devices of kinds nobody measured
  std::int16_t low;  // thousandths
  std::int16_t high;
  std::int16_t rows;
  std::int8_t flops[2];   // powers of two of the smallest and the largest step that was measured
  std::int8_t tokens[2];
};
constexpr double thousandths = 1000;
// How much farther from the estimate either edge goes for each doubling beyond what was measured.
constexpr double per_doubling = 0.1;
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

int doublings(double number) {
  int count = 0;
  for (; number >= 2; number /= 2) ++count;
  return count;
}

constexpr double packed_bits = 7;  // fewer: weights come in blocks, which every software unpacks its own way
// Operations of a token below which launches from a host, not weights, decide the time of some software: 4 billion
// parameters, read in 4 ms at 2 TB/s.
constexpr int small_doublings = 33;

// Prompts and generation over several ranks have errors of their own. Software that nobody names may be any: its band
// is that of all software, read as if none was named.
std::string_view inference_subject(const Resolved& resolved, const ResolvedColumn& column, Ops model) {
  const Parallel& parallel = column.parallel;
  const bool split = parallel.tp > 1 || parallel.pp > 1 || parallel.cp > 1;
  const bool any = column.stack == Stack::typical;
  if (resolved.workload == Workload::serve) return split ? "serving-split" : any ? "serving-any" : "serving";
  const bool decoding = resolved.workload == Workload::decode;
  if (decoding && launches_from_host(column.stack)) return "decode-eager";
  if (split) return "inference-split";
  if (decoding) {
    if (!any) return "decode";
    const bool packed = column.weight_bits < packed_bits;
    if (doublings(in_ops(model) / column.batch) < small_doublings) {
      return packed ? "decode-any-packed-small" : "decode-any-small";
    }
    return packed ? "decode-any-packed" : "decode-any";
  }
  if (resolved.shape.architecture == Architecture::encoder) return any ? "encoder-any" : "encoder";
  return any ? "prefill-any" : "prefill";
}

// Generation: programs that hand each kernel to the device from Python are not among these.
bool of_any_engine(std::string_view subject) { return subject.substr(0, 10) == "decode-any"; }

double beyond(int found, const std::int8_t (&range)[2]) {
  return found < range[0] ? range[0] - found : found > range[1] ? found - range[1] : 0;
}

}  // namespace

BandKey band_key(const Resolved& resolved, const ResolvedColumn& column, Ops model) {
  const Device& device = *column.device;
  if (column.parallel.layer_split) model = column.ranks * model;  // one pass, a part of it at a time on each
  BandKey key;
  key.flops = doublings(in_ops(model));
  const bool one_each = resolved.workload == Workload::decode || resolved.workload == Workload::serve;
  const double sequences = resolved.workload == Workload::train ? column.micro_batch : column.batch;
  key.tokens = doublings(one_each ? sequences : sequences * resolved.sequence);
  key.kind = kind_names[device_kinds[static_cast<std::size_t>(&device - devices().data())]];
  // Nobody measured enough runs with layers on the host.
  if (column.serving.device_share(resolved.shape.layers) < 1) key.kind = {};
  switch (resolved.workload) {
    case Workload::matmul: {
      const Format used = column.precision.used.value_or(Format::bf16);
      key.subject =
          product_subject(resolved.matmul, column.batch, used == Format::fp32 || used == Format::fp64);
      break;
    }
    case Workload::train:
      key.subject = training_subject(column);
      break;
    default:
      key.subject = inference_subject(resolved, column, model);
  }
  return key;
}

bool of_any_software(std::string_view subject) { return subject.find("-any") != std::string_view::npos; }

BandFactors band_factors(const BandKey& key) {
  BandFactors out;
  for (const BandRow& row : band_rows) {
    if (row.subject != key.subject) continue;
    const bool measured = row.kind == key.kind;
    if (!measured && row.kind != "*") continue;
    const double wider = 1 + per_doubling * (beyond(key.flops, row.flops) + beyond(key.tokens, row.tokens));
    out = {row.low / thousandths / wider, row.high / thousandths * wider, static_cast<double>(row.rows),
           wider > 1                                  ? "band.beyond"
           : measured && of_any_engine(key.subject)   ? "band.any-engine"
           : measured && of_any_software(key.subject) ? "band.any-software"
           : measured                                 ? "band.measured"
                                                      : "band.other-kinds"};
    if (measured) break;
  }
  return out;
}

}  // namespace tilewise
