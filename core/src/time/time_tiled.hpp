#pragma once
// The tiled time model. Internal to time.

#include <tilewise/time.hpp>

namespace tilewise {

[[nodiscard]] OperatorTime tiled_time(const Operator& op, const RankRates& rates, Trace* trace);

// FLOPs of one run, traced.
[[nodiscard]] Ops operator_ops(const Operator& op, Trace* trace);

}  // namespace tilewise
