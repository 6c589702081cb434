// SPDX-License-Identifier: Apache-2.0
#include <string>

#include "support/check_document.h"

namespace bcheck {
namespace {

using std::string_literals::operator""s;
using test::check_document, test::codes, test::whole;

TEST(Jsonl, Lines) {
  const struct {
    const char* what;
    std::string text;
    std::string codes;
    std::int64_t records;
  } rows[] = {
      {"objects", "{\"a\":1}\n{\"a\":2}\n", "", 2},
      {"any values", "1\n\"x\"\n[]\nnull\n", "", 4},
      {"CR LF", "{}\r\n{}\r\n", "", 2},
      {"blanks around", " {} \n\t[]\n", "", 2},
      {"no line end", "{}\n{}", "file.no-line-end?", 2},
      {"a mark in front", "\xef\xbb\xbf{}\n", "file.bom?", 1},
      {"blank at the end", "{}\n\n\n", "file.blank-line?", 1},
      {"blank in the middle", "{}\n\n{}\n", "file.blank-line", 2},
      {"blank in front", "\n{}\n", "file.blank-line", 1},
      {"blanks alone", " \n\n", "file.empty", 0},

      {"torn", "{}\n{\"a\":", "file.truncated", 1},
      {"torn in a string", "{}\n{\"a\":\"b", "file.truncated", 1},
      {"torn in a character", "{}\n{\"a\":\"caf\xc3", "file.truncated", 1},
      {"torn, and written on", "{}\n{\"a\":{\"a\":1}\n{}\n", "file.syntax", 2},
      {"torn, with a line end", "{}\n{\"a\":\n", "file.syntax", 1},
      {"welded", "{}{}\n{}\n", "file.syntax", 1},
      {"over several lines", "{\n \"a\": 1\n}\n", "file.syntax", 0},
      {"an array over lines", "[\n{},\n{}\n]\n", "file.syntax", 1},
      {"a log line", "{}\nTraceback (most recent call last):\n{}\n", "file.syntax", 2},
      {"NaN", "{\"a\":NaN}\n", "file.syntax", 0},
      {"NUL bytes", "{}\n\0\0\0{}\n"s, "file.syntax", 1},
      {"a lost block", "{}\n" + std::string(512, '\0') + "\n{}\n", "artifact.zero-run", -1},
      {"Latin-1", "{\"a\":\"\xe9\"}\n", "file.encoding", -1},
      {"UTF-16", "\xff\xfe{\0}\0\n\0"s, "file.encoding", -1},
      {"deep", std::string(20'000, '[') + "\n", "file.limit", 0},

      {"a name twice", "{\"a\":1,\"a\":2}\n", "file.duplicate-key?", 1},
      {"a huge number", "1e999\n", "file.number-range?", 1},
      {"half a pair", "\"\\ud800\"\n", "file.encoding?", 1},
  };
  for (const auto& row : rows) {
    SCOPED_TRACE(row.what);
    const Observation out = check_document("jsonl", row.text);
    EXPECT_EQ(codes(out), row.codes);
    EXPECT_EQ(whole(out, "records"), row.records);
  }
}

TEST(Jsonl, NamesTheLineAndCounts) {
  const Observation out = check_document("jsonl", "{}\n{]\n{}\n[}\n");
  ASSERT_EQ(out.faults.size(), 1u);
  EXPECT_EQ(out.faults[0].message.substr(0, 8), "line 2: ");
  EXPECT_NE(out.faults[0].message.find("2 such in all"), std::string::npos);
  EXPECT_EQ(whole(out, "records"), 2);
  EXPECT_EQ(whole(out, "lines"), 4);
}

TEST(Jsonl, Options) {
  const Options object{{"top_level", OptionValue("object"s)}};
  const Options keys{{"required_keys", OptionValue(std::vector<std::string>{"id", "text"})}};
  EXPECT_EQ(codes(check_document("jsonl", "{}\n[]\n", object)), "file.wrong-type");
  EXPECT_EQ(codes(check_document("jsonl", "{}\n{}\n", object)), "");
  EXPECT_EQ(codes(check_document("jsonl", "{\"id\":1,\"text\":2}\n", keys)), "");
  EXPECT_EQ(codes(check_document("jsonl", "{\"id\":1,\"text\":2}\n{\"id\":1}\n", keys)), "file.missing-part");
  EXPECT_EQ(codes(check_document("jsonl", "3\n", keys)), "file.missing-part");
  const auto prepare = find_type("jsonl")->prepare;
  EXPECT_FALSE(prepare({{"top_level", OptionValue("string"s)}}, {}));
  EXPECT_FALSE(prepare({{"required_keys", OptionValue(true)}}, {}));
  Options both = keys;
  both["top_level"] = "array"s;
  EXPECT_FALSE(prepare(both, {}));
}

// Unseen: behind a line end. Warned: behind a whole document. Every other cut fails.
TEST(Jsonl, CutAnywhere) {
  const std::string text = "{\"id\": 1, \"text\": \"caf\xc3\xa9\"}\n[1, 2]\n\"x\"\n{\"a\": {\"b\": [true]}}\n";
  const auto cuts = test::cut_everywhere("jsonl", text);
  std::vector<std::size_t> behind, whole_line;
  for (std::size_t i = 0; i + 1 < text.size(); ++i) {
    if (text[i] != '\n') continue;
    behind.push_back(i + 1);
    whole_line.push_back(i);
  }
  whole_line.push_back(text.size() - 1);
  EXPECT_EQ(cuts.unseen, behind);
  EXPECT_EQ(cuts.warned, whole_line);
}

TEST(Jsonl, HostileSizes) {
  EXPECT_EQ(codes(check_document("jsonl", "\"" + std::string(20'000'000, 'a') + "\"\n")), "");
  std::string lines;
  for (int i = 0; i < 300'000; ++i) lines += "}\n";
  const Observation out = check_document("jsonl", lines);
  EXPECT_EQ(codes(out), "file.syntax");
  EXPECT_LT(out.faults[0].message.size(), 300u);
}

}  // namespace
}  // namespace bcheck
