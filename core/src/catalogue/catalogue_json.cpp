#include <tilewise/catalogue_json.hpp>

#include <string>

#include <nlohmann/json.hpp>

#include <tilewise/parameters.hpp>

namespace tilewise {
namespace {

using nlohmann::json;

// Everything is filled by assignment: nested initialiser lists take several times the code.

void put(json& out, const char* key, std::string_view text) {
  if (text.empty()) {
    out[key] = nullptr;
  } else {
    out[key] = std::string(text);
  }
}

void put(json& out, const char* key, const std::optional<double>& value) {
  if (value) {
    out[key] = *value;
  } else {
    out[key] = nullptr;
  }
}

template <Dim D>
void put(json& out, const char* key, const std::optional<Quantity<D>>& value) {
  put(out, key, value ? std::optional<double>(value->base()) : std::nullopt);
}

void put_rates(json& out, const Device& d) {
  json& peak = out["peak_ops_per_s"];
  for (std::size_t i = 0; i < format_count; ++i) put(peak, word(static_cast<Format>(i)), d.peak_dense[i]);
  put(out, "sparse_multiplier", d.sparse_multiplier);
  if (d.int8_on_matrix_unit) {
    out["int8_on_matrix_unit"] = *d.int8_on_matrix_unit;
  } else {
    out["int8_on_matrix_unit"] = nullptr;
  }
}

void put_chip(json& out, const Device& d) {
  put(out, "memory_bytes", d.memory);
  put(out, "bandwidth_bytes_per_s", d.bandwidth);
  put(out, "cache_bytes", d.cache);
  put(out, "matrix_unit_count", d.matrix_unit_count);
  put(out, "processor_count", d.processor_count);
  put(out, "array_side", d.array_side);
  put(out, "clock_hz", d.clock);
  put(out, "power_limit_w", d.power_limit);
  put(out, "mean_power_w", d.mean_power);
  put(out, "least_power_w", d.least_power);
  put(out, "estimated_power_w", d.estimated_power);
}

void put_links(json& out, const Device& d) {
  put(out, "link_type", d.link_type);
  put(out, "topology", d.topology);
  put(out, "link_one_way_bytes_per_s", d.link_one_way);
  put(out, "link_one_way_each_bytes_per_s", d.link_one_way_each);
  put(out, "links", d.links);
  put(out, "host_one_way_bytes_per_s", d.host_one_way);
  put(out, "pcie_generation", d.pcie_generation);
  put(out, "pcie_lanes", d.pcie_lanes);
  out["ranks_per_device"] = d.ranks_per_device;
  put(out, "server_devices", d.server_devices);
  put(out, "pod_chips", d.pod_chips);
}

void put_prices(json& out, const Device& d) {
  put(out, "msrp_usd", d.msrp_usd);
  put(out, "street_usd", d.street_usd);
  put(out, "rent_usd_per_hour", d.rent_usd_per_hour);
}

void put_shape(json& out, const Shape& s) {
  out["architecture"] = word(s.architecture);
  out["layers"] = s.layers;
  out["encoder_layers"] = s.encoder_layers;
  out["width"] = s.width;
  out["heads"] = s.heads;
  out["kv_heads"] = s.kv_heads;
  out["head_width"] = s.head_width;
  out["mlp_width"] = s.mlp_width;
  out["gated"] = s.gated;
  out["vocabulary"] = s.vocabulary;
  out["max_positions"] = s.max_positions;
  out["learned_positions"] = s.learned_positions;
  out["tied_head"] = s.tied_head;
  out["causal"] = s.causal;
  out["window"] = s.window;
  out["windowed_layers"] = s.windowed_layers;
  out["classes"] = s.classes;
  out["patch_values"] = s.patch_values;
}

// Details that only the parameter count needs.
void put_details(json& out, const Shape& s) {
  out["relative_bias"] = s.relative_bias;
  out["layer_norm"] = s.layer_norm;
  out["norms_per_layer"] = s.norms_per_layer;
  out["parallel_mlp"] = s.parallel_mlp;
  out["qk_norm"] = s.qk_norm;
  out["qkv_bias"] = s.qkv_bias;
  out["out_bias"] = s.out_bias;
  out["mlp_bias"] = s.mlp_bias;
  out["head_bias"] = s.head_bias;
  out["attention_sinks"] = s.attention_sinks;
  out["pooler"] = s.pooler;
  out["token_types"] = s.token_types;
}

// Names as in the vocabulary; absent parts count as zero experts and rank zero.
void put_parts(json& out, const Shape& s) {
  const Experts e = s.experts.value_or(Experts{});
  out["experts"] = e.count;
  out["active_experts"] = e.active;
  out["shared_experts"] = e.shared;
  out["expert_width"] = e.width;
  out["shared_expert_width"] = e.shared_width;
  out["dense_layers_first"] = e.dense_layers_first;
  out["dense_mlp_width"] = e.dense_width;
  const Latent l = s.latent.value_or(Latent{});
  out["latent_rank"] = l.kv_rank;
  out["query_rank"] = l.query_rank;
  out["rotary_width"] = l.rope_width;
  out["plain_key_width"] = l.nope_width;
  out["value_width"] = l.value_width;
}

}  // namespace

json device_json(const Device& d) {
  json out;
  put(out, "id", d.id);
  put(out, "name", d.name);
  put(out, "vendor", d.vendor);
  out["kind"] = word(d.kind);
  put(out, "family", d.family);
  put(out, "release", d.release);
  put(out, "status", d.status);
  out["training_capable"] = d.training_capable;
  out["inference_focus"] = d.inference_focus;
  put_rates(out, d);
  put_chip(out, d);
  put_links(out, d);
  put_prices(out, d);
  return out;
}

json shape_json(const Shape& shape) {
  json out;
  put_shape(out, shape);
  put_details(out, shape);
  put_parts(out, shape);
  return out;
}

json model_json(const Model& m) {
  json out = shape_json(m.shape);
  put(out, "id", m.id);
  put(out, "name", m.name);
  put(out, "family", m.family);
  const ParameterCount count = count_parameters(m.shape);
  json& parameters = out["parameters"];
  parameters["total"] = count.total;
  parameters["active"] = count.active;
  parameters["published_total"] = m.published_total;
  put(parameters, "published_active", m.published_active);
  return out;
}

json devices_json() {
  json out = json::array();
  for (const Device& device : devices()) out.push_back(device_json(device));
  return out;
}

json models_json() {
  json out = json::array();
  for (const Model& model : models()) out.push_back(model_json(model));
  return out;
}

json aliases_json() {
  json out;
  json& device_names = out["devices"];
  for (const Alias& alias : device_aliases()) device_names[std::string(alias.name)] = std::string(alias.id);
  json& model_names = out["models"];
  for (const Alias& alias : model_aliases()) model_names[std::string(alias.name)] = std::string(alias.id);
  return out;
}

}  // namespace tilewise
