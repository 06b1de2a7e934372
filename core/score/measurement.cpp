#include <tilewise/score/measurement.hpp>

#include "mapper.hpp"

#include <array>

namespace tilewise::score {
namespace {

struct Kind {
  std::string_view name;
  std::string_view file;  // part of a file's name that says the same
  std::array<std::string_view, 3> columns;  // all of them make the kind
  void (*map)(const Context&);
};

// In this order: the first whose columns are all there.
const Kind kinds[] = {
    {"claims", "mtia", {"compared_to", "workload", "kind"}, map_claim},
    {"essay", "dettmers", {"claimed_value", "method"}, nullptr},
    {"gemm", "gemm", {"m", "n", "k"}, map_gemm},
    {"collectives", "collectives", {"op", "bytes", "device_count"}, map_collective},
    {"ops", "ops", {"op", "elements"}, map_operator},
    {"ops", "ops", {"op", "rows", "cols"}, map_operator},
    {"inference", "inference", {"phase", "in_len"}, map_inference},
    {"memory", "memory", {"mode", "micro_batch"}, map_memory},
    {"training", "train", {"global_batch", "seq_len"}, map_training},
};

const Kind* find_kind(const Table& table) {
  for (const Kind& kind : kinds) {
    bool all = true;
    for (const std::string_view column : kind.columns) all = all && (column.empty() || table.has(column));
    if (all) return &kind;
  }
  // A file that lacks a column is still what its name says; its rows then say what they miss.
  for (const Kind& kind : kinds) {
    if (table.name.find(kind.file) != std::string::npos) return &kind;
  }
  return nullptr;
}

Problem table_problem(const Table& table, const char* code, std::string detail) {
  Problem problem;
  problem.file = table.name;
  problem.code = code;
  problem.detail = std::move(detail);
  return problem;
}

// Indicative rows and anomalies are shown, never counted.
void set_quality_aside(Measurement& out) {
  if (out.quality == "C") out.aside = "aside.quality-c";
  if (out.quality == "D") out.aside = "aside.quality-d";
}

Measurement measure(const Row& row, const Kind& kind, const Names& names, Problems& problems) {
  Measurement out;
  out.file = row.table().name;
  out.row = row.line();
  out.id = row.text("id");
  if (out.id.empty()) out.id = out.file + ":" + std::to_string(out.row);
  out.group = row.text("group");
  out.device = row.text("device");
  out.software = row.text("software");
  out.quality = row.text("quality");
  out.source = row.text("source");
  out.source_url = row.text("source_url");
  const Context context{row, names, problems, out};
  kind.map(context);
  set_quality_aside(out);
  return out;
}

}  // namespace

bool is_verdict(Reading reading) { return reading == Reading::fits || reading == Reading::below_limit; }

std::string_view kind_of(const Table& table) {
  const Kind* kind = find_kind(table);
  return kind != nullptr ? kind->name : std::string_view{};
}

std::vector<Measurement> read_measurements(const Table& table, const Names& names, Problems& problems) {
  std::vector<Measurement> out;
  const Kind* kind = find_kind(table);
  if (kind == nullptr) {
    if (!table.header.empty()) problems.push_back(table_problem(table, "problem.unknown-columns", ""));
    return out;
  }
  if (kind->map == nullptr) return out;  // the essay's claims are gone through by a test of their own
  for (const char* column : {"id", "group", "device", "value", "metric", "unit", "quality"}) {
    if (!table.has(column)) problems.push_back(table_problem(table, "problem.column-missing", column));
  }
  out.reserve(table.rows.size());
  for (std::size_t i = 0; i < table.rows.size(); ++i) out.push_back(measure(Row(table, i), *kind, names, problems));
  return out;
}

}  // namespace tilewise::score
