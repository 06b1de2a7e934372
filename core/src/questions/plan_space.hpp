#pragma once
// All splits of a number of ranks, and those that a shape rules out. Internal to plan.

#include <cmath>
#include <string_view>
#include <vector>

#include <tilewise/plan.hpp>

namespace tilewise {

// What splits are limited by.
struct SplitSpace {
  double ranks = 1;
  double heads = 1;
  double layers = 1;
  double sequence = 1;
  double experts = 1;
  double batch = 1;
  bool training = false;
  bool decoding = false;
  bool coarse = false;
  double slice = 0;
  double slices = 1;
};

[[nodiscard]] std::vector<double> divisors(double whole);
[[nodiscard]] inline bool divides(double divisor, double whole) {
  return std::floor(whole / divisor) * divisor == whole;
}

inline constexpr double largest_planned_micro_batch = 16;
inline constexpr double most_planned_chunks = 8;

// Visits every valid split; `refuse(code, count)` counts what the shape rules out.
template <class Visit, class Refuse>
class SplitWalk {
 public:
  SplitWalk(const SplitSpace& space, Visit& visit, Refuse& refuse) : space_(space), visit_(visit), refuse_(refuse) {}

  void run() {
    if (!space_.training && space_.ranks > 1) layer_split();
    for (const double tp : divisors(space_.ranks)) {
      for (const double pp : divisors(space_.ranks / tp)) {
        for (const double cp : divisors(space_.ranks / tp / pp)) {
          if (space_.coarse && cp > 1) break;
          if (!mine()) continue;
          Split split;
          Parallel& p = split.parallel;
          p.tp = tp;
          p.pp = pp;
          p.cp = cp;
          p.dp = space_.ranks / (tp * pp * cp);
          outer(split);
        }
      }
    }
  }

 private:
  bool mine() {
    const bool own = count_ - std::floor(count_ / space_.slices) * space_.slices == space_.slice;
    count_ += 1;
    return own;
  }

  void layer_split() {
    if (!mine()) return;
    Split split;
    split.parallel.layer_split = true;
    visit_(split);
  }

  // Ways to go on from the ranks of a split, as far as they do not depend on the batch.
  [[nodiscard]] double ways(const Parallel& p) const {
    if (!space_.training) return 1;
    const double sharding = space_.coarse ? 2 : p.dp * p.cp > 1 ? 4 : 1;
    return 3 * sharding * (p.tp > 1 && !space_.coarse ? 2 : 1);
  }

  void outer(const Split& split) {
    const Parallel& p = split.parallel;
    if (!divides(p.tp, space_.heads)) return refuse_("plan.heads", ways(p));
    if (p.pp > space_.layers) return refuse_("plan.layers", ways(p));
    if (!divides(p.cp, space_.sequence)) return refuse_("plan.context", ways(p));
    if (space_.training && !divides(p.dp, space_.batch)) return refuse_("plan.batch", ways(p));
    for (const double ep : divisors(space_.experts)) {
      if (!divides(ep, p.tp * p.cp * p.dp)) {
        refuse_("plan.experts", ways(p));
        continue;
      }
      Split one = split;
      one.parallel.ep = ep;
      if (space_.training) {
        passes(one);
      } else {
        visit_(one);
      }
    }
  }

  void passes(Split split) {
    const double each = space_.batch / split.parallel.dp;
    for (const double size : divisors(each)) {
      if (size > largest_planned_micro_batch) break;
      split.micro_batch = size;
      split.parallel.vp = 1;
      inner(split);
      for (double chunks = 2; split.parallel.pp > 1 && chunks <= most_planned_chunks; chunks += 1) {
        if (!divides(split.parallel.pp * chunks, space_.layers)) continue;
        split.parallel.vp = chunks;
        inner(split);
      }
    }
  }

  void inner(Split split) {
    Parallel& p = split.parallel;
    const int last = p.dp * p.cp > 1 ? 3 : 0;
    for (const bool sequence : {false, true}) {
      if (sequence ? p.tp <= 1 : space_.coarse && p.tp > 1) continue;
      p.sp = sequence;
      for (int zero = space_.coarse && last > 0 ? 1 : 0; zero <= last; zero += space_.coarse ? 2 : 1) {
        p.zero = zero;
        for (const Recompute recompute : {Recompute::none, Recompute::selective, Recompute::full}) {
          split.recompute = recompute;
          visit_(split);
        }
      }
    }
  }

  const SplitSpace& space_;
  Visit& visit_;
  Refuse& refuse_;
  double count_ = 0;
};

template <class Visit, class Refuse>
void for_each_split(const SplitSpace& space, Visit visit, Refuse refuse) {
  SplitWalk<Visit, Refuse>(space, visit, refuse).run();
}

}  // namespace tilewise
