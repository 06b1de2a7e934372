#include <tilewise/judge.hpp>

namespace tilewise {
namespace {

constexpr double likely_share = 0.75;
constexpr double likely_share_fp32 = 0.85;

bool runs(const ColumnEstimate& column) { return column.time && column.memory.fits != Fits::no; }

const char* code_of(const Verdict& verdict, std::size_t columns) {
  if (verdict.fastest) return verdict.next ? "verdict.fastest" : "verdict.single";
  return verdict.does_not_fit.empty() || verdict.without_time.size() == columns ? "verdict.no-time"
                                                                                : "verdict.none-fits";
}

void find_fastest(const Estimate& estimate, Verdict& verdict) {
  const auto total = [&](std::size_t i) { return estimate.columns[i].time->total; };
  for (std::size_t i = 0; i < estimate.columns.size(); ++i) {
    if (!runs(estimate.columns[i])) continue;
    if (!verdict.fastest || total(i) < total(*verdict.fastest)) {
      verdict.next = verdict.fastest;
      verdict.fastest = i;
    } else if (!verdict.next || total(i) < total(*verdict.next)) {
      verdict.next = i;
    }
  }
  if (verdict.next) verdict.ratio_to_next = total(*verdict.next) / total(*verdict.fastest);
}

}  // namespace

Verdict judge(const Estimate& estimate) {
  Verdict verdict;
  for (std::size_t i = 0; i < estimate.columns.size(); ++i) {
    const ColumnEstimate& column = estimate.columns[i];
    if (column.memory.fits == Fits::no) verdict.does_not_fit.push_back(i);
    if (column.memory.fits == Fits::tight) verdict.tight.push_back(i);
    if (!column.time) verdict.without_time.push_back(i);
  }
  find_fastest(estimate, verdict);
  verdict.code = code_of(verdict, estimate.columns.size());
  if (!verdict.fastest) return verdict;
  const Seconds best = estimate.columns[*verdict.fastest].time->total;
  for (std::size_t i = 0; i < estimate.columns.size(); ++i) {
    const ColumnEstimate& column = estimate.columns[i];
    if (!column.time) continue;
    const double ratio = column.time->total / best;
    verdict.comparisons.push_back({i, ratio, ratio - 1, 1 - best / column.time->total});
  }
  return verdict;
}

ShareOfPeak judge_share(const Resolved& resolved, const ColumnEstimate& estimate) {
  if (!estimate.flops) return ShareOfPeak::usual;
  if (estimate.flops->hfu > 1) return ShareOfPeak::impossible;
  const ResolvedColumn& column = *estimate.column;
  const bool modelled = resolved.time_model == TimeModel::tiled || column.pin.times();
  if (!modelled || resolved.workload == Workload::matmul || !column.precision.used) return ShareOfPeak::usual;
  const Format used = *column.precision.used;
  double likely = used == Format::fp32 ? likely_share_fp32 : likely_share;
  const auto& peaks = column.device->peak_dense;
  const auto& narrow = peaks[static_cast<std::size_t>(Format::fp16_acc16)];
  const auto& wide = peaks[static_cast<std::size_t>(Format::fp16)];
  if (used == Format::fp16 && narrow && wide) likely = likely * max(1, *narrow / *wide);
  return estimate.flops->mfu > likely ? ShareOfPeak::above_published : ShareOfPeak::usual;
}

}  // namespace tilewise
