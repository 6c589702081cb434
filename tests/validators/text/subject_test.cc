// SPDX-License-Identifier: Apache-2.0
// How the checks speak of a text: places and excerpts, and which texts they are not asked about.
#include "validators/text/subject.h"

#include <gtest/gtest.h>

#include <set>

#include "base/text.h"
#include "validators/text/observe.h"

namespace bcheck::test {
namespace {

TEST(TextSubject, CallsTheFirstPlaceByByteAndLine) {
  const auto message = [](std::string_view text) { return judged(text).findings.at(0).message; };
  EXPECT_NE(message("one\ntwo \uFFFD").find("byte 8 (line 2)"), std::string::npos);
  EXPECT_NE(message("\xEF\xBB\xBFone <|im_end|>").find("byte 7 (line 1): \"<|im_end|>\""), std::string::npos);
  EXPECT_NE(message("Begun" + std::string(9, '\0')).find("reserved and not filled"), std::string::npos);
  // What is quoted cannot act on a terminal, and is short.
  const std::string long_one = message("\x1B[31m" + std::string(5000, 'x'));
  EXPECT_EQ(long_one.find('\x1B'), std::string::npos);
  EXPECT_LT(long_one.size(), 200U);
}

TEST(TextSubject, AllowTextsNamesTrueAnswers) {
  ArtifactRules rules;
  rules.options["allow_texts"] = std::vector<std::string>{"None", " - \n"};
  EXPECT_EQ(judged("None", rules).codes(), "");
  EXPECT_EQ(judged(" None\n", rules).codes(), "");
  EXPECT_EQ(judged("-", rules).codes(), "");
  EXPECT_EQ(judged("none", rules).primary(), "text.placeholder");
  EXPECT_EQ(judged("", rules).primary(), "text.empty");
  // Whatever the text looks like; encoding, limits and empty texts are another matter.
  const std::string answers[]{"N/A", "...", "Error: rate limit exceeded", "{\"error\": \"none\"}", "<pad>", "??????"};
  for (const std::string& answer : answers) {
    rules.options["allow_texts"] = std::vector<std::string>{answer};
    EXPECT_NE(judged(answer).codes(), "") << answer;
    EXPECT_EQ(judged(answer + "\n", rules).codes(), "") << answer;
    EXPECT_NE(judged(answer + "\x07", rules).primary(), "pass") << answer;
  }
  rules.limits = {{"chars", {10, {}, {}}}};
  EXPECT_EQ(judged("??????", rules).primary(), "text.too-short");
}

// Code points between the first pair of quotes of a message; escapes count as they are written.
std::string excerpt_of(const std::string& message) {
  const std::size_t open = message.find('"');
  const std::size_t close = message.rfind('"');
  return open == std::string::npos || close <= open ? "" : message.substr(open + 1, close - open - 1);
}

// `count` different characters, so that they are no flood of one.
std::string row_from(char32_t first, char32_t count) {
  std::string out;
  for (char32_t c = first; c < first + count; ++c) append_utf8(out, c);
  return out;
}

TEST(TextSubject, ExcerptsHaveSixtyCharactersAndNoneIsCut) {
  const auto excerpt = [](const std::string& text) { return excerpt_of(judged(text).findings.at(0).message); };
  EXPECT_EQ(excerpt("a\uFFFD" + row_from(0x732B, 100)), "\uFFFD" + row_from(0x732B, 59) + "...");
  EXPECT_EQ(excerpt("a\uFFFD" + row_from(0x1F400, 59)), "\uFFFD" + row_from(0x1F400, 59));
  EXPECT_EQ(excerpt("<|im_end|>" + std::string(60, 'x')), "<|im_end|>" + std::string(50, 'x') + "...");
}

// One text for each sort of message, with all in it that could drive a terminal, a log or the runner of a CI system.
TEST(TextSubject, NoMessageCanDriveATerminalOrALog) {
  const std::string hostile =
      "\x1B[2J\n::error::x\r\n##[error]x "
      "##vso[task.complete]\u202Eabc\u2066\u2028\u2029\u200B\u200D\uFEFF\u0007\u009B31m";
  ArtifactRules rules;
  rules.options["checks"] = std::vector<std::string>{"refusal", "asr-phantom", "template", "cutoff"};
  rules.options["reject"] = std::vector<std::string>{"(?s).+", "\u202E"};
  rules.options["require"] = std::vector<std::string>{"\u202E\u2066z"};
  const std::string texts[] = {
      hostile,
      "<|im_end|>" + hostile,
      "a\uFFFD" + hostile,
      "a\0"s + hostile,
      "Error: rate limit exceeded " + hostile,
      "Traceback (most recent call last):\n" + hostile,
      "{\"error\": \"##[error]\\u001b[2J " + std::string("quota\"}"),
      "<html><head><title>502 Bad Gateway</title></head><body>" + hostile,
      "<html><head><title>502 \u202E##[error]</title></head><body>" + hostile,
      "[\u200B\u2066NULL]",
      "I'm sorry, but I can't assist with " + hostile,
      "Thanks for watching" + std::string("\u2028\u202E!"),
      "{name}" + hostile,
      "```\n" + hostile,
      "<table>" + hostile,
      "{\"a\": \"\u202E\u2028",
      "b'\\x1b\\xe2\\x80\\xae' ",
      "... \u202E\u2066\u2029 ##[x]...",
      "\uF0B7\u202E\u2028" + hostile,
      "bad \uFFFE" + hostile,
      "(cid:1)(cid:2)(cid:3)" + hostile,
      "\\ud83d" + hostile,
      "caf\xE9\x1B[2J\n##[error]",
      "\xED\xA0\x80\x1B[2J\n##[error]",
      "+U4FTwQ- and +U4FTwQ- " + hostile,
  };
  std::set<std::string> codes;
  for (const std::string& text : texts) {
    const Verdict verdict = judged(text, rules);
    ASSERT_FALSE(verdict.findings.empty()) << escaped(text);
    for (const Finding& finding : verdict.findings) {
      codes.insert(finding.code);
      // Escaping once more changes nothing but the backslashes that are there: nothing was left to escape.
      std::string twice;
      for (const char c : escaped(finding.message, 10'000)) {
        if (!(c == '\\' && twice.ends_with('\\'))) twice += c;
      }
      std::string once;
      for (const char c : finding.message) {
        if (!(c == '\\' && once.ends_with('\\'))) once += c;
      }
      EXPECT_EQ(twice, once) << finding.code;
      EXPECT_LT(finding.message.size(), 800U) << finding.code;
    }
  }
  EXPECT_GT(codes.size(), 20U);
}

}  // namespace
}  // namespace bcheck::test
