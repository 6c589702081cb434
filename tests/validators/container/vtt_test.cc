// SPDX-License-Identifier: Apache-2.0
#include <string>

#include "support/check_document.h"

namespace bcheck {
namespace {

using std::string_literals::operator""s;
using test::check_document, test::codes, test::whole;

constexpr const char* kTwo =
    "WEBVTT - a talk\nKind: captions\n\nNOTE made today\nby us\n\nSTYLE\n::cue { color: red }\n\n"
    "first\n00:01.000 --> 00:02.500 line:40%\nHello\n\n00:03.000 --> 01:00:04.250\nThere\n";

TEST(Vtt, Blocks) {
  const struct {
    const char* what;
    std::string text;
    std::string codes;
    std::int64_t cues;
  } rows[] = {
      {"two cues", kTwo, "", 2},
      {"CR LF and a mark", "\xef\xbb\xbfWEBVTT\r\n\r\n00:01.000 --> 00:02.500\r\nx\r\n", "", 1},
      {"CR", "WEBVTT\r\r00:01.000 --> 00:02.500\rx\r", "", 1},
      {"no line end", "WEBVTT\n\n00:01.000 --> 00:02.500\nx", "", 1},
      {"no empty line behind the header", "WEBVTT\n00:01.000 --> 00:02.500\nx\n", "", 1},
      {"cues without an empty line", "WEBVTT\n\n00:01.000 --> 00:02.500\nx\n00:02.000 --> 00:02.500\ny\n", "", 2},
      {"a region", "WEBVTT\n\nREGION\nid:a\n\n00:01.000 --> 00:02.500 region:a\nx\n", "", 1},
      {"a note that only looks like one", "WEBVTT\n\nNOTES\n00:01.000 --> 00:02.500\nx\n", "", 1},
      {"an empty cue", "WEBVTT\n\n00:01.000 --> 00:02.500\n\n00:01.000 --> 00:02.500\nx\n", "file.empty-cue?", 2},
      {"out of order", "WEBVTT\n\n00:05.000 --> 00:06.500\nx\n\n00:01.000 --> 00:02.500\ny\n", "file.cue-order?", 2},

      {"header alone", "WEBVTT\n", "file.empty", 0},
      {"notes alone", "WEBVTT\n\nNOTE x\n", "file.empty", 0},
      {"nothing but a mark", "\xef\xbb\xbf", "file.empty", -1},
      {"no signature", "00:01.000 --> 00:02.500\nx\n", "file.bad-signature", -1},
      {"signature with more", "WEBVTTX\n", "file.bad-signature", -1},
      {"lower case", "webvtt\n", "file.bad-signature", -1},
      {"a line ahead", "\nWEBVTT\n", "file.bad-signature", -1},
      {"in the signature", "WEBV", "file.truncated", -1},
      {"ends before it begins", "WEBVTT\n\n00:05.000 --> 00:02.500\nx\n", "file.bad-structure", 1},
      {"behind an identifier", "WEBVTT\n\nfirst\n", "file.truncated", 0},
      {"in the times", "WEBVTT\n\n00:01.000 --", "file.truncated", 0},
      {"in the times, behind an identifier", "WEBVTT\n\nfirst\n00:01.0", "file.truncated", 0},
      {"in the second time", "WEBVTT\n\n00:01.000 --> 00:0", "file.truncated", 0},
      {"behind the times", "WEBVTT\n\n00:01.000 --> 00:02.000", "file.truncated", 0},
      {"behind the line of the times", "WEBVTT\n\n00:01.000 --> 00:02.000\n", "file.truncated", 0},
      {"in a character", "WEBVTT\n\n00:01.000 --> 00:02.000\ncaf\xc3", "file.truncated", 1},
      {"time stamps of SRT", "WEBVTT\n\n00:00:01,000 --> 00:00:02,500\nx\n", "file.syntax", 0},
      {"text without times", "WEBVTT\n\nlost\n\n00:01.000 --> 00:02.500\nx\n", "file.syntax", 1},
      {"lines without times", "WEBVTT\n\nlost\nand gone\n\n00:01.000 --> 00:02.500\nx\n", "file.syntax", 1},
      {"an arrow alone", "WEBVTT\n\n-->\nx\n", "file.syntax", 0},
      {"a NUL", "WEBVTT\n\n00:01.000 --> 00:02.500\nx\0y\n"s, "file.syntax", 1},
      {"Latin-1", "WEBVTT\n\n00:01.000 --> 00:02.500\ncaf\xe9\n", "file.encoding", -1},
  };
  for (const auto& row : rows) {
    SCOPED_TRACE(row.what);
    const Observation out = check_document("vtt", row.text);
    EXPECT_EQ(codes(out), row.codes);
    EXPECT_EQ(whole(out, "cues"), row.cues);
  }
}

TEST(Vtt, Measures) {
  const Observation out = check_document("vtt", kTwo);
  EXPECT_EQ(std::get<double>(*out.find("duration")), 3604.25);
  EXPECT_EQ(whole(out, "lines"), 15);
}

TEST(Vtt, Loops) {
  std::string text = "WEBVTT\n\n";
  for (int i = 10; i < 40; ++i) text += "00:" + std::to_string(i) + ".000 --> 01:00.000\nThank you.\n\n";
  EXPECT_EQ(codes(check_document("vtt", text)), "file.repeat-loop");
}

// Ahead of the first cue everything fails, since there is none. Behind it unseen: between cues, and in text.
TEST(Vtt, CutAnywhere) {
  const std::string text = kTwo;
  const auto cuts = test::cut_everywhere("vtt", text);
  const std::size_t hello = text.find("Hello"), there = text.find("There");
  std::vector<std::size_t> unseen;
  for (std::size_t at = hello + 1; at <= hello + 7; ++at) unseen.push_back(at);
  for (std::size_t at = there + 1; at <= there + 5; ++at) unseen.push_back(at);
  EXPECT_EQ(cuts.unseen, unseen);
  EXPECT_TRUE(cuts.warned.empty());
}

}  // namespace
}  // namespace bcheck
