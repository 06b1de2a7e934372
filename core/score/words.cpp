#include <tilewise/score/words.hpp>

namespace tilewise::score {
namespace {

struct Sentence {
  std::string_view code;
  std::string_view text;
};
constexpr Sentence sentences[] = {
    {"skip.many-devices", "needs many devices"},
    {"skip.not-modelled", "not modelled yet"},
    {"skip.unknown-device", "device not in the catalogue"},
    {"skip.no-one-device", "not one known device"},
    {"skip.unknown-precision", "precision or weight format without a word"},
    {"skip.unknown-metric", "metric without a meaning here"},
    {"skip.unknown-operator", "operator without a formula"},
    {"skip.unknown-phase", "phase without a meaning here"},
    {"skip.no-shape", "shape not stated"},
    {"skip.broken-row", "broken row"},
    {"skip.refused", "the core refuses the scenario"},
    {"skip.not-published", "a rate it needs is not published"},
    {"aside.quality-c", "quality C: only ratios of it mean something"},
    {"aside.quality-d", "quality D: anomalous"},
    {"aside.real-length", "real length differs from the sequence length"},
    {"aside.lengths", "lengths are those of a conversation log"},
    {"aside.time-to-train", "time to train holds convergence and evaluation"},
    {"aside.input", "a specification, not a measurement"},
    {"aside.no-named-shape", "workload is no named model or shape"},
    {"problem.fields", "row has not as many fields as the header"},
    {"problem.quote", "a quote is never closed"},
    {"problem.column-twice", "column stands twice in the header"},
    {"problem.column-missing", "column is missing"},
    {"problem.empty", "no header"},
    {"problem.unknown-columns", "columns of no known kind"},
    {"problem.not-above-zero", "must be above zero"},
    {"problem.not-a-number", "not a number"},
    {"problem.blank", "blank, but needed"},
    {"problem.unit", "unit without a meaning here"},
    {"problem.unreadable", "file cannot be read"},
};

}  // namespace

std::string sentence(std::string_view code, std::string_view detail) {
  std::string out(code);
  for (const Sentence& known : sentences) {
    if (known.code == code) out = std::string(known.text);
  }
  if (detail.empty()) return out;
  out += ": ";
  out.append(detail.rfind("problem.", 0) == 0 ? sentence(detail, "") : std::string(detail));
  return out;
}

}  // namespace tilewise::score
