#pragma once
// Time of a matrix product in the tiled model. Internal to time.

#include <tilewise/time.hpp>

namespace tilewise {

struct ProductTime {
  Seconds compute;
  Seconds memory;
  Seconds powered;  // what the power limit leaves time for; compute lasts as long at least
};

// On tiles of a GPU's processors, or on a systolic array; without launch. `traffic` as operator_bytes gives
// it.
[[nodiscard]] ProductTime product_time(const Operator& op, const RankRates& rates, Bytes traffic,
                                       Trace* trace);

struct MemoryTime {
  static constexpr FormulaInfo info{"time.memory", "bytes / (bandwidth * bandwidth_share)", "measurements"};
  Bytes traffic;
  BytesPerSecond bandwidth;
  double bandwidth_share = 0;
  [[nodiscard]] Seconds value() const { return traffic / (bandwidth * bandwidth_share); }
  template <class V>
  void inputs(V& v) const {
    v("bytes", traffic);
    v("bandwidth", bandwidth);
    v("bandwidth_share", bandwidth_share);
  }
};

}  // namespace tilewise
