#pragma once
// How times of operators make the time of a step, and steps that of a generation. Internal to estimate.

#include <tilewise/formula.hpp>

namespace tilewise {

struct RepeatedTime {
  static constexpr FormulaInfo info{"time.repeated", "repeat * seconds", ""};
  double repeat = 1;
  Seconds one;
  [[nodiscard]] Seconds value() const { return repeat * one; }
  template <class V>
  void inputs(V& v) const {
    v("repeat", repeat);
    v("seconds", one);
  }
};

struct SharedTime {
  static constexpr FormulaInfo info{"time.efficiency", "roofline / efficiency", ""};
  Seconds roofline;
  double efficiency = 1;
  [[nodiscard]] Seconds value() const { return roofline / efficiency; }
  template <class V>
  void inputs(V& v) const {
    v("roofline", roofline);
    v("efficiency", efficiency);
  }
};

// All chunks of a prompt, each with a longer cache.
struct ChunkSum {
  static constexpr FormulaInfo info{"time.chunks", "repeat / chunks * sum_over_chunks", ""};
  double repeat = 1;
  double chunks = 1;
  Seconds sum;
  [[nodiscard]] Seconds value() const { return repeat / chunks * sum; }
  template <class V>
  void inputs(V& v) const {
    v("repeat", repeat);
    v("chunks", chunks);
    v("sum_over_chunks", sum);
  }
};

// Devices in line work on different chunks of a prompt at once: chunks + devices − 1 turns of one device's
// share each, if nothing held them up.
struct ChunkPipeline {
  static constexpr FormulaInfo info{"time.chunk-pipeline",
                                    "1 - chunk_overlap * (1 - (chunks + devices - 1) / (chunks * devices))",
                                    "measurements"};
  double overlap = 0;
  double chunks = 1;
  double line = 1;
  [[nodiscard]] double value() const { return 1 - overlap * (1 - (chunks + line - 1) / (chunks * line)); }
  template <class V>
  void inputs(V& v) const {
    v("chunk_overlap", overlap);
    v("chunks", chunks);
    v("devices", line);
  }
};

// The mean over all steps of a generation, whose cache grows by one token a step.
struct MeanStep {
  static constexpr FormulaInfo info{"time.mean-step", "repeat * sum_over_steps / steps", ""};
  double repeat = 1;
  Seconds sum;
  double steps = 1;
  [[nodiscard]] Seconds value() const { return repeat * sum / steps; }
  template <class V>
  void inputs(V& v) const {
    v("repeat", repeat);
    v("sum_over_steps", sum);
    v("steps", steps);
  }
};

struct TotalSteps {
  static constexpr FormulaInfo info{"time.generation", "output_tokens * mean_step", ""};
  double output_tokens = 1;
  Seconds mean;
  [[nodiscard]] Seconds value() const { return output_tokens * mean; }
  template <class V>
  void inputs(V& v) const {
    v("output_tokens", output_tokens);
    v("mean_step", mean);
  }
};

}  // namespace tilewise
