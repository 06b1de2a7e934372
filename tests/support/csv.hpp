#pragma once
// Tables as published: comma-separated, a header first, quotes around fields that hold commas or quotes.

#include <optional>
#include <string>
#include <vector>

namespace tilewise::testing {

struct Table {
  std::vector<std::string> header;
  std::vector<std::vector<std::string>> rows;
};

// nullopt when a row has not as many fields as the header. Line ends inside quotes are not read.
[[nodiscard]] std::optional<Table> read_table(const std::string& text);

// The field of a row in the column of that name; "" when there is no such column.
[[nodiscard]] std::string field_of(const Table& table, const std::vector<std::string>& row,
                                   const std::string& name);

}  // namespace tilewise::testing
