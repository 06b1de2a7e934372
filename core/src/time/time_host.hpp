#pragma once
// Layers that stay on the host (`ngl`). llama.cpp computes them there for a few tokens, as fast as the
// processor reads them; for more tokens, and in other software always, their weights come over the host's
// link and the device computes. Internal to estimate.

#include <tilewise/formula.hpp>
#include <tilewise/lower.hpp>
#include <tilewise/resolve.hpp>

namespace tilewise {

struct HostTime {
  static constexpr FormulaInfo info{"time.host", "repeat * bytes / host_rate", "llama-cpp-offload"};
  double repeat = 1;
  Bytes traffic;
  BytesPerSecond rate;
  [[nodiscard]] Seconds value() const { return repeat * (traffic / rate); }
  template <class V>
  void inputs(V& v) const {
    v("repeat", repeat);
    v("bytes", traffic);
    v("host_rate", rate);
  }
};

// How the layers of a pass that are not on the device are worked on.
struct HostLayers {
  double share = 0;       // of the layers; 0: all are on the device
  bool computed = false;  // on the host; else their weights are fetched
  BytesPerSecond rate;    // at which the host reads its memory, or its link carries weights

  // Runs of an operator whose weights, or keys and values, are on the host.
  [[nodiscard]] double runs(const Operator& op) const;
  // What the host reads or sends for one of them.
  [[nodiscard]] Operator moved(const Operator& op) const;
};
[[nodiscard]] HostLayers host_layers(const Resolved& resolved, const ResolvedColumn& column,
                                     const Pass& pass);

}  // namespace tilewise
