// SPDX-License-Identifier: Apache-2.0
// Also tests: transcode.cc, fault_tally.cc
#include "validators/container/text_decoder.h"

#include <string>

#include "support/check_document.h"
#include "validators/container/fault_tally.h"
#include "validators/container/line_reader.h"
#include "validators/container/transcode.h"

namespace bcheck {
namespace {

using std::string_literals::operator""s;
using test::codes;

TEST(TextDecoder, Decodes) {
  const struct {
    const char* what;
    std::string_view encoding;
    std::string bytes;
    std::string text;
    std::string codes;
  } rows[] = {
      {"ASCII", "UTF-8", "abc", "abc", ""},
      {"UTF-8", "UTF-8", "\xc3\xa9", "\xc3\xa9", ""},
      {"a mark in front", "UTF-8",
       "\xef\xbb\xbf"
       "abc",
       "abc", ""},
      {"cut in a character", "UTF-8", "ab\xe2\x82", "ab", "file.truncated"},
      {"Latin-1 in UTF-8", "UTF-8", "ab\xe9z", "-", "file.encoding"},
      {"nothing but half a character", "UTF-8", "\xe2\x82", "-", "file.encoding"},
      {"UTF-16 where UTF-8 is wanted", "UTF-8",
       "\xff\xfe"
       "a\0b\0"s,
       "-", "file.encoding"},
      {"a lost block", "UTF-8", "ab" + std::string(64, '\0') + "cd", "-", "artifact.zero-run"},
      {"Latin-1", "ISO-8859-1", "ab\xe9z", "ab\xc3\xa9z", ""},
      {"UTF-16 with a mark", "UTF-16",
       "\xff\xfe"
       "a\0\xe9\0"s,
       "a\xc3\xa9", ""},
      {"UTF-16, big-endian", "UTF-16BE", "\0a\0\xe9"s, "a\xc3\xa9", ""},
      {"UTF-16 cut in a unit", "UTF-16LE", "a\0b"s, "a", "file.truncated"},
      {"a byte that Shift_JIS has not", "CP932", "a\xff", "-", "file.encoding"},
      {"Shift_JIS", "CP932", "\x83\x65", "\xe3\x83\x86", ""},
      {"no ASCII", "US-ASCII", "a\xe9", "-", "file.encoding"},
  };
  TextDecoder decoder;
  for (const auto& row : rows) {
    SCOPED_TRACE(row.what);
    Observation out;
    const auto decoded = decoder.decode(as_bytes(row.bytes), row.encoding, out);
    EXPECT_EQ(codes(out), row.codes);
    EXPECT_EQ(decoded ? std::string(decoded->text) : "-", row.text);
    EXPECT_TRUE(!decoded || decoded->cut == !row.codes.empty());
    for (const Fault& fault : out.faults) EXPECT_FALSE(fault.message.empty());
  }
}

TEST(TextDecoder, LooksTheOptionUp) {
  EXPECT_EQ(encoding_option({}).value(), "UTF-8");
  EXPECT_EQ(encoding_option({{"encoding", OptionValue("Latin1"s)}}).value(), "ISO-8859-1");
  EXPECT_FALSE(encoding_option({{"encoding", OptionValue("klingon"s)}}));
  EXPECT_FALSE(encoding_option({{"encoding", OptionValue(true)}}));
}

TEST(Transcode, KnowsLabelsInAnyCase) {
  EXPECT_EQ(find_encoding("utf-8"), "UTF-8");
  EXPECT_EQ(find_encoding("UTF8"), "UTF-8");
  EXPECT_EQ(find_encoding("Windows-1252"), "CP1252");
  EXPECT_EQ(find_encoding("GB2312"), "CP936");
  for (const std::string& label : {""s, "utf-9"s, "../x"s, "utf-8//IGNORE"s, std::string(1000, 'a')}) {
    EXPECT_EQ(find_encoding(label), "") << label;
  }
}

TEST(Transcode, SaysWhereItStopped) {
  std::string out;
  auto end = transcode("UTF-16LE", "a\0b\0c"s, out);
  EXPECT_EQ(end.end, Transcoded::End::kCut);
  EXPECT_EQ(end.offset, 4u);
  EXPECT_EQ(out, "ab");
  end = transcode("US-ASCII", "ab\xff", out);
  EXPECT_EQ(end.end, Transcoded::End::kBad);
  EXPECT_EQ(end.offset, 2u);
  EXPECT_EQ(transcode("no such thing", "ab", out).end, Transcoded::End::kUnsupported);
  // More than its buffer.
  end = transcode("ISO-8859-1", std::string(100'000, '\xe9'), out);
  EXPECT_EQ(end.end, Transcoded::End::kWhole);
  EXPECT_EQ(out.size(), 200'000u);
}

TEST(LineReader, ReadsEveryLine) {
  const struct {
    std::string text;
    bool cr;
    std::string lines;  // each in brackets; the last without its end in braces
  } rows[] = {
      {"", false, ""},
      {"\n", false, "[]"},
      {"a", false, "{a}"},
      {"a\n", false, "[a]"},
      {"a\r\nb", false, "[a]{b}"},
      {"a\n\nb\n", false, "[a][][b]"},
      {"a\rb", false, "{a\rb}"},
      {"a\rb\r\nc", true, "[a][b]{c}"},
      {"a\r", true, "[a]"},
  };
  for (const auto& row : rows) {
    LineReader lines(row.text, row.cr);
    std::string all;
    std::uint64_t count = 0;
    for (std::string_view line; lines.next(line);) {
      all += lines.ended() ? "[" : "{";
      all += line;
      all += lines.ended() ? "]" : "}";
      EXPECT_EQ(lines.number(), ++count);
    }
    EXPECT_EQ(all, row.lines);
  }
}

TEST(FaultTally, TellsEachCodeOnce) {
  FaultTally tally;
  Observation out;
  tally.report(out);
  EXPECT_TRUE(tally.empty());
  for (std::uint64_t line = 3; line < 2003; ++line) {
    tally.add("file.bom", Severity::kWarn, line, [] { return "one"; });
    tally.add("file.syntax", Severity::kFail, line, [&] { return "of " + std::to_string(line); });
    tally.add("file.syntax", Severity::kWarn, line, [] { return "soft"; });
  }
  tally.report(out);
  EXPECT_EQ(codes(out), "file.syntax file.bom? file.syntax?");
  EXPECT_EQ(out.faults[0].message, "line 3: of 3; 2,000 such in all");
  tally.clear();
  EXPECT_TRUE(tally.empty());
}

}  // namespace
}  // namespace bcheck
