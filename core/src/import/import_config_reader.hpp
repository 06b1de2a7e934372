#pragma once
// Fields of a config.json by their many names, with what is missing or wrong collected as issues; and the
// weights that a config tells of.

#include <string>
#include <string_view>

#include <nlohmann/json_fwd.hpp>

#include <tilewise/import.hpp>

namespace tilewise {

using Names =
    std::string_view;  // names for the same field, separated by one space; the first one is reported

class ConfigReader {
 public:
  ConfigReader(const nlohmann::json& config, std::string_view model_type, bool nested, Issues& issues)
      : config_(config), model_type_(model_type), nested_(nested), issues_(issues) {}

  // A whole number of the config, its class default where a nested config leaves it out, or `fallback`.
  double number(Names names, double fallback = 0);
  // The same for what no shape can do without.
  double needed(Names names, double fallback = 0);

  [[nodiscard]] bool flag(std::string_view name, bool fallback = false) const;
  [[nodiscard]] std::string_view text(std::string_view name) const;
  [[nodiscard]] const nlohmann::json* at(std::string_view name) const;

  // False when something was wrong; all that is missing is named at once.
  bool finish();

 private:
  double class_default(Names names, double fallback);

  const nlohmann::json& config_;
  std::string_view model_type_;
  bool nested_;
  Issues& issues_;
  std::string missing_;
  std::string assumed_;
  bool failed_ = false;
};

// The weight format of a quantised checkpoint, if it is one, and the bytes of its weights.
void read_weights(const nlohmann::json& whole, const nlohmann::json& config, ImportedModel& model,
                  Issues& issues);

}  // namespace tilewise
