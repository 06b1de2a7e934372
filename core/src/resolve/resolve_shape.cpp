#include <cmath>

#include <tilewise/defaults.hpp>
#include <tilewise/resolve.hpp>

namespace tilewise {
namespace {

// The frozen starting shape of m=custom: a gated decoder of Llama's proportions. Only what the scenario
// does not give is derived from it.
constexpr double custom_layers = 32;
constexpr double custom_width = 4096;
constexpr double custom_head_width = 128;
constexpr double custom_vocabulary = 32000;
constexpr double custom_mlp_grain = 256;

class ShapeReader {
 public:
  ShapeReader(const Scenario& scenario, Issues& issues, std::vector<Assumption>& assumptions)
      : scenario_(scenario), issues_(issues), assumptions_(assumptions) {}

  // Takes the override of `field` when there is a valid one.
  bool take(Field field, double& target) {
    const Value* value = scenario_.values.find(field);
    if (value == nullptr || !value->valid) return false;
    target = value->number;
    return true;
  }
  bool take(Field field, bool& target) {
    double number = 0;
    if (!take(field, number)) return false;
    target = number != 0;
    return true;
  }
  void assume(Field field, double assumed, double& target, const char* code) {
    target = assumed;
    add_assumption(assumptions_, spec_of(field).key, write_number(assumed), code);
  }
  // For custom models: what was not given is assumed, and said.
  void take_or_assume(Field field, double assumed, double& target) {
    if (!take(field, target)) assume(field, assumed, target, "assumption.custom-shape");
  }
  // Keys that were given and mean nothing while `needed` is not set.
  void note_idle(std::initializer_list<Field> fields, Field needed) {
    for (Field field : fields) {
      double value = 0;
      if (!take(field, value) || value == 0) continue;
      report(issues_, "shape.no-effect", spec_of(field).key, Severity::warning,
             {{"key", spec_of(field).key}, {"needs", spec_of(needed).key}});
    }
  }
  [[nodiscard]] const Value* word_of(Field field) const {
    const Value* value = scenario_.values.find(field);
    return value != nullptr && value->valid ? value : nullptr;
  }
  void fail(const char* code, Field field, double given, double limit) {
    failed_ = true;
    report(issues_, code, spec_of(field).key, Severity::error, {{"given", given}, {"limit", limit}});
  }

  [[nodiscard]] bool failed() const { return failed_; }

 private:
  bool failed_ = false;
  const Scenario& scenario_;
  Issues& issues_;
  std::vector<Assumption>& assumptions_;
};

Architecture architecture_named(std::string_view word) {
  if (word == "encoder") return Architecture::encoder;
  if (word == "encdec") return Architecture::encoder_decoder;
  if (word == "vit") return Architecture::vision;
  return Architecture::decoder;
}

Shape custom_shape(ShapeReader& read) {
  Shape shape;
  if (const Value* arch = read.word_of(Field::architecture)) shape.architecture = architecture_named(arch->text);
  read.take_or_assume(Field::layers, custom_layers, shape.layers);
  read.take_or_assume(Field::width, custom_width, shape.width);
  double heads = std::floor(shape.width / custom_head_width);
  if (heads < 1) heads = 1;
  read.take_or_assume(Field::heads, heads, shape.heads);
  read.take_or_assume(Field::kv_heads, shape.heads, shape.kv_heads);
  read.take_or_assume(Field::head_width, std::ceil(shape.width / shape.heads), shape.head_width);
  shape.gated = shape.architecture == Architecture::decoder;
  read.take(Field::gated, shape.gated);
  const double mlp = shape.gated
                         ? std::ceil(8 * shape.width / 3 / custom_mlp_grain) * custom_mlp_grain
                         : 4 * shape.width;
  read.take_or_assume(Field::mlp_width, mlp, shape.mlp_width);
  const bool image = shape.architecture == Architecture::vision;
  read.take_or_assume(Field::vocabulary, image ? 0 : custom_vocabulary, shape.vocabulary);
  shape.causal = shape.architecture == Architecture::decoder;
  return shape;
}

void apply_overrides(ShapeReader& read, Shape& shape) {
  if (const Value* arch = read.word_of(Field::architecture)) shape.architecture = architecture_named(arch->text);
  read.take(Field::layers, shape.layers);
  read.take(Field::width, shape.width);
  read.take(Field::heads, shape.heads);
  read.take(Field::kv_heads, shape.kv_heads);
  read.take(Field::head_width, shape.head_width);
  read.take(Field::mlp_width, shape.mlp_width);
  read.take(Field::gated, shape.gated);
  read.take(Field::vocabulary, shape.vocabulary);
  read.take(Field::tied_head, shape.tied_head);
  read.take(Field::positions, shape.learned_positions);
  read.take(Field::causal, shape.causal);
  read.take(Field::window, shape.window);
  read.take(Field::windowed_layers, shape.windowed_layers);
  read.take(Field::recurrent_state, shape.recurrent_state);
  if (shape.recurrent_state > 0) shape.window = 0;  // such layers look back through their state alone
  if (shape.window == 0 && shape.recurrent_state == 0) read.note_idle({Field::windowed_layers}, Field::window);
  if (shape.windowed_layers == 0) read.note_idle({Field::window, Field::recurrent_state}, Field::windowed_layers);
}

void apply_experts(ShapeReader& read, Shape& shape) {
  Experts experts = shape.experts.value_or(Experts{});
  bool given = read.take(Field::experts, experts.count);
  given = read.take(Field::active_experts, experts.active) || given;
  given = read.take(Field::shared_experts, experts.shared) || given;
  given = read.take(Field::expert_width, experts.width) || given;
  given = read.take(Field::dense_layers, experts.dense_layers_first) || given;
  if (!given && !shape.experts) return;
  if (experts.count < 1) {
    shape.experts.reset();
    read.note_idle({Field::active_experts, Field::shared_experts, Field::expert_width, Field::dense_layers},
                   Field::experts);
    return;
  }
  if (experts.active == 0) read.assume(Field::active_experts, 1, experts.active, "assumption.default");
  if (experts.width == 0) {
    read.assume(Field::expert_width, shape.mlp_width, experts.width, "assumption.default");
  }
  if (experts.shared_width == 0) experts.shared_width = experts.width;
  if (experts.dense_width == 0) experts.dense_width = shape.mlp_width;
  if (experts.active > experts.count) {
    read.fail("shape.active-experts", Field::active_experts, experts.active, experts.count);
  }
  if (experts.dense_layers_first > shape.layers) {
    read.fail("shape.dense-layers", Field::dense_layers, experts.dense_layers_first, shape.layers);
  }
  shape.experts = experts;
}

void apply_latent(ShapeReader& read, Shape& shape) {
  Latent latent = shape.latent.value_or(Latent{});
  bool given = read.take(Field::latent_rank, latent.kv_rank);
  given = read.take(Field::rotary_width, latent.rope_width) || given;
  given = read.take(Field::query_rank, latent.query_rank) || given;
  if (!given) return;
  if (latent.kv_rank == 0) {
    shape.latent.reset();
    read.note_idle({Field::rotary_width, Field::query_rank}, Field::latent_rank);
    return;
  }
  if (!shape.latent) {
    latent.nope_width = shape.head_width;
    latent.value_width = shape.head_width;
  }
  shape.head_width = latent.nope_width + latent.rope_width;
  shape.latent = latent;
}

void check(ShapeReader& read, const Shape& shape) {
  const double groups = shape.heads / shape.kv_heads;
  if (shape.kv_heads > shape.heads || std::floor(groups) != groups) {
    read.fail("shape.kv-heads", Field::kv_heads, shape.kv_heads, shape.heads);
  }
  if (shape.windowed_layers > shape.layers) {
    read.fail("shape.windowed-layers", Field::windowed_layers, shape.windowed_layers, shape.layers);
  }
}

}  // namespace

ResolvedShape resolve_shape(const Scenario& scenario, Issues& issues, std::vector<Assumption>& assumptions) {
  ResolvedShape result;
  ShapeReader read(scenario, issues, assumptions);
  const Value* given = scenario.values.find(Field::model);
  if (given != nullptr && !given->valid) return result;  // reported with the other unreadable values
  const std::string id = given != nullptr ? given->text : default_of(Field::model, scenario)->text;
  if (id == "custom") {
    result.model_id = id;
    result.shape = custom_shape(read);
  } else {
    const Model* model = find_model(id);
    if (model == nullptr) {
      report(issues, "model.unknown", "m", Severity::error, {{"id", id}});
      return result;
    }
    result.model_id = std::string(model->id);
    result.shape = model->shape;
  }
  apply_overrides(read, result.shape);
  apply_experts(read, result.shape);
  apply_latent(read, result.shape);
  check(read, result.shape);
  if (result.shape.architecture == Architecture::encoder_decoder) {
    report(issues, "support.not-yet", "m", Severity::error, {{"key", "arch"}, {"value", "encdec"}});
  }
  result.usable = !read.failed() && result.shape.architecture != Architecture::encoder_decoder;
  return result;
}

}  // namespace tilewise
