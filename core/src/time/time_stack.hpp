#pragma once
// Time of an inference step's operators under the column's software stack: kernels of its own for a few rows,
// the share of a library's speed that its products reach, passes over memory that it does not fuse, and what
// its launches cost. All shares and costs are constants of core/data/calibration/inference.json. Internal to
// estimate.

#include <tilewise/lower.hpp>
#include <tilewise/time.hpp>

namespace tilewise {

struct StackRates {
  RankRates rates;                // without launches: those are counted for the step
  double product_share = 1;       // of the operator model's speed
  double accumulation = 1;        // rate with 16-bit sums over the rate with 32-bit ones, where it uses those
  double score_share = 1;         // likewise, products of the score matrix
  double attention_share = 1;     // likewise, fused attention on prompts
  double elementwise_passes = 1;  // traffic against what each operator has to move
  double softmax_passes = 1;
  double stream_share = 1;       // of the bandwidth, weights read for a few rows
  double expert_share = 1;       // of that, weights of single experts
  double expert_products = 1;    // of the product share, where rows are cut by expert: tiles are filled in part
  double cache_share = 1;        // of the bandwidth, keys and values read by one query
  double unit_clocks = 0;        // processors × clock of one rank, per second; 0: not published
  double weights_per_clock = 0;  // a processor loads and unpacks
  bool packed = false;           // weights are stored narrower than they are multiplied
  bool rows_apart = false;       // a few rows take packed weights one after the other, without matrix units
  bool from_host = false;        // the host hands over each kernel
  double more_launches = 0;      // of a product whose weights are packed, where the host hands over each
  double unpacked_bytes = 0;     // moved for a packed weight before it is multiplied by several rows; 0: unpacked on the way
  Seconds launch;                // of one operator on the device
  Seconds host_launch;           // of one operator on the host, which runs ahead of the device
  Seconds step;                  // once a step
  Seconds sequence;              // to choose and hand on the token of one sequence
  Seconds unfused;               // per layer of a decode step that keeps the score matrix
  Seconds routing;               // per layer of a decode step that chooses experts: kernels over a few numbers
  Seconds hop;                   // from one device to the next, layers split over them
};

// The column has published rates.
[[nodiscard]] StackRates stack_rates(const ResolvedColumn& column, const RankRates& rates, Trace* trace);

[[nodiscard]] OperatorTime stacked_time(const Operator& op, const StackRates& stack, Trace* trace);

// A step: the operators on the device and their launches, unless the host needs longer to launch them.
struct StackStep {
  static constexpr FormulaInfo info{"time.stack-step",
                                    "pipeline_share * (max(device + operators * launch + extra, operators * "
                                    "host_launch) + step + sequences * each + hops * hop)",
                                    "measurements"};
  double pipeline_share = 1;
  Seconds device;  // time of the operators themselves
  double operators = 0;
  Seconds launch;
  Seconds extra;
  Seconds host_launch;
  Seconds step;
  double sequences = 0;  // that get a token
  Seconds each;
  double hops = 0;
  Seconds hop;
  [[nodiscard]] Seconds value() const {
    return pipeline_share * (max(device + operators * launch + extra, operators * host_launch) + step +
                             sequences * each + hops * hop);
  }
  template <class V>
  void inputs(V& v) const {
    v("pipeline_share", pipeline_share);
    v("device", device);
    v("operators", operators);
    v("launch", launch);
    v("extra", extra);
    v("host_launch", host_launch);
    v("step", step);
    v("sequences", sequences);
    v("each", each);
    v("hops", hops);
    v("hop", hop);
  }
};

// What a long pass, and a step of one token of each sequence, cost beside the operators.
[[nodiscard]] StackStep pass_step(const StackRates& stack);
[[nodiscard]] StackStep token_step(const StackRates& stack, double sequences, const Shape& shape);

// What of it is not the operators.
struct LaunchShare {
  static constexpr FormulaInfo info{"time.launches", "step_time - pipeline_share * device", ""};
  Seconds step;
  double pipeline_share = 1;
  Seconds device;
  [[nodiscard]] Seconds value() const { return step - pipeline_share * device; }
  template <class V>
  void inputs(V& v) const {
    v("step_time", step);
    v("pipeline_share", pipeline_share);
    v("device", device);
  }
};

}  // namespace tilewise
