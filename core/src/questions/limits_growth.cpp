#include <tilewise/limits.hpp>

#include <cmath>

namespace tilewise {
namespace {

constexpr double dense = 128;        // values tried one by one
constexpr double growth = 1.1;       // from then on
constexpr double near = 0.15;        // of a threshold: worth a closer look
constexpr double looks = 256;           // at most, between two tries
constexpr double one_by_one = 192;   // values between two tries that are looked through, not halved

class Scan {
 public:
  Scan(const GrowthTrial& trial, const GrowthAxis& axis) : trial_(trial), axis_(axis) {}

  std::vector<Breakpoint> run() {
    start_ = trial_.at(axis_, axis_.from);
    if (start_.empty()) return {};
    found_.resize(limit_count);
    before_ = start_;
    double last = axis_.from;
    double tried = 0;
    for (double value = after(axis_.from, 1); value <= axis_.to;) {
      if (look(last, value)) last = value;
      tried += 1;
      const double step = tried < dense ? 1 : std::ceil(value / axis_.unit * (growth - 1));
      double next = after(value, step < 1 ? 1 : step);
      if (next > axis_.to) next = after(axis_.to, 0);
      if (next <= value) break;
      value = next;
    }
    return take();
  }

 private:
  // The multiple of the unit `steps` after the one at or before `value`.
  [[nodiscard]] double after(double value, double steps) const {
    return (std::floor(value / axis_.unit) + steps) * axis_.unit;
  }

  [[nodiscard]] bool flips(const std::vector<Limit>& now, std::size_t i) const {
    return now[i].applies && start_[i].applies && now[i].breaks != start_[i].breaks;
  }

  // False where the scenario has no answer.
  bool look(double last, double value) {
    std::vector<Limit> now = trial_.at(axis_, value);
    if (now.empty()) return false;
    for (std::size_t i = 0; i < limit_count; ++i) {
      if (found_[i]) continue;
      if (flips(now, i)) {
        found_[i] = refined(last, value, i);
      } else if (value - last > axis_.unit && close(before_[i], now[i])) {
        found_[i] = between(last, value, i);
      }
    }
    before_ = std::move(now);
    return true;
  }

  // Near a threshold and on the move: where both ends stand alike, as a full cache does, nothing waves between them.
  static bool close(const Limit& left, const Limit& right) {
    if (left.value == right.value && left.threshold == right.threshold) return false;
    const auto near_zero = [](const Limit& limit) {
      const auto margin = limit.margin();
      return margin && *margin < near && *margin > -near;
    };
    return left.breaks == right.breaks && (near_zero(left) || near_zero(right));
  }

  // A few values between two that are alike.
  std::optional<double> between(double last, double value, std::size_t i) const {
    double left = last;
    for (double part = 1; part < looks; part += 1) {
      const double tried = after(last + (value - last) * (part / looks), 0);
      if (tried <= left) continue;
      const std::vector<Limit> now = trial_.at(axis_, tried);
      if (!now.empty() && flips(now, i)) return refined(left, tried, i);
      left = tried;
    }
    return std::nullopt;
  }

  // The first value after `good` that flips; `bad` does.
  [[nodiscard]] double refined(double good, double bad, std::size_t i) const {
    while ((bad - good) / axis_.unit > one_by_one) {
      const double middle = after((good + bad) / 2, 0);
      const std::vector<Limit> now = trial_.at(axis_, middle);
      (!now.empty() && flips(now, i) ? bad : good) = middle;
    }
    for (double value = after(good, 1); value < bad; value += axis_.unit) {
      const std::vector<Limit> now = trial_.at(axis_, value);
      if (!now.empty() && flips(now, i)) return value;
    }
    return bad;
  }

  std::vector<Breakpoint> take() const {
    std::vector<Breakpoint> out;
    for (std::size_t i = 0; i < limit_count; ++i) {
      if (found_[i]) out.push_back({static_cast<LimitKind>(i), *found_[i], !start_[i].breaks});
    }
    return out;
  }

  const GrowthTrial& trial_;
  const GrowthAxis& axis_;
  std::vector<Limit> start_;
  std::vector<Limit> before_;
  std::vector<std::optional<double>> found_;
};

double at_most(double value, double limit) { return value < limit ? value : limit; }

}  // namespace

std::vector<GrowthAxis> growth_axes(const Resolved& resolved, const ResolvedColumn& column) {
  constexpr double far = 1024;
  const bool training = resolved.workload == Workload::train;
  std::vector<GrowthAxis> axes;
  if (resolved.workload == Workload::serve) {
    axes.push_back({"batch", "c", column.concurrency, 1, column.concurrency * far});
  } else {
    const double unit = training ? column.parallel.dp * column.micro_batch : 1;
    axes.push_back({"batch", "b", column.batch, unit, column.batch * far});
  }
  if (training) axes.push_back({"micro-batch", "mb", column.micro_batch, 1, far});
  if (resolved.workload != Workload::matmul) {
    const double positions = resolved.shape.max_positions;
    const double to = resolved.sequence * far;
    axes.push_back({"sequence", "s", resolved.sequence, 1, positions > resolved.sequence ? at_most(to, positions) : to});
  }
  const double replica = column.count / column.parallel.dp;
  axes.push_back({"devices", "n", column.count, replica < 1 ? 1 : replica, at_most(column.count * far, 65536)});
  if (resolved.workload != Workload::matmul) {
    axes.push_back({"layers", "L", resolved.shape.layers, 1, at_most(resolved.shape.layers * 64, 10000)});
  }
  return axes;
}

GrowthTrial::GrowthTrial(const Resolved& resolved, std::size_t index)
    : scenario_(column_alone(resolved.scenario, index)), pins_(scenario_) {
  const ResolvedColumn& column = resolved.columns[index];
  training_ = resolved.workload == Workload::train;
  data_ranks_ = column.parallel.dp;
  micro_batch_ = column.micro_batch;
  accumulation_ = column.batch / (data_ranks_ * micro_batch_);
}

Scenario GrowthTrial::scenario_at(const GrowthAxis& axis, double value) const {
  Scenario scenario = scenario_;
  const FieldSpec& spec = *find_key(axis.key);
  set_for_column(scenario, spec.field, number_value(value));
  if (spec.field == Field::count) {
    scenario.values.erase(Field::dp);
    scenario.columns.front().overrides.erase(Field::dp);
  }
  if (training_) share_batch(scenario, axis, value);
  return scenario;
}

std::vector<Limit> GrowthTrial::at(const GrowthAxis& axis, double value) const {
  Resolution resolution = resolve(scenario_at(axis, value));
  if (!resolution.usable) return {};
  pins_.apply_to(resolution.resolved);
  return limits_of(resolution.resolved,
                   estimate_column(resolution.resolved, resolution.resolved.columns.front(), nullptr, false));
}

// A larger micro-batch keeps the passes of a step, a larger batch the micro-batch. More devices share the batch: the
// micro-batch is then the largest that divides what each has, up to the one asked for.
void GrowthTrial::share_batch(Scenario& scenario, const GrowthAxis& axis, double value) const {
  double micro_batch = micro_batch_;
  if (axis.key == "mb") {
    micro_batch = value;
    set_for_column(scenario, Field::batch, number_value(value * data_ranks_ * accumulation_));
  } else if (axis.key == "n") {
    const double ranks = data_ranks_ * value / axis.from;
    const double each = data_ranks_ * accumulation_ * micro_batch_ / ranks;
    while (micro_batch > 1 && std::floor(each / micro_batch) * micro_batch != each) micro_batch -= 1;
  }
  set_for_column(scenario, Field::micro_batch, number_value(micro_batch));
}

std::vector<Breakpoint> find_breakpoints(const GrowthTrial& trial, const GrowthAxis& axis) {
  return Scan(trial, axis).run();
}

std::optional<Breakpoint> first_of(const std::vector<Breakpoint>& found) {
  std::optional<Breakpoint> first;
  for (const Breakpoint& one : found) {
    if (!one.starts || one.kind == LimitKind::compute || one.kind == LimitKind::bandwidth) continue;
    if (!first || one.at < first->at) first = one;
  }
  return first;
}

}  // namespace tilewise
