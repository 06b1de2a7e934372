#include "memory/concurrency.hpp"

#include <cmath>

#include <tilewise/constants.hpp>
#include <tilewise/memory.hpp>

#include "place/place_serving.hpp"

namespace tilewise {
namespace {

constexpr double most_tried = 1048576;

// How many sequences of the scenario's lengths the memory of a rank holds; at least one.
double largest_concurrency(const Resolved& resolved, const ResolvedColumn& column) {
  if (!column.memory) return 1;
  const Resolved full = part_of(resolved, Workload::decode, served_tokens(resolved, column));
  ResolvedColumn one = column;
  const double unit = column.parallel.attention_ranks();
  one.batch = unit;
  const MemoryEstimate first = estimate_memory(full, one, nullptr);
  one.batch = 2 * unit;
  const Bytes each = estimate_memory(full, one, nullptr).total - first.total;
  const double usual = column.calibration[constant::serving_memory];
  const double asked = column.serving.utilisation;
  const Bytes room = (asked < usual ? asked : usual) * *first.capacity - first.total;
  if (room <= Bytes(0) || each <= Bytes(0)) return 1;
  return unit * (1 + min(std::floor(room / each), most_tried));
}

}  // namespace

void set_concurrency(const Resolved& resolved, std::optional<double> asked, ResolvedColumn& column) {
  const double room = largest_concurrency(resolved, column);
  const double most = asked.value_or(most_sequences(column.stack));
  column.batch = room < most ? room : most;
  column.concurrency = asked.value_or(column.batch);
}

}  // namespace tilewise
