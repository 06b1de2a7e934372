#pragma once
// Tables of measurements as text: comma-separated with a header, quoted fields (also over lines), CRLF or LF,
// with or without a byte order mark. Nothing in a table stops the reading of the rest.

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tilewise::score {

// What is wrong with a table or a row; the row is left out, the rest is scored.
struct Problem {
  std::string file;
  std::size_t line = 0;  // of the file, from 1; 0: the whole file
  std::string id;        // of the row
  std::string code;      // "problem.fields"; sentences in words.cpp
  std::string detail;
};
using Problems = std::vector<Problem>;

struct File {
  std::string name;  // "gemm.csv"
  std::string text;
};

struct Table {
  std::string name;
  std::vector<std::string> header;
  std::vector<std::vector<std::string>> rows;  // as many fields each as the header
  std::vector<std::size_t> lines;              // where each row began

  [[nodiscard]] bool has(std::string_view column) const;
};

[[nodiscard]] Table read_table(const File& file, Problems& problems);

// One row by column names; a missing column reads as blank.
class Row {
 public:
  Row(const Table& table, std::size_t index) : table_(&table), index_(index) {}
  [[nodiscard]] const std::string& text(std::string_view column) const;
  // nullopt: blank, or not a finite number.
  [[nodiscard]] std::optional<double> number(std::string_view column) const;
  [[nodiscard]] bool blank(std::string_view column) const { return text(column).empty(); }
  [[nodiscard]] std::size_t line() const { return table_->lines[index_]; }
  [[nodiscard]] const Table& table() const { return *table_; }

 private:
  const Table* table_;
  std::size_t index_;
};

[[nodiscard]] std::string lower_case(std::string_view text);

}  // namespace tilewise::score
