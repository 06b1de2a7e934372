#pragma once
// Time of one operator on one rank, by the time model of the scenario, and the step that they add up to. Every
// model keeps time monotone: more bandwidth or peak is never slower, more work is never faster.

#include <optional>
#include <string>
#include <vector>

#include <tilewise/calibration.hpp>
#include <tilewise/formula.hpp>
#include <tilewise/lower.hpp>
#include <tilewise/product_rates.hpp>
#include <tilewise/resolve.hpp>

namespace tilewise {

enum class Bound { compute, memory, link, launch };
[[nodiscard]] const char* word(Bound bound);

// What an operator needs to know of the device: the share of one rank, overrides applied.
struct RankRates {
  OpsPerSecond matrix_peak;     // of the unit that multiplies, what utilisation counts against
  OpsPerSecond peak;            // what operators compute at: that, less where some of the work is custom operators
  BytesPerSecond bandwidth;
  double units = 1;             // processors that take tiles; 1 when not published
  double array_side = 0;        // of a systolic array; 0: tiles of a GPU's processors
  double arrays = 1;            // systolic arrays
  std::optional<Watts> power;   // limit
  Seconds launch;               // one kernel under the scenario's software stack
  bool fuses_elementwise = false;  // the compiler folds element-wise work into the product
  double activation_bytes = 2;
  double weight_bits = 16;
  double key_bits = 16;
  double value_bits = 16;
  ProductConstants product;     // shares and costs of this kind of device at this format
  StreamConstants stream;       // likewise, of kernels that only move bytes
  Bytes cache;                  // last level on the chip; 0: not published
  Calibration calibration = default_calibration();
};

// nullopt when peak or bandwidth is not published. `whole_chip`: one product is cut over all cores.
[[nodiscard]] std::optional<RankRates> rank_rates(const ResolvedColumn& column, bool whole_chip, Trace* trace);

// The bandwidth of one rank; it must be published.
[[nodiscard]] BytesPerSecond rank_bandwidth(const ResolvedColumn& column, bool whole_chip, Trace* trace);

// What one rank has of a chip, and where explanations find it.
[[nodiscard]] bool is_rank_share(const FormulaInfo& formula);
inline constexpr const char* matrix_peak_path = "/flops.implied_peak";
inline constexpr const char* rank_peak_path = "/rates.peak_ops_per_s";
inline constexpr const char* rank_bandwidth_path = "/rates.bandwidth_bytes_per_s";
inline constexpr const char* rank_units_path = "/rates.units";
inline constexpr const char* rank_arrays_path = "/rates.arrays";

struct OperatorTime {
  Seconds seconds;   // of one run
  Bound bound = Bound::memory;
};

[[nodiscard]] OperatorTime operator_time(const Operator& op, const RankRates& rates, TimeModel model, Trace* trace);

// Traffic to and from the device memory of one run.
[[nodiscard]] Bytes operator_bytes(const Operator& op, const RankRates& rates, Trace* trace);

struct TimeItem {
  std::string name;   // "qkv"; "backward.qkv" in training
  Seconds seconds;    // in the whole step
  Bound bound = Bound::memory;
};

// A step is one product, one prefill of the batch, one mean decode step, or one optimizer step.
struct TimeEstimate {
  Seconds total;                   // matmul, prefill, train: the step; decode: all output tokens
  Seconds step;                    // one step; in decode the mean over the output tokens; of serving per token
  std::vector<TimeItem> items;     // of `step`, sum to it
  Bound bound = Bound::memory;
  std::optional<Seconds> first_token;  // serving: until a request's first token
  std::optional<Seconds> run;      // training for run_tokens
};

// Of a step, what `bound` sets the length of.
[[nodiscard]] Seconds time_bound_by(const TimeEstimate& time, Bound bound);

// The essay of 2018 --------------------------------------------------------------------------------------

// Tile loads and bytes by the essay "TPUs vs GPUs for Transformers (BERT)" (2018-10-17): tile counts rounded
// up, every tile of A paired with every tile of B, sizes in MiB and bandwidth in GiB/s. The corrected form
// pairs A(i,k) only with B(k,j) and counts in decimal units. Only loading takes time.
struct EssayTiles {
  double side = 0;
  double a_tiles = 0;
  double b_tiles = 0;
  double loads = 0;
  Bytes bytes;
  Seconds seconds;
};
[[nodiscard]] EssayTiles essay_tiles(const Operator& op, const ResolvedColumn& column, BytesPerSecond bandwidth,
                                     bool corrected, Trace* trace);

}  // namespace tilewise
