// Reading tables of measurements, whatever state they are in.

#include <tilewise/score/table.hpp>

#include "support/catch.hpp"

using namespace tilewise::score;

namespace {

Table read(const std::string& text, Problems& problems) { return read_table(File{"some.csv", text}, problems); }
Table read(const std::string& text) {
  Problems none;
  return read(text, none);
}

}  // namespace

TEST_CASE("A table is read by the names of its columns", "[score]") {
  const Table table = read("id,m,notes\nr1,16,\"a, b\"\nr2,32,\"say \"\"so\"\"\"\n");
  REQUIRE(table.rows.size() == 2);
  CHECK(Row(table, 0).text("notes") == "a, b");
  CHECK(Row(table, 1).text("notes") == "say \"so\"");
  CHECK(Row(table, 1).number("m") == 32.0);
  CHECK(Row(table, 1).text("absent").empty());
  CHECK_FALSE(Row(table, 1).number("absent"));
  CHECK(Row(table, 1).line() == 3);
}

TEST_CASE("A byte order mark, CRLF, blank lines and a missing last line end change nothing", "[score]") {
  const Table table = read("\xEF\xBB\xBFid,m\r\n\r\nr1,16\r\nr2,32");
  CHECK(table.header == std::vector<std::string>{"id", "m"});
  REQUIRE(table.rows.size() == 2);
  CHECK(Row(table, 0).number("m") == 16.0);
  CHECK(Row(table, 1).number("m") == 32.0);
}

TEST_CASE("A quoted field may hold line ends", "[score]") {
  const Table table = read("id,notes\nr1,\"two\nlines\"\nr2,one\n");
  REQUIRE(table.rows.size() == 2);
  CHECK(Row(table, 0).text("notes") == "two\nlines");
  CHECK(Row(table, 1).line() == 4);
}

TEST_CASE("A row with another number of fields is a problem, and the others are read", "[score]") {
  Problems problems;
  const Table table = read("id,m\nr1\nr2,32\nr3,1,2\n", problems);
  REQUIRE(table.rows.size() == 1);
  CHECK(Row(table, 0).text("id") == "r2");
  REQUIRE(problems.size() == 2);
  CHECK(problems[0].code == "problem.fields");
  CHECK(problems[0].line == 2);
  CHECK(problems[1].detail == "3 of 2");
}

TEST_CASE("A quote that is never closed costs its line, not the rest of the table", "[score]") {
  Problems problems;
  const Table table = read("id,notes\nr1,\"open\nr2,fine\nr3,fine\n", problems);
  REQUIRE(table.rows.size() == 2);
  CHECK(Row(table, 0).text("id") == "r2");
  CHECK(Row(table, 1).line() == 4);
  REQUIRE(problems.size() == 1);
  CHECK(problems[0].code == "problem.quote");
  CHECK(problems[0].line == 2);
}

TEST_CASE("An empty file and a column that stands twice are problems", "[score]") {
  Problems problems;
  CHECK(read("", problems).rows.empty());
  CHECK(read("id,id\n1,2\n", problems).rows.size() == 1);
  REQUIRE(problems.size() == 2);
  CHECK(problems[0].code == "problem.empty");
  CHECK(problems[1].code == "problem.column-twice");
}

TEST_CASE("Numbers of a row are finite decimals and nothing else", "[score]") {
  const Table table = read("a,b,c,d,e\n1e-3,1.5x,nan,\"1,024\",\n");
  const Row row(table, 0);
  CHECK(row.number("a") == 0.001);
  for (const char* column : {"b", "c", "d", "e"}) CHECK_FALSE(row.number(column));
}
