#pragma once
// What the mappings of all kinds of rows share. Internal to the mapping.

#include <initializer_list>
#include <string>
#include <string_view>

#include <tilewise/score/measurement.hpp>

namespace tilewise::score {

// Pairs of a link in the making.
class Pairs {
 public:
  void add(std::string_view key, std::string_view value);
  void add(std::string_view key, double value);
  // Pairs that are already text, "glu=0&tie=1", each key with `prefix` before it.
  void add_all(std::string_view pairs, std::string_view prefix = {});
  [[nodiscard]] const std::string& text() const { return text_; }

 private:
  std::string text_ = "v=1";
};

struct Context {
  const Row& row;
  const Names& names;
  Problems& problems;
  Measurement& out;

  // Leaves the row out, with the reason. The first reason stays.
  void skip(std::string_view reason, std::string_view detail = {}) const;
  void problem(std::string_view code, std::string_view detail) const;
  [[nodiscard]] bool skipped() const { return !out.reason.empty(); }

  // A number above zero that the row must have; a problem otherwise.
  [[nodiscard]] double needed(std::string_view column) const;
  // The row's number, or the documented default of its kind, which is then marked as assumed.
  [[nodiscard]] double given_or(std::string_view column, double otherwise) const;
  // The same where a blank means the default and nothing is unknown.
  [[nodiscard]] double plain_or(std::string_view column, double otherwise) const;
};

// "ms" -> 1e-3; nullopt for a unit that is no time.
[[nodiscard]] std::optional<double> seconds_per(std::string_view unit);
// "GiB" -> 2^30.
[[nodiscard]] std::optional<double> bytes_per(std::string_view unit);

// The device of the row: d= and its overrides. False: skipped.
[[nodiscard]] bool add_device(const Context& context, Pairs& pairs, std::string_view precision, bool whole_chip);

// The model of the row: m= and what its columns state differently. False: skipped.
[[nodiscard]] bool add_model(const Context& context, Pairs& pairs);

// Compute and weight formats from the columns of the row. nullptr: skipped.
const PrecisionWord* add_precision(const Context& context, Pairs& pairs, std::string_view word);

// The software stack, once the core can follow one, and its kind of attention.
void add_software(const Context& context, Pairs& pairs);

// More than one chip, which the core cannot do yet: skipped and true.
[[nodiscard]] bool needs_many(const Context& context);

void map_gemm(const Context& context);
void map_operator(const Context& context);
void map_inference(const Context& context);

// Operators of one layer timed alone, or their sum.
[[nodiscard]] bool is_layer_row(const Row& row);
void map_layer(const Context& context);

void map_training(const Context& context);
void map_memory(const Context& context);
void map_collective(const Context& context);
void map_claim(const Context& context);

}  // namespace tilewise::score
