#pragma once
// The one mapping from the words of measurements to those of scenarios: devices, software and models from the
// committed tables device_names.csv, software.csv and model_names.csv (a scored folder may bring its own, which
// then come first), precisions and storage formats from a table in names.cpp.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <tilewise/score/table.hpp>

namespace tilewise::score {

struct DeviceName {
  std::string name;      // as in the files
  std::string id;        // of the catalogue; empty: not one device, `note` says why
  std::string override;  // link pairs of the column: "mem=22&bw=600"; rank=1: a row counts ranks of a chip
  std::string note;
};

struct SoftwareName {
  std::string name;       // software whose name begins so
  std::string stack;      // word of the key `stack`
  std::string attention;  // "fused", "unfused"; empty: by the kind of model
  bool column_major = false;
};

struct ModelName {
  std::string name;
  std::string id;        // of the catalogue, or "custom"; empty: not expressible, `note` says why
  std::string override;  // link pairs
  std::string note;
};

class Names {
 public:
  // The committed tables.
  [[nodiscard]] static Names built_in();

  // Rows of a folder's own table stand before those already known. False: it is no such table.
  bool take(const Table& table);

  // All software as if nobody had named it.
  void forget_software();

  // By the name in the files, else by id, alias or name of the catalogue.
  [[nodiscard]] std::optional<DeviceName> device(std::string_view name) const;
  // The longest known beginning; software nobody knows is `typical`.
  [[nodiscard]] SoftwareName software(std::string_view name) const;
  [[nodiscard]] std::optional<ModelName> model(std::string_view name) const;

 private:
  std::vector<DeviceName> devices_;
  std::vector<SoftwareName> software_;
  std::vector<ModelName> models_;
};

// How a precision of the files is written in a link.
struct PrecisionWord {
  std::string_view word;     // lower case
  std::string_view compute;  // key p; empty: weights only
  std::string_view weights;  // key wq; empty: follows the compute precision
  bool tensor = false;       // runs on matrix units where there are any
  bool pure = false;         // training without an fp32 master copy
  bool assumed = false;      // the nearest format of the vocabulary
};
[[nodiscard]] const PrecisionWord* find_precision(std::string_view word);

}  // namespace tilewise::score
