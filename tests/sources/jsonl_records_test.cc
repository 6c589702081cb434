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
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

struct Read {
  std::vector<std::string> records;
  std::vector<std::uint64_t> lines, offsets;
  LineCounts counts;
  std::string problem;
};

Read read(const std::string& text, std::uint64_t offset = 0) {
  static const RecordPlaces places = test::id_and_text();
  const auto reader = read_jsonl(text, offset, places);
  Read out;
  RecordView record;
  while (reader->next(record)) {
    out.records.push_back(test::record_text(record));
    out.lines.push_back(record.line);
    out.offsets.push_back(record.offset);
  }
  out.counts = reader->counts();
  out.problem = reader->problem();
  return out;
}

TEST(JsonlRecords, ALineIsARecord) {
  const Read seen = read("{\"id\":1}\n{\"id\":2}\n");
  EXPECT_THAT(seen.records, ElementsAre("number:1 -", "number:2 -"));
  EXPECT_THAT(seen.lines, ElementsAre(0U, 1U));
  EXPECT_THAT(seen.offsets, ElementsAre(0U, 9U));
  EXPECT_EQ(seen.counts.lines, 2U);
  EXPECT_EQ(seen.counts.blank, 0U);
  EXPECT_EQ(seen.counts.crlf, 0U);
  EXPECT_FALSE(seen.counts.bom);
  EXPECT_EQ(seen.problem, "");
}

TEST(JsonlRecords, TheLastLineNeedsNoEnd) {
  EXPECT_EQ(read("{\"id\":1}\n{\"id\":2}").records, read("{\"id\":1}\n{\"id\":2}\n").records);
  EXPECT_EQ(read("{\"id\":1}\n{\"id\":2}").counts.lines, 2U);
}

TEST(JsonlRecords, MarkLineEndsAndBlankLinesAreNoFaults) {
  const Read seen = read("\xEF\xBB\xBF{\"id\":1}\r\n\r\n \t\r\n\n{\"id\":2}\r\n{\"id\":3}\r");
  EXPECT_THAT(seen.records, ElementsAre("number:1 -", "number:2 -", "number:3 -"));
  EXPECT_THAT(seen.lines, ElementsAre(0U, 4U, 5U));
  EXPECT_EQ(seen.offsets.front(), 3U);
  EXPECT_EQ(seen.counts.lines, 6U);
  EXPECT_EQ(seen.counts.blank, 3U);
  EXPECT_EQ(seen.counts.crlf, 5U);
  EXPECT_TRUE(seen.counts.bom);
}

TEST(JsonlRecords, AMarkElsewhereIsNone) {
  EXPECT_THAT(read("{\"id\":1}\n\xEF\xBB\xBF{\"id\":2}\n").records,
              ElementsAre("number:1 -", "- - syntax@1", "number:2 - welded@4"));
  EXPECT_FALSE(read("\xEF\xBB\xBF{\"id\":1}\n", 100).counts.bom);
}

TEST(JsonlRecords, NothingHasNoRecords) {
  for (const std::string& text : {""s, "\n"s, "\n\r\n  \n"s, "\xEF\xBB\xBF"s, "\xEF\xBB\xBF\n"s}) {
    const Read seen = read(text);
    EXPECT_THAT(seen.records, IsEmpty());
    EXPECT_EQ(seen.problem, "");
    EXPECT_EQ(seen.counts.lines, seen.counts.blank);
  }
}

TEST(JsonlRecords, OnlyTheDamagedLinesAreDamaged) {
  const Read seen = read(
      "{\"id\":1}\n{\"id\":2,\"te\n\n{\"id\":3}{\"id\":4}\n\0\0\0\0\n\0\0{\"id\":5}\n{\"id\":6,\"text\":\"\xC3\"}\n"
      "{\"id\":7}\n"s);
  EXPECT_THAT(seen.records,
              ElementsAre("number:1 -", "number:2 - torn@12", "number:3 - welded@9", "number:4 - welded@9", "- - nul",
                          "number:5 - nul@1", "number:6 string:\xC3 encoding", "number:7 -"));
  EXPECT_THAT(seen.lines, ElementsAre(0U, 1U, 3U, 3U, 4U, 5U, 6U, 7U));
}

// The lines of one pretty-printed array would otherwise be said to be so many torn records.
// Files are looked at for their encoding in pieces of many lines: which piece a line falls into makes no difference.
TEST(JsonlRecords, OnlyTheDamagedLinesOfALargeFileAreDamaged) {
  for (const std::size_t padding : {0U, 1U, 2U, 3U}) {
    std::string text(padding, '\n');
    std::vector<std::string> wanted;
    for (int i = 0; text.size() < 600'000; ++i) {
      const bool damaged = i % 701 == 3;
      const bool huge = i == 500;  // longer than a piece
      const std::string id = std::to_string(1000 + i);
      text +=
          "{\"id\":" + id + ",\"x\":\"é" + std::string(huge ? 300'000 : 180, 'x') + (damaged ? "\xC3" : "") + "\"}\n";
      wanted.push_back("number:" + id + " -" + (damaged ? " encoding" : ""));
    }
    const Read seen = read(text);
    EXPECT_EQ(seen.records, wanted);
    EXPECT_EQ(seen.counts.blank, padding);
    text.pop_back();  // the last line has no end
    EXPECT_EQ(read(text).records, wanted);
  }
}

// Records may be looked at side by side.
TEST(JsonlRecords, WhatARecordRefersToOutlivesTheNext) {
  const std::string text = "{\"id\":\"a\\nb\"}\n{\"id\":\"c\\nd\"}{\"id\":\"e\\nf\"}\n";
  const RecordPlaces places = test::id_and_text();
  const auto reader = read_jsonl(text, 0, places);
  RecordView first, second, third, none;
  ASSERT_TRUE(reader->next(first) && reader->next(second) && reader->next(third));
  EXPECT_FALSE(reader->next(none));
  EXPECT_EQ(first.key.text, "a\nb");
  EXPECT_EQ(second.key.text, "c\nd");
  EXPECT_EQ(third.key.text, "e\nf");
}

TEST(JsonlRecords, AnArrayIsNoFileOfRecords) {
  for (const char* const text : {"[{\"id\":1}]", "[\n {\"id\":1}\n]\n", "\n \t[]", "\xEF\xBB\xBF[{}]"}) {
    EXPECT_THAT(read(text).problem, HasSubstr("array")) << text;
  }
  EXPECT_EQ(read("[1]\n", 9).problem, "");  // in the midst of a file it is a damaged line
}

}  // namespace
}  // namespace bcheck
