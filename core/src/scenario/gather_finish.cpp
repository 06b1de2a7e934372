#include <tilewise/gather.hpp>

#include <tilewise/catalogue.hpp>
#include <tilewise/defaults.hpp>

namespace tilewise {
namespace {

void note_alias(const char* code, std::string path, std::string_view old_name, std::string_view name,
                Issues& issues) {
  report(issues, code, path, Severity::note, {{"old", old_name}, {"name", name}});
}

void resolve_model_alias(Scenario& scenario, Field field, Issues& issues) {
  const Value* value = scenario.values.find(field);
  const Model* model = value != nullptr && value->valid ? find_model(value->text) : nullptr;
  if (model == nullptr || model->id == value->text) return;
  note_alias("model.alias", std::string(spec_of(field).key), value->text, model->id, issues);
  scenario.values.set(field, text_value(std::string(model->id)));
}

int whole_number(const Scenario& scenario, Field field, int otherwise) {
  const Value* value = scenario.values.find(field);
  return value != nullptr && value->valid ? static_cast<int>(value->number) : otherwise;
}

void match_version(Scenario& scenario, const LinkContext& context, Issues& issues) {
  const int version = whole_number(scenario, Field::version, context.version);
  if (version == context.version) return;
  const bool newer = version > context.version;
  report(issues, newer ? "link.newer-version" : "link.older-version", "v",
         newer ? Severity::warning : Severity::note,
         {{"version", static_cast<double>(version)}, {"known", static_cast<double>(context.version)}});
  if (newer) return;
  for (const Migration& step : context.migrations) {
    if (step.from >= version && step.from < context.version) step.apply(scenario);
  }
  scenario.values.set(Field::version, number_value(context.version));
}

// The override that takes the place of a catalogue number; without one the number itself is used.
std::string_view override_of(std::string_view catalogue_field) {
  struct Pair {
    std::string_view field;
    std::string_view key;
  };
  constexpr Pair pairs[] = {
      {"bandwidth_bytes_per_s", "bw"},
      {"memory_bytes", "mem"},
      {"clock_hz", "clk"},
      {"power_limit_w", "tdp"},
      {"link_one_way_bytes_per_s", "link"},
      {"host_one_way_bytes_per_s", "hbw"},
  };
  for (const Pair& pair : pairs) {
    if (pair.field == catalogue_field) return pair.key;
  }
  return {};
}

bool column_uses(const Column& column, const CatalogueChange& change) {
  if (column.device != change.id) return false;
  const FieldSpec* spec = find_key(override_of(change.field));
  return spec == nullptr || !column.overrides.has(spec->field);
}

bool uses(const Scenario& scenario, const CatalogueChange& change) {
  const Value* model = scenario.values.find(Field::model);
  if ((model != nullptr ? std::string_view(model->text) : "bert-large") == change.id) return true;
  const std::vector<Column> defaults =
      scenario.columns.empty() ? columns_of(default_devices()) : std::vector<Column>{};
  for (const Column& column : scenario.columns.empty() ? defaults : scenario.columns) {
    if (column_uses(column, change)) return true;
  }
  return false;
}

void match_revision(const Scenario& scenario, const LinkContext& context, Issues& issues) {
  const int revision = whole_number(scenario, Field::revision, context.revision);
  if (revision > context.revision) {
    report(issues, "link.newer-revision", "r", Severity::note,
           {{"revision", static_cast<double>(revision)}, {"known", static_cast<double>(context.revision)}});
  }
  for (const CatalogueChange& change : context.changes) {
    if (change.revision <= revision || change.revision > context.revision) continue;
    if (!uses(scenario, change)) continue;
    report(
        issues, "link.revision-changed", "r", Severity::warning,
        {{"id", change.id}, {"field", change.field}, {"old", change.old_value}, {"new", change.new_value}});
  }
}

}  // namespace

void resolve_aliases(Scenario& scenario, Issues& issues) {
  for (const Field field : {Field::model, Field::draft_model, Field::student}) {
    resolve_model_alias(scenario, field, issues);
  }
  std::size_t index = 0;
  for (Column& column : scenario.columns) {
    ++index;
    const Device* device = find_device(column.device);
    if (device == nullptr || device->id == column.device) continue;
    note_alias("device.alias", "d" + std::to_string(index), column.device, device->id, issues);
    column.device = std::string(device->id);
  }
}

void finish_reading(Scenario& scenario, const LinkContext& context, Issues& issues) {
  match_version(scenario, context, issues);
  resolve_aliases(scenario, issues);
  match_revision(scenario, context, issues);
}

}  // namespace tilewise
