// SPDX-License-Identifier: Apache-2.0
#include "sources/json_walk.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "base/json_tree.h"

namespace bcheck {
namespace {

using namespace std::string_view_literals;
using End = JsonWalk::End;

// Fields: 0 /id, 1 /text, 2 /a/b, 3 /list/1, 4 /vector.
RecordPlaces some_places() {
  auto places = RecordPlaces::make("/id");
  for (const char* const pointer : {"/text", "/a/b", "/list/1", "/vector"}) static_cast<void>(places->add(pointer));
  return *places;
}

End walk(std::string_view text) {
  const auto places = RecordPlaces::make("/no-such-member");
  JsonWalk json(*places);
  return json.object(text, 0);
}

// The reader of manifests is the judge of what JSON is. NaN and Infinity apart, and a repeated member, which that
// reader refuses and a walk over members that nobody wants does not see.
TEST(JsonWalk, TakesExactlyWhatIsJson) {
  const std::string_view values[] = {
      R"("")",
      R"("a\n\"\\\/\b\f\r\tz")",
      R"("\u00e9\uD83D\uDE00")",
      R"("\x")",
      R"("\u12g4")",
      R"("\u123")",
      "\"a\tb\"",
      "\"\x7F\"",
      "\"\x01\"",
      "'a'",
      "0",
      "-0",
      "12",
      "-12.5e+3",
      "1E-7",
      "0.5",
      "01",
      "-01",
      "1.",
      ".5",
      "+1",
      "1e",
      "1e+",
      "-",
      "--1",
      "0x10",
      "1_000",
      "1.5.5",
      "1e5e5",
      "123456789012345678901234567890",
      "true",
      "false",
      "null",
      "True",
      "tru",
      "nulll",
      "nan",
      "inf",
      "undefined",
      "[]",
      "[ ]",
      "[1]",
      "[1,2 , 3]",
      "[1,]",
      "[,1]",
      "[,]",
      "[1 2]",
      "[1;2]",
      R"(["a",[]])",
      "{}",
      "{ }",
      R"({"b":1})",
      R"({"b":})",
      R"({"b"})",
      R"({b:1})",
      R"({"b":1,})",
      R"({,"b":1})",
      R"({"b" : 1 , "c":{"d":[{}]}})",
      R"({"b"1})",
      R"({1:2})",
      R"({"b":1 "c":2})",
      "[[[[]]]]",
      "[[]",
      "[}",
      "{]",
      "",
      "/* c */1",
      "1//",
      "\xE2\x82\xAC",
      "\"\xE2\x82\xAC\"",
  };
  for (const std::string_view value : values) {
    for (const char* const frame :
         {"{\"x\":%}", "{ \"x\" : % }", "{\"x\":%,\"y\":1}", "{\"x\":[%]}", "{\"x\":[0,%]}"}) {
      std::string text = frame;
      text.replace(text.find('%'), 1, value);
      SCOPED_TRACE(text);
      EXPECT_EQ(walk(text) == End::kWhole, parse_json(text, "test", JsonSyntax::kStrict).has_value());
    }
  }
}

TEST(JsonWalk, OfWhiteSpaceOnlyThatOfJsonCounts) {
  for (const std::string_view white : {" ", "\t", "\r", "\n", " \t\r\n "}) {
    EXPECT_EQ(walk("{" + std::string(white) + "\"x\"" + std::string(white) + ":1}"), End::kWhole);
  }
  for (const std::string_view other : {"\v"sv, "\f"sv, "\xC2\xA0"sv, "\xE2\x80\xA8"sv, "\0"sv}) {
    EXPECT_EQ(walk("{" + std::string(other) + "\"x\":1}"), End::kSyntax);
  }
}

TEST(JsonWalk, NanAndInfinityAreWalkedOverAndRemembered) {
  struct Row {
    std::string_view text;
    End end;
    std::size_t at;  // of the first outside of the fields
  };
  const std::size_t none = std::string_view::npos;
  const Row rows[] = {
      {R"({"x":NaN})", End::kWhole, 5},
      {R"({"x":Infinity})", End::kWhole, 5},
      {R"({"x":-Infinity})", End::kWhole, 5},
      {R"({"x":[1,NaN,NaN]})", End::kWhole, 8},
      {R"({"x":"NaN"})", End::kWhole, none},
      {R"({"x":nan})", End::kSyntax, none},
      {R"({"x":-NaN})", End::kSyntax, none},
      {R"({"x":Inf})", End::kSyntax, none},
      {R"({"x":+Infinity})", End::kSyntax, none},
      {R"({"text":NaN})", End::kWhole, none},  // a field: it says so itself
      {R"({"a":{"b":[[NaN]]}})", End::kWhole, none},
      {R"({"text":NaN,"x":NaN})", End::kWhole, 16},
      {R"({"x":NaN,"text":NaN})", End::kWhole, 5},
  };
  const RecordPlaces places = some_places();
  JsonWalk json(places);
  for (const Row& row : rows) {
    SCOPED_TRACE(row.text);
    EXPECT_EQ(json.object(row.text, 0), row.end);
    if (row.end == End::kWhole) {
      EXPECT_EQ(json.nonfinite(), row.at);
    }
  }
  ASSERT_EQ(json.object(R"({"text":NaN,"a":{"b":[{},Infinity]},"id":1})", 0), End::kWhole);
  EXPECT_TRUE(json.spans()[1].nonfinite);
  EXPECT_TRUE(json.spans()[2].nonfinite);
  EXPECT_FALSE(json.spans()[0].nonfinite);
}

TEST(JsonWalk, FindsTheFieldsWhereverTheyStand) {
  struct Row {
    std::string_view text;
    std::size_t field;
    FieldKind kind;
    std::string_view raw;
  };
  const Row rows[] = {
      {R"({"id":"x","text":"y"})", 1, FieldKind::kString, "y"},
      {R"({"z":{"text":"no"},"text":"y"})", 1, FieldKind::kString, "y"},
      {R"({"text" : 	-1.5e3 })", 1, FieldKind::kNumber, "-1.5e3"},
      {R"({"text":true})", 1, FieldKind::kFlag, "true"},
      {R"({"text":null})", 1, FieldKind::kNull, "null"},
      {R"({"text":[1, {"id":2}]})", 1, FieldKind::kArray, R"([1, {"id":2}])"},
      {R"({"text":{"id":"in"}})", 1, FieldKind::kObject, R"({"id":"in"})"},
      {R"({"text":{"id":"in"}})", 0, FieldKind::kAbsent, ""},
      {R"({"a":{"b":"deep"}})", 2, FieldKind::kString, "deep"},
      {R"({"a":[{"b":"deep"}]})", 2, FieldKind::kAbsent, ""},
      {R"({"a.b":1,"b":2})", 2, FieldKind::kAbsent, ""},
      {R"({"list":["zero","one","two"]})", 3, FieldKind::kString, "one"},
      {R"({"list":["zero"]})", 3, FieldKind::kAbsent, ""},
      {R"({"list":{"1":"member"}})", 3, FieldKind::kString, "member"},  // RFC 6901, section 4
      {R"({"vector":[1,2.5, 3]})", 4, FieldKind::kArray, "[1,2.5, 3]"},
      {R"({"vector":[[1],[2]]})", 4, FieldKind::kArray, "[[1],[2]]"},
      {R"({"vector":[]})", 4, FieldKind::kArray, "[]"},
      {R"({"ID":1,"Text":"no"})", 1, FieldKind::kAbsent, ""},
      {R"({"te\u0078t":"y"})", 1, FieldKind::kString, "y"},
      {R"({"\u0069d":7})", 0, FieldKind::kNumber, "7"},
      {R"({"id\ud800":7})", 0, FieldKind::kAbsent, ""},  // no name at all, and not that of its beginning
      {R"({"\ud800id":7})", 0, FieldKind::kAbsent, ""},
      {R"({"id\\":7})", 0, FieldKind::kAbsent, ""},
  };
  const RecordPlaces places = some_places();
  JsonWalk json(places);
  for (const Row& row : rows) {
    SCOPED_TRACE(row.text);
    ASSERT_EQ(json.object(row.text, 0), End::kWhole);
    EXPECT_EQ(json.at(), row.text.size());
    EXPECT_EQ(json.spans()[row.field].kind, row.kind);
    EXPECT_EQ(json.spans()[row.field].raw, row.raw);
    EXPECT_FALSE(json.spans()[row.field].repeated);
  }
}

// Python's reader takes the last of two members, others the first.
TEST(JsonWalk, AMemberThatStandsTwiceIsSaidAndTheFirstGiven) {
  struct Row {
    std::string_view text;
    std::size_t field;
    std::string_view raw;
    bool repeated;
  };
  const Row rows[] = {
      {R"({"text":"1","text":"2"})", 1, "1", true},
      {R"({"text":"1","te\u0078t":"2"})", 1, "1", true},
      {R"({"text":"1","text":"1"})", 1, "1", true},
      {R"({"a":{"b":"1"},"a":{"b":"2"}})", 2, "1", true},
      {R"({"a":{"b":"1"},"a":null})", 2, "1", true},
      {R"({"a":null,"a":{"b":"1"}})", 2, "1", true},
      {R"({"a":{},"a":{}})", 2, "", true},
      {R"({"a":{"b":"1"},"a":null})", 1, "", false},
      {R"({"x":"1","x":"2","text":"3"})", 1, "3", false},  // nobody looks at x
      {R"({"x":{"text":1},"text":"3"})", 1, "3", false},
  };
  const RecordPlaces places = some_places();
  JsonWalk json(places);
  for (const Row& row : rows) {
    SCOPED_TRACE(row.text);
    ASSERT_EQ(json.object(row.text, 0), End::kWhole);
    EXPECT_EQ(json.spans()[row.field].raw, row.raw);
    EXPECT_EQ(json.spans()[row.field].repeated, row.repeated);
  }
}

// No prefix of an object is one, none is a fault of syntax, and none gives a field that the whole does not have.
TEST(JsonWalk, EveryCutIsTornAndGivesNoOtherField) {
  const std::string_view wholes[] = {
      R"({"id":12345,"text":"a\u00e9\ud83d\ude00 b","a":{"b":-1.5e+10},"list":[1,"two"],"vector":[0.25,-1]})",
      R"({"vector":[1e5,[],{}],"x":[true,false,null,NaN,-Infinity],"a":{"b":true,"c":{}},"text":"\\\"","id":"key"})",
      R"({ "list" : [ { "id" : 1 } , 2 ] , "id" : -0.5 })",
  };
  const RecordPlaces places = some_places();
  JsonWalk json(places);
  JsonWalk cut(places);
  for (const std::string_view whole : wholes) {
    ASSERT_EQ(json.object(whole, 0), End::kWhole);
    for (std::size_t size = 1; size < whole.size(); ++size) {
      const std::string text(whole.substr(0, size));
      SCOPED_TRACE(text);
      ASSERT_EQ(cut.object(text, 0), End::kTorn);
      EXPECT_EQ(cut.at(), size);
      for (std::size_t field = 0; field < places.fields(); ++field) {
        if (cut.spans()[field].kind == FieldKind::kAbsent) continue;
        EXPECT_EQ(cut.spans()[field].kind, json.spans()[field].kind);
        EXPECT_EQ(cut.spans()[field].raw, json.spans()[field].raw);
      }
    }
  }
}

// Where another record follows the cut, what was cut is no shorter value.
TEST(JsonWalk, AValueThatRunsIntoAnotherRecordDoesNotCount) {
  const RecordPlaces places = some_places();
  JsonWalk json(places);
  for (const std::string_view text :
       {R"({"id":1{"id":2})", R"({"id":1 {"id":2})", R"({"id":"a{"id":"b"})", R"({"id":01})", R"({"id":1.5.5})",
        R"({"id":1"x":2})", R"({"id":"a" "b"})", R"({"id":1:2})"}) {
    SCOPED_TRACE(text);
    EXPECT_EQ(json.object(text, 0), End::kSyntax);
    EXPECT_EQ(json.spans()[0].kind, FieldKind::kAbsent);
  }
  EXPECT_EQ(json.object(R"({"id":1,"te{"id":2})", 0), End::kSyntax);
  EXPECT_EQ(json.spans()[0].raw, "1");
}

TEST(JsonWalk, NestingIsBounded) {
  const auto nested = [](int levels) {
    return "{\"x\":" + std::string(static_cast<std::size_t>(levels), '[') +
           std::string(static_cast<std::size_t>(levels), ']') + "}";
  };
  EXPECT_EQ(walk(nested(kDeepestRecord)), End::kWhole);
  EXPECT_EQ(walk(nested(kDeepestRecord + 1)), End::kSyntax);
  EXPECT_EQ(walk(nested(1'000'000)), End::kSyntax);
  std::string objects;
  for (int i = 0; i < 1'000'000; ++i) objects += "{\"x\":";
  EXPECT_EQ(walk(objects), End::kSyntax);
}

TEST(JsonWalk, BeginsWhereItIsTold) {
  const RecordPlaces places = some_places();
  JsonWalk json(places);
  const std::string_view text = R"(  {"id":1}{"id":2} )";
  ASSERT_EQ(json.object(text, 2), End::kWhole);
  EXPECT_EQ(json.at(), 10U);
  EXPECT_EQ(json.spans()[0].raw, "1");
  ASSERT_EQ(json.object(text, 10), End::kWhole);
  EXPECT_EQ(json.at(), 18U);
  EXPECT_EQ(json.spans()[0].raw, "2");
}

// Strings are passed eight bytes at a time: every place of what ends them, in strings of every length around that.
TEST(JsonWalk, StringsEndAtTheirQuoteWhateverTheirLength) {
  const RecordPlaces places = some_places();
  JsonWalk json(places);
  for (std::size_t size = 0; size < 40; ++size) {
    const std::string good = R"({"text":")" + std::string(size, '\x80') + "\"}";
    ASSERT_EQ(json.object(good, 0), End::kWhole) << size;
    EXPECT_EQ(json.spans()[1].raw.size(), size);
    for (std::size_t at = 0; at < size; ++at) {
      std::string bad = good;
      bad[9 + at] = '\x1F';
      EXPECT_EQ(json.object(bad, 0), End::kSyntax);
      EXPECT_EQ(json.at(), 9 + at);
      bad[9 + at] = '"';
      EXPECT_NE(json.object(bad, 0), End::kWhole);
      bad[9 + at] = '\\';
      EXPECT_NE(json.object(bad, 0), End::kWhole);
    }
  }
}

}  // namespace
}  // namespace bcheck
