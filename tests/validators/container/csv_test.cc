// SPDX-License-Identifier: Apache-2.0
// Also tests: table_scan.cc
#include <string>

#include "support/check_document.h"
#include "validators/container/table_scan.h"

namespace bcheck {
namespace {

using std::string_literals::operator""s;
using test::check_document, test::codes, test::whole;

struct TableRow {
  const char* what;
  std::string text;
  std::string codes;
  std::int64_t rows;
  std::int64_t columns;
};

void expect_tables(std::string_view type, std::span<const TableRow> rows) {
  for (const TableRow& row : rows) {
    SCOPED_TRACE(row.what);
    const Observation out = check_document(type, row.text);
    EXPECT_EQ(codes(out), row.codes);
    EXPECT_EQ(whole(out, "rows"), row.rows);
    EXPECT_EQ(whole(out, "columns"), row.columns);
    for (const Fault& fault : out.faults) EXPECT_LT(fault.message.size(), 300u);
  }
}

TEST(Csv, Tables) {
  const TableRow rows[] = {
      {"plain", "a,b\n1,2\n3,4\n", "", 2, 2},
      {"CR LF", "a,b\r\n1,2\r\n", "", 1, 2},
      {"a mark in front",
       "\xef\xbb\xbf"
       "a,b\n1,2\n",
       "", 1, 2},
      {"empty fields", "a,b,c\n,,\n1,,\n", "", 2, 3},
      {"quotes", "a,b\n\"1,5\",\"x\"\"y\"\n", "", 1, 2},
      {"line ends in quotes", "a,b\n\"1\n\n2\",\"\r\n\"\n3,4\n", "", 2, 2},
      {"one column", "a\n1\n2\n", "", 2, 1},
      {"one column with an empty field", "a\n1\n\n2\n", "", 3, 1},
      {"header alone", "a,b\n", "", 0, 2},
      {"semicolons", "a;b\n1,5;2\n", "", 1, 2},
      {"bars", "a|b\n1|2\n", "", 1, 2},
      {"semicolons in a field of a comma table", "a,b\n1;2,3\n", "", 1, 2},
      {"no line end", "a,b\n1,2", "file.no-line-end?", 1, 2},
      {"quoted at the end", "a,b\n1,\"2\"", "file.no-line-end?", 1, 2},
      {"half a line end", "a,b\r\n1,2\r", "file.no-line-end?", 1, 2},
      {"blank lines", "\na,b\n\n1,2\n\n", "file.blank-line?", 1, 2},
      {"comments", "a,b\n# one, two, three\n1,2\n", "file.columns?", 1, 2},

      {"nothing", "", "file.empty", -1, -1},
      {"blank lines alone", "\n\r\n", "file.empty file.blank-line?", -1, -1},
      {"a field too many", "a,b\n1,2\n1,2,3\n", "file.columns", 2, 2},
      {"a field too few", "a,b,c\n1,2,3\n1,2\n1,2,3\n", "file.columns", 3, 3},
      {"header of another table", "a,b,c\n1,2\n3,4\n5,6\n7,8\n9,9\n1,2\n3,4\n5,6\n7,8\n", "file.columns", 9, 3},
      {"cut in a row", "a,b,c\n1,2,3\n1,2", "file.truncated", 2, 3},
      {"cut in quotes", "a,b\n1,2\n3,\"x", "file.truncated", 2, 2},
      {"a quote that never closes", "a,b\n\"1,2\n3,4\n5,6\n", "file.truncated", 1, 2},
      {"cut in a character", "a,b\n1,caf\xc3", "file.truncated", 1, 2},
      {"a quote in a field", "a,b\n1,2\"x\n", "file.syntax", 1, 2},
      {"text behind quotes", "a,b\n\"1\"x,2\n", "file.syntax", 1, 2},
      {"a bare CR", "a,b\n1,2\r3,4\n", "file.syntax file.columns", 1, 2},
      {"a NUL", "a,b\n1,2\0\n"s, "file.syntax", 1, 2},
      {"a lost block", "a,b\n1," + std::string(600, '\0') + "2\n", "artifact.zero-run", -1, -1},
      {"Latin-1", "a,b\n1,caf\xe9\n", "file.encoding", -1, -1},
      {"UTF-16",
       "\xff\xfe"
       "a\0,\0"s,
       "file.encoding", -1, -1},
  };
  expect_tables("csv", rows);
}

TEST(Csv, TabSeparated) {
  const TableRow rows[] = {
      {"plain", "a\tb\n1\t2\n", "", 1, 2},
      {"commas are characters", "a\tb\n1,2,3\t\"\n", "", 1, 2},
      {"quotes that close", "a\tb\n\"1\t1\n1\"\t2\n", "", 1, 2},
      {"quotes that are characters", "a\tb\n\"hello\" he said\t5\"\n\"x\ty\n", "", 2, 2},
      {"a field too many", "a\tb\n1\t2\t3\n", "file.columns", 1, 2},
      {"cut in a row", "a\tb\n1", "file.truncated", 1, 2},
  };
  expect_tables("tsv", rows);
}

// By hand and by habit; a crash tears one row, and another header is one of all rows.
TEST(Csv, TablesThatLeaveOutEmptyFields) {
  std::string text = "a,b,c\n";
  for (int i = 0; i < 10; ++i) text += "1,2\n";
  EXPECT_EQ(codes(check_document("csv", text)), "file.columns");
  EXPECT_EQ(codes(check_document("csv", text + "1,2,3\n")), "file.columns?");
  EXPECT_EQ(codes(check_document("csv", text + "1,2,3\n1,2,3,4\n")), "file.columns file.columns?");
  for (int i = 0; i < 20; ++i) text += "1,2,3\n";
  EXPECT_EQ(codes(check_document("csv", text)), "file.columns");
}

TEST(Csv, NamesTheLine) {
  const Observation out = check_document("csv", "a,b\n\"x\ny\",2\n1,2,3\n1,2,3\n");
  ASSERT_EQ(out.faults.size(), 1u);
  EXPECT_EQ(out.faults[0].message, "line 4: 3 fields, and the first row has 2; 2 such in all");
}

TEST(Csv, Options) {
  const auto with = [](std::string name, OptionValue value) { return Options{{std::move(name), std::move(value)}}; };
  const std::string text = "a;b,c\n1;2,3\n";
  EXPECT_EQ(whole(check_document("csv", text), "columns"), 2);
  EXPECT_EQ(whole(check_document("csv", text + "1;2;3,4\n", with("delimiter", ","s)), "columns"), 2);
  EXPECT_EQ(codes(check_document("csv", text + "1;2;3,4\n", with("delimiter", ";"s))), "file.columns");
  EXPECT_EQ(whole(check_document("csv", "1,2\n3,4\n", with("header", false)), "rows"), 2);
  EXPECT_EQ(codes(check_document("csv", "a,caf\xe9\n1,2\n", with("encoding", "latin1"s))), "");
  EXPECT_EQ(codes(check_document("csv",
                                 "\xff\xfe"
                                 "a\0,\0b\0\n\0"s,
                                 with("encoding", "utf-16"s))),
            "");

  const Options names = with("columns", std::vector<std::string>{"id", "the text"});
  EXPECT_EQ(codes(check_document("csv", "x,\"the text\",id\n1,2,3\n", names)), "");
  EXPECT_EQ(codes(check_document("csv", "id,text\n1,2\n", names)), "file.missing-part");
  EXPECT_EQ(codes(check_document("tsv", "id\tthe text\n1\t2\n", names)), "");

  const auto refused = [](const Options& options) { return !find_type("csv")->prepare(options, {}); };
  for (const std::string& word : {""s, ",,"s, "\""s, "\n"s, "\0"s, "\xe9"s})
    EXPECT_TRUE(refused(with("delimiter", word)));
  EXPECT_TRUE(refused(with("header", 1)));
  EXPECT_TRUE(refused(with("columns", "id"s)));
  EXPECT_TRUE(refused(with("encoding", "klingon"s)));
  Options contradiction = names;
  contradiction["header"] = false;
  EXPECT_TRUE(refused(contradiction));
}

// Unseen: behind a row. Warned: in or behind the last field of a row, in the header. Every other cut fails.
TEST(Csv, CutAnywhere) {
  const std::string text = "id,text,n\n1,\"a \"\"b\"\"\",22\n2,\"c\nd\",33\n3,caf\xc3\xa9,44\n";
  const auto cuts = test::cut_everywhere("csv", text);
  std::vector<std::size_t> unseen, warned;
  const std::size_t header = text.find('\n');
  for (std::size_t at = 1; at <= header; ++at) warned.push_back(at);
  unseen.push_back(header + 1);
  for (const std::string last : {",22\n", ",33\n", ",44\n"}) {
    const std::size_t field = text.find(last);
    for (std::size_t at = field + 1; at <= field + 3; ++at) warned.push_back(at);
    if (field + 4 < text.size()) unseen.push_back(field + 4);
  }
  EXPECT_EQ(cuts.unseen, unseen);
  EXPECT_EQ(cuts.warned, warned);
}

TEST(Csv, HostileSizes) {
  EXPECT_EQ(whole(check_document("csv", std::string(10'000'000, ',') + "\n"), "columns"), 10'000'001);
  // Quotes that open everywhere and close nowhere must not be searched for again and again.
  std::string quotes;
  for (int i = 0; i < 500'000; ++i) quotes += "\"\"x\t\"\t";
  EXPECT_LT(check_document("tsv", quotes + "\n").faults.size(), 3u);
  EXPECT_LT(check_document("csv", quotes + "\n").faults.size(), 5u);
  std::string open;
  for (int i = 0; i < 500'000; ++i) open += "\"a\t\n";
  EXPECT_LT(check_document("tsv", open).faults.size(), 3u);
}

TEST(Csv, SniffsTheDelimiter) {
  const struct {
    std::string text;
    char delimiter;
  } rows[] = {{"", ','},      {"a", ','},     {"a,b;c", ','},     {"a;b\nc,d", ';'},
              {"a\tb", '\t'}, {"a|b;c", '|'}, {"\"a,b\";c", ';'}, {"a b\nc;d", ','}};
  for (const auto& row : rows) EXPECT_EQ(sniff_delimiter(row.text), row.delimiter) << row.text;
}

}  // namespace
}  // namespace bcheck
