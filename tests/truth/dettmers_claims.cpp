#include "truth/dettmers_claims.hpp"

#include "support/answer.hpp"

#include <limits>

#include <tilewise/catalogue.hpp>

namespace tilewise::testing {

namespace {

constexpr const char* bert_product = "256x1024x1024";
constexpr double tpu_days = 4;

std::string tiles_path(int column, const char* name) {
  return "devices." + std::to_string(column) + ".tiles." + name;
}

double explained(int column, const char* name) {
  return number_at(explain_of(essay_link(bert_product), tiles_path(column, name)), "value");
}

double less_speed(int column) {
  const std::string path = "verdict.comparisons." + std::to_string(column) + ".less_speed_share";
  return 100 * number_at(estimate_of(essay_link(bert_product)), path);
}

// Operations of one clock of one processor, from the published rate and clock.
double ops_per_clock(const Device& device, double processors) {
  const auto peak = device.peak_dense[static_cast<std::size_t>(Format::fp16)];
  return in_ops_per_second(*peak) / (processors * device.clock->base());
}

double published_units(const char* device) { return find_device(device)->matrix_unit_count.value_or(0); }

// Pre-training as published: 900,000 steps of 256 sequences at 128 tokens, 100,000 at 512.
double days_at(double short_sequences_per_s, double long_sequences_per_s) {
  constexpr double a_day = 86400;
  return (900000.0 * 256 / short_sequences_per_s + 100000.0 * 256 / long_sequences_per_s) / a_day;
}

double fused_share() {
  const auto answer = estimate_of(essay_link(bert_product));
  return 100 * 2 * number_at(answer, "devices.0.memory.items.c.bytes") /
         number_at(answer, "devices.0.tiles.bytes");
}

double days_claimed_on_v100() { return tpu_days * (1 + 0.32); }

// How much longer the claim is than what 64 V100 measured later reach, in percent.
double v100_days_error() {
  const double measured = days_at(13192, 2284);
  const double claimed = tpu_days * 4 / 3;
  return 100 * (claimed / measured - 1);
}

// Clocks of one 96×96×96 product on one processor of a V100 over those of a 128×128×128 product on a TPU's
// array.
double clocks_ratio() {
  const Device* v100 = find_device("v100-sxm2-32gb");
  const double gpu = 2.0 * 96 * 96 * 96 / ops_per_clock(*v100, v100->processor_count.value_or(0));
  const double side = find_device("tpu-v2")->array_side.value_or(0);
  return gpu / (128.0 * 128 * 128 / (side * side));
}

constexpr Claim list[] = {
    {"det-00001", Outcome::holds, [] { return explained(0, "a"); }},
    {"det-00003", Outcome::holds, [] { return explained(0, "loads"); }},
    {"det-00007", Outcome::holds, [] { return published_units("tpu-v2"); }},
    {"det-00008", Outcome::holds,
     [] { return 2 * find_device("v100-sxm2-32gb")->processor_count.value_or(0); }},
    {"det-00009", Outcome::holds, [] { return explained(1, "a"); }},
    {"det-00011", Outcome::holds, [] { return explained(1, "loads"); }},
    {"det-00012", Outcome::holds, [] { return explained(1, "bytes") / 1048576; }},
    {"det-00014", Outcome::holds, [] { return less_speed(1); }},
    {"det-00015", Outcome::nearly, [] { return less_speed(2); }},
    {"det-00017", Outcome::holds, [] { return ratio_to_tpu(essay_link(bert_product, "&p=fp32"), 1); }},
    {"det-00018", Outcome::holds, [] { return 1 / ratio_to_tpu(essay_link(bert_product, "&p=int8"), 1); }},
    {"det-00019", Outcome::fails, [] { return ratio_to_tpu(essay_link("128x1024x1024"), 1); }},
    {"det-00020", Outcome::fails, [] { return ratio_to_tpu(essay_link("64x1024x1024"), 1); }},
    {"det-00021", Outcome::fails, [] { return ratio_to_tpu(essay_link("256x4096x1024"), 1); }},
    {"det-00022", Outcome::fails, [] { return ratio_to_tpu(essay_link("256x512x1024"), 1); }},
    {"det-00023", Outcome::nearly, [] { return days_claimed_on_v100(); }},
    {"det-00024", Outcome::holds, [] { return tpu_days * ratio_to_tpu(essay_link(bert_product), 2); }},
    {"det-00026", Outcome::fails, [] { return 8.5 * 64 / 8; }},
    {"det-00028", Outcome::holds, [] { return 8.5 * 16 / 8; }},
    {"det-00032", Outcome::nearly, [] { return fused_share(); }},
    {"det-00033", Outcome::fails, [] { return v100_days_error(); }},
    {"det-00034", Outcome::fails, [] { return days_at(1443.05, 255.64); }},
    {"det-00037", Outcome::holds, [] { return tpu_days; }},
    {"det-00039", Outcome::holds, [] { return find_device("v100-sxm2-32gb")->bandwidth->base() / 1e9; }},
    {"det-00040", Outcome::fails, [] { return clocks_ratio(); }},
};

}  // namespace

std::string essay_link(const std::string& product, const std::string& more, const std::string& model) {
  return "v=1&w=matmul&mm=" + product + "&d=tpu-v2~v100-sxm2-32gb~rtx-2080-ti&tm=" + model + more +
         "&d1.bw=600";
}

double ratio_to_tpu(const std::string& link, int column) {
  const auto answer = estimate_of(link);
  return number_at(answer, "devices." + std::to_string(column) + ".time.step_s") /
         number_at(answer, "devices.0.time.step_s");
}

std::span<const Claim> claims() { return list; }

const Claim* find_claim(std::string_view id) {
  for (const Claim& claim : list) {
    if (claim.id == id) return &claim;
  }
  return nullptr;
}

double recomputed(std::string_view id) {
  const Claim* claim = find_claim(id);
  return claim == nullptr ? std::numeric_limits<double>::quiet_NaN() : claim->recompute();
}

}  // namespace tilewise::testing
