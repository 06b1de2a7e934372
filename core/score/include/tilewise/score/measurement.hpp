#pragma once
// One row of the files, made comparable: what was measured in base units, and what the core is asked for it.
// A row that cannot be asked carries the reason; it is never scored by something else.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <tilewise/collectives.hpp>
#include <tilewise/lower.hpp>
#include <tilewise/score/names.hpp>
#include <tilewise/score/table.hpp>

namespace tilewise::score {

// What the estimate is read as.
enum class Reading {
  time,              // seconds of the whole scenario
  time_per_token,    // of serving, over all sequences
  first_token,       // of serving
  time_without_update,  // a training step without its optimizer
  flops_rate,        // FLOP/s of the model; compared as time
  hardware_rate,     // the same with recompute counted
  memory,            // bytes of the heaviest rank
  memory_of_tensors, // without the items named, at least what the process holds before the first tensor
  memory_item,       // the items named
  memory_pool,       // bytes that an engine keeps for its cache
  pool_tokens,       // tokens that fit into them: compared as a number
  largest_batch,     // sequences that fit: compared as a number
  fits,              // right or wrong
  below_limit,       // time below a limit: right or wrong
  value              // a ratio or share, compared as it is
};
[[nodiscard]] bool is_verdict(Reading reading);  // right or wrong instead of an error

// How the answers of a row's questions make one number.
enum class Combine { sum, best, ratio };  // best: the least time for the work; ratio: the first over the second

// A collective measured alone.
struct CollectiveRow {
  Collective kind = Collective::all_reduce;
  double ranks = 1;
  double bytes = 0;
};

// One question to the core; most rows have one.
struct Ask {
  std::string link;               // pairs of a scenario with one device
  double weight = 1;              // its time counts this often
  std::vector<Operator> extra;    // operators measured beside the scenario, from the same formulas
  bool operators_only = false;    // the scenario only names the device and its formats
  std::optional<CollectiveRow> collective = std::nullopt;
};

struct Measurement {
  std::string file;
  std::size_t row = 0;            // line of the file
  std::string id;
  std::string group;
  std::string device;             // as in the file
  std::string device_id;          // of the catalogue; empty when there is none
  std::string software;           // as in the file
  std::string quality;
  std::string source;
  std::string source_url;
  std::string line;               // "gemm-tensor", "decode", …
  std::string subject;            // the row in a few words

  Reading reading = Reading::time;
  double measured = 0;            // seconds, FLOP/s, bytes, a count, or 1 and 0
  std::string item;               // of Reading::memory_item
  double limit = 0;               // of Reading::below_limit
  std::vector<Ask> asks;
  Combine combine = Combine::sum;

  std::string reason;             // why there is no estimate; empty: there is one
  std::string detail;
  std::string aside;              // why the row is shown and not counted
  std::vector<std::string> assumed;  // inputs the row does not state
};

// The rows of one file of measurements. Wrong rows become problems.
[[nodiscard]] std::vector<Measurement> read_measurements(const Table& table, const Names& names,
                                                         Problems& problems);

// "gemm", "ops", …: by the columns, not by the name of the file; empty: none of them.
[[nodiscard]] std::string_view kind_of(const Table& table);

}  // namespace tilewise::score
