#include "import/import_json.hpp"

#include <cmath>

#include <tilewise/catalogue_json.hpp>
#include <tilewise/json_out.hpp>
#include <tilewise/json_reader.hpp>
#include <tilewise/link.hpp>
#include <tilewise/parameters.hpp>
#include <tilewise/resolve.hpp>
#include <tilewise/scenario_json.hpp>

namespace tilewise {
namespace {

using nlohmann::json;

void set(Scenario& scenario, Field field, double number) {
  if (number > 0) scenario.values.set(field, number_value(number));
}

void set_always(Scenario& scenario, Field field, double number) {
  scenario.values.set(field, number_value(number));
}

// Shared experts of another width count as so many of the routed width, where that comes out even.
double shared_of(const Experts& experts) {
  if (experts.shared < 1 || experts.width < 1) return experts.shared;
  return std::floor(experts.shared * experts.shared_width / experts.width + 0.5);
}

void set_experts(Scenario& scenario, const Experts& experts) {
  set(scenario, Field::experts, experts.count);
  set(scenario, Field::active_experts, experts.active);
  set(scenario, Field::shared_experts, shared_of(experts));
  set(scenario, Field::expert_width, experts.width);
  set(scenario, Field::dense_layers, experts.dense_layers_first);
}

// The shape in the keys of a link, as resolve_shape reads them back. With latent attention the head width is
// the part without rotary positions.
Scenario scenario_of(const ImportedModel& model) {
  const Shape& shape = model.shape;
  Scenario scenario;
  scenario.values.set(Field::model, text_value("custom"));
  if (!model.weight_format.empty())
    scenario.values.set(Field::weight_format, text_value(model.weight_format));
  set(scenario, Field::layers, shape.layers);
  set(scenario, Field::width, shape.width);
  set(scenario, Field::heads, shape.heads);
  set(scenario, Field::kv_heads, shape.kv_heads);
  set(scenario, Field::head_width, shape.latent ? shape.latent->nope_width : shape.head_width);
  set(scenario, Field::mlp_width, shape.mlp_width);
  set_always(scenario, Field::gated, shape.gated ? 1 : 0);
  set(scenario, Field::vocabulary, shape.vocabulary);
  set_always(scenario, Field::tied_head, shape.tied_head ? 1 : 0);
  set(scenario, Field::positions, shape.learned_positions);
  scenario.values.set(Field::architecture, text_value(word(shape.architecture)));
  set(scenario, Field::encoder_layers, shape.encoder_layers);
  set(scenario, Field::window, shape.window);
  set(scenario, Field::windowed_layers, shape.windowed_layers);
  if (shape.experts) set_experts(scenario, *shape.experts);
  if (shape.latent) {
    set(scenario, Field::latent_rank, shape.latent->kv_rank);
    set(scenario, Field::rotary_width, shape.latent->rope_width);
    set(scenario, Field::query_rank, shape.latent->query_rank);
  }
  return scenario;
}

// A link has no keys for biases and norms: what its model comes to is said where it is another number.
void compare_with_link(const ImportedModel& model, const Scenario& scenario, Issues& issues) {
  constexpr double noticed = 0.001;
  Issues quiet;
  std::vector<Assumption> assumptions;
  const double linked = count_parameters(resolve_shape(scenario, quiet, assumptions).shape).total;
  const double share = linked / model.parameters - 1;
  if (share <= noticed && share >= -noticed) return;
  report(issues, "import.link-count", "", Severity::note,
         {{"file_parameters", model.parameters}, {"link_parameters", linked}});
}

std::string_view same_model(const ImportedModel& model) {
  const Shape& shape = model.shape;
  for (const Model& known : models()) {
    const Shape& other = known.shape;
    if (other.layers == shape.layers && other.width == shape.width && other.kv_heads == shape.kv_heads &&
        other.vocabulary == shape.vocabulary && count_parameters(other).total == model.parameters) {
      return known.id;
    }
  }
  return {};
}

json weights_json(const ImportedModel& model, double& total) {
  json list = json::array();
  for (const StoredWeights& weights : model.weights) {
    json entry = json::object();
    put(entry, "type", weights.type);
    if (weights.tensors > 0) put(entry, "tensors", weights.tensors);
    put(entry, "parameters", weights.parameters);
    put(entry, "bytes", weights.bytes);
    total += weights.bytes;
    push(list, std::move(entry));
  }
  return list;
}

}  // namespace

json imported_json(const ImportedModel& model, Issues& issues) {
  json out = json::object();
  put(out, "kind", model.kind);
  if (model.need_bytes > 0) {
    put(out, "need_bytes", model.need_bytes);
    return out;
  }
  const Scenario scenario = scenario_of(model);
  compare_with_link(model, scenario, issues);
  put(out, "name", model.name);
  put(out, "architecture", model.architecture);
  put(out, "link", write_link(scenario));
  put_json(out, "scenario", write_scenario_json(scenario));
  put_json(out, "shape", shape_json(model.shape));
  json parameters = json::object();
  put(parameters, "total", model.parameters);
  const ParameterCount count = count_parameters(model.shape);
  put(parameters, "active", model.parameters - (count.total - count.active));
  put_json(out, "parameters", std::move(parameters));
  const std::string_view same = same_model(model);
  if (!same.empty()) put(out, "same_as", same);
  if (!model.weight_format.empty()) put(out, "weight_format", model.weight_format);
  double bytes = 0;
  put_json(out, "weights", weights_json(model, bytes));
  put(out, "weight_bytes", bytes);
  if (model.header_bytes) put(out, "header_bytes", *model.header_bytes);
  if (model.file_bytes) put(out, "file_bytes", *model.file_bytes);
  return out;
}

}  // namespace tilewise
