#pragma once
// Decode steps differ only in the length of the cache, and time is linear in it but for a few kinks (a full
// window, memory giving way to arithmetic). A generation is summed over stretches that are halved until their
// middle lies on the line between their ends: exact, and a handful of steps evaluated in place of all.

#include <cmath>

#include <tilewise/quantity.hpp>

namespace tilewise {

struct TimedStep {
  double index = 0;
  Seconds time;
};

// The steps after `left` up to `right`; `time_at` gives the time of one step by its index.
template <class TimeAt>
Seconds sum_between_steps(const TimeAt& time_at, const TimedStep& left, const TimedStep& right, int halvings) {
  constexpr double on_the_line = 1e-12;  // relative; rounding leaves some 1e-15
  const double count = right.index - left.index;
  if (count == 1) return right.time;
  const double index = std::floor((left.index + right.index) / 2);
  const TimedStep middle{index, time_at(index)};
  const Seconds line = left.time + (right.time - left.time) * ((middle.index - left.index) / count);
  const Seconds off = max(middle.time, line) - min(middle.time, line);
  if (halvings == 0 || off <= on_the_line * line) {
    // Weights above zero keep the sum monotone in every step's time.
    return ((count - 1) * left.time + (count + 1) * right.time) / 2;
  }
  return sum_between_steps(time_at, left, middle, halvings - 1) +
         sum_between_steps(time_at, middle, right, halvings - 1);
}

// Over the steps 0 … steps − 1.
template <class TimeAt>
Seconds sum_over_steps(double steps, const TimeAt& time_at) {
  constexpr double stretches = 8;
  constexpr int most_halvings = 10;
  TimedStep left{0, time_at(0)};
  Seconds sum = left.time;
  for (double part = 1; part <= stretches; part += 1) {
    const double next = std::floor((steps - 1) * part / stretches);
    if (next == left.index) continue;
    const TimedStep right{next, time_at(next)};
    sum += sum_between_steps(time_at, left, right, most_halvings);
    left = right;
  }
  return sum;
}

}  // namespace tilewise
