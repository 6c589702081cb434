// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "sources/record_text.h"
#include "sources/records.h"

namespace bcheck {
namespace {

using namespace std::string_literals;
using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

struct Read {
  std::vector<std::string> records;
  std::vector<std::uint64_t> lines, offsets;
  LineCounts counts;
  std::string problem;
};

Read read(RecordReader& reader) {
  Read out;
  RecordView record;
  while (reader.next(record)) {
    out.records.push_back(test::record_text(record));
    out.lines.push_back(record.line);
    out.offsets.push_back(record.offset);
  }
  out.counts = reader.counts();
  out.problem = reader.problem();
  return out;
}

Read csv(const std::string& text, const RecordPlaces& places = test::id_and_text()) {
  return read(*read_csv_records(text, places));
}

Read tsv(const std::string& text, const RecordPlaces& places = test::id_and_text()) {
  return read(*read_tsv_records(text, places));
}

TEST(TableRecords, CellsAreThoseOfTheNamedColumns) {
  const Read seen = csv("n,text,id\n1,hello,a\n2,,b\n");
  EXPECT_THAT(seen.records, ElementsAre("string:a string:hello", "string:b string:"));
  EXPECT_THAT(seen.lines, ElementsAre(1U, 2U));
  EXPECT_THAT(seen.offsets, ElementsAre(10U, 20U));
  EXPECT_EQ(seen.counts.lines, 3U);
  EXPECT_EQ(seen.problem, "");
}

TEST(TableRecords, OneRow) {
  struct Row {
    std::string row;
    std::string record;
  };
  const Row rows[] = {
      {"a,b", "string:a string:b"},
      {"a, b ", "string:a string: b "},
      {"a,\"b\"", "string:a string:b"},
      {"\"a\",\"b\"", "string:a string:b"},
      {"a,\"\"", "string:a string:"},
      {"a,\"\"\"\"", "string:a string:\""},
      {"a,\"say \"\"hi\"\"\"", "string:a string:say \"hi\""},
      {"a,\"1,2\"", "string:a string:1,2"},
      {"a,\"1\n2\r\n3\"", "string:a string:1\n2\r\n3"},
      {"\"a\nb\",c", "string:a\nb string:c"},
      {"a,b\"c\"", "string:a string:b\"c\""},  // quotes within a cell that does not begin with one
      {"a", "- - syntax"},                     // the key itself may be cut
      {"a,b,c", "string:a - syntax"},          // a cell too many: which is the text?
      {"a,hello, world", "string:a - syntax"},
      {"a,\"b\"c", "string:a - syntax"},  // text beside the quotes
      {"a,\"b\" ", "string:a - syntax"},
      {"a,\"b\"\"", "string:a - torn"},  // never closed
      {"a,\"b", "string:a - torn"},
      {"\"a,b", "- - torn"},
      {"a,\"b, c", "string:a - torn"},
      {"a,\xFF", "string:a string:\xFF encoding"},
      {"a,b\0c"s, "string:a string:b\0c nul"s},
      {",b", "string: string:b"},
      {"a,\xE2\x82\xAC", "string:a string:\xE2\x82\xAC"},
  };
  for (const Row& row : rows) {
    for (const std::string end : {"", "\n", "\r\n", "\n\n"}) {
      SCOPED_TRACE(row.row);
      EXPECT_THAT(csv("id,text\n" + row.row + end).records, ElementsAre(row.record));
    }
    // A line that is damaged costs no other line, unless its quotes reach over that.
    const auto followed = csv("id,text\n" + row.row + "\nz,last\n").records;
    ASSERT_EQ(followed.size(), 2U);
    EXPECT_EQ(followed[0], row.record);
    EXPECT_EQ(followed[1], "string:z string:last");
  }
}

TEST(TableRecords, OfARowWithACellTooManyOnlyTheFirstIsCertain) {
  EXPECT_THAT(csv("text,id\nhello, 7,12\n").records, ElementsAre("- string:hello syntax"));
  EXPECT_THAT(csv("text,id\n\"hello, 7,12\n").records, ElementsAre("- - torn"));
  EXPECT_THAT(csv("text,id,x\nhello,12\n").records, ElementsAre("- string:hello syntax"));
  EXPECT_THAT(csv("text,id,x\nhello,12,\n").records, ElementsAre("string:12 string:hello"));
}

// No key comes out of a row that was cut but the whole one.
TEST(TableRecords, EveryCutOfTheLastRowHasTheSameKeyOrNone) {
  for (const std::string row : {"k123,\"a \"\"b\"\", c\nd\",1.5", "\"k123\",text,7", "k123,,"}) {
    const std::string table = "id,text,n\n" + row;
    for (std::size_t size = table.size() - row.size() + 1; size < table.size(); ++size) {
      SCOPED_TRACE(table.substr(0, size));
      const auto places = test::id_and_text();
      const std::string cut = table.substr(0, size);
      const auto reader = read_csv_records(cut, places);
      RecordView record;
      ASSERT_TRUE(reader->next(record));
      if (record.keyed()) {
        EXPECT_EQ(record.key.text, "k123");
      } else {
        EXPECT_NE(record.flaw, RecordFlaw::kNone);
      }
    }
  }
}

TEST(TableRecords, LinesAreCountedThroughCellsThatBreakThem) {
  const Read seen = csv("id,text\r\na,\"1\n2\n3\"\r\n\r\nb,x\r\nc,\"y\"\r\n");
  EXPECT_THAT(seen.records, ElementsAre("string:a string:1\n2\n3", "string:b string:x", "string:c string:y"));
  EXPECT_THAT(seen.lines, ElementsAre(1U, 5U, 6U));
  EXPECT_EQ(seen.counts.lines, 7U);
  EXPECT_EQ(seen.counts.blank, 1U);
  EXPECT_EQ(seen.counts.crlf, 5U);
}

TEST(TableRecords, TabsSeparateAndNothingIsQuoted) {
  const Read seen = tsv("id\ttext\na\t\"b\nb\t\"\"\nc\t1,2;3\nd\n");
  EXPECT_THAT(seen.records,
              ElementsAre("string:a string:\"b", "string:b string:\"\"", "string:c string:1,2;3", "- - syntax"));
}

TEST(TableRecords, TheHeader) {
  struct Row {
    std::string header;
    std::string row;
    std::string record;
  };
  const Row rows[] = {
      {"\xEF\xBB\xBFid,text", "a,b", "string:a string:b"},
      {"\"id\",\"text\"", "a,b", "string:a string:b"},
      {"\n\nid,text", "a,b", "string:a string:b"},
      {"\"a \"\"b\"\"\",id,text", "x,a,b", "string:a string:b"},
      {"\"two\nlines\",id,text", "x,a,b", "string:a string:b"},
  };
  for (const Row& row : rows) {
    SCOPED_TRACE(row.header);
    const Read seen = csv(row.header + "\n" + row.row + "\n");
    EXPECT_EQ(seen.problem, "");
    EXPECT_THAT(seen.records, ElementsAre(row.record));
  }
  EXPECT_TRUE(csv("\xEF\xBB\xBFid,text\n").counts.bom);
}

TEST(TableRecords, ATableWithoutTheColumnsIsNone) {
  struct Row {
    std::string text;
    std::string problem;
  };
  const Row rows[] = {
      {"key,text\na,b\n", R"(no column "/id"; it has "key", "text")"},
      {"id,caption\na,b\n", R"(no column "/text"; it has "id", "caption")"},
      {"id;text\na;b\n", R"(no column "/text"; it has "id;text")"},
      {"id\ttext\na\tb\n", R"(no column "/text"; it has "id\ttext")"},
      {"ID,TEXT\n", R"(no column "/text"; it has "ID", "TEXT")"},
      {" id,text\n", R"(no column "/id"; it has " id", "text")"},
      {"id,text,id\na,b,c\n", R"(the column "id" twice)"},
      {"1,hello\n2,world\n", "no column"},  // no header at all
  };
  for (const Row& row : rows) {
    SCOPED_TRACE(row.text);
    const Read seen = csv(row.text);
    EXPECT_THAT(seen.problem, HasSubstr(row.problem));
    EXPECT_THAT(seen.records, IsEmpty());
  }
}

TEST(TableRecords, APlaceThatLiesDeeperIsNoColumn) {
  auto places = RecordPlaces::make("/id");
  static_cast<void>(places->add("/response/text"));
  const Read seen = csv("id,,text\na,b,c\n", *places);  // what pandas calls an index has no name either
  EXPECT_THAT(seen.problem, HasSubstr("/response/text"));
  EXPECT_THAT(seen.records, IsEmpty());
}

TEST(TableRecords, AProblemIsToldInFewWords) {
  std::string header = "c0";
  for (int i = 1; i < 100'000; ++i) header += ",c" + std::to_string(i);
  EXPECT_THAT(csv(header + "\n").problem, AllOf(HasSubstr("\"c9\", ..."), Not(HasSubstr("c10"))));
  EXPECT_LT(csv("x" + std::string(1'000'000, 'y') + "\n").problem.size(), 1000U);
}

TEST(TableRecords, NothingHasNoRecords) {
  for (const char* const text : {"", "\n", "\xEF\xBB\xBF", "id,text", "id,text\n", "id,text\r\n\r\n"}) {
    const Read seen = csv(text);
    EXPECT_THAT(seen.records, IsEmpty()) << text;
    EXPECT_EQ(seen.problem, "") << text;
  }
}

// Quotes that are opened and never closed are looked for to the end each time, up to a bound.
TEST(TableRecords, OpenQuotesCostNoSquareOfTheSize) {
  std::string table = "id,text\n";
  for (int i = 0; i < 50'000; ++i) table += std::to_string(i) + ",\"\n";
  table += std::string(1 << 20, ' ');
  const auto places = test::id_and_text();
  const auto reader = read_csv_records(table, places);
  RecordView record;
  int records = 0;
  while (reader->next(record)) ++records;
  EXPECT_GT(records, 0);
}

}  // namespace
}  // namespace bcheck
