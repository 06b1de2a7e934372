#include <tilewise/fit.hpp>

#include <algorithm>
#include <cmath>

#include <tilewise/limits.hpp>
#include <tilewise/measured.hpp>
#include <tilewise/parameters.hpp>
#include <tilewise/resolve.hpp>

namespace tilewise {
namespace {

constexpr double largest_batch = 1048576;
constexpr double largest_context = 16777216;
constexpr double largest_count = 4096;

// What a candidate needs: memory, and the time when it is the answer.
struct Tried {
  bool usable = false;
  MemoryEstimate memory;
  [[nodiscard]] bool fits() const { return usable && (memory.fits == Fits::yes || memory.fits == Fits::tight); }
};

Tried try_with(const Pins& pins, const Scenario& scenario) {
  Tried tried;
  Resolution resolution = resolve(scenario);
  pins.apply_to(resolution.resolved);
  if (!resolution.usable) return tried;
  tried.usable = true;
  tried.memory = estimate_memory(resolution.resolved, resolution.resolved.columns.front(), nullptr);
  return tried;
}

void set(Scenario& scenario, Field field, double number) { set_for_column(scenario, field, number_value(number)); }

class Question {
 public:
  Question(const Scenario& scenario, FitQuestion question, std::size_t index) : question_(question) {
    out_.column = index;
    out_.scenario = column_alone(scenario, index);
    out_.id = scenario.columns[index].device;
    pins_ = Pins(out_.scenario);
  }

  FitAnswer run() {
    const Resolution start = resolve(out_.scenario);
    if (start.resolved.columns.empty() || start.resolved.columns.front().device == nullptr) return out_;
    start_ = &start.resolved;
    switch (question_) {
      case FitQuestion::context: context(); break;
      case FitQuestion::batch: largest(Field::batch, largest_batch); break;
      case FitQuestion::micro_batch: largest(Field::micro_batch, largest_batch); break;
      case FitQuestion::model: model(); break;
      case FitQuestion::devices: devices(); break;
    }
    finish();
    return std::move(out_);
  }

 private:
  // A measurement holds where it was made: what it says goes with every candidate.
  [[nodiscard]] Tried try_memory(const Scenario& candidate) const { return try_with(pins_, candidate); }
  [[nodiscard]] bool training() const { return start_->workload == Workload::train; }

  [[nodiscard]] Scenario with(Field field, double value) const {
    Scenario scenario = out_.scenario;
    set(scenario, field, value);
    const double data_ranks = start_->columns.front().parallel.dp;
    if (field == Field::micro_batch) set(scenario, Field::batch, value * data_ranks);
    // The batch of a training step comes in passes; asked for alone it is counted in passes of one.
    if (field == Field::batch && training()) {
      set(scenario, Field::batch, value * data_ranks);
      set(scenario, Field::micro_batch, value);
    }
    return scenario;
  }

  // The largest whole number up to `limit` that fits. Memory grows with it, so doubling and halving find it.
  void largest(Field field, double limit) {
    if (!settle(try_memory(with(field, 1)))) {
      out_.scenario = with(field, 1);
      return;
    }
    double good = 1;
    double bad = 2;
    while (bad <= limit && try_memory(with(field, bad)).fits()) {
      good = bad;
      bad *= 2;
    }
    if (bad > limit) {
      if (try_memory(with(field, limit)).fits()) {
        out_.state = FitState::unlimited;
        return take(field, limit);
      }
      bad = limit;
    }
    while (bad - good > 1) {
      const double middle = std::floor((good + bad) / 2);
      (try_memory(with(field, middle)).fits() ? good : bad) = middle;
    }
    out_.state = FitState::found;
    take(field, good);
  }

  void context() {
    const double positions = start_->shape.max_positions;
    largest(Field::sequence, positions > 0 ? positions : largest_context);
    if (out_.state == FitState::unlimited && positions > 0) {
      out_.state = FitState::found;
      out_.model_limit = true;
    }
  }

  void model() {
    const Model* asked = find_model(start_->model_id);
    if (asked == nullptr) return;
    const Model* best = nullptr;
    bool known = false;
    for (const Model& candidate : models()) {
      if (candidate.family != asked->family) continue;
      Scenario scenario = out_.scenario;
      scenario.values.set(Field::model, text_value(std::string(candidate.id)));
      const Tried tried = try_memory(scenario);
      known = known || (tried.usable && tried.memory.fits != Fits::unknown);
      if (!tried.fits()) continue;
      if (best == nullptr || best->published_total < candidate.published_total) best = &candidate;
    }
    out_.state = best != nullptr ? FitState::found : known ? FitState::none : FitState::unknown;
    if (best == nullptr) return;
    out_.model = std::string(best->id);
    out_.value = best->published_total;
    out_.scenario.values.set(Field::model, text_value(out_.model));
  }

  // One chip first, then groups of chips that share the model: 2, 3, 4, 6, 8, 12, …
  void devices() {
    bool known = false;
    for (double count = 1; count <= largest_count; count = next_count(count)) {
      for (const Scenario& scenario : shared_by(count)) {
        const Tried tried = try_memory(scenario);
        known = known || (tried.usable && tried.memory.fits != Fits::unknown);
        if (!tried.fits()) continue;
        out_.state = FitState::found;
        out_.value = count;
        out_.scenario = scenario;
        return;
      }
    }
    out_.state = known ? FitState::none : FitState::unknown;
  }
  static double next_count(double count) {
    if (count == 1) return 2;
    double power = 1;
    while (power * 2 <= count) power *= 2;
    return power == count ? count + count / 2 : power * 2;
  }
  [[nodiscard]] std::vector<Scenario> shared_by(double count) const {
    Scenario scenario = out_.scenario;
    set(scenario, Field::count, count);
    std::vector<Scenario> ways{scenario};
    if (count == 1) return ways;
    if (training()) {
      scenario.values.set(Field::zero, number_value(3));
    } else {
      set(scenario, Field::tp, count);
    }
    ways.push_back(std::move(scenario));
    return ways;
  }

  // Whether there is anything to search for.
  bool settle(const Tried& smallest) {
    if (smallest.fits()) return true;
    if (smallest.usable && smallest.memory.fits == Fits::no) out_.state = FitState::none;
    return false;
  }
  void take(Field field, double value) {
    out_.scenario = with(field, value);
    out_.value = value;
  }

  void finish() {
    Resolution resolution = resolve(out_.scenario);
    if (!resolution.usable) return;
    pins_.apply_to(resolution.resolved);
    ColumnEstimate estimate = estimate_column(resolution.resolved, resolution.resolved.columns.front(), nullptr, false);
    out_.memory = std::move(estimate.memory);
    if (estimate.time) out_.time = estimate.time->total;
  }

  FitQuestion question_;
  const Resolved* start_ = nullptr;
  FitAnswer out_;
  Pins pins_;
};

int order_of(const RankedDevice& entry) {
  if (entry.memory.fits == Fits::no) return 4;
  if (!entry.time) return 3;
  if (entry.memory.fits == Fits::unknown) return 2;
  return entry.within ? 0 : 1;
}

// A wish about a price or a power that is not published is neither kept nor broken.
bool can_tell(const Resolved& resolved, const ColumnEstimate& estimate) {
  const Values& asked = resolved.scenario.values;
  return (!asked.has(Field::limit_cost) || estimate.cost) && (!asked.has(Field::limit_power) || estimate.energy);
}

bool keeps_wishes(const Resolved& resolved, const ColumnEstimate& estimate) {
  for (const Limit& limit : limits_of(resolved, estimate)) {
    if (limit.kind >= LimitKind::ttft && limit.breaks) return false;
  }
  return true;
}

}  // namespace

const char* word(FitQuestion question) {
  constexpr const char* words[] = {"context", "batch", "micro-batch", "model", "devices"};
  return words[static_cast<std::size_t>(question)];
}

std::optional<FitQuestion> fit_question_named(std::string_view text) {
  for (FitQuestion question : {FitQuestion::context, FitQuestion::batch, FitQuestion::micro_batch, FitQuestion::model,
                               FitQuestion::devices}) {
    if (text == word(question)) return question;
  }
  return std::nullopt;
}

const char* word(FitState state) {
  constexpr const char* words[] = {"found", "none", "unlimited", "unknown"};
  return words[static_cast<std::size_t>(state)];
}

const char* word(RankFilter filter) {
  constexpr const char* words[] = {"fits", "kept", "current"};
  return words[static_cast<std::size_t>(filter)];
}

bool passes(const RankedDevice& device, RankFilter filter) {
  if (filter == RankFilter::fits) return device.memory.fits == Fits::yes || device.memory.fits == Fits::tight;
  if (filter == RankFilter::kept) return device.within && device.told;
  return device.device->status == "current" || device.device->status == "cloud-only";
}

std::vector<FitAnswer> fit(const Scenario& scenario, FitQuestion question) {
  Scenario whole = scenario;
  if (whole.columns.empty()) {
    for (const Column& column : resolve(scenario).resolved.scenario.columns) whole.columns.push_back({column.device, {}});
  }
  std::vector<FitAnswer> answers;
  for (std::size_t i = 0; i < whole.columns.size(); ++i) answers.push_back(Question(whole, question, i).run());
  return answers;
}

std::vector<RankedDevice> rank_catalogue(const Scenario& scenario) {
  std::vector<RankedDevice> ranked;
  for (const Device& device : devices()) {
    Scenario one = scenario;
    one.columns = {Column{std::string(device.id), {}}};
    const Resolution resolution = resolve(one);
    RankedDevice entry;
    entry.device = &device;
    if (resolution.usable) {
      ColumnEstimate estimate = estimate_column(resolution.resolved, resolution.resolved.columns.front(), nullptr, false);
      entry.within = keeps_wishes(resolution.resolved, estimate);
      entry.told = can_tell(resolution.resolved, estimate);
      entry.memory = std::move(estimate.memory);
      if (estimate.time) entry.time = estimate.time->total;
      if (estimate.energy) entry.power = estimate.energy->power;
      entry.cost = estimate.cost;
    }
    ranked.push_back(std::move(entry));
  }
  std::stable_sort(ranked.begin(), ranked.end(), [](const RankedDevice& a, const RankedDevice& b) {
    const int left = order_of(a);
    const int right = order_of(b);
    if (left != right) return left < right;
    return a.time && b.time && *a.time < *b.time;
  });
  return ranked;
}

}  // namespace tilewise
