// SPDX-License-Identifier: Apache-2.0
#include "validators/text/format.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "validators/container/markdown.h"
#include "validators/registry.h"
#include "validators/text/observe.h"

namespace bcheck {
namespace {

using test::judged;

ArtifactRules with_format(const std::string& format) {
  ArtifactRules rules;
  rules.options["format"] = format;
  return rules;
}

TEST(TextFormat, RunsTheParserBesideTheChecksOfText) {
  const struct {
    const char* format;
    std::string text;
    std::string codes;
  } rows[] = {
      {"json", "{\"answer\": [1, 2]}", ""},
      {"json", "{\"answer\": [1, 2", "file.truncated "},
      {"json", "Sure! Here is the JSON: {}", "file.syntax "},
      {"json", "\xef\xbb\xbf{\"a\": 1}", ""},
      {"json", "{\"a\": \"<|im_end|>\"}", "text.special-token "},
      {"json", "{\"a\": \"<|im_end|>\"", "text.special-token file.truncated "},
      {"json", "{\"a\": 1, \"a\": 2}", "file.duplicate-key(warn) "},
      {"json", " \n", "text.whitespace-only "},
      {"markdown", "# Title\n\n```\ncode\n```\n", ""},
      {"markdown", "# Title\n\n```\ncode\n", "file.truncated(warn) "},
      {"html", "<p>Hello</p>", ""},
      {"html", "<html><body><table><tr><td>x", "file.truncated "},
      {"html", "Hello there", "file.bad-signature "},
      {"xml", "<a>Hello</a>", ""},
      {"xml", "<a>Hello", "file.truncated "},
      {"srt", "1\n00:00:01,000 --> 00:00:02,500\nHello\n", ""},
      {"srt", "1\n00:00:01.000 --> 00:00:02.500\nHello\n", "file.syntax "},
      {"vtt", "WEBVTT\n\n00:01.000 --> 00:02.500\nHello\n", ""},
      {"vtt", "Hello\n", "file.bad-signature "},
  };
  for (const auto& row : rows) {
    SCOPED_TRACE(row.text);
    EXPECT_EQ(judged(row.text, with_format(row.format)).codes(), row.codes) << row.format;
  }
}

TEST(TextFormat, NamesItsWords) {
  for (const std::string_view format : kTextFormats) {
    const auto check = prepare_text_format({{"format", OptionValue(std::string(format))}});
    ASSERT_TRUE(check) << format;
    EXPECT_NE(*check, nullptr);
  }
  EXPECT_EQ(*prepare_text_format({}), nullptr);
  const auto wrong = prepare_text_format({{"format", OptionValue(std::string("jsom"))}});
  ASSERT_FALSE(wrong);
  EXPECT_NE(wrong.error().hint.find("json"), std::string::npos);
  EXPECT_FALSE(prepare_text_format({{"format", OptionValue(true)}}));
  EXPECT_FALSE(find_type("text")->prepare({{"format", OptionValue(std::string("pdf"))}}, {}));
}

// Whatever the parsers raise is a word of the table of text, so that rules may allow it. Two belong to options that a
// text does not have.
TEST(TextFormat, TableHoldsTheCodesOfTheParsers) {
  const auto known = find_type("text")->findings;
  const auto expect_known = [&](std::span<const FindingInfo> findings) {
    for (const FindingInfo& finding : findings) {
      if (finding.code == "file.missing-part" || finding.code == "file.wrong-type") continue;
      EXPECT_TRUE(std::any_of(known.begin(), known.end(), [&](const FindingInfo& i) { return i.code == finding.code; }))
          << finding.code;
    }
  };
  expect_known(markdown_findings());
  for (const std::string_view format : kTextFormats) {
    if (const Type* const type = find_type(format)) expect_known(type->findings);
  }
}

// The measures are those of the text alone, and the same check answers the same twice.
TEST(TextFormat, AddsNoMeasures) {
  EXPECT_EQ(judged("[1]", with_format("json")).observation.measures.size(), judged("[1]").observation.measures.size());
  const auto check = find_type("text")->prepare({{"format", OptionValue(std::string("json"))}}, {});
  ASSERT_TRUE(check);
  for (int i = 0; i < 2; ++i) {
    Observation broken, whole;
    (*check)->run({as_bytes("{\"a\":"), "a.txt", "txt"}, broken);
    (*check)->run({as_bytes("{\"a\": 1}"), "a.txt", "txt"}, whole);
    EXPECT_TRUE(broken.failed());
    EXPECT_FALSE(whole.failed());
  }
}

}  // namespace
}  // namespace bcheck
