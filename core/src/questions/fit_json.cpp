#include <tilewise/fit.hpp>

#include <tilewise/json_out.hpp>
#include <tilewise/json_reader.hpp>
#include <tilewise/link.hpp>

#include "questions/fit_json.hpp"

namespace tilewise {
namespace {

using nlohmann::json;

constexpr const char* unit_word(FitQuestion question) {
  switch (question) {
    case FitQuestion::context: return "tokens";
    case FitQuestion::batch:
    case FitQuestion::micro_batch: return "sequences";
    case FitQuestion::model: return "parameters";
    case FitQuestion::devices: return "chips";
  }
  return "";
}

void put_memory(json& entry, const MemoryEstimate& memory, const std::optional<Seconds>& time) {
  put(entry, "fits", word(memory.fits));
  if (memory.total > bytes(0)) {
    put(entry, "total_bytes", in_bytes(memory.total));
  } else {
    put_null(entry, "total_bytes");
  }
  put(entry, "capacity_bytes", memory.capacity);
  put(entry, "total_s", time);
}

json answer_json(const FitAnswer& answer) {
  json entry = json::object();
  put(entry, "index", static_cast<double>(answer.column));
  put(entry, "id", answer.id);
  put(entry, "state", word(answer.state));
  const bool valued = answer.state == FitState::found || answer.state == FitState::unlimited;
  put(entry, "value", valued ? std::optional<double>(answer.value) : std::nullopt);
  if (!answer.model.empty()) put(entry, "model", answer.model);
  if (answer.model_limit) put(entry, "bounded_by", "model");
  put_memory(entry, answer.memory, answer.time);
  put(entry, "link", write_link(answer.scenario));
  return entry;
}

json ranked_json(const RankedDevice& device) {
  json entry = json::object();
  put(entry, "id", device.device->id);
  put(entry, "name", device.device->name);
  put(entry, "status", device.device->status);
  put_memory(entry, device.memory, device.time);
  put_flag(entry, "within", device.within);
  put_flag(entry, "told", device.told);
  put(entry, "power_w", device.power);
  put(entry, "per_hour_usd", device.cost ? std::optional(device.cost->per_hour) : std::nullopt);
  put(entry, "per_million_tokens_usd", device.cost ? device.cost->per_million_tokens : std::nullopt);
  return entry;
}

}  // namespace

json fit_json(FitQuestion question, const std::vector<FitAnswer>& answers) {
  json out = json::object();
  put(out, "question", word(question));
  put(out, "unit", unit_word(question));
  json devices = json::array();
  for (const FitAnswer& answer : answers) push(devices, answer_json(answer));
  put_json(out, "devices", std::move(devices));
  return out;
}

json ranking_json(const std::vector<RankedDevice>& ranked, const std::vector<RankFilter>& filters) {
  json out = json::object();
  put(out, "question", catalogue_question);
  std::vector<double> left_out(filters.size());
  json list = json::array();
  for (const RankedDevice& device : ranked) {
    std::size_t failed = 0;
    while (failed < filters.size() && passes(device, filters[failed])) ++failed;
    if (failed < filters.size()) {
      left_out[failed] += 1;
    } else {
      push(list, ranked_json(device));
    }
  }
  put_json(out, "ranking", std::move(list));
  json counts = json::array();
  for (std::size_t i = 0; i < filters.size(); ++i) {
    json entry = json::object();
    put(entry, "filter", word(filters[i]));
    put(entry, "count", left_out[i]);
    push(counts, std::move(entry));
  }
  put_json(out, "left_out", std::move(counts));
  return out;
}

}  // namespace tilewise
