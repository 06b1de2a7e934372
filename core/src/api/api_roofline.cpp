// The operators of each column under its roofline: a question of the second module.

#include <tilewise/api.hpp>

#include <tilewise/json_out.hpp>
#include <tilewise/json_reader.hpp>
#include <tilewise/roofline.hpp>

#include "questions/api_request.hpp"

namespace tilewise {
namespace {

using nlohmann::json;

json point_json(const RooflinePoint& point) {
  json out = json::object();
  put(out, "name", point.name);
  put(out, "work_flops", point.work);
  put(out, "traffic_bytes", point.traffic);
  put(out, "time_s", point.time);
  put(out, "intensity_ops_per_byte", point.intensity);
  put(out, "rate_ops_per_s", point.rate);
  put(out, "ideal_ops_per_s", point.ideal);
  return out;
}

void put_roofline(json& column, const Roofline& roof) {
  put(column, "peak_ops_per_s", roof.peak);
  put(column, "bandwidth_bytes_per_s", roof.bandwidth);
  put(column, "ridge_ops_per_byte", roof.ridge);
  json operators = json::array();
  for (const RooflinePoint& point : roof.points) push(operators, point_json(point));
  put_json(column, "operators", std::move(operators));
}

}  // namespace

std::string roofline(std::string_view request_text) {
  ResolvedRequest asked = read_resolved(request_text);
  if (!asked.usable) return answer(nullptr, asked.issues());
  const Resolved& resolved = asked.resolved();
  const std::vector<ColumnEstimate> estimates = estimate_all(resolved).columns;
  json columns = json::array();
  for (std::size_t i = 0; i < estimates.size(); ++i) {
    json column = json::object();
    put(column, "index", static_cast<double>(i));
    put(column, "id", resolved.columns[i].id);
    const auto roof = roofline_of(resolved, resolved.columns[i], estimates[i]);
    if (roof) put_roofline(column, *roof);
    push(columns, std::move(column));
  }
  json out = json::object();
  put_json(out, "devices", std::move(columns));
  return answer(std::move(out), asked.issues());
}

}  // namespace tilewise
