#pragma once
// Time of collective operations by α and β: rounds of a ring, each with a latency, and the bytes a rank moves over
// its one-way rate (Thakur, Rabenseifner and Gropp 2005). `bytes` is the whole buffer of a rank.

#include <tilewise/formula.hpp>

namespace tilewise {

// Reduce-scatter or all-gather is one turn of the ring, an all-reduce two.
struct RingTime {
  static constexpr FormulaInfo info{"time.ring",
                                    "turns * ((ranks - 1) * latency + (ranks - 1) / ranks * bytes / rate)",
                                    "thakur2005"};
  double turns = 1;
  double ranks = 1;
  Seconds latency;
  Bytes moved;
  BytesPerSecond rate;
  [[nodiscard]] Seconds value() const {
    if (ranks <= 1) return Seconds(0);
    return turns * ((ranks - 1) * latency + (ranks - 1) / ranks * (moved / rate));
  }
  template <class V>
  void inputs(V& v) const {
    v("turns", turns);
    v("ranks", ranks);
    v("latency", latency);
    v("bytes", moved);
    v("rate", rate);
  }
};

// One message from rank to rank.
struct SendTime {
  static constexpr FormulaInfo info{"time.send", "messages * (latency + bytes / rate)", "thakur2005"};
  double messages = 1;
  Seconds latency;
  Bytes moved;
  BytesPerSecond rate;
  [[nodiscard]] Seconds value() const { return messages * (latency + moved / rate); }
  template <class V>
  void inputs(V& v) const {
    v("messages", messages);
    v("latency", latency);
    v("bytes", moved);
    v("rate", rate);
  }
};

}  // namespace tilewise
