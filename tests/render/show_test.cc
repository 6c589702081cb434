// SPDX-License-Identifier: Apache-2.0
// Also tests: json.cc, keys.cc, table.cc, text.cc
#include "render/show.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/json_fast.h"
#include "render/closing.h"
#include "render/formats.h"
#include "render/rendered.h"
#include "report/sample_report.h"

namespace bcheck {
namespace {

using testing::bad;
using testing::batch;
using testing::Batch;
using testing::finding;
using ::testing::HasSubstr;
using testing::item;
using testing::mixed;
using testing::reader_of;
using testing::rendered;
using testing::Rendered;
using testing::sound;
using testing::with;

TEST(Formats, AreFoundByName) {
  for (const ShowFormat& format : show_formats()) {
    EXPECT_EQ(find_show_format(format.name), &format);
    EXPECT_FALSE(format.summary.empty());
  }
  EXPECT_EQ(find_show_format("nonsense"), nullptr);
  EXPECT_EQ(find_show_format(""), nullptr);
}

TEST(Formats, AllRefuseABadReport) {
  const Batch unsorted = batch({item("b", sound('1')), item("a", sound('1'))});
  for (const ShowFormat& format : show_formats()) EXPECT_FALSE(rendered(format.name, unsorted).shown) << format.name;
}

TEST(Text, IsWhatTheRunClosedWith) {
  const Batch b = mixed();
  ReportTail tail = b.tail;
  tail.summary = testing::tally(b);
  const Rendered text = rendered("text", b);
  EXPECT_EQ(text.text, closing_text(tail));
  EXPECT_EQ(text.text,
            "6 keys: 2 pass, 1 fail, 1 missing, 1 error, 1 unchecked; 1 extra, 1 leftover\n"
            "  1  image.degenerate-flat         b\n"
            "  1  run.crashed                   d\n"
            "  1  run.unchecked                 e\n"
            "  1  file.trailing-data (warn)     f\n"
            "  1  records.torn (warn)\n"
            "  1  file.trailing-data (allowed)  b\n"
            "  not checked: 1 artifact: it is so\n"
            "the batch as a whole:\n"
            "  records.torn (warn): 2 lines are torn\n"
            "extra:\n"
            "  x.png\n"
            "leftovers:\n"
            "  y.png.part\n");
  EXPECT_EQ(text.shown->items, 6);
}

TEST(Text, NamesHostileKeysLikeTheRun) {
  const Rendered text = rendered("text", batch({item("a\xFF\x1b", bad(Status::kFail, "image.x"))}));
  EXPECT_THAT(text.text, HasSubstr("image.x  \"a\\xff\\x1b\"\n"));
}

TEST(Text, CountsASelectionAnew) {
  const Rendered text = rendered("text", mixed(), with({{Status::kFail, Status::kPass}, {}, {}}));
  EXPECT_EQ(text.text,
            "selected 3 of 6 keys\n"
            "3 keys: 2 pass, 1 fail; 0 extra\n"
            "  1  image.degenerate-flat         b\n"
            "  1  file.trailing-data (warn)     f\n"
            "  1  file.trailing-data (allowed)  b\n");
}

TEST(Table, AlignsOneLineAnArtifact) {
  EXPECT_EQ(rendered("table", mixed()).text,
            "key  status     code                   message\n"
            "a    pass       -\n"
            "b    fail       image.degenerate-flat  it is so (and 1 more)\n"
            "c    missing    -\n"
            "d    error      run.crashed            it is so\n"
            "e    unchecked  run.unchecked          it is so\n"
            "f    pass       file.trailing-data     it is so\n");
}

TEST(Table, NamesArtifactsWhereThereAreSeveralAndEscapesNames) {
  Item hostile = item("a\n\x1b[31mb", sound('1'));
  hostile.artifacts.insert(hostile.artifacts.begin(), {"cap tion", bad(Status::kFail, "text.x")});
  hostile.artifacts[0].second.findings[0].message = "line\n\"two\"";
  hostile.status = Status::kFail;
  hostile.findings = {finding("batch.duplicate-content", Severity::kWarn)};
  Batch b = batch({hostile});
  b.head.artifacts = R"({"image": {}, "cap tion": {}})";
  EXPECT_EQ(rendered("table", b).text,
            "key             artifact    status  code                     message\n"
            "\"a\\n\\x1b[31mb\"  \"cap tion\"  fail    text.x                   line\\n\"two\"\n"
            "\"a\\n\\x1b[31mb\"  image       pass    -\n"
            "\"a\\n\\x1b[31mb\"  -           fail    batch.duplicate-content  it is so\n");
}

TEST(Table, LetsALongNameMoveItsOwnLineOnly) {
  const std::string text =
      rendered("table", batch({item("a", sound('1')), item(std::string(100, 'b'), sound('1'))})).text;
  EXPECT_THAT(text, HasSubstr("\na" + std::string(49, ' ') + "pass"));
  EXPECT_THAT(text, HasSubstr("\n" + std::string(100, 'b') + "  pass"));
}

TEST(Table, GoesOnBehindTheLinesThatAlignIt) {
  std::vector<Item> items;
  for (std::size_t i = 0; i < 2 * kAligned; ++i) items.push_back(item("k" + std::to_string(10'000 + i), sound('1')));
  const std::string text = rendered("table", batch(items)).text;
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), static_cast<long>(2 * kAligned + 1));
  EXPECT_THAT(text, HasSubstr("\nk10999  pass    -\n"));
}

TEST(Table, ColoursTheStatusOnly) {
  ShowOptions options;
  options.palette = Palette::ansi();
  EXPECT_EQ(rendered("table", batch({item("key", sound('1'))}), options).text,
            "\x1b[1mkey\x1b[0m  \x1b[1mstatus\x1b[0m  \x1b[1mcode\x1b[0m  \x1b[1mmessage\x1b[0m\n"
            "key  \x1b[32mpass\x1b[0m    -\n");
}

TEST(Json, IsTheItemsAsTheyStand) {
  const Rendered all = rendered("json", mixed());
  FastJson parser;
  simdjson::dom::array array;
  ASSERT_EQ(parser.parse(all.text).get(array), simdjson::SUCCESS) << all.text;
  EXPECT_EQ(array.size(), 6U);
  std::string line;
  append_item(line, mixed().items[1]);
  EXPECT_THAT(all.text, HasSubstr("\n" + line + ",\n"));

  const Rendered one = rendered("json", mixed(), with({{}, {}, {"b"}}));
  EXPECT_EQ(one.text, "[\n" + line + "\n]\n");
  EXPECT_EQ(rendered("json", mixed(), with({{}, {"none.*"}, {}})).text, "[]\n");
  EXPECT_EQ(rendered("json", batch({})).text, "[]\n");
}

TEST(Keys, AreRawBytes) {
  const Batch b = batch({item("a b", sound('1')), item("c\xFF", bad(Status::kMissing)), item("d\x1b", sound('1'))});
  EXPECT_EQ(rendered("keys", b).text, "a b\nc\xFF\nd\x1b\n");
  EXPECT_EQ(rendered("keys", b, with({{Status::kMissing}, {}, {}})).text, "c\xFF\n");
  ShowOptions options;
  options.null_separated = true;
  EXPECT_EQ(rendered("keys", b, options).text, std::string("a b\0c\xFF\0d\x1b\0", 10));
}

TEST(Keys, RefuseAKeyThatTheSeparatorWouldCut) {
  const Batch lines = batch({item("a\nb", sound('1'))});
  const Rendered cut = rendered("keys", lines);
  ASSERT_FALSE(cut.shown);
  EXPECT_THAT(cut.shown.error().message, HasSubstr("\"a\\nb\""));
  EXPECT_THAT(cut.shown.error().hint, HasSubstr("-0"));
  ShowOptions options;
  options.null_separated = true;
  EXPECT_EQ(rendered("keys", lines, options).text, std::string("a\nb\0", 4));
  EXPECT_FALSE(rendered("keys", batch({item(std::string("a\0b", 3), sound('1'))}), options).shown);
}

TEST(Shown, TellsKeysThatWereAskedForAndAreNotThere) {
  for (const ShowFormat& format : show_formats()) {
    const Rendered out = rendered(format.name, mixed(), with({{}, {}, {"b", "nowhere"}}));
    ASSERT_TRUE(out.shown);
    EXPECT_EQ(out.shown->items, 1);
    EXPECT_EQ(out.shown->unknown_keys, (std::vector<std::string>{"nowhere"}));
  }
}

}  // namespace
}  // namespace bcheck
