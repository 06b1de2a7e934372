#include "support/csv.hpp"

#include "support/files.hpp"

#include <cstddef>

namespace tilewise::testing {

namespace {

std::vector<std::string> fields_of(const std::string& line) {
  std::vector<std::string> fields(1);
  bool quoted = false;
  for (std::size_t i = 0; i < line.size(); ++i) {
    const char c = line[i];
    if (quoted && c == '"' && i + 1 < line.size() && line[i + 1] == '"') {
      fields.back() += c;
      ++i;
    } else if (c == '"') {
      quoted = !quoted;
    } else if (c == ',' && !quoted) {
      fields.emplace_back();
    } else if (c != '\r') {
      fields.back() += c;
    }
  }
  return fields;
}

}  // namespace

std::optional<Table> read_table(const std::string& text) {
  Table table;
  for (const std::string& line : lines_of(text)) {
    if (line.empty()) continue;
    std::vector<std::string> fields = fields_of(line);
    if (table.header.empty()) {
      table.header = std::move(fields);
    } else {
      if (fields.size() != table.header.size()) return std::nullopt;
      table.rows.push_back(std::move(fields));
    }
  }
  return table;
}

std::string field_of(const Table& table, const std::vector<std::string>& row, const std::string& name) {
  for (std::size_t i = 0; i < table.header.size(); ++i) {
    if (table.header[i] == name) return row[i];
  }
  return {};
}

}  // namespace tilewise::testing
