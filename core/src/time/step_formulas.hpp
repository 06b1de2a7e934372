#pragma once
// How times of operators make the time of a step, and steps that of a generation. Internal to estimate.

#include <cmath>

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

// Turns between the starts of two chunks. The host hands a device launches until its queue is full and waits there: it
// comes back to the first device when the last one has room. At most as many chunks are under way as there are copies of
// what devices hand on.
struct ChunkTurn {
  static constexpr FormulaInfo info{
      "time.chunk-turn",
      "max(max(devices / copies, (devices - (queue * devices / (layers * launches) - "
      "floor(queue * devices / (layers * launches)))) / (floor(queue * devices / (layers * launches)) + 1)), 1)",
      "llama-cpp-launch-queue"};
  double line = 1;
  double copies = 1;
  double queue = 1;  // launches that a device's queue holds
  double layers = 1;
  double launches = 1;  // of a layer
  [[nodiscard]] double value() const {
    const double stages = queue * line / (layers * launches);
    const double whole = std::floor(stages);
    return max(max(line / copies, (line - (stages - whole)) / (whole + 1)), 1);
  }
  template <class V>
  void inputs(V& v) const {
    v("devices", line);
    v("copies", copies);
    v("queue", queue);
    v("layers", layers);
    v("launches", launches);
  }
};

// Devices in line work on different chunks of a prompt at once: the last chunk starts after chunks − 1 turns and passes
// all devices, if nothing else held them up.
struct ChunkPipeline {
  static constexpr FormulaInfo info{
      "time.chunk-pipeline",
      "1 - chunk_overlap * (1 - ((chunks - 1) * turn + devices) / (chunks * devices))", "measurements"};
  double overlap = 0;
  double chunks = 1;
  double line = 1;
  double turn = 1;
  [[nodiscard]] double value() const {
    return 1 - overlap * (1 - ((chunks - 1) * turn + line) / (chunks * line));
  }
  template <class V>
  void inputs(V& v) const {
    v("chunk_overlap", overlap);
    v("chunks", chunks);
    v("devices", line);
    v("turn", turn);
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
