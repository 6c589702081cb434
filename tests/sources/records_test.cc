// SPDX-License-Identifier: Apache-2.0
#include "sources/records.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <vector>

#include "sources/record_text.h"

namespace bcheck {
namespace {

using namespace std::string_literals;
using ::testing::ElementsAre;

// ASCII as UTF-16.
std::string utf16(std::string_view text, bool big, bool mark) {
  std::string out = mark ? (big ? "\xFE\xFF" : "\xFF\xFE") : "";
  for (const char c : text) out += big ? std::string{'\0', c} : std::string{c, '\0'};
  return out;
}

std::vector<std::string> records(const std::string& file, RecordFormat format = RecordFormat::kJsonl) {
  static const RecordPlaces places = test::id_and_text();
  return test::all_records(*read_records(file, 0, file.size(), format, places));
}

TEST(Records, TheExtensionNamesTheFormat) {
  struct Row {
    std::string_view path;
    std::optional<RecordFormat> format;
  };
  const Row rows[] = {
      {"results.jsonl", RecordFormat::kJsonl},
      {"deep.dir/a.ndjson", RecordFormat::kJsonl},
      {"a.json", RecordFormat::kJsonl},
      {"a.txt", RecordFormat::kJsonl},
      {"a.log", RecordFormat::kJsonl},
      {"a.csv", RecordFormat::kCsv},
      {"A.CSV", RecordFormat::kCsv},
      {"a.tsv", RecordFormat::kTsv},
      {"a.Tab", RecordFormat::kTsv},
      {"a.jsonl.gz", std::nullopt},
      {"a.parquet", std::nullopt},
      {"results", std::nullopt},
      {"jsonl", std::nullopt},
      {"", std::nullopt},
      {"a.", std::nullopt},
  };
  for (const Row& row : rows) {
    EXPECT_EQ(record_format_of(row.path), row.format) << row.path;
  }
  EXPECT_EQ(name_of(RecordFormat::kJsonl), "jsonl");
  EXPECT_EQ(name_of(RecordFormat::kCsv), "csv");
  EXPECT_EQ(name_of(RecordFormat::kTsv), "tsv");
}

TEST(Records, OnlyLinesInUtf8AreReadInParts) {
  EXPECT_TRUE(is_divisible(RecordFormat::kJsonl, "{\"id"));
  EXPECT_TRUE(is_divisible(RecordFormat::kJsonl, ""));
  EXPECT_TRUE(is_divisible(RecordFormat::kJsonl, "\0\0\0\0"s));
  EXPECT_FALSE(is_divisible(RecordFormat::kCsv, "id,t"));
  EXPECT_FALSE(is_divisible(RecordFormat::kTsv, "id\tt"));
  for (const bool big : {false, true}) {
    for (const bool mark : {false, true}) {
      EXPECT_FALSE(is_divisible(RecordFormat::kJsonl, utf16("{\"id\":1}", big, mark).substr(0, 4)));
    }
  }
}

TEST(Records, Utf16IsReadAndSaid) {
  const std::string text = "{\"id\":\"a\",\"text\":\"b\"}\r\n\n{\"id\":2}";
  for (const bool big : {false, true}) {
    for (const bool mark : {false, true}) {
      SCOPED_TRACE(big);
      SCOPED_TRACE(mark);
      const RecordPlaces places = test::id_and_text();
      const std::string file = utf16(text, big, mark);
      const auto reader = read_records(file, 0, file.size(), RecordFormat::kJsonl, places);
      EXPECT_THAT(test::all_records(*reader), ElementsAre("string:a string:b utf16", "number:2 - utf16"));
      EXPECT_EQ(reader->counts().bom, mark);
      EXPECT_EQ(reader->counts().lines, 3U);
      EXPECT_EQ(reader->counts().blank, 1U);
      EXPECT_EQ(reader->counts().crlf, 1U);
      EXPECT_THAT(records(utf16("id,text\na,b\n", big, mark), RecordFormat::kCsv),
                  ElementsAre("string:a string:b utf16"));
      EXPECT_THAT(records(utf16("id\ttext\na\tb\n", big, mark), RecordFormat::kTsv),
                  ElementsAre("string:a string:b utf16"));
    }
  }
}

TEST(Records, CharactersOfUtf16BeyondAscii) {
  // Little-endian: e acute, the euro sign, a grinning face.
  const std::string before = utf16("{\"id\":\"a\",\"text\":\"", false, true);
  const std::string behind = utf16("\"}\n", false, false);
  EXPECT_THAT(records(before + "\xE9\x00\xAC\x20\x3D\xD8\x00\xDE"s + behind),
              ElementsAre("string:a string:\xC3\xA9\xE2\x82\xAC\xF0\x9F\x98\x80 utf16"));
  // Half a pair, and an odd byte at the end, are no characters.
  EXPECT_THAT(records(before + "\x3D\xD8"s + behind).front(), ::testing::HasSubstr("encoding"));
  EXPECT_THAT(records(before + "\x00\xDE"s + behind).front(), ::testing::HasSubstr("encoding"));
  EXPECT_THAT(records(before + "x\0"s + behind + "\xFF"), ElementsAre("string:a string:x utf16", "- - syntax@1"));
}

// What is made of UTF-16 is not made once more, though it may look like UTF-16 again: nothing grows without end.
TEST(Records, Utf16IsTranscodedOnce) {
  const std::string once = utf16("{\"id\":1}\n", false, false);
  const std::string twice = utf16(once, false, false);
  EXPECT_THAT(records(once), ElementsAre("number:1 - utf16"));
  for (const std::string& record : records(twice)) EXPECT_THAT(record, ::testing::HasSubstr("- -"));
}

TEST(Records, TornAndWeldedLinesStayThatInUtf16) {
  EXPECT_THAT(records(utf16("{\"id\":1,\"te\n{\"id\":2}{\"id\":3}\n", false, true)),
              ElementsAre("number:1 - torn@12", "number:2 - welded@9", "number:3 - welded@9"));
}

struct Split {
  std::vector<std::string> records;  // with their places in the file
  std::uint64_t lines = 0, blank = 0, crlf = 0;
  bool bom = false;

  bool operator==(const Split&) const = default;
};

// Reads [begin, end) and appends, with lines counted through as the parent does.
void read_part(const std::string& file, std::size_t begin, std::size_t end, Split& split) {
  const RecordPlaces places = test::id_and_text();
  const auto reader = read_records(file, begin, end, RecordFormat::kJsonl, places);
  RecordView record;
  while (reader->next(record)) {
    split.records.push_back(std::to_string(record.offset) + " " + std::to_string(record.line + split.lines) + " " +
                            test::record_text(record));
  }
  split.lines += reader->counts().lines;
  split.blank += reader->counts().blank;
  split.crlf += reader->counts().crlf;
  split.bom = split.bom || reader->counts().bom;
}

TEST(Records, PartsGiveTheSameAsTheWhole) {
  const std::string files[] = {
      "",
      "\n",
      "{\"id\":1}",
      "{\"id\":1}\n",
      "\n\n{\"id\":1}\n\n\n{\"id\":2}\n\n",
      "\xEF\xBB\xBF{\"id\":1,\"text\":\"x\"}\r\n{\"id\":2,\"te\r\n\r\n{\"id\":3}{\"id\":4}\n\0\0\0{\"id\":5}\nrubbish\n"
      "{\"id\":6}"s,
  };
  for (const std::string& file : files) {
    Split whole;
    read_part(file, 0, file.size(), whole);
    for (std::size_t at = 0; at <= file.size(); ++at) {
      for (std::size_t next = at; next <= file.size(); ++next) {
        SCOPED_TRACE(at);
        SCOPED_TRACE(next);
        Split parts;
        read_part(file, 0, at, parts);
        read_part(file, at, next, parts);
        read_part(file, next, file.size(), parts);
        EXPECT_EQ(parts, whole);
      }
    }
  }
}

TEST(Records, APartBehindTheEndIsEmpty) {
  Split split;
  read_part("{\"id\":1}\n", 100, 200, split);
  read_part("{\"id\":1}\n", 9, 9, split);
  EXPECT_EQ(split, Split());
}

}  // namespace
}  // namespace bcheck
