#include <tilewise/score/table.hpp>

#include <tilewise/scenario.hpp>

namespace tilewise::score {
namespace {

std::string trimmed(std::string_view text) {
  const std::string_view blank = " \t\r\n";
  const std::size_t first = text.find_first_not_of(blank);
  if (first == std::string_view::npos) return {};
  return std::string(text.substr(first, text.find_last_not_of(blank) - first + 1));
}

// Reads records one after another.
class Reader {
 public:
  explicit Reader(std::string_view text) : text_(text) {
    if (text_.substr(0, 3) == "\xEF\xBB\xBF") text_.remove_prefix(3);
  }

  struct Record {
    std::vector<std::string> fields;
    std::size_t line = 0;
    bool closed = true;  // false: a quote was never closed, and only its first line was taken
  };

  [[nodiscard]] bool done() const { return at_ >= text_.size(); }

  Record next() {
    const std::size_t start = at_;
    const std::size_t first_line = line_;
    Record record = read();
    record.line = first_line;
    if (record.closed) return record;
    // The rest of the file is not one field: go on after the line in which the quote began.
    at_ = start;
    line_ = first_line;
    while (!done() && text_[at_] != '\n') ++at_;
    if (!done()) ++at_;
    ++line_;
    return record;
  }

 private:
  Record read() {
    Record record;
    std::string field;
    bool quoted = false;
    for (; at_ < text_.size(); ++at_) {
      const char c = text_[at_];
      if (c == '\n') ++line_;
      if (quoted) {
        if (c != '"') {
          field += c;
        } else if (at_ + 1 < text_.size() && text_[at_ + 1] == '"') {
          field += c;
          ++at_;
        } else {
          quoted = false;
        }
      } else if (c == '"' && trimmed(field).empty()) {
        quoted = true;
        field.clear();
      } else if (c == ',') {
        record.fields.push_back(trimmed(field));
        field.clear();
      } else if (c == '\n') {
        ++at_;
        break;
      } else {
        field += c;
      }
    }
    record.closed = !quoted;
    record.fields.push_back(trimmed(field));
    return record;
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::size_t line_ = 1;
};

void report_problem(Problems& problems, const std::string& file, std::size_t line, const char* code,
                    std::string detail) {
  Problem problem;
  problem.file = file;
  problem.line = line;
  problem.code = code;
  problem.detail = std::move(detail);
  problems.push_back(std::move(problem));
}

void read_header(Table& table, std::vector<std::string> fields, Problems& problems) {
  for (const std::string& name : fields) {
    if (!name.empty() && table.has(name)) report_problem(problems, table.name, 1, "problem.column-twice", name);
    table.header.push_back(name);
  }
}

}  // namespace

bool Table::has(std::string_view column) const {
  for (const std::string& known : header) {
    if (known == column) return true;
  }
  return false;
}

Table read_table(const File& file, Problems& problems) {
  Table table;
  table.name = file.name;
  Reader reader(file.text);
  while (!reader.done()) {
    Reader::Record record = reader.next();
    const bool empty = record.fields.size() == 1 && record.fields.front().empty();
    if (!record.closed) {
      report_problem(problems, file.name, record.line, "problem.quote", "");
    } else if (empty) {
      continue;
    } else if (table.header.empty()) {
      read_header(table, std::move(record.fields), problems);
    } else if (record.fields.size() != table.header.size()) {
      report_problem(problems, file.name, record.line, "problem.fields",
                     std::to_string(record.fields.size()) + " of " + std::to_string(table.header.size()));
    } else {
      table.rows.push_back(std::move(record.fields));
      table.lines.push_back(record.line);
    }
  }
  if (table.header.empty()) report_problem(problems, file.name, 0, "problem.empty", "");
  return table;
}

const std::string& Row::text(std::string_view column) const {
  static const std::string none;
  for (std::size_t i = 0; i < table_->header.size(); ++i) {
    if (table_->header[i] == column) return table_->rows[index_][i];
  }
  return none;
}

std::optional<double> Row::number(std::string_view column) const { return read_number(text(column)); }

std::string lower_case(std::string_view text) {
  std::string out;
  for (const char c : text) out += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  return out;
}

}  // namespace tilewise::score
