// SPDX-License-Identifier: Apache-2.0
#include "sources/json_line.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "base/utf8.h"
#include "sources/record_text.h"

namespace bcheck {
namespace {

using namespace std::string_literals;
using test::record_text;
using ::testing::ElementsAre;

std::vector<RecordView> views(JsonLine& line, std::string_view text) {
  std::vector<RecordView> out;
  line.start(text, is_utf8(text));
  RecordView record;
  while (line.next(record)) out.push_back(record);
  return out;
}

std::vector<std::string> records(std::string_view text) {
  static const RecordPlaces places = test::id_and_text();
  JsonLine line(places);
  std::vector<std::string> out;
  line.start(text, is_utf8(text));
  RecordView record;
  while (line.next(record)) out.push_back(record_text(record));
  return out;
}

TEST(JsonLine, OneObjectIsOneRecord) {
  struct Row {
    std::string text;
    std::string record;
  };
  const Row rows[] = {
      {R"({"id":"a","text":"b"})", "string:a string:b"},
      {R"( {"id":12 ,"text":"\u20ac\n"} 	)", "number:12 string:\xE2\x82\xAC\n"},
      {R"({"id":"a"})", "string:a -"},
      {R"({})", "- -"},
      {R"({"id":null,"text":null})", "null null"},
      {R"({"id":"\ud83d","text":"\ude00 x"})", R"(string:\ud83d(surrogate) string:\ude00 x(surrogate))"},
      {R"({"id":"a","text":"b","text":"c"})", "string:a string:b(repeated)"},
      {R"({"id":"a","text":[1,{"x":NaN}]})", R"(string:a array:[1,{"x":NaN}](nonfinite))"},
      {R"({"id":"a","n":NaN,"text":"b"})", "string:a string:b nonfinite@15"},
      {"{\"id\":\"a\",\"text\":\"\xFF\"}", "string:a string:\xFF encoding"},
      {"{\"id\":\"\xFF\"}", "string:\xFF - encoding"},
      {"\0\0\0{\"id\":\"a\"}"s, "string:a - nul@1"},
      {"\0\0 {\"id\":\"a\"}"s, "string:a - nul@1"},
      {"\0\0\0"s, "- - nul"},
      {"[1,2]", "- - syntax@1"},
      {"rubbish", "- - syntax@1"},
      {"12", "- - syntax@1"},
      {R"("id")", "- - syntax@1"},
      {R"({"id":"a",text:"b"})", "string:a - syntax@11"},
      {R"({"id":"a","text":tru})", "string:a - syntax@18"},
      {R"({'id':'a'})", "- - syntax@2"},
  };
  for (const Row& row : rows) {
    SCOPED_TRACE(row.text);
    EXPECT_THAT(records(row.text), ElementsAre(row.record));
  }
}

TEST(JsonLine, WeldedRecordsComeOneByOne) {
  EXPECT_THAT(records(R"({"id":"a","text":"1"}{"id":"b","text":"2"}{"id":"c"})"),
              ElementsAre("string:a string:1 welded@22", "string:b string:2 welded@22", "string:c - welded@43"));
  EXPECT_THAT(records(R"({"id":"a"} {"id":"b"})"), ElementsAre("string:a - welded@12", "string:b - welded@12"));
  EXPECT_THAT(records(R"({"id":"a"},{"id":"b"})"),
              ElementsAre("string:a - welded@11", "- - welded@11", "string:b - welded@12"));
  EXPECT_THAT(records(R"({"id":"a"} and more)"), ElementsAre("string:a - welded@12", "- - welded@12"));
  EXPECT_THAT(records(R"(x{"id":"a"})"), ElementsAre("- - syntax@1", "string:a - welded@2"));
  EXPECT_THAT(records("{\"id\":\"a\"}\0\0\0"s), ElementsAre("string:a - welded@11", "- - welded@11"));
  EXPECT_THAT(records("\0{\"id\":\"a\"}{\"id\":\"b\"}"s), ElementsAre("string:a - welded@12", "string:b - welded@12"));
}

TEST(JsonLine, ARecordBehindATornOneIsFound) {
  struct Row {
    std::string_view text;
    std::string torn;
  };
  // Where a resumed job appends to a torn last line: NousResearch/hermes-agent#12684, huggingface/OpenEnv#1154.
  const Row rows[] = {
      {R"({"id":3,"x)", "number:3 -"},
      {R"({"id":3,"text":"half a sen)", "number:3 -"},
      {R"({"id":3,"text":"half\)", "number:3 -"},
      {R"({"id":3,"text":"half\u20)", "number:3 -"},
      {R"({"id":3,"text":"whole")", "number:3 -"},
      {R"({"id":3,)", "number:3 -"},
      {R"({"id":"k)", "- -"},
      {R"({"id":3)", "- -"},  // perhaps 3, perhaps 37
      {R"({"id)", "- -"},
      {R"({)", "- -"},
  };
  for (const Row& row : rows) {
    SCOPED_TRACE(row.text);
    const std::string line = std::string(row.text) + R"({"id":"z","text":"good"})";
    const std::string at = "@" + std::to_string(row.text.size() + 1);
    EXPECT_THAT(records(line), ElementsAre(row.torn + " torn" + at, "string:z string:good welded" + at));
    // With yet another behind it, the last is certain: the one between may have been a part of the torn one.
    const auto three = records(line + R"({"id":"y"})");
    ASSERT_EQ(three.size(), 2U);
    EXPECT_EQ(three[1], "string:y - welded@" + std::to_string(line.size() + 1));
  }
}

// Text with braces does not hide what follows it, as long as they are not very many.
TEST(JsonLine, BracesInATornTextLeadNowhere) {
  std::string torn = R"({"id":"a","text":"{ {x} {\"id\":1} {)";
  EXPECT_THAT(records(torn + R"({"id":"z"})").back(), "string:z - welded@" + std::to_string(torn.size() + 1));
  torn += std::string(100, '{');
  EXPECT_EQ(records(torn + R"({"id":"z"})").size(), 1U);
}

// An object within a record is no record, not even where the line was cut just behind it and it has an id itself.
TEST(JsonLine, WhatLiesInATornRecordIsNoRecord) {
  EXPECT_THAT(records(R"({"id":"a","body":{"id":"inner","text":"x"})"), ElementsAre("string:a - torn@43"));
  EXPECT_THAT(records(R"({"body":{"id":"inner"},"list":[{"id":"other"})"), ElementsAre("- - torn@46"));
  EXPECT_THAT(records(R"({"id":"a","te{"id":"b","body":{"id":"inner"})"), ElementsAre("string:a - syntax@16"));
}

const std::string_view kWhole[] = {
    R"({"id":"key-17","text":"a \u00e9 {\"id\":\"no\"} b","meta":{"id":"inner","text":"no"},"n":[1,2,{"id":5}]})",
    R"({"text":"x","meta":[{"id":1},{"id":2}],"id":123456})",
    R"({"meta":{"id":-1.5e10},"id":-1.5e10,"text":null})",
};

// Every cut of a record is torn, and what it says of itself is what the whole says.
TEST(JsonLine, EveryCutIsTornAndHasTheSameKeyOrNone) {
  const RecordPlaces places = test::id_and_text();
  JsonLine line(places);
  for (const std::string_view whole : kWhole) {
    const RecordView full = views(line, whole).front();
    const std::string key(full.key.text);
    ASSERT_EQ(full.flaw, RecordFlaw::kNone);
    for (std::size_t size = 1; size < whole.size(); ++size) {
      SCOPED_TRACE(whole.substr(0, size));
      const auto cut = views(line, whole.substr(0, size));
      ASSERT_EQ(cut.size(), 1U);
      EXPECT_EQ(cut[0].flaw, RecordFlaw::kTorn);
      if (cut[0].keyed()) {
        EXPECT_EQ(cut[0].key.text, key);
      }
    }
  }
}

// Every cut with every other record behind it: no third key comes out of it, the keys that do are never those of
// parts, and nothing is sound.
TEST(JsonLine, EveryCutBeforeAnotherRecordGivesNoThirdKey) {
  const RecordPlaces places = test::id_and_text();
  JsonLine line(places);
  for (const std::string_view whole : kWhole) {
    const std::string key(views(line, whole).front().key.text);
    for (const std::string_view next : kWhole) {
      const std::string next_key(views(line, next).front().key.text);
      for (std::size_t size = 1; size < whole.size(); ++size) {
        const std::string text = std::string(whole.substr(0, size)) + std::string(next);
        SCOPED_TRACE(text);
        bool found = false;
        for (const RecordView& record : views(line, text)) {
          EXPECT_NE(record.flaw, RecordFlaw::kNone);
          if (!record.keyed()) continue;
          EXPECT_TRUE(record.key.text == key || record.key.text == next_key) << record.key.text;
          found = found || record.key.text == next_key;
        }
        // A record in the place of a value of the torn one cannot be told from a value.
        const char before = *std::find_if_not(text.rend() - static_cast<std::ptrdiff_t>(size), text.rend(),
                                              [](char c) { return c == ' '; });
        EXPECT_TRUE(found || before == ':' || before == '[' || before == ',') << "the record behind it is lost";
      }
    }
  }
}

TEST(JsonLine, ViewsLieInTheLineOrInTheReader) {
  const RecordPlaces places = test::id_and_text();
  JsonLine line(places);
  const std::string text = R"({"id":"a","text":")" + std::string(300, 'x') + "\"}";
  const RecordView record = views(line, text).front();
  EXPECT_EQ(record.excerpt, text.substr(0, 120));
  EXPECT_EQ(record.fields[1].text.data(), text.data() + 18);
}

}  // namespace
}  // namespace bcheck
