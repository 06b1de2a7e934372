#include "resolve/resolve_parallel.hpp"

#include <cmath>

namespace tilewise {
namespace {

// What llama.cpp reads of a desktop's memory. Runs with layers on the host give 52 to 60 GB/s (github: AlexsJones/llmfit,
// pull request 774, four channels of DDR4-2933), one without a device 69 (evshiron/rocm_lab, issue 13, two of DDR5).
constexpr double usual_host_read_gb_per_s = 60;

bool divides(double divisor, double whole) { return std::floor(whole / divisor) * divisor == whole; }

class ParallelResolver {
 public:
  ParallelResolver(const Resolved& resolved, const Column& column, const std::string& prefix, ResolvedColumn& out,
                   Issues& issues, std::vector<Assumption>& assumptions)
      : resolved_(resolved), column_(column), prefix_(prefix), out_(out), issues_(issues), assumptions_(assumptions) {}

  void run() {
    Parallel& p = out_.parallel;
    p.tp = number(Field::tp, 1);
    p.sp = p.tp > 1 && number(Field::sp, 0) != 0;
    p.pp = number(Field::pp, 1);
    p.vp = number(Field::vp, 1);
    p.cp = number(Field::cp, 1);
    p.ep = number(Field::ep, 1);
    p.etp = number(Field::etp, 1);
    p.own_attention = !training() && p.tp > 1 && number(Field::data_parallel_attention, 0) != 0;
    if (training()) p.zero = static_cast<int>(number(Field::zero, 0));
    read_schedule();
    data_ranks();
    if (resolved_.workload != Workload::matmul) {
      check_shape();
    } else {
      for (const Field field : {Field::tp, Field::pp, Field::cp, Field::ep}) training_only(field);
    }
    read_topology();
  }

 private:
  [[nodiscard]] bool training() const { return resolved_.workload == Workload::train; }

  const Value* value_of(Field field) const {
    if (const Value* own = column_.overrides.find(field)) return own->valid ? own : nullptr;
    const Value* shared = resolved_.scenario.values.find(field);
    return shared != nullptr && shared->valid ? shared : nullptr;
  }
  [[nodiscard]] double number(Field field, double otherwise) const {
    const Value* value = value_of(field);
    return value != nullptr ? value->number : otherwise;
  }
  void fail(const char* code, Field field, std::initializer_list<ParamView> params) {
    report(issues_, code, prefix_ + std::string(spec_of(field).key), Severity::error, params);
    issues_.back().params.push_back({"device", std::string(out_.device->id)});
  }
  void assume(Field field, double value, const char* code) {
    add_assumption(assumptions_, prefix_ + std::string(spec_of(field).key), write_number(value), code);
  }

  void training_only(Field field) {
    if (number(field, 1) > 1) fail("parallel.training-only", field, {});
  }

  void read_schedule() {
    const Value* given = value_of(Field::schedule);
    if (given == nullptr) return;
    const std::string_view sch = given->text;
    out_.schedule = sch == "gpipe"         ? Schedule::gpipe
                    : sch == "interleaved" ? Schedule::interleaved
                    : sch == "zb-h1"       ? Schedule::zb_h1
                    : sch == "zb-h2"       ? Schedule::zb_h2
                                           : Schedule::one_f_one_b;
  }

  // What is left of the ranks shares the batch (training) or holds replicas (inference).
  void data_ranks() {
    Parallel& p = out_.parallel;
    const double cut = p.tp * p.pp * p.cp;
    if (!divides(cut, out_.ranks)) {
      fail("parallel.ranks", Field::count, {{"ranks", out_.ranks}, {"tp", p.tp}, {"pp", p.pp}, {"cp", p.cp}});
      return;
    }
    p.dp = out_.ranks / cut;
    // Layers one after another over the devices: one replica, whatever their number.
    p.layer_split = !training() && number(Field::layer_split, 0) != 0 && out_.ranks > 1;
    if (p.layer_split) p.dp = 1;
    const double given = number(Field::dp, p.dp);
    if (given != p.dp) fail("parallel.data-ranks", Field::dp, {{"given", given}, {"ranks", p.dp}});
  }

  void check_shape() {
    const Parallel& p = out_.parallel;
    const Shape& shape = resolved_.shape;
    // Compilers pad heads where inference has more ranks than heads.
    const bool padded = !training() && out_.stack == Stack::xla;
    if (!padded && !p.own_attention && !divides(p.tp, shape.heads)) fail("parallel.heads", Field::tp, {{"tp", p.tp}, {"heads", shape.heads}});
    // The first and the last chunk may hold the ends of the network alone (Grattafiori et al. 2024, section 3.3.2).
    if (p.pp * p.vp > shape.layers + (p.vp > 1 ? 2 : 0)) {
      fail("parallel.layers", Field::pp, {{"pp", p.pp}, {"vp", p.vp}, {"layers", shape.layers}});
    } else if (training() && !divides(p.pp, shape.layers)) {
      report(issues_, "parallel.uneven", prefix_ + "pp", Severity::note,
             {{"layers", std::ceil(shape.layers / p.pp)}, {"pp", p.pp}});
    }
    if (p.vp > 1 && p.pp <= 1) fail("parallel.interleave", Field::vp, {{"vp", p.vp}});
    if (!divides(p.cp, resolved_.sequence)) {
      fail("parallel.context", Field::cp, {{"cp", p.cp}, {"tokens", resolved_.sequence}});
    }
    const double experts = shape.experts ? shape.experts->count : 1;
    if (!divides(p.ep, experts) || !divides(p.ep * p.etp, p.tp * p.cp * p.dp)) {
      fail("parallel.experts", Field::ep,
           {{"ep", p.ep}, {"etp", p.etp}, {"experts", experts}, {"ranks", p.tp * p.cp * p.dp}});
    }
    if (!training()) training_only(Field::vp);
  }

  // Rates of a chip are shared by its ranks.
  void read_topology() {
    const Device& device = *out_.device;
    const double cores = resolved_.workload == Workload::matmul ? 1 : device.ranks_per_device;
    Topology& t = out_.topology;
    const Value* fabric = column_.overrides.find(Field::fabric);
    t.fabric = fabric != nullptr && fabric->valid ? fabric_named(fabric->text) : fabric_of(device);
    const double giga = 1e9;
    const double host = own(Field::host_bandwidth, link_of(device, Fabric::pcie)->base() / giga);
    const auto line = link_of(device, t.fabric);
    const bool by_host = t.fabric == Fabric::pcie || t.fabric == Fabric::pcie_p2p || t.fabric == Fabric::host;
    t.link = bytes_per_second(own(Field::link_rate, by_host || !line ? host : line->base() / giga) * giga / cores);
    t.net = bytes_per_second(own(Field::net_rate, net_of(device).base() / giga) * giga / cores);
    t.host = bytes_per_second(host * giga / cores);
    t.host_memory = bytes_per_second(own(Field::host_read, usual_host_read_gb_per_s) * giga / cores);
    const double layers = resolved_.shape.layers;
    const bool host_computes = out_.stack == Stack::llama_cpp && number(Field::gpu_layers, layers) < layers;
    if (host_computes && !column_.overrides.has(Field::host_read)) {
      assume(Field::host_read, usual_host_read_gb_per_s, "assumption.host-read");
    }
    if (column_.overrides.has(Field::link_latency)) t.latency = seconds(own(Field::link_latency, 0) * 1e-6);
    t.node = own(Field::node, chips_per_node(device)) * cores;
    read_torus(cores);
    if (out_.ranks <= cores) return;
    if (fabric == nullptr) {
      add_assumption(assumptions_, prefix_ + "fab", word(t.fabric), "assumption.fabric");
    }
    if (out_.ranks > t.node && !column_.overrides.has(Field::net_rate)) {
      assume(Field::net_rate, t.net.base() / giga * cores, "assumption.net");
    }
    if (t.fabric != Fabric::ici && !column_.overrides.has(Field::node)) {
      assume(Field::node, t.node / cores, "assumption.node");
    }
  }
  void read_torus(double cores) {
    Topology& t = out_.topology;
    if (t.fabric != Fabric::ici) return;
    t.chip_ranks = cores;
    t.torus_axes = out_.device->links.value_or(4) / 2;
    t.torus = usual_torus(out_.count, t.torus_axes);
    const Value* given = column_.overrides.find(Field::torus);
    if (given == nullptr || !given->valid) return;
    const std::vector<double> sides = dims_of(given->text);
    double chips = 1;
    for (std::size_t i = 0; i < t.torus.size(); ++i) {
      t.torus[i] = i < sides.size() ? sides[i] : 1;
      chips *= t.torus[i];
    }
    if (chips != out_.count) fail("parallel.torus", Field::torus, {{"given", given->text}, {"devices", out_.count}});
  }
  [[nodiscard]] double own(Field field, double otherwise) const {
    const Value* value = column_.overrides.find(field);
    return value != nullptr && value->valid && value->number > 0 ? value->number : otherwise;
  }

  const Resolved& resolved_;
  const Column& column_;
  const std::string& prefix_;
  ResolvedColumn& out_;
  Issues& issues_;
  std::vector<Assumption>& assumptions_;
};

}  // namespace

void resolve_parallel(const Resolved& resolved, const Column& column, const std::string& prefix,
                      ResolvedColumn& out, Issues& issues, std::vector<Assumption>& assumptions) {
  ParallelResolver(resolved, column, prefix, out, issues, assumptions).run();
}

}  // namespace tilewise
