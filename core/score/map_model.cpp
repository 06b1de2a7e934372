// The model of a row: an entry of the catalogue, or a custom shape that travels in the link.

#include "mapper.hpp"

#include <tilewise/catalogue.hpp>
#include <tilewise/parameters.hpp>

namespace tilewise::score {
namespace {

struct ShapeColumn {
  std::string_view column;
  std::string_view key;
  double Shape::*field;
};
constexpr ShapeColumn shape_columns[] = {
    {"layers", "L", &Shape::layers},     {"hidden", "h", &Shape::width},      {"heads", "a", &Shape::heads},
    {"kv_heads", "kv", &Shape::kv_heads}, {"ffn", "ff", &Shape::mlp_width}, {"vocab", "voc", &Shape::vocabulary},
};

bool contains(const std::string& text, std::string_view part) { return text.find(part) != std::string::npos; }

bool has_key(const std::string& pairs, std::string_view key) {
  return contains("&" + pairs, "&" + std::string(key) + "=");
}

// What the columns state and the catalogue's shape does not.
void add_differences(const Context& context, const Shape& shape, Pairs& pairs) {
  for (const ShapeColumn& column : shape_columns) {
    const auto stated = context.row.number(column.column);
    // The column `ffn` of an expert model is the width of one expert; latent attention has no KV heads.
    if (!stated || (shape.experts && column.key == "ff") || (shape.latent && column.key == "kv")) continue;
    if (*stated >= 1 && *stated != shape.*column.field) pairs.add(column.key, *stated);
  }
}

Shape stated_shape(const Context& context) {
  Shape shape;
  for (const ShapeColumn& column : shape_columns) {
    shape.*column.field = context.row.number(column.column).value_or(0);
  }
  if (shape.kv_heads <= 0) shape.kv_heads = shape.heads;
  if (shape.heads > 0) shape.head_width = shape.width / shape.heads;
  return shape;
}

// Whether the MLP is gated and the head tied is read off the parameter count: of the four, the nearest.
void add_kind_by_count(const Context& context, Pairs& pairs, bool encoder) {
  const auto stated = context.row.number("params_b");
  if (encoder || !stated) {
    // Two-matrix MLPs are four times as wide as the model; gated ones are not.
    const Shape shape = stated_shape(context);
    pairs.add("glu", encoder || shape.mlp_width == 4 * shape.width ? 0.0 : 1.0);
    return;
  }
  double best = -1;
  bool gated = false;
  bool tied = false;
  for (const bool glu : {false, true}) {
    for (const bool tie : {true, false}) {
      Shape shape = stated_shape(context);
      shape.gated = glu;
      shape.tied_head = tie;
      const double difference = count_parameters(shape).total - *stated * 1e9;
      const double off = difference < 0 ? -difference : difference;
      if (best >= 0 && off >= best) continue;
      best = off;
      gated = glu;
      tied = tie;
    }
  }
  pairs.add("glu", gated ? 1.0 : 0.0);
  pairs.add("tie", tied ? 1.0 : 0.0);
}

bool add_custom(const Context& context, Pairs& pairs, const std::string& override_pairs) {
  for (const ShapeColumn& column : shape_columns) {
    if (column.key != "L" && column.key != "h" && column.key != "a") continue;
    if (context.row.number(column.column) || has_key(override_pairs, column.key)) continue;
    const bool two_stacks = contains(context.row.text(column.column), "+");
    context.skip(two_stacks ? "skip.not-modelled" : "skip.no-shape",
                 two_stacks ? "encoder-decoder" : context.row.text("model"));
    return false;
  }
  pairs.add("m", "custom");
  const bool encoder = contains(lower_case(context.row.text("model")), "bert");
  if (encoder && !contains(override_pairs, "arch=")) pairs.add("arch", "encoder");
  pairs.add_all(override_pairs);
  for (const ShapeColumn& column : shape_columns) {
    const auto stated = context.row.number(column.column);
    if (stated && *stated >= 1 && !has_key(override_pairs, column.key)) pairs.add(column.key, *stated);
  }
  if (!contains(override_pairs, "glu=")) add_kind_by_count(context, pairs, encoder);
  return true;
}

}  // namespace

bool add_model(const Context& context, Pairs& pairs) {
  if (context.skipped()) return false;
  const std::string& name = context.row.text("model");
  const auto known = context.names.model(name);
  if (known && known->id.empty()) {
    context.skip("skip.not-modelled", known->note);
    return false;
  }
  const Model* model = known ? find_model(known->id) : nullptr;
  if (model == nullptr) return add_custom(context, pairs, known ? known->override : std::string());
  if (model->shape.architecture == Architecture::encoder_decoder) {
    context.skip("skip.not-modelled", "encoder-decoder");
    return false;
  }
  pairs.add("m", model->id);
  pairs.add_all(known->override);
  add_differences(context, model->shape, pairs);
  return true;
}

}  // namespace tilewise::score
