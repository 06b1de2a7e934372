#pragma once
// Scenario -> Resolved: fills every default, each recorded as an assumption, and finds every mistake of the
// user, all at once. After it nothing fails: what cannot be computed is a result that says so.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <tilewise/calibration.hpp>
#include <tilewise/catalogue.hpp>
#include <tilewise/issue.hpp>
#include <tilewise/measured.hpp>
#include <tilewise/parallel.hpp>
#include <tilewise/precision.hpp>
#include <tilewise/scenario.hpp>
#include <tilewise/stack.hpp>
#include <tilewise/storage.hpp>
#include <tilewise/topology.hpp>
#include <tilewise/weights.hpp>

namespace tilewise {

enum class Workload { matmul, prefill, decode, train, serve };
enum class TimeModel { tiled, roofline, essay_2018, essay_corrected };
enum class Recompute { none, selective, full };
enum class Optimizer { adamw, adamw8bit, adafactor, lion, sgd, lamb };
enum class Finetune { full, lora, qlora };
enum class Offload { none, optimizer, params, cpu, nvme };
enum class KvPolicy { theory, paged, uniform };  // uniform: windowed layers are allotted as the full ones are
enum class FlopsConvention { full, causal, six_n };

[[nodiscard]] const char* word(Workload workload);
[[nodiscard]] const char* word(TimeModel model);

// A value that was not given: shown beside the answer, editable where it stands.
struct Assumption {
  std::string path;   // link key, "d2.p" for one column
  std::string value;  // canonical text
  std::string code;   // assumption.default, assumption.best-time-model, …
};

// How operands lie in memory: 1 where both lie along K, as in a linear layer that multiplies by its transposed weight;
// 0 where one does not.
inline constexpr double layout_unknown = 0.5;

struct MatmulShape {
  double m = 0;
  double n = 0;
  double k = 0;
  double along_k = layout_unknown;
};

struct TrainingOptions {
  Recompute recompute = Recompute::none;
  Optimizer optimizer = Optimizer::adamw;
  double gradient_bytes = 4;     // per parameter
  bool master_weights = true;    // an fp32 copy beside 16-bit weights
  bool dropout = false;          // masks are kept for the backward pass
  double loss_share = 1;         // of the tokens carry a loss and need logits
  Finetune finetune = Finetune::full;
  double lora_rank = 16;
  bool fused_backward = false;   // the optimizer runs inside the backward pass, a gradient lives for one layer
  Offload offload = Offload::none;

  // Adapters are trained beside weights that stay as they are.
  [[nodiscard]] bool frozen() const { return finetune != Finetune::full; }
};

struct ServingOptions {
  double utilisation = 1;        // share of the memory that an engine may take
  KvPolicy policy = KvPolicy::theory;
  double page_tokens = 1;        // a sequence takes whole pages
  double chunk_tokens = 0;       // most tokens of prompts in one pass; 0: whole prompts
  double cached_tokens = 0;      // of a prompt, found in a prefix cache: their keys and values are there
  std::optional<double> device_layers;  // the rest is on the host

  // Of so many layers the share that is on the devices.
  [[nodiscard]] double device_share(double layers) const { return device_layers ? min(*device_layers / layers, 1) : 1; }
};

// What energy and money are made of, of one chip. Absent: not published and not given.
struct Supply {
  std::optional<Watts> limit;
  bool limit_estimated = false;     // an outsider's figure: time does not rely on it
  std::optional<Watts> idle;        // published or given; else the usual share of the limit
  std::optional<double> rent;       // USD per hour; what the cost is made of when there is one
  std::optional<double> purchase;   // USD
  double usage_effectiveness = 1;   // of the building: its energy over that of the chips
  double carbon = 0;                // g of CO2 per kWh
  double electricity = 0;           // USD per kWh, paid beside a purchase
  double life_years = 1;            // over which a purchase is spread
  double usage = 1;                 // share of these years in which the chip works
  double goodput = 1;               // productive share of the hours paid
};

void add_assumption(std::vector<Assumption>& assumptions, std::string_view path, std::string_view value,
                    std::string_view code);

// One column with everything that may differ between columns.
struct ResolvedColumn {
  std::size_t index = 0;         // place in the scenario, from 0
  std::string id;                // as asked
  const Device* device = nullptr;  // nullptr: unknown id
  bool usable = false;           // false: an issue says why there are no numbers
  double count = 1;              // chips
  double ranks = 1;              // count × ranks per device
  Parallel parallel;
  Schedule schedule = Schedule::one_f_one_b;
  Topology topology;
  Stack stack = Stack::typical;
  double batch = 1;              // global per step in training, per replica in inference; in serving those that run
  double concurrency = 1;        // of serving: sequences asked for at once, running or waiting
  double micro_batch = 1;
  bool fused_attention = true;
  PrecisionChoice precision;
  double weight_bits = 16;       // stored; mean over the matrices of a model
  ModelWeights weights;         // by kind of tensor
  std::string weight_format;
  double key_bits = 16;
  double value_bits = 16;
  double activation_bytes = 2;   // per element
  TrainingOptions training;
  ServingOptions serving;
  std::optional<Bytes> host_memory;  // shared by the ranks

  // Whole chip, overrides applied; nullopt: not published.
  std::optional<OpsPerSecond> peak;
  std::optional<BytesPerSecond> bandwidth;
  std::optional<Bytes> memory;
  Supply supply;
  double custom_share = 0;           // of the FLOPs, in operators that run beside the matrix unit
  std::optional<double> efficiency;  // share of the roofline asked for instead of the time model
  Pin pin;                           // the user's own measurement

  Calibration calibration = default_calibration();
};

struct Resolved {
  Scenario scenario;             // with every default filled in
  Workload workload = Workload::prefill;
  TimeModel time_model = TimeModel::tiled;
  FlopsConvention convention = FlopsConvention::full;
  MatmulShape matmul;
  std::string model_id;
  Shape shape;                   // overrides applied
  double sequence = 0;
  double output = 0;
  std::optional<double> run_tokens;
  bool finetune = false;         // Workload::train that starts from a trained model
  std::vector<ResolvedColumn> columns;
  std::vector<Assumption> assumptions;
};

struct Resolution {
  bool usable = false;           // false: no column can have numbers; `issues` says why
  Resolved resolved;
  Issues issues;
};

[[nodiscard]] Resolution resolve(const Scenario& scenario,
                                 Calibration calibration = default_calibration());

// The shape of the scenario's model with its overrides, and what was assumed for a custom one.
struct ResolvedShape {
  bool usable = false;
  std::string model_id;
  Shape shape;
};
[[nodiscard]] ResolvedShape resolve_shape(const Scenario& scenario, Issues& issues,
                                          std::vector<Assumption>& assumptions);

}  // namespace tilewise
