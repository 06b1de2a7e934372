#pragma once
// Formulas of a training step. Internal to the training time. The form and its sources: a closed form fitted
// to published training steps on GPUs and TPUs; every constant is in core/data/calibration/training.json.

#include <cmath>

#include <tilewise/formula.hpp>

namespace tilewise {

// One product: even waves of 64 × 64 tiles, never less than one tile deep, or its bytes. Training products
// are large: whole waves and tile sizes earned nothing on the measured steps.
struct TrainingProduct {
  static constexpr FormulaInfo info{"time.training-product",
                                    "max(max(1, batch * ceil(m / 64) * ceil(n / 64) / units) * 2 * 64 * 64 * "
                                    "k * units / (peak * compute_share), "
                                    "bytes / (bandwidth * bandwidth_share))",
                                    "neusight"};
  double m = 0;
  double n = 0;
  double k = 0;
  double batch = 1;
  double units = 1;
  OpsPerSecond peak;
  double compute_share = 0;
  Bytes traffic;
  BytesPerSecond bandwidth;
  double bandwidth_share = 0;
  [[nodiscard]] Seconds compute() const {
    const double tiles = batch * std::ceil(m / 64) * std::ceil(n / 64);
    return ops(max(1, tiles / units) * 2 * 64 * 64 * k * units) / (peak * compute_share);
  }
  [[nodiscard]] Seconds memory() const { return traffic / (bandwidth * bandwidth_share); }
  [[nodiscard]] Seconds value() const { return max(compute(), memory()); }
  template <class V>
  void inputs(V& v) const {
    v("m", m);
    v("n", n);
    v("k", k);
    v("batch", batch);
    v("units", units);
    v("peak", peak);
    v("compute_share", compute_share);
    v("bytes", traffic);
    v("bandwidth", bandwidth);
    v("bandwidth_share", bandwidth_share);
  }
};

// The same on systolic arrays: rows to eight, columns and depth to the side of an array.
struct TrainingSystolic {
  static constexpr FormulaInfo info{"time.training-systolic",
                                    "max(2 * batch * ceil(m / 8) * 8 * ceil(n / side) * side * ceil(k / "
                                    "side) * side / (peak * compute_share), "
                                    "bytes / (bandwidth * bandwidth_share))",
                                    "tpu2017"};
  double m = 0;
  double n = 0;
  double k = 0;
  double batch = 1;
  double side = 128;
  OpsPerSecond peak;
  double compute_share = 0;
  Bytes traffic;
  BytesPerSecond bandwidth;
  double bandwidth_share = 0;
  [[nodiscard]] Seconds compute() const {
    const double rows = std::ceil(m / 8) * 8;
    return ops(2 * batch * rows * std::ceil(n / side) * side * std::ceil(k / side) * side) /
           (peak * compute_share);
  }
  [[nodiscard]] Seconds memory() const { return traffic / (bandwidth * bandwidth_share); }
  [[nodiscard]] Seconds value() const { return max(compute(), memory()); }
  template <class V>
  void inputs(V& v) const {
    v("m", m);
    v("n", n);
    v("k", k);
    v("batch", batch);
    v("side", side);
    v("peak", peak);
    v("compute_share", compute_share);
    v("bytes", traffic);
    v("bandwidth", bandwidth);
    v("bandwidth_share", bandwidth_share);
  }
};

// Everything else: attention by its FLOPs, element-wise work by its bytes, as often as the stack moves them.
struct TrainingKernel {
  static constexpr FormulaInfo info{
      "time.training-kernel",
      "max(ops / (peak * compute_share), bytes * traffic_factor / (bandwidth * bandwidth_share))",
      "flash-attention"};
  Ops work;
  OpsPerSecond peak;
  double compute_share = 0;
  Bytes traffic;
  double traffic_factor = 1;
  BytesPerSecond bandwidth;
  double bandwidth_share = 0;
  [[nodiscard]] Seconds compute() const { return work / (peak * compute_share); }
  [[nodiscard]] Seconds memory() const { return traffic * traffic_factor / (bandwidth * bandwidth_share); }
  [[nodiscard]] Seconds value() const { return max(compute(), memory()); }
  template <class V>
  void inputs(V& v) const {
    v("ops", work);
    v("peak", peak);
    v("compute_share", compute_share);
    v("bytes", traffic);
    v("traffic_factor", traffic_factor);
    v("bandwidth", bandwidth);
    v("bandwidth_share", bandwidth_share);
  }
};

// A fixed cost per layer and pass.
struct LayerCost {
  static constexpr FormulaInfo info{"time.layer-cost", "layers * units * cost", ""};
  double layers = 0;
  double units = 0;  // 1 for a forward pass or recompute, 2 for a backward pass
  Seconds cost;
  [[nodiscard]] Seconds value() const { return layers * units * cost; }
  template <class V>
  void inputs(V& v) const {
    v("layers", layers);
    v("units", units);
    v("cost", cost);
  }
};

// The host launches kernels while the device runs others: the longer one decides, with a soft corner.
struct PassTime {
  static constexpr FormulaInfo info{"time.pass", "(device^4 + host^4)^(1/4)", ""};
  Seconds device;
  Seconds host;
  [[nodiscard]] Seconds value() const {
    if (device == Seconds(0)) return host;
    const double ratio = host / device;
    const double square = ratio * ratio;
    return device * std::sqrt(std::sqrt(1 + square * square));
  }
  template <class V>
  void inputs(V& v) const {
    v("device", device);
    v("host", host);
  }
};

// Bytes between a chip and its host, or the host's drives.
struct HostCopy {
  static constexpr FormulaInfo info{"time.host-copy", "bytes / rate", "zero-offload"};
  Bytes moved;
  BytesPerSecond rate;
  [[nodiscard]] Seconds value() const { return moved / rate; }
  template <class V>
  void inputs(V& v) const {
    v("bytes", moved);
    v("rate", rate);
  }
};

// How long the device waits for the host.
struct HostWait {
  static constexpr FormulaInfo info{"time.host-wait", "pass - device", ""};
  Seconds pass;
  Seconds device;
  [[nodiscard]] Seconds value() const { return pass - device; }
  template <class V>
  void inputs(V& v) const {
    v("pass", pass);
    v("device", device);
  }
};

// What communication adds to the work it can hide behind: the share a stack never hides, or what is left.
struct ExposedTime {
  static constexpr FormulaInfo info{"time.exposed",
                                    "max(communication - overlap * work, (1 - overlap) * communication)", ""};
  Seconds communication;
  double overlap = 0;
  Seconds work;
  [[nodiscard]] Seconds value() const {
    return max(communication - overlap * work, (1 - overlap) * communication);
  }
  template <class V>
  void inputs(V& v) const {
    v("communication", communication);
    v("overlap", overlap);
    v("work", work);
  }
};

// Pipeline stages wait for the first micro-batch and for the last (Narayanan et al. 2021, section 2.2);
// interleaved stages wait for a chunk of their layers only.
struct BubbleTime {
  static constexpr FormulaInfo info{
      "time.bubble", "(stages - 1) / interleave * (stage + send) + shortage * stage", "megatron2021"};
  double stages = 1;
  double interleave = 1;
  Seconds stage;
  Seconds send;
  double shortage = 0;  // stages' worth of chunks missing in the last round of interleaved micro-batches
  [[nodiscard]] Seconds value() const {
    return (stages - 1) / interleave * (stage + send) + shortage * stage;
  }
  template <class V>
  void inputs(V& v) const {
    v("stages", stages);
    v("interleave", interleave);
    v("stage", stage);
    v("send", send);
    v("shortage", shortage);
  }
};

// What the ends of the network add to the heaviest stage. Where interleaved stages differ in layers, the first and the
// last have one fewer, as Llama 3 was trained (Grattafiori et al. 2024, section 3.3.2).
inline Seconds heaviest_ends(Seconds ends, Seconds layer, bool fewer) {
  return fewer ? max(ends - layer, Seconds(0)) : ends;
}

// The heaviest stage has whole layers and what the ends of the network add to it; the mean stage is what the operators
// count.
struct ImbalanceTime {
  static constexpr FormulaInfo info{
      "time.imbalance", "(passes - 1) * (whole_layers - layers) * layer + (1 - 1 / stages) * passes * ends",
      ""};
  double passes = 1;
  double whole_layers = 0;
  double layers = 0;
  Seconds layer;
  double stages = 1;
  Seconds ends;
  [[nodiscard]] Seconds value() const {
    return (passes - 1) * (whole_layers - layers) * layer + (1 - 1 / stages) * passes * ends;
  }
  template <class V>
  void inputs(V& v) const {
    v("passes", passes);
    v("whole_layers", whole_layers);
    v("layers", layers);
    v("layer", layer);
    v("stages", stages);
    v("ends", ends);
  }
};

// The slowest of many ranks decides every step.
struct StragglerTime {
  static constexpr FormulaInfo info{"time.stragglers", "share * doublings * busy", ""};
  double share = 0;
  double doubled = 0;
  Seconds busy;
  [[nodiscard]] Seconds value() const { return share * doubled * busy; }
  template <class V>
  void inputs(V& v) const {
    v("share", share);
    v("doublings", doubled);
    v("busy", busy);
  }
};

}  // namespace tilewise
