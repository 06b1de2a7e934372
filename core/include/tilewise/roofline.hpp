#pragma once
// Where the operators of a step stand under the roofline of a device (Williams, Waterman and Patterson 2009): FLOPs per
// byte of memory traffic against FLOP/s, as estimated and as the published rates would allow.

#include <optional>
#include <string>
#include <vector>

#include <tilewise/estimate.hpp>

namespace tilewise {

using OpsPerByte = Quantity<dim::op - dim::byte>;

// One item of the time of a step that computes; its parts are summed. Of one rank.
struct RooflinePoint {
  std::string name;       // as among the items of the time
  Ops work;               // of the step
  Bytes traffic;          // of the step, to and from the device memory
  Seconds time;           // of the step, as estimated
  OpsPerByte intensity;
  OpsPerSecond rate;      // as estimated
  OpsPerSecond ideal;     // under the roofline
};

struct Roofline {
  OpsPerSecond peak;
  BytesPerSecond bandwidth;
  OpsPerByte ridge;       // from here on compute is the limit
  std::vector<RooflinePoint> points;
};

// nullopt when a rate is not published or the column has no time. In serving the operators and their time are those
// of generation alone.
[[nodiscard]] std::optional<Roofline> roofline_of(const Resolved& resolved, const ResolvedColumn& column,
                                                  const ColumnEstimate& estimate, Trace* trace = nullptr);

}  // namespace tilewise
