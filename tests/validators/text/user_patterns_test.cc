// SPDX-License-Identifier: Apache-2.0
#include "validators/text/user_patterns.h"

#include <gtest/gtest.h>

#include <ctime>
#include <numeric>
#include <random>

#include "validators/text/observe.h"

namespace bcheck::test {
namespace {

using Patterns = std::vector<std::string>;

ArtifactRules asking(Patterns reject, Patterns require = {}) {
  ArtifactRules rules;
  if (!reject.empty()) rules.options["reject"] = std::move(reject);
  if (!require.empty()) rules.options["require"] = std::move(require);
  return rules;
}

std::string trouble(const Patterns& reject, const Patterns& require = {}) {
  const auto made = UserPatterns::make(reject, require);
  if (made) return "none";
  EXPECT_EQ(made.error().kind, ErrorKind::kBadQuestion);
  return made.error().message + " | " + made.error().hint;
}

TEST(UserPatterns, Match) {
  struct Row {
    std::string_view pattern, text;
    bool found;
  };
  const Row rows[] = {
      {"Sure", "Sure, here it is", true},
      {"^Sure", "Not Sure", false},
      {"sure", "Sure", false},
      {"(?i)sure", "SURE", true},
      {"b$", "a b", true},
      {"b$", "a b\n", true},  // as in Python
      {"b$", "a b\r\n", true},
      {"b$", "a b\n\n", false},
      {"b\\z", "a b\n", false},
      {"^b", "a\nb", false},
      {"(?m)^b$", "a\nb\nc", true},
      {"a.b", "a\nb", false},
      {"(?s)a.b", "a\nb", true},
      {"^.$", "\u4E00", true},  // characters, not bytes
      {"\\p{Han}{2}", "\u4E2D\u6587", true},
      {"\\p{Cyrillic}", "plain", false},
      {"\\bcat\\b", "concatenate", false},
      {"\\x{1F600}", "\U0001F600", true},
      {"\u00E9+", "caf\u00E9", true},
      {"^text", "\xEF\xBB\xBFtext behind a mark", true},
      {"\\n$", "one\n", true},
      {"^$", "x", false},
  };
  for (const Row& row : rows) {
    SCOPED_TRACE(std::string(row.pattern) + " in " + std::string(row.text));
    const std::string pattern(row.pattern);
    EXPECT_EQ(judged(row.text, asking({pattern})).codes(), row.found ? "text.rejected " : "");
    EXPECT_EQ(judged(row.text, asking({}, {pattern})).codes(), row.found ? "" : "text.required-missing ");
  }
}

TEST(UserPatterns, NameThePatternAndThePlace) {
  const auto message = [](std::string_view text, const ArtifactRules& rules) {
    return judged(text, rules).findings.at(0).message;
  };
  EXPECT_EQ(message("\xEF\xBB\xBFone\ntwo three", asking({"t(w|x)o"})),
            "\"t(w|x)o\" matches at byte 7 (line 2): \"two three\"");
  EXPECT_EQ(message("one", asking({}, {"\\d+ \"units\""})), "nothing in it matches \"\\\\d+ \\\"units\\\"\"");
  EXPECT_EQ(message("the end\n", asking({"$"})), "\"$\" matches at byte 8 (line 2): \"\"");
  // Neither the pattern nor the text can act on a terminal, and both are short.
  const std::string none = message("x", asking({}, {std::string(900, 'z')}));
  EXPECT_LT(none.size(), 120U);
  const std::string found = message("x\n\u202E::error::\x1B[31m" + std::string(500, 'y'), asking({"\u202E"}));
  EXPECT_EQ(found.find('\n'), std::string::npos);
  EXPECT_EQ(found.find('\x1B'), std::string::npos);
  EXPECT_EQ(found.find("\u202E"), std::string::npos);
  EXPECT_LT(found.size(), 200U);
}

TEST(UserPatterns, AreAllTold) {
  const ArtifactRules rules = asking({"two", "nine", "one"}, {"three", "four", "five"});
  const Verdict verdict = judged("one two three", rules);
  std::string messages;
  for (const Finding& finding : verdict.findings)
    messages += finding.message.substr(0, finding.message.find(" at ")) + "; ";
  EXPECT_EQ(messages,
            "\"two\" matches; \"one\" matches; nothing in it matches \"four\"; nothing in it matches \"five\"; ");
}

TEST(UserPatterns, BlankTextsHoldNothingThatIsRequired) {
  const ArtifactRules rules = asking({}, {"."});
  EXPECT_EQ(judged("", rules).codes(), "text.empty text.required-missing ");
  EXPECT_EQ(judged("\n", rules).codes(), "text.whitespace-only text.required-missing ");
  EXPECT_EQ(judged("", asking({"."})).codes(), "text.empty ");
  ArtifactRules allowed = asking({}, {"."});
  allowed.severities = {{"text.empty", Severity::kAllowed}};
  EXPECT_EQ(judged("", allowed).status, Status::kFail);
}

TEST(UserPatterns, AreNotAskedOfTrueAnswersNorOfWhatIsNoText) {
  ArtifactRules rules = asking({"/"}, {"\\d"});
  rules.options["allow_texts"] = Patterns{"N/A"};
  EXPECT_EQ(judged("N/A\n", rules).codes(), "");
  EXPECT_EQ(judged("n/a", rules).codes(), "text.placeholder text.rejected text.required-missing ");
  EXPECT_EQ(judged("\xFF\xFE", rules).has("text.required-missing"), false);
}

TEST(UserPatterns, RefuseWhatIsNoPattern) {
  struct Row {
    std::string pattern;
    std::string_view trouble;
  };
  const Row rows[] = {
      {"", "reject: pattern \"\" is empty | it would be found in every text"},
      {"(abc", "reject: pattern \"(abc\" is no regular expression: missing ): (abc | the syntax is"},
      {"abc)", "reject: pattern \"abc)\" is no regular expression: unexpected ): abc) | the syntax is"},
      {"ab[z-a]",
       "pattern \"ab[z-a]\" is no regular expression at byte 3 of it: invalid character class range: z-a | "},
      {"a(?<=b)", "at byte 1 of it: invalid perl operator: (?< | RE2 has no lookahead and no lookbehind"},
      {"x(?!y)", "at byte 1 of it: invalid perl operator: (?! | RE2 has no lookahead and no lookbehind"},
      {"(a)\\1", "at byte 3 of it: invalid escape sequence: \\\\1 | "},
      {"a{2000}", "at byte 1 of it: invalid repetition size: {2000} | "},
      {"a**b**", "is no regular expression: bad repetition operator: ** | "},  // which of the two is not said
      {"a\\", "is no regular expression: trailing \\\\ | "},
      {"\xFF", "pattern \"\\xff\" is no regular expression: invalid UTF-8 | "},
      {".{1000}", "is too large"},
      {"\\pL{1000}", "is no regular expression: pattern too large - compile failed | "},
      {std::string(1001, 'a'), "has 1001 bytes | a pattern may have 1000"},
  };
  for (const Row& row : rows) {
    SCOPED_TRACE(row.pattern.substr(0, 40));
    const std::string found = trouble({"sound", row.pattern});
    EXPECT_NE(found.find(row.trouble), std::string::npos) << found;
    EXPECT_TRUE(found.starts_with("reject: ")) << found;
    EXPECT_TRUE(trouble({}, {row.pattern}).starts_with("require: "));
  }
  EXPECT_EQ(trouble(Patterns(100, "a"), Patterns(100, "b")), "none");
  EXPECT_EQ(trouble(Patterns(101, "a")),
            "reject: 101 patterns, and at most 100 are allowed | several can be one: "
            "\"first|second\"");
  EXPECT_EQ(trouble({std::string(1000, 'a')}), "none");
  EXPECT_EQ(trouble({}), "none");
}

TEST(UserPatterns, HostileTextsAreLinear) {
  const std::string megabyte(1 << 20, 'a');
  std::mt19937 random(1);
  std::string ab;
  while (ab.size() < 1 << 20) ab += random() % 2 == 0 ? 'a' : 'b';
  for (const std::string_view pattern : {"(a+)+$", "(a|aa)+$", "(a*)*b$", "(x+x+)+y", "(.*)*c", "(a|b)*a(a|b){12}c"}) {
    for (const std::string& text : {megabyte + "b", megabyte + "b\n", ab}) {
      SCOPED_TRACE(pattern);
      const auto made = UserPatterns::make({std::string(pattern), "sound"}, {});
      ASSERT_TRUE(made.has_value());
      TextScratch scratch;
      Observation out;
      const TextProfile profile = profile_of(text);
      TextSubject subject(text, 0, profile, false, scratch, out);
      const std::clock_t begin = std::clock();
      (*made)->check(subject);
      EXPECT_LT(static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC, 4.0);
    }
  }
}

// Two hundred patterns with many states, of which the automaton of all is too large: each is decided by itself.
TEST(UserPatterns, AreDecidedWhenTheyDoNotFitTogether) {
  Patterns large;
  for (int i = 0; i < 100; ++i) large.push_back("[^x]{0,400}y" + std::to_string(i) + "z");
  const auto made = UserPatterns::make(large, large);
  ASSERT_TRUE(made.has_value()) << made.error().message;
  EXPECT_FALSE((*made)->is_one_pass());
  const std::string text = "one y7z and more, y93z";
  TextScratch scratch;
  Observation out;
  const TextProfile profile = profile_of(text);
  TextSubject subject(text, 0, profile, false, scratch, out);
  (*made)->check(subject);
  ASSERT_EQ(out.faults.size(), 2U + 98U);
  EXPECT_NE(out.faults[0].message.find("y7z\" matches at byte 0"), std::string::npos) << out.faults[0].message;
  EXPECT_NE(out.faults[1].message.find("y93z"), std::string::npos) << out.faults[1].message;
  EXPECT_TRUE((*UserPatterns::make({"a", "b"}, {"c"}))->is_one_pass());
}

// One pass for all and one after the other say the same.
TEST(UserPatterns, AllAtOnceAndOneByOneAgree) {
  const Patterns patterns{"a+b", "^b", "c$", "(?m)^c", "[ab]{3}", "(a|b)*c", "\\n\\n", "ab|bc|ca", ".c.", "^[^a]*$"};
  std::mt19937 random(7);
  for (int round = 0; round < 80; ++round) {
    std::string text;
    for (auto length = random() % 12; length > 0; --length) text += "abc\n"[random() % 4];
    std::string one_by_one;
    for (const std::string& pattern : patterns)
      one_by_one += judged(text, asking({pattern})).has("text.rejected") ? '1' : '0';
    std::string at_once(patterns.size(), '0');
    for (const Finding& finding : judged(text, asking(patterns)).findings) {
      if (finding.code != "text.rejected") continue;
      for (std::size_t i = 0; i < patterns.size(); ++i) {
        const auto alone = judged(text, asking({patterns[i]})).findings;
        for (const Finding& f : alone) {
          if (f.message == finding.message) at_once[i] = '1';
        }
      }
    }
    EXPECT_EQ(at_once, one_by_one) << text;
  }
}

}  // namespace
}  // namespace bcheck::test
