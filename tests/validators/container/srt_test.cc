// SPDX-License-Identifier: Apache-2.0
// Also tests: cues.cc
#include <string>

#include "support/check_document.h"
#include "validators/container/cues.h"

namespace bcheck {
namespace {

using std::string_literals::operator""s;
using test::check_document, test::codes, test::whole;

constexpr const char* kTwo =
    "1\n00:00:01,000 --> 00:00:02,500\nHello\nyou\n\n2\n00:00:03,000 --> 00:01:04,250\nThere\n";

std::string cue(int number, const std::string& text) {
  const std::string second = std::to_string(10 + number % 50);
  return std::to_string(number) + "\n00:00:" + second + ",000 --> 00:00:" + second + ",500\n" + text + "\n\n";
}

std::string cues(int count, const std::string& text) {
  std::string all;
  for (int i = 1; i <= count; ++i) all += cue(i, text);
  return all;
}

TEST(CueTimes, Parse) {
  const struct {
    CueFormat format;
    std::string line;
    std::int64_t start;  // -1: no time line
    std::int64_t end;
  } rows[] = {
      {CueFormat::kSrt, "00:00:01,000 --> 00:00:02,500", 1000, 2500},
      {CueFormat::kSrt, "1:02:03,004-->99:59:59,999 X1:5", 3'723'004, 359'999'999},
      {CueFormat::kSrt, "00:00:01.000 --> 00:00:02.500", -1, 0},
      {CueFormat::kSrt, "00:01,000 --> 00:02,500", -1, 0},
      {CueFormat::kSrt, "00:60:00,000 --> 01:00:00,000", -1, 0},
      {CueFormat::kSrt, "00:00:60,000 --> 01:00:00,000", -1, 0},
      {CueFormat::kSrt, "00:00:1,000 --> 00:00:02,000", -1, 0},
      {CueFormat::kSrt, "00:00:01,00 --> 00:00:02,000", -1, 0},
      {CueFormat::kSrt, "00:00:01,000 --> 00:00:02,0000", -1, 0},
      {CueFormat::kSrt, "00:00:01,000 -> 00:00:02,000", -1, 0},
      {CueFormat::kSrt, "00:00:01,000 --> 00:00:02,000x", -1, 0},
      {CueFormat::kSrt, "99999999999999999999:00:00,000 --> 00:00:02,000", -1, 0},
      {CueFormat::kSrt, "-00:00:01,000 --> 00:00:02,000", -1, 0},
      {CueFormat::kSrt, "", -1, 0},
      {CueFormat::kVtt, "00:01.000 --> 00:02.500", 1000, 2500},
      {CueFormat::kVtt, "01:00:01.000 --> 1000:00:02.500 line:40%", 3'601'000, 3'600'002'500},
      {CueFormat::kVtt, "00:01.000 --> 00:02.500line:40%", 1000, 2500},
      {CueFormat::kVtt, "00:01,000 --> 00:02,500", -1, 0},
      {CueFormat::kVtt, "60:01.000 --> 61:02.500", -1, 0},
      {CueFormat::kVtt, "-->", -1, 0},
  };
  for (const auto& row : rows) {
    SCOPED_TRACE(row.line);
    const auto times = parse_cue_times(row.line, row.format);
    ASSERT_EQ(times.has_value(), row.start >= 0);
    if (!times) continue;
    EXPECT_EQ(times->start, row.start);
    EXPECT_EQ(times->end, row.end);
  }
}

TEST(Srt, Blocks) {
  const struct {
    const char* what;
    std::string text;
    std::string codes;
    std::int64_t cues;
  } rows[] = {
      {"two cues", kTwo, "", 2},
      {"an empty line at the end", kTwo + "\n"s, "", 2},
      {"CR LF and a mark",
       "\xef\xbb\xbf"
       "1\r\n00:00:01,000 --> 00:00:02,500\r\nx\r\n\r\n",
       "", 1},
      {"many empty lines", "\n\n1\n00:00:01,000 --> 00:00:02,500\nx\n\n\n\n2\n00:00:02,000 --> 00:00:02,500\ny\n", "",
       2},
      {"from 0", "0\n00:00:01,000 --> 00:00:02,500\nx\n", "", 1},
      {"leading zeros", "009\n00:00:01,000 --> 00:00:02,500\nx\n\n010\n00:00:01,000 --> 00:00:02,500\ny\n", "", 2},
      {"digits as text", "1\n00:00:01,000 --> 00:00:02,500\n90\n", "", 1},
      {"no line end", "1\n00:00:01,000 --> 00:00:02,500\nx", "file.no-line-end?", 1},
      {"an empty cue", cue(1, "") + cue(2, "x"), "file.empty-cue?", 2},
      {"number jumps", cue(1, "x") + cue(3, "y"), "file.cue-number?", 2},
      {"no numbers", "00:00:01,000 --> 00:00:02,500\nx\n", "file.cue-number?", 1},
      {"out of order", cue(2, "x") + "3\n00:00:01,000 --> 00:00:02,500\ny\n", "file.cue-order?", 2},

      {"blanks", "\n \n", "file.empty", 0},
      {"ends before it begins", "1\n00:00:03,000 --> 00:00:02,500\nx\n", "file.bad-structure", 1},
      {"behind a number", cue(1, "x") + "2", "file.truncated", 1},
      {"behind the line of a number", cue(1, "x") + "2\n", "file.truncated", 1},
      {"in the times", cue(1, "x") + "2\n00:00:01,0", "file.truncated", 1},
      {"behind the times", cue(1, "x") + "2\n00:00:20,000 --> 00:00:21,000", "file.truncated", 1},
      {"behind the line of the times", cue(1, "x") + "2\n00:00:20,000 --> 00:00:21,000\n", "file.truncated", 1},
      {"in a character", "1\n00:00:01,000 --> 00:00:02,500\ncaf\xc3", "file.truncated", 1},
      {"time stamps of WebVTT", "1\n00:00:01.000 --> 00:00:02.500\nx\n", "file.syntax", 0},
      {"no times", "1\nx\n\n" + cue(2, "y"), "file.syntax", 1},
      {"text between cues", cue(1, "x") + "lost text\n\n" + cue(2, "y"), "file.syntax", 2},
      {"no empty line between", "1\n00:00:01,000 --> 00:00:02,500\nx\n2\n00:00:03,000 --> 00:00:04,000\ny\n",
       "file.syntax", 2},
      {"a log", "Traceback (most recent call last):\n", "file.syntax", 0},
      {"a NUL", "1\n00:00:01,000 --> 00:00:02,500\nx\0y\n"s, "file.syntax", 1},
      {"a lost block", cue(1, "x") + std::string(512, '\0') + cue(2, "y"), "artifact.zero-run", -1},
      {"Latin-1", "1\n00:00:01,000 --> 00:00:02,500\ncaf\xe9\n", "file.encoding", -1},
  };
  for (const auto& row : rows) {
    SCOPED_TRACE(row.what);
    const Observation out = check_document("srt", row.text);
    EXPECT_EQ(codes(out), row.codes);
    EXPECT_EQ(whole(out, "cues"), row.cues);
  }
  EXPECT_EQ(codes(check_document("srt", "1\n00:00:01,000 --> 00:00:02,500\ncaf\xe9\n",
                                 {{"encoding", OptionValue("latin1"s)}})),
            "");
  EXPECT_FALSE(find_type("srt")->prepare({{"encoding", OptionValue("klingon"s)}}, {}));
}

TEST(Srt, Measures) {
  const Observation out = check_document("srt", kTwo);
  EXPECT_EQ(std::get<double>(*out.find("duration")), 64.25);
  EXPECT_EQ(whole(out, "lines"), 8);
  EXPECT_EQ(whole(out, "empty_cues"), 0);
  EXPECT_EQ(whole(out, "repeats"), 1);
}

// What a speech model leaves that ran in circles; a refrain and a few "Yes." are none.
TEST(Srt, Loops) {
  const std::string talk = cue(1, "one") + cue(2, "two") + cue(3, "three") + cue(4, "four") + cue(5, "five");
  const struct {
    const char* what;
    std::string text;
    bool loop;
  } rows[] = {
      {"the same in each", cues(30, "Thank you for watching."), true},
      {"a number in each", cues(25, "90"), true},
      {"to the end of a talk", talk + cues(10, "Subtitles by the community"), true},
      {"twice", cues(2, "Thank you for watching, and see you again next week."), false},
      {"three of eight", talk + cues(3, "Yes."), false},
      {"four short ones", talk + cues(4, "No."), false},
      {"different ones", talk, false},
  };
  for (const auto& row : rows) {
    SCOPED_TRACE(row.what);
    EXPECT_EQ(codes(check_document("srt", row.text)).find("file.repeat-loop") != std::string::npos, row.loop);
  }
  EXPECT_EQ(whole(check_document("srt", cues(30, "x")), "repeats"), 30);
}

// Unseen: between two cues, behind a line of text. Warned: in the text of a cue. Every other cut fails.
TEST(Srt, CutAnywhere) {
  const std::string text = kTwo;
  const auto cuts = test::cut_everywhere("srt", text);
  const std::size_t hello = text.find("Hello"), you = text.find("you"), there = text.find("There");
  std::vector<std::size_t> unseen{hello + 6, you + 4, you + 5}, warned;
  for (std::size_t at = hello + 1; at <= hello + 5; ++at) warned.push_back(at);
  for (std::size_t at = you + 1; at <= you + 3; ++at) warned.push_back(at);
  for (std::size_t at = there + 1; at <= there + 5; ++at) warned.push_back(at);
  EXPECT_EQ(cuts.unseen, unseen);
  EXPECT_EQ(cuts.warned, warned);
}

}  // namespace
}  // namespace bcheck
