#include "estimate/communication.hpp"

#include <tilewise/place.hpp>

namespace tilewise {
namespace {

// Where the timers keep a collective, and the item it is part of.
struct Origin {
  std::string_view path;  // a part of the path of its call
  const char* name;
  Sharing sharing;
};
constexpr Origin origins[] = {
    {"training_slices", "gradients", Sharing::data},
    {"training_expert_gradients", "gradients", Sharing::data},
    {"training_gradients", "gradients", Sharing::data},
    {".weights", "weights-gather", Sharing::data},
    {".tensor", "tensor-parallel", Sharing::model},
    {"tensor-parallel", "tensor-parallel", Sharing::model},
    {".experts", "expert-parallel", Sharing::model},
    {"expert-parallel", "expert-parallel", Sharing::model},
    {".context", "context-parallel", Sharing::model},
    {"context-parallel", "context-parallel", Sharing::model},
    {"training_send", "pipeline-send", Sharing::model},
    {"pipeline-send", "pipeline-send", Sharing::model},
};

const Origin* origin_of(std::string_view path) {
  for (const Origin& known : origins) {
    if (path.find(known.path) != std::string_view::npos) return &known;
  }
  return nullptr;
}

double input(const TracedCall& call, std::string_view name) {
  for (const TracedInput& one : call.inputs) {
    if (one.name == name) return one.value;
  }
  return 0;
}

// Bytes that one rank sends in the call.
double sent_bytes(const TracedCall& call) {
  const double ranks = input(call, "ranks");
  if (call.formula.id == "time.ring") {
    return ranks > 1 ? input(call, "turns") * (ranks - 1) / ranks * input(call, "bytes") : 0;
  }
  if (call.formula.id == "time.tree") return 2 * input(call, "bytes");
  if (call.formula.id == "time.send") return input(call, "messages") * input(call, "bytes");
  return input(call, "moved");
}

bool is_transfer(const TracedCall& call) {
  for (const char* id : {"time.ring", "time.tree", "time.send", "time.collective"}) {
    if (call.formula.id == id) return true;
  }
  return false;
}

// How often a step runs the call: by the call that repeats it.
double repeats(const Trace& trace, const TracedCall& call) {
  for (const TracedCall& other : trace.calls()) {
    if (other.formula.id != "time.repeated") continue;
    for (const TracedInput& one : other.inputs) {
      if (one.target == call.path) return input(other, "repeat");
    }
  }
  return 1;
}

Communication& part_of(CommunicationBudget& budget, const Origin& origin, const TracedCall& call) {
  for (Communication& known : budget.parts) {
    if (known.name == origin.name && known.algorithm == call.formula.id) return known;
  }
  Communication part;
  part.name = origin.name;
  part.sharing = origin.sharing;
  part.algorithm = std::string(call.formula.id);
  budget.parts.push_back(std::move(part));
  return budget.parts.back();
}

}  // namespace

CommunicationBudget communication_of(const Resolved& resolved, const ResolvedColumn& column) {
  Trace trace;
  trace.begin_device("");
  const ColumnEstimate estimate = estimate_column(resolved, column, &trace, false);
  CommunicationBudget budget;
  if (!estimate.time) return budget;
  budget.step = estimate.time->step;
  budget.work = budget.step;
  const double passes = resolved.workload == Workload::train ? micro_batches(column) : 1;
  for (const TracedCall& call : trace.calls()) {
    const Origin* origin = is_transfer(call) ? origin_of(call.path) : nullptr;
    if (origin == nullptr) continue;
    // Of training: a pass is one micro-batch's, what is reduced is once a step.
    const bool once = call.path.find("gradients") != std::string::npos || call.path.find("slices") != std::string::npos;
    const double often = resolved.workload == Workload::train ? (once ? 1 : passes) : repeats(trace, call);
    Communication& part = part_of(budget, *origin, call);
    part.sent += bytes(often * sent_bytes(call));
    part.busy += seconds(often * call.value);
    part.transfers.push_back({call.path, often, sent_bytes(call)});
    part.reached = bytes_per_second(input(call, "rate"));
  }
  for (Communication& part : budget.parts) {
    for (const TimeItem& item : estimate.time->items) {
      const std::string_view name = item.name;
      const std::size_t dot = name.rfind('.');
      if (name == part.name || (dot != std::string_view::npos && name.substr(dot + 1) == part.name)) {
        part.exposed += item.seconds;
        part.items.push_back(item.name);
      }
    }
    budget.work = budget.work - part.exposed;
  }
  return budget;
}

}  // namespace tilewise
