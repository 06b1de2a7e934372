#pragma once
// Memory of the heaviest rank, item by item, and whether it fits. Every rank of a chip with several cores has
// its own memory; it is never pooled. The formulas are in memory_formulas.hpp.

#include <optional>
#include <string_view>
#include <vector>

#include <tilewise/formula.hpp>
#include <tilewise/resolve.hpp>

namespace tilewise {

struct MemoryItem {
  std::string_view name;  // weights, kv_cache, activations, gradients, optimizer, master_weights, …
  Bytes bytes;
};

// Bytes of the item of that name, zero where there is none.
[[nodiscard]] Bytes item_bytes(const std::vector<MemoryItem>& items, std::string_view name);

enum class Fits { yes, tight, no, unknown };  // tight: above 90 % of the capacity
[[nodiscard]] const char* word(Fits fits);

struct MemoryEstimate {
  std::vector<MemoryItem> items;  // on the device
  Bytes total;
  Bytes slack;                    // of `total`: cached blocks an allocator gives back before it fails
  std::optional<Bytes> capacity;  // of one rank; nullopt: not published
  Fits fits = Fits::unknown;
  Bytes missing;  // what a rank lacks; above 0 only with Fits::no

  // What a serving engine keeps for the cache of further sequences, within the share it may take.
  std::optional<Bytes> pool;
  double pool_tokens = 0;

  std::vector<MemoryItem> host_items;  // of one rank, outside the device: offloaded states, layers, tables
  Bytes host_total;
  std::optional<Bytes> host_capacity;  // share of one rank of what was given as hr
};

[[nodiscard]] MemoryEstimate estimate_memory(const Resolved& resolved, const ResolvedColumn& column,
                                             Trace* trace);

}  // namespace tilewise
