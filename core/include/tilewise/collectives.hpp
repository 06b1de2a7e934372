#pragma once
// Time of collective operations by α and β: rounds of a ring, each with a latency, and the bytes a rank moves over
// its one-way rate (Thakur, Rabenseifner and Gropp 2005). `bytes` is the whole buffer of a rank.

#include <cmath>

#include <tilewise/formula.hpp>
#include <tilewise/resolve.hpp>

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

// An all-reduce over two trees, each with half of the bytes: fewer steps than a ring, and as many bytes.
struct TreeTime {
  static constexpr FormulaInfo info{"time.tree", "2 * doublings * latency + 2 * bytes / rate", "sanders2009"};
  double doubled = 0;
  Seconds latency;
  Bytes moved;
  BytesPerSecond rate;
  [[nodiscard]] Seconds value() const { return 2 * doubled * latency + 2 * (moved / rate); }
  template <class V>
  void inputs(V& v) const {
    v("doublings", doubled);
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

// A collective called alone, as libraries run it: a start, the way from the protocol of short messages to that of
// long ones, and the bytes a rank moves. Where the switch adds up, an all-reduce moves its buffer once.
struct LibraryTime {
  static constexpr FormulaInfo info{"time.collective",
                                    "start + ramp * (moved / (moved + ramp_bytes))^(1/2) + moved / rate", "measurements"};
  Seconds start;
  Seconds ramp;
  Bytes ramp_bytes;
  Bytes moved;
  BytesPerSecond rate;
  [[nodiscard]] Seconds value() const {
    return start + ramp * std::sqrt(moved / (moved + ramp_bytes)) + moved / rate;
  }
  template <class V>
  void inputs(V& v) const {
    v("start", start);
    v("ramp", ramp);
    v("ramp_bytes", ramp_bytes);
    v("moved", moved);
    v("rate", rate);
  }
};

enum class Collective { all_reduce, all_gather };

// Ranks that talk to each other. With `apart` others between two neighbours of a group, as many groups work side by
// side.
struct RankGroup {
  double ranks = 1;
  double apart = 1;
};

// For an all-gather `size` is what one rank moves, for an all-reduce its buffer. `ideal`: line rates and nothing
// else.
[[nodiscard]] Seconds collective_time(Collective kind, RankGroup group, Bytes size, const ResolvedColumn& column,
                                      bool ideal, Trace* trace, std::string_view path);

// How often two ranks double to all of them; between powers of two on a straight line, the same on every platform.
[[nodiscard]] double doublings(double ranks);

}  // namespace tilewise
