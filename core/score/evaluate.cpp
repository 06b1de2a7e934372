#include <tilewise/score/evaluate.hpp>

#include <tilewise/estimate.hpp>
#include <tilewise/link.hpp>

namespace tilewise::score {
namespace {

constexpr double largest_batch_tried = 1048576;

double item_bytes(const MemoryEstimate& memory, std::string_view wanted) {
  double sum = 0;
  for (const MemoryItem& item : memory.items) {
    const bool part = wanted.find(item.name) != std::string_view::npos;
    if (part) sum += item.bytes.base();
  }
  return sum;
}

double time_item(const TimeEstimate& time, std::string_view wanted) {
  for (const TimeItem& item : time.items) {
    if (item.name == wanted) return item.seconds.base();
  }
  return 0;
}

// One ask: its time, its band, its memory.
class Asked {
 public:
  Asked(const Measurement& row, const Ask& ask, Resolved& resolved, Calibration calibration, TimeModel model)
      : row_(row), ask_(ask), resolved_(resolved) {
    resolved_.time_model = model;
    resolved_.columns.front().calibration = calibration;
  }

  std::optional<Answer> answer(bool with_band) {
    if (ask_.collective) return from_seconds(collective());
    if (ask_.operators_only) return from_seconds(operators());
    const ColumnEstimate estimate = estimate_column(resolved_, resolved_.columns.front(), nullptr, with_band);
    return is_memory() ? of_memory(estimate) : of_time(estimate);
  }

 private:
  [[nodiscard]] bool is_memory() const {
    return row_.reading == Reading::memory || row_.reading == Reading::memory_of_tensors ||
           row_.reading == Reading::memory_item || row_.reading == Reading::fits ||
           row_.reading == Reading::memory_pool || row_.reading == Reading::pool_tokens;
  }

  static std::optional<Answer> from_seconds(std::optional<double> seconds) {
    if (!seconds) return std::nullopt;
    Answer answer;
    answer.estimate = *seconds;
    return answer;
  }

  [[nodiscard]] double collective() const {
    const CollectiveRow& row = *ask_.collective;
    const bool ideal = resolved_.time_model == TimeModel::roofline;
    return collective_time(row.kind, {row.ranks, 1}, bytes(row.bytes), resolved_.columns.front(), ideal, nullptr, {}).base();
  }

  // Operators built from the row, on the share of one rank.
  [[nodiscard]] std::optional<double> operators() const {
    const auto rates = rank_rates(resolved_.columns.front(), false, nullptr);
    if (!rates) return std::nullopt;
    double seconds = 0;
    for (const Operator& op : ask_.extra) {
      seconds += op.repeat * operator_time(op, *rates, resolved_.time_model, nullptr).seconds.base();
    }
    return seconds;
  }

  std::optional<Answer> of_time(const ColumnEstimate& estimate) const {
    if (!estimate.time) return std::nullopt;
    Answer answer;
    const double extra = ask_.extra.empty() ? 0 : operators().value_or(0);
    answer.estimate = estimate.time->total.base() + extra;
    if (row_.reading == Reading::time_without_update) answer.estimate -= time_item(*estimate.time, "optimizer");
    if (row_.reading == Reading::first_token) {
      if (!estimate.time->first_token) return std::nullopt;
      answer.estimate = estimate.time->first_token->base();
      return answer;
    }
    if (row_.reading == Reading::time_per_token) {
      if (!estimate.rate || !estimate.rate->tokens_per_s) return std::nullopt;
      answer.estimate = 1 / *estimate.rate->tokens_per_s;
      if (!estimate.band) return answer;
      // A band is of the total: what it is of a token is the same share.
      answer.low = answer.estimate * (estimate.band->low / estimate.time->total);
      answer.high = answer.estimate * (estimate.band->high / estimate.time->total);
      return answer;
    }
    if (estimate.band) {
      answer.low = estimate.band->low.base() + extra;
      answer.high = estimate.band->high.base() + extra;
    }
    const bool rate = row_.reading == Reading::flops_rate || row_.reading == Reading::hardware_rate;
    if (!rate) return answer;
    if (!estimate.flops) return std::nullopt;
    // A rate of FLOPs is the time of the FLOPs it counts.
    const Ops counted = row_.reading == Reading::flops_rate ? estimate.flops->model : estimate.flops->hardware;
    answer.measured = counted.base() / row_.measured;
    return answer;
  }

  std::optional<Answer> of_memory(const ColumnEstimate& estimate) const {
    const MemoryEstimate& memory = estimate.memory;
    Answer answer;
    answer.estimate = memory.total.base();
    if (row_.reading == Reading::memory_of_tensors) answer.estimate -= item_bytes(memory, row_.item);
    if (row_.reading == Reading::memory_item) answer.estimate = item_bytes(memory, row_.item);
    if (row_.reading == Reading::memory_pool || row_.reading == Reading::pool_tokens) {
      if (!memory.pool) return std::nullopt;
      answer.estimate = row_.reading == Reading::memory_pool ? memory.pool->base() : memory.pool_tokens;
    }
    if (row_.reading != Reading::fits) return answer;
    if (memory.fits == Fits::unknown) return std::nullopt;
    answer.estimate = memory.fits == Fits::no ? 0 : 1;
    answer.weights_fit = item_bytes(memory, "weights") <= memory.capacity->base();
    return answer;
  }

  const Measurement& row_;
  const Ask& ask_;
  Resolved& resolved_;
};

bool batch_fits(Resolved& resolved, double batch) {
  ResolvedColumn& column = resolved.columns.front();
  column.batch = batch * column.ranks;
  column.micro_batch = batch;
  return estimate_memory(resolved, column, nullptr).fits != Fits::no;
}

// Memory grows with the batch: double until it does not fit, then close in.
double largest_batch(Resolved& resolved) {
  double fits = 0;
  double too_many = 1;
  while (too_many < largest_batch_tried && batch_fits(resolved, too_many)) {
    fits = too_many;
    too_many *= 2;
  }
  while (too_many - fits > 1) {
    const double middle = fits + static_cast<double>(static_cast<int>((too_many - fits) / 2));
    (batch_fits(resolved, middle) ? fits : too_many) = middle;
  }
  return fits;
}

void add_weighted(Answer& sum, const Answer& part, double weight) {
  sum.estimate += weight * part.estimate;
  if (part.measured > 0) sum.measured = part.measured;
  sum.weights_fit = part.weights_fit;
  if (!part.low || !part.high) return;
  sum.low = sum.low.value_or(0) + weight * *part.low;
  sum.high = sum.high.value_or(0) + weight * *part.high;
}

std::string refusal(const Resolution& resolution) {
  for (const Issue& issue : resolution.issues) {
    if (issue.severity == Severity::error) return issue.code;
  }
  return "";
}

bool resolve_ask(const Ask& ask, Measurement& row, Prepared& out) {
  LinkReading reading = read_link(ask.link);
  Resolution resolution = resolve(reading.scenario);
  if (!resolution.usable || has_error(reading.issues)) {
    row.reason = "skip.refused";
    row.detail = refusal(resolution);
    return false;
  }
  out.links.push_back(write_link(reading.scenario));
  out.resolved.push_back(std::move(resolution.resolved));
  return true;
}

}  // namespace

std::vector<Prepared> prepare(std::vector<Measurement>& rows) {
  std::vector<Prepared> out;
  out.reserve(rows.size());
  for (Measurement& row : rows) {
    Prepared prepared;
    prepared.row = &row;
    for (const Ask& ask : row.asks) {
      if (!row.reason.empty() || !resolve_ask(ask, row, prepared)) break;
    }
    out.push_back(std::move(prepared));
  }
  return out;
}

std::optional<Answer> evaluate(Prepared& prepared, Calibration calibration, TimeModel model, bool with_band) {
  const Measurement& row = *prepared.row;
  if (!row.reason.empty() || prepared.resolved.empty()) return std::nullopt;
  Answer whole;
  whole.measured = row.measured;
  if (row.reading == Reading::largest_batch) {
    whole.estimate = largest_batch(prepared.resolved.front());
    return whole;
  }
  bool first = true;
  for (std::size_t i = 0; i < row.asks.size(); ++i) {
    const Ask& ask = row.asks[i];
    const auto part = Asked(row, ask, prepared.resolved[i], calibration, model).answer(with_band);
    if (!part) return std::nullopt;
    Answer weighted;
    weighted.measured = row.measured;
    add_weighted(weighted, *part, ask.weight);
    if (first || row.combine == Combine::sum) {
      add_weighted(whole, *part, ask.weight);
    } else if (row.combine == Combine::ratio) {
      whole.estimate /= weighted.estimate;
    } else if (weighted.estimate < whole.estimate) {
      whole = weighted;
    }
    first = false;
  }
  if (row.combine == Combine::ratio) whole.low = whole.high = std::nullopt;
  if (row.reading == Reading::below_limit) whole.estimate = whole.estimate <= row.limit ? 1 : 0;
  return whole;
}

CellKey cell_of(const Measurement& row) {
  const Device* device = find_device(row.device_id);
  if (row.combine == Combine::best && device != nullptr) return {row.group, "family:" + std::string(device->family)};
  return {row.group, row.device};
}

double signed_error(const Answer& answer) { return answer.estimate / answer.measured - 1; }

}  // namespace tilewise::score
