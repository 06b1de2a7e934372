#pragma once
// Inverse questions: the largest or smallest input with which a scenario still fits the memory of a rank. Each
// candidate is resolved and counted like any scenario, so that an answer, put back in, gives the same bytes.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include <tilewise/estimate.hpp>
#include <tilewise/scenario.hpp>

namespace tilewise {

enum class FitQuestion {
  context,      // longest sequence: `s`, tokens
  batch,        // most sequences at once: `b`, per replica in inference, per step in training
  micro_batch,  // most sequences per device and pass: `mb` with `b` = mb × data ranks
  model,        // largest model of the scenario's family
  devices       // fewest chips: `n`, shared by tensor parallelism (inference) or ZeRO stage 3 (training)
};
[[nodiscard]] const char* word(FitQuestion question);
[[nodiscard]] std::optional<FitQuestion> fit_question_named(std::string_view word);

enum class FitState {
  found,      // `value` (or `model`) fits and the next one does not
  none,       // not even the smallest fits
  unlimited,  // memory does not bound it: the largest value tried still fits
  unknown     // capacity not published, or the scenario cannot be computed for this device
};
[[nodiscard]] const char* word(FitState state);

struct FitAnswer {
  std::size_t column = 0;
  std::string id;              // of the device
  FitState state = FitState::unknown;
  double value = 0;            // tokens, sequences, chips; parameters for `model`
  std::string model;           // for `model`
  bool model_limit = false;    // the model's own positions bound the context, not the memory
  MemoryEstimate memory;       // with the answer in place
  std::optional<Seconds> time;
  Scenario scenario;           // this column alone, with the answer in place
};

[[nodiscard]] std::vector<FitAnswer> fit(const Scenario& scenario, FitQuestion question);

// The whole catalogue under one scenario: those that fit and keep the wishes first, by time; then those that break a
// wish; then unknown; then those that do not fit.
struct RankedDevice {
  const Device* device = nullptr;
  MemoryEstimate memory;
  std::optional<Seconds> time;
  std::optional<Watts> power;
  std::optional<CostEstimate> cost;
  bool within = true;          // the scenario's wishes (lim.*), as far as they can be told
  bool told = true;            // whether they can: the price or power that a wish is about is known
};
[[nodiscard]] std::vector<RankedDevice> rank_catalogue(const Scenario& scenario);

// What of a ranking is wanted: devices whose memory fits, that keep every wish for certain, that can be bought or
// rented today.
enum class RankFilter { fits, kept, current };
inline constexpr RankFilter rank_filters[] = {RankFilter::fits, RankFilter::kept, RankFilter::current};
[[nodiscard]] const char* word(RankFilter filter);
[[nodiscard]] bool passes(const RankedDevice& device, RankFilter filter);

}  // namespace tilewise
