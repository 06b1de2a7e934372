#include "place/place_serving.hpp"

#include <cmath>

#include <tilewise/constants.hpp>

#include "place/place_inference.hpp"

namespace tilewise {
namespace {

constexpr double tokens_read_together = 8192;  // of prompts in one pass: engines bound it near this

}  // namespace

// What the time of a scenario depends on, with another workload.
Resolved part_of(const Resolved& whole, Workload workload, double sequence) {
  Resolved part;
  part.workload = workload;
  part.time_model = whole.time_model;
  part.convention = whole.convention;
  part.shape = whole.shape;
  part.sequence = sequence;
  part.output = 1;
  return part;
}

ServedParts served_parts(const Resolved& resolved, const ResolvedColumn& column) {
  ServedParts parts;
  // The mean length of the cache over the life of a sequence.
  parts.generation = part_of(resolved, Workload::decode, resolved.sequence + (resolved.output - 1) / 2);
  parts.prompt = part_of(resolved, Workload::prefill, resolved.sequence);
  parts.prompt_column = column;
  // Each rank that attends to sequences of its own reads prompts of its own.
  const double chunk = column.serving.chunk_tokens;
  const double pass = chunk > 0 ? min(chunk, tokens_read_together) : tokens_read_together;
  const double together = max(std::floor(pass / read_tokens(resolved, column)), 1) * column.parallel.attention_ranks();
  parts.prompt_column.batch = min(together, column.batch);
  return parts;
}

double served_tokens(const Resolved& resolved, const ResolvedColumn& column) {
  return resolved.sequence + std::floor(column.calibration[constant::serving_cache] * resolved.output);
}

}  // namespace tilewise
