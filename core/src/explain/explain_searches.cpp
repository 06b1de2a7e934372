// Numbers of sweeps, of what fits, of rankings and of plans: each is one of the estimate of a link, or the value that a
// search found.

#include <tilewise/fit.hpp>
#include <tilewise/json_out.hpp>
#include <tilewise/link.hpp>
#include <tilewise/sweep.hpp>

#include "estimate/answer_formulas.hpp"
#include "estimate/communication.hpp"
#include "explain/explain_answer.hpp"
#include "questions/plan_formulas.hpp"
#include "time/step_formulas.hpp"

namespace tilewise {
namespace {

using nlohmann::json;

constexpr FormulaInfo largest_fit{"fit.largest", "largest value with which nothing is missing; one more lacks missing_after", ""};
constexpr FormulaInfo sent_bytes{"plan.sent", "repeat * bytes", ""};
constexpr FormulaInfo found_fit{"fit.found", "value with which nothing is missing", ""};

// Where a field of an answer stands in the estimate of its scenario.
std::string estimate_path(std::string_view field, Workload workload) {
  constexpr struct {
    const char* field;
    const char* path;
  } places[] = {{"total_bytes", "memory.total_bytes"},       {"memory_bytes", "memory.total_bytes"},
                {"capacity_bytes", "memory.capacity_bytes"}, {"total_s", "time.total_s"},
                {"time_s", "time.total_s"},                  {"power_w", "energy.power_w"},
                {"low_s", "band.low"},                       {"high_s", "band.high"},
                {"per_hour_usd", "cost.per_hour_usd"},       {"per_million_tokens_usd", "cost.per_million_tokens_usd"},
                {"tokens_per_s", "rate.tokens_per_s"},       {"ttft_s", "time.ttft_s"},
                {"run_s", "time.run_s"},                     {"run_usd", "cost.run_usd"},
                {"run_j", "energy.run_j"},                   {"per_token_j", "energy.per_token_j"},
                {"per_step_j", "energy.per_step_j"},         {"per_sequence_j", "energy.per_sequence_j"}};
  if (field == "step_s") return step_time_path(workload);
  if (field == "rate") return workload == Workload::matmul ? "rate.steps_per_s" : "rate.tokens_per_s";
  for (const auto& place : places) {
    if (field == place.field) return place.path;
  }
  return {};
}

Explained fitted(const Asked& asked, const PathParts& parts, std::string_view path) {
  const json& entry = *member_at(asked.result, parts, 2);
  const json& link = *json_find(entry, "link");
  if (parts.back() != "value") {
    return estimated_of_link(link, "devices.0." + estimate_path(parts.back(), asked.resolved.workload));
  }
  const double value = *shown_at(asked.result, parts);
  const std::string_view unit = json_text_at(asked.result, "unit").value_or("");
  Scenario scenario = read_link(*link.get_ptr<const std::string*>()).scenario;
  Inputs inputs{given("value", value), given("missing", lacking(scenario))};
  const bool bounded = json_text_at(entry, "state").value_or("") == "found" && json_find(entry, "bounded_by") == nullptr;
  const bool counted = unit == "tokens" || unit == "sequences";
  if (!bounded || !counted) return explanation(path, found_fit, value, "", inputs);
  const Resolution here = resolve(scenario);
  const std::string_view question = json_text_at(asked.result, "question").value_or("");
  const bool training = asked.resolved.workload == Workload::train;
  const double ranks = training ? here.resolved.columns.front().parallel.dp : 1;
  if (question == "context") set_for_column(scenario, Field::sequence, number_value(value + 1));
  if (question != "context") set_for_column(scenario, Field::batch, number_value((value + 1) * ranks));
  if (question != "context" && (training || question == "micro-batch")) {
    set_for_column(scenario, Field::micro_batch, number_value(value + 1));
  }
  inputs.push_back(given("missing_after", lacking(scenario)));
  return explanation(path, largest_fit, value, "", inputs);
}

Explained planned(const Asked& asked, const json& plan, std::string_view field) {
  const json* link = json_find(plan, "link");
  const std::string path = estimate_path(field, asked.resolved.workload);
  return link == nullptr || path.empty() ? std::nullopt : estimated_of_link(*link, "devices.0." + path);
}

// A point of a curve against the first that has a plan.
Explained efficiency(const Asked& asked, const PathParts& parts, std::string_view path) {
  const json& curve = *member_at(asked.result, parts, 3);
  const auto rate_of = [&](const json& point) { return planned(asked, *json_find(point, "plan"), "tokens_per_s"); };
  for (const json& point : curve) {
    if (json_find(point, "plan")->is_null()) continue;
    const json& here = curve[*index_of(parts[3])];
    const json chips = given("chips", json_number_at(here, "devices").value_or(1));
    const json first = given("first_chips", json_number_at(point, "devices").value_or(1));
    const json rate = given("tokens_per_s", rate_of(here));
    const json base = given("first_tokens_per_s", rate_of(point));
    return explanation(path, CurveEfficiency::info, CurveEfficiency{amount(rate), amount(chips), amount(base), amount(first)}.value(),
                       "", {rate, chips, base, first});
  }
  return std::nullopt;
}

// What the scenario's own split sends.
class Traffic {
 public:
  Traffic(const Asked& asked, std::size_t index, std::string_view path)
      : asked_(asked), index_(index), path_(path), budget_(communication_of(asked.resolved, asked.resolved.columns[index])) {}

  Explained at(const PathParts& parts) const {
    if (parts[3] == "step_s") return step();
    if (parts[3] == "work_s") return work();
    if (parts[3] == "parts") return part(budget_.parts[*index_of(parts[4])], parts.back());
    const Sharing sharing = parts[3] == "data" ? Sharing::data : Sharing::model;
    if (parts.back() == "sent_bytes") return sum(sharing, "sent_bytes", "B");
    if (parts.back() == "busy_s") return sum(sharing, "busy_s", "s");
    const json sent = given("sent", sum(sharing, "sent_bytes", "B"));
    const json span = given("work_time", work());
    return explanation(path_, NeededLink::info, NeededLink{amount(sent), amount(span)}.value(), "", {sent, span});
  }

 private:
  [[nodiscard]] Explained step() const {
    return estimated(asked_.resolved, column_path(index_) + step_time_path(asked_.resolved.workload));
  }
  // The step less what it waits for, part by part as the budget does.
  [[nodiscard]] Explained work() const {
    Inputs inputs{given("step", step())};
    for (const Communication& one : budget_.parts) inputs.push_back(given(one.name, part(one, "exposed_s")));
    return explanation(path_, FormulaInfo{"plan.work", "step less what it waits for", ""}, in_seconds(budget_.work), "s", inputs);
  }

  Explained part(const Communication& of, std::string_view field) const {
    if (field == "reached_bytes_per_s") {
      const double rate = of.reached.base();
      return explanation(path_, FormulaInfo{"plan.reached", "rate", ""}, rate, "B/s", {given("rate", rate, "B/s")});
    }
    if (field == "exposed_s") return exposed(of);
    if (field == "hidden_s") {
      const json busy = given("link_time", calls(of, "busy_s"));
      const json waits = given("exposed", exposed(of));
      return explanation(path_, HiddenTime::info, HiddenTime{amount(busy), amount(waits)}.value(), "s", {busy, waits});
    }
    return calls(of, field);
  }

  [[nodiscard]] json exposed(const Communication& of) const {
    Inputs inputs;
    for (const std::string& item : of.items) {
      inputs.push_back(given(item, estimated(asked_.resolved, column_path(index_) + "time.items." + item + ".seconds")));
    }
    return explanation(path_, FormulaInfo{"time.item", "sum of the parts", ""}, in_seconds(of.exposed), "s", inputs);
  }

  // Every transfer of the part, as often as a step runs it.
  [[nodiscard]] json calls(const Communication& of, std::string_view field) const {
    const bool sent = field == "sent_bytes";
    Inputs inputs;
    for (const Transfer& one : of.transfers) {
      const json often = given("repeat", one.often);
      const json each = sent ? given("bytes", one.sent, "B") : given("seconds", estimated(asked_.resolved, column_path(index_) + one.path));
      inputs.push_back(given(one.path, explanation(path_, sent ? sent_bytes : RepeatedTime::info, amount(often) * amount(each), sent ? "B" : "s", {often, each})));
    }
    const double value = sent ? in_bytes(of.sent) : in_seconds(of.busy);
    return explanation(path_, FormulaInfo{"time.item", "sum of the parts", ""}, value, sent ? "B" : "s", inputs);
  }

  [[nodiscard]] json sum(Sharing sharing, std::string_view field, const char* unit) const {
    Inputs inputs;
    double value = 0;
    for (const Communication& one : budget_.parts) {
      if (one.sharing != sharing) continue;
      inputs.push_back(given(one.name, part(one, field)));
      value += amount(inputs.back());
    }
    return explanation(path_, FormulaInfo{"time.item", "sum of the parts", ""}, value, unit, inputs);
  }

  const Asked& asked_;
  std::size_t index_;
  std::string_view path_;
  CommunicationBudget budget_;
};

}  // namespace

// devices.0.value, devices.0.total_s, ranking.3.power_w
Explained explain_fit(const Asked& asked, const PathParts& parts, std::string_view path) {
  if (!names_number(asked, parts, 3) || parts.size() != 3) return std::nullopt;
  if (parts[0] == "devices") return fitted(asked, parts, path);
  if (parts[0] != "ranking") return std::nullopt;
  Scenario scenario = asked.scenario;
  const json& entry = *member_at(asked.result, parts, 2);
  scenario.columns = {Column{std::string(json_text_at(entry, "id").value_or("")), {}}};
  return estimated(scenario, "devices.0." + estimate_path(parts.back(), asked.resolved.workload));
}

// devices.0.time_s.4: column 0 with the axis at its fifth value
Explained explain_sweep(const Asked& asked, const PathParts& parts, std::string_view) {
  if (!names_number(asked, parts, 4) || parts.size() != 4) return std::nullopt;
  const json& axis = *json_find(asked.result, "axis");
  const auto value = shown_at(axis, {"values", parts[3]});
  Scenario scenario = asked.scenario;
  if (scenario.columns.empty()) scenario.columns = asked.resolved.scenario.columns;
  const Pins pins(scenario);
  if (!value || !set_axis(scenario, json_text_at(axis, "key").value_or(""), *value)) return std::nullopt;
  scenario.values.erase(Field::sweep_axis);
  return estimated(scenario, column_path(*index_of(parts[1])) + estimate_path(parts[2], asked.resolved.workload), &pins);
}

// devices.0.search.front.2.step_s, devices.0.curve.3.efficiency, devices.0.deadline.run_s, devices.0.communication.work_s
Explained explain_plan(const Asked& asked, const PathParts& parts, std::string_view path) {
  if (!names_number(asked, parts, 4)) return std::nullopt;
  if (parts[2] == "communication") return Traffic(asked, *index_of(parts[1]), path).at(parts);
  if (parts.back() == "efficiency") return efficiency(asked, parts, path);
  return planned(asked, *member_at(asked.result, parts, parts.size() - 1), parts.back());
}

}  // namespace tilewise
