#include "time/step_items.hpp"

#include "time/step_formulas.hpp"

namespace tilewise {
namespace {

constexpr const char* measured_path = "operators.measured_share";

struct MeasuredShare {
  static constexpr FormulaInfo info{"time.measured-share", "measured / modelled", ""};
  Seconds measured;
  Seconds modelled;
  [[nodiscard]] double value() const { return measured / modelled; }
  template <class V>
  void inputs(V& v) const {
    v("measured", measured);
    v("modelled", modelled);
  }
};

// Where the measurement was made, the measurement itself; elsewhere as much more or less than the estimate.
struct MeasuredTime {
  static constexpr FormulaInfo info{"time.measured", "measured * (estimate / modelled)", ""};
  Seconds measured;
  Seconds modelled;
  Seconds estimate;
  [[nodiscard]] Seconds value() const { return (estimate / modelled) * measured; }
  template <class V>
  void inputs(V& v) const {
    v("measured", measured);
    v("modelled", modelled);
    v("estimate", estimate);
  }
};

}  // namespace

void StepItems::add(std::string_view name, Seconds time, Bound bound, std::string_view part,
                    const PathText& path) {
  if (time == Seconds(0)) return;
  std::size_t at = 0;
  while (at < items_.size() && items_[at].name != name) ++at;
  if (at == items_.size()) {
    items_.push_back({std::string(name), Seconds(0), bound});
    parts_.emplace_back();
  }
  // Of several parts under one name the longest says what binds.
  if (items_[at].seconds < time) items_[at].bound = bound;
  items_[at].seconds += time;
  by_bound_[static_cast<std::size_t>(bound)] += time;
  if (keeps(trace_)) parts_[at].push_back({std::string(part), in_seconds(time), path});
}

Seconds StepItems::sum() const {
  Seconds sum;
  for (const TimeItem& item : items_) sum += item.seconds;
  return sum;
}

void StepItems::scale(double share, const char* share_path, const char* name) {
  for (std::size_t i = 0; i < items_.size(); ++i) {
    PathText path = "operators.";
    path += items_[i].name;
    path += name;
    items_[i].seconds = apply(trace_, path, RepeatedTime{share, items_[i].seconds}, {{"repeat", share_path}});
    if (keeps(trace_)) parts_[i] = {{items_[i].name, in_seconds(items_[i].seconds), path}};
  }
  for (Seconds& part : by_bound_) part = share * part;
}

TimeEstimate StepItems::finish(const char* path, const Pin& pin, std::optional<Seconds> step) {
  Seconds whole = step ? *step : sum();
  if (pin.times()) {
    const double share = apply(trace_, measured_path, MeasuredShare{pin.measured, pin.modelled}, {{"measured", "@measured"}});
    if (keeps(trace_) && !step) {
      std::vector<SumPart> all;
      for (std::size_t i = 0; i < items_.size(); ++i) all.insert(all.end(), parts_[i].begin(), parts_[i].end());
      trace_->add_sum(modelled_path, FormulaInfo{"time.step", "sum of the operators", ""}, "s", in_seconds(whole), all);
    }
    scale(share, measured_path, ".measured_s");
    step = whole = apply(trace_, path, MeasuredTime{pin.measured, pin.modelled, whole},
                         {{"measured", "@measured"}, {"estimate", modelled_path}});
  }
  std::vector<SumPart> all;
  for (std::size_t i = 0; i < items_.size() && keeps(trace_); ++i) {
    const TimeItem& item = items_[i];
    PathText own = "time.items.";
    own += item.name;
    own += ".seconds";
    trace_->add_sum(own, FormulaInfo{"time.item", "sum of the parts", ""}, "s", in_seconds(item.seconds), parts_[i]);
    all.push_back({item.name, in_seconds(item.seconds), own});
  }
  TimeEstimate out;
  out.step = out.total = whole;
  if (keeps(trace_) && !step) {
    trace_->add_sum(path, FormulaInfo{"time.step", "sum of the operators", ""}, "s", in_seconds(out.step), all);
  }
  std::size_t largest = 0;
  for (std::size_t i = 1; i < by_bound_.size(); ++i) {
    if (by_bound_[largest] < by_bound_[i]) largest = i;
  }
  out.bound = static_cast<Bound>(largest);
  out.items = std::move(items_);
  return out;
}

}  // namespace tilewise
