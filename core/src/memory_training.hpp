#pragma once
// Memory of a training step on one rank. Internal to memory.

#include <vector>

#include <tilewise/memory.hpp>

namespace tilewise {

[[nodiscard]] std::vector<MemoryItem> training_memory(const Resolved& resolved, const ResolvedColumn& column,
                                                      Trace* trace);

}  // namespace tilewise
