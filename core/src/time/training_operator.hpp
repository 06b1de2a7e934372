#pragma once
// Time of one operator of a training step. Internal to the training time.

#include <tilewise/time.hpp>

#include "time/training_constants.hpp"

namespace tilewise {

[[nodiscard]] OperatorTime training_operator_time(const Operator& op, const ResolvedColumn& column,
                                                  const RankRates& rates, const TrainingConstants& constants,
                                                  Trace* trace);

}  // namespace tilewise
