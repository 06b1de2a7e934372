#include <tilewise/api.hpp>

#include <tilewise/json_out.hpp>
#include <tilewise/json_reader.hpp>
#include <tilewise/link.hpp>
#include <tilewise/plan.hpp>
#include <tilewise/resolve.hpp>

#include "estimate/communication.hpp"
#include "questions/answers.hpp"
#include "questions/plan_formulas.hpp"

namespace tilewise {
namespace {

using nlohmann::json;

constexpr double day_s = 86400;
constexpr std::size_t most_counts = 32;

json plan_json(const Planner& planner, const Plan& plan) {
  json out = json::object();
  const Parallel& p = plan.split.parallel;
  put(out, "devices", plan.devices);
  put(out, "tp", p.tp);
  put(out, "sp", p.sp ? 1.0 : 0.0);
  put(out, "pp", p.pp);
  put(out, "vp", p.vp);
  put(out, "cp", p.cp);
  put(out, "ep", p.ep);
  put(out, "dp", p.dp);
  put(out, "z", static_cast<double>(p.zero));
  put(out, "lay", p.layer_split ? 1.0 : 0.0);
  put(out, "ac", word(plan.split.recompute));
  put(out, "mb", plan.split.micro_batch);
  put(out, "step_s", plan.time);
  if (plan.first_token) put(out, "ttft_s", plan.first_token);
  if (plan.run) put(out, "run_s", plan.run);
  put(out, "tokens_per_s", plan.tokens_per_s);
  put(out, "memory_bytes", plan.memory);
  if (plan.power) put(out, "power_w", plan.power);
  if (plan.energy) put(out, plan.run ? "run_j" : "per_token_j", plan.energy);
  if (plan.cost) put(out, plan.run ? "run_usd" : "per_million_tokens_usd", plan.cost);
  put(out, "fits", plan.tight ? "tight" : "yes");
  put(out, "link", write_link(planner.scenario_of(plan)));
  return out;
}

json search_json(const Planner& planner, const PlanSearch& search) {
  json out = json::object();
  put(out, "axis", search.axis);
  put(out, "best", search.best_last ? "last" : "first");
  put(out, "considered", search.considered);
  put(out, "fitting", search.fitting);
  json rejected = json::array();
  for (const RejectedPlans& one : search.rejected) {
    json entry = json::object();
    put(entry, "code", one.code);
    put(entry, "count", one.count);
    push(rejected, std::move(entry));
  }
  put_json(out, "rejected", std::move(rejected));
  json front = json::array();
  for (const Plan& plan : search.front) push(front, plan_json(planner, plan));
  put_json(out, "front", std::move(front));
  return out;
}

// Each point with its share of the speed per chip that the smallest one has.
json curve_json(const Planner& planner, const std::vector<double>& counts) {
  json out = json::array();
  double each = 0;      // of all devices of the first point that has a plan
  double smallest = 1;  // their number
  for (const double count : counts) {
    json point = json::object();
    put(point, "devices", count);
    const auto plan = planner.best(count);
    if (plan && each == 0) {
      each = plan->tokens_per_s;
      smallest = count;
    }
    if (plan) {
      put(point, "efficiency", CurveEfficiency{plan->tokens_per_s, count, each, smallest}.value());
      put_json(point, "plan", plan_json(planner, *plan));
    } else {
      put_null(point, "efficiency");
      put_null(point, "plan");
    }
    push(out, std::move(point));
  }
  return out;
}

// The scenario's own split: what goes over the links, and where it would take as long as the work.
json budget_json(const CommunicationBudget& budget) {
  json parts = json::array();
  double sums[2] = {0, 0};
  double busy[2] = {0, 0};
  for (const Communication& part : budget.parts) {
    json entry = json::object();
    put(entry, "name", part.name);
    put(entry, "sharing", part.sharing == Sharing::data ? "data" : "model");
    put(entry, "algorithm", part.algorithm);
    put(entry, "sent_bytes", part.sent);
    put(entry, "busy_s", part.busy);
    put(entry, "exposed_s", part.exposed);
    put(entry, "hidden_s", HiddenTime{in_seconds(part.busy), in_seconds(part.exposed)}.value());
    put(entry, "reached_bytes_per_s", part.reached);
    push(parts, std::move(entry));
    sums[static_cast<int>(part.sharing)] += in_bytes(part.sent);
    busy[static_cast<int>(part.sharing)] += in_seconds(part.busy);
  }
  json out = json::object();
  put(out, "step_s", budget.step);
  put(out, "work_s", budget.work);
  put_json(out, "parts", std::move(parts));
  static constexpr const char* kinds[] = {"data", "model"};
  for (int i = 0; i < 2; ++i) {
    json kind = json::object();
    put(kind, "sent_bytes", sums[i]);
    put(kind, "busy_s", busy[i]);
    put(kind, "needed_gbit_per_s", NeededLink{sums[i], in_seconds(budget.work)}.value());
    put_flag(kind, "passes_work", busy[i] > in_seconds(budget.work));
    put_json(out, kinds[i], std::move(kind));
  }
  return out;
}

std::vector<double> counts_of(const json& body) {
  std::vector<double> out;
  const json* list = json_find(body, "counts");
  if (list == nullptr || !list->is_array()) return out;
  for (const json& one : *list) {
    const double count = one.is_number() ? one.get<double>() : 0;
    if (count >= 1 && count <= most_planned_devices && out.size() < most_counts) out.push_back(count);
  }
  return out;
}

json column_json(const Planner& planner, const Resolution& own, std::size_t index, const json& body) {
  json out = json::object();
  const ResolvedColumn& column = own.resolved.columns[index];
  put(out, "index", static_cast<double>(index));
  put(out, "id", column.id);
  put(out, "devices", planner.devices());
  if (!planner.usable()) return out;
  const std::vector<double> counts = counts_of(body);
  const double days = json_number_at(body, "days").value_or(0);
  if (!counts.empty()) put_json(out, "curve", curve_json(planner, counts));
  if (days > 0) {
    const auto plan = planner.deadline(seconds(days * day_s), most_planned_devices);
    put_json(out, "deadline", plan ? plan_json(planner, *plan) : json(nullptr));
  }
  if (!counts.empty() || days > 0) return out;
  PlanScope scope;
  scope.slices = max(json_number_at(body, "slices").value_or(1), 1);
  scope.slice = json_number_at(body, "slice").value_or(0);
  const PlanSearch search = planner.search(scope);
  if (search.searched) put_json(out, "search", search_json(planner, search));
  if (column.usable && scope.slice == 0) put_json(out, "communication", budget_json(communication_of(own.resolved, column)));
  return out;
}

}  // namespace

json plan_result(const json& body, const Scenario& scenario, const Resolution& own, Issues& issues) {
  json devices = json::array();
  const Scenario& filled = scenario.columns.empty() ? own.resolved.scenario : scenario;
  for (std::size_t i = 0; i < filled.columns.size() && i < own.resolved.columns.size(); ++i) {
    const Planner planner(filled, i);
    if (i == 0) append(issues, planner.issues());
    push(devices, column_json(planner, own, i, body));
  }
  json out = json::object();
  put_json(out, "devices", std::move(devices));
  return out;
}

std::string plan(std::string_view request_text) {
  Request request = read_request(request_text);
  if (!request.readable) return answer(nullptr, request.reading.issues);
  const Scenario& scenario = request.reading.scenario;
  Issues& issues = request.reading.issues;
  json out = plan_result(request.body, scenario, resolve(scenario), issues);
  return answer(std::move(out), issues);
}

}  // namespace tilewise
