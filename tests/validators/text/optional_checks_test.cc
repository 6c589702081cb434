// SPDX-License-Identifier: Apache-2.0
// Also tests: asr_phantom.cc, cutoff.cc, refusal.cc, refusal_phrases.cc, template_holes.cc
#include "validators/text/optional_checks.h"

#include <gtest/gtest.h>

#include <ctime>

#include "validators/text/folded.h"
#include "validators/text/observe.h"
#include "validators/text/refusal_phrases.h"

namespace bcheck::test {
namespace {

ArtifactRules checking(std::vector<std::string> names) {
  ArtifactRules rules;
  rules.options["checks"] = std::move(names);
  return rules;
}

ArtifactRules made_for(std::string task) {
  ArtifactRules rules;
  rules.options["task"] = std::move(task);
  return rules;
}

struct Case {
  std::string_view check;
  std::string_view code;  // "pass", "warn"
  std::string text;
};

class OptionalVerdict : public testing::TestWithParam<Case> {};

// What is found with the check on, and that nothing is without it.
TEST_P(OptionalVerdict, First) {
  const Case& c = GetParam();
  const Verdict verdict = judged(c.text, checking({std::string(c.check)}));
  const std::string code = "text." + std::string(c.check);
  const std::string wanted = c.code == "pass" ? "" : c.code == "warn" ? code + "(warn) " : std::string(c.code) + ' ';
  EXPECT_EQ(verdict.codes(), wanted) << c.text.substr(0, 200);
  EXPECT_EQ(judged(c.text).codes(), "") << c.text.substr(0, 200);
}

const Case kRefusals[]{
    {"refusal", "text.refusal", "I'm sorry, but I can't assist with that."},
    {"refusal", "text.refusal", "I\u2019m sorry, but I can\u2019t help with that request."},
    {"refusal", "text.refusal", "I apologize, but I cannot fulfill this request."},
    {"refusal", "text.refusal", "Sorry. I am not able to provide medical advice."},
    {"refusal", "text.refusal", "Unfortunately, I'm unable to identify the person in this picture."},
    {"refusal", "text.refusal", "As an AI language model, I cannot provide that."},
    {"refusal", "text.refusal", "I cannot assist with this."},
    {"refusal", "text.refusal", "\n> **I can't help with that.**"},
    {"refusal", "text.refusal", "\u62B1\u6B49\uFF0C\u6211\u65E0\u6CD5\u5B8C\u6210\u8FD9\u4E2A\u8BF7\u6C42\u3002"},
    {"refusal", "text.refusal", "\u5F88\u62B1\u6B49\u3002\u6211\u4E0D\u80FD\u56DE\u7B54\u8FD9\u4E2A\u95EE\u9898\u3002"},
    {"refusal", "text.refusal",
     "\u7533\u3057\u8A33\u3042\u308A\u307E\u305B\u3093\u304C\u3001\u305D\u306E\u3054\u8CEA\u554F\u306B\u306F\u304A"
     "\u7B54"
     "\u3048\u3067\u304D\u307E\u305B\u3093\u3002"},
    {"refusal", "text.refusal",
     "\uC8C4\uC1A1\uD558\uC9C0\uB9CC \uB3C4\uC640\uB4DC\uB9B4 \uC218 \uC5C6\uC2B5\uB2C8\uB2E4."},
    {"refusal", "text.refusal", "Lo siento, pero no puedo ayudar con eso."},
    {"refusal", "text.refusal", "Je suis d\u00E9sol\u00E9, mais je ne peux pas r\u00E9pondre \u00E0 cette demande."},
    {"refusal", "text.refusal", "Es tut mir leid, aber ich kann dabei nicht helfen."},
    {"refusal", "text.refusal", "Mi dispiace, ma non posso aiutarti con questo."},
    {"refusal", "text.refusal", "Desculpe, mas n\u00E3o posso ajudar com isso."},
    {"refusal", "text.refusal",
     "\u0418\u0437\u0432\u0438\u043D\u0438\u0442\u0435, \u043D\u043E \u044F \u043D\u0435 \u043C\u043E\u0433\u0443 "
     "\u0441 "
     "\u044D\u0442\u0438\u043C \u043F\u043E\u043C\u043E\u0447\u044C."},
    {"refusal", "text.refusal", "Het spijt me, maar ik kan daar niet mee helpen."},
    {"refusal", "text.refusal", "Przykro mi, ale nie mog\u0119 w tym pom\u00F3c."},
    {"refusal", "pass", "I'm sorry, but I can't hear you over the rain."},
    {"refusal", "pass", "I'm sorry for your loss. The funeral cannot help but bring the family together."},
    {"refusal", "pass", "Sorryness is no word, and I can't help with it."},
    {"refusal", "pass", "As an AI researcher, I cannot stand bad benchmarks."},
    {"refusal", "pass", "I can't sleep. Help me."},
    {"refusal", "pass", "He said: I'm sorry, but I can't assist with that."},
    {"refusal", "pass", "The answer is 4. I'm sorry, but I can't assist with more."},
    {"refusal", "pass", "Unfortunately, the museum is closed; the guide will help you."},
    {"refusal", "pass", "\u62B1\u6B49\u4FE1\u5E94\u8BE5\u5199\u5F97\u771F\u8BDA\u3002"},
    {"refusal", "pass", "Es tut mir leid, aber ich kann den Zug nicht sehen."},
};
INSTANTIATE_TEST_SUITE_P(Refusals, OptionalVerdict, testing::ValuesIn(kRefusals));

const Case kPhantoms[]{
    {"asr-phantom", "text.asr-phantom", "Thank you for watching!"},
    {"asr-phantom", "text.asr-phantom", "Thanks for watching. Please subscribe!"},
    {"asr-phantom", "text.asr-phantom", "\u266A thanks for watching \u266A"},
    {"asr-phantom", "text.asr-phantom", "1\n00:00:00,000 --> 00:00:29,980\nThanks for watching!\n"},
    {"asr-phantom", "text.asr-phantom", "Sous-titres r\u00E9alis\u00E9s par la communaut\u00E9 d'Amara.org"},
    {"asr-phantom", "text.asr-phantom", "Untertitel der Amara.org-Community"},
    {"asr-phantom", "text.asr-phantom", "Untertitelung im Auftrag des ZDF, 2021"},
    {"asr-phantom", "text.asr-phantom",
     "\u3054\u8996\u8074\u3042\u308A\u304C\u3068\u3046\u3054\u3056\u3044\u307E\u3057\u305F"},
    {"asr-phantom", "text.asr-phantom", "\uC2DC\uCCAD\uD574\uC8FC\uC154\uC11C \uAC10\uC0AC\uD569\uB2C8\uB2E4!"},
    {"asr-phantom", "text.asr-phantom",
     "\u0421\u0443\u0431\u0442\u0438\u0442\u0440\u044B \u0441\u0434\u0435\u043B\u0430\u043B DimaTorzok"},
    {"asr-phantom", "text.asr-phantom",
     "\u0634\u0643\u0631\u0627\u064B \u0644\u0644\u0645\u0634\u0627\u0647\u062F\u0629"},
    {"asr-phantom", "warn", "Thank you."},
    {"asr-phantom", "warn", " you"},
    {"asr-phantom", "warn", "Thank you. Thank you. Bye-bye."},
    {"asr-phantom", "warn", "\u8C22\u8C22\u5927\u5BB6"},
    {"asr-phantom", "pass", "And that is how a lathe works. Thank you for watching!"},
    {"asr-phantom", "pass", "Thank you for watching the children."},
    {"asr-phantom", "pass", "You are late."},
    {"asr-phantom", "pass", "12, 13, 14"},
    {"asr-phantom", "pass",
     "The captions of this lecture were written by volunteers of Amara.org, an organisation that we would like to "
     "thank, "
     "and whose work on the subtitles of our courses has been outstanding for the last ten years."},
};
INSTANTIATE_TEST_SUITE_P(Phantoms, OptionalVerdict, testing::ValuesIn(kPhantoms));

const Case kHoles[]{
    {"template", "text.template", "Dear {name},\n\nyour order {order_id} was sent on {date}."},
    {"template", "text.template", "Summary of {{ document }} for {{ user.name }}:"},
    {"template", "text.template", "Hello {{name|title}}, welcome."},
    {"template", "text.template", "Translate the following text into %(lang)s: %(text)s"},
    {"template", "text.template", "The capital of ${country} is ${capital}."},
    {"template", "text.template", "The price is {price:.2f} euros."},
    {"template", "text.template", "Kind regards,\n[Your Name]"},
    {"template", "text.template", "Dear [Recipient's Name],\n[Insert Date]"},
    {"template", "pass", "What it costs is written in $"},
    {"template", "pass", "The variable is $name} here."},
    {"template", "text.template", "Dear {name}, it is %(price)s or $"},
    {"template", "pass", "Write `{name}` where the name should stand."},
    {"template", "pass", "```python\nf\"Dear {name}\"\n```\nThis greets."},
    {"template", "pass", "The limit \\frac{ab}{cd} of x_{max} and x^{min} is \\text{finite}."},
    {"template", "pass", "Let {x} be a set and ${x}_{1}$ its first element, ${ab}_{2}$ another."},
    {"template", "pass", "{\"name\": \"x\", \"tags\": [\"a\"]}"},
    {"template", "pass", "100 % (of all) say [sic] and [1]; see [Your account](https://example.org)."},
    {"template", "pass", "It costs $5 {about five}."},
    {"template", "pass", "the text [your emphasis] was changed"},
    {"template", "pass", "an end {"},
    {"template", "pass", "an end ${"},
    {"template", "pass", "an end %(name)"},
};
INSTANTIATE_TEST_SUITE_P(Holes, OptionalVerdict, testing::ValuesIn(kHoles));

const Case kCuts[]{
    {"cutoff", "text.cutoff", "```python\ndef add(a, b):\n    return a +"},
    {"cutoff", "text.cutoff", "1. First:\n\n   ~~~sh\n   make\n"},
    {"cutoff", "text.cutoff", "````md\n```sh\nmake\n```\nand so on"},
    {"cutoff", "text.cutoff", "```\na\n```\n```python\n"},
    {"cutoff", "text.cutoff", "{\"title\": \"Report\", \"items\": [{\"id\": 1, \"name\": \"bolt\"}, {\"id\": 2, \"na"},
    {"cutoff", "text.cutoff", "[1, 2,"},
    {"cutoff", "text.cutoff", "<table><tr><td>1</td><td>2</td></tr><tr><td>3</td>"},
    {"cutoff", "text.cutoff", "<TABLE border=1><tr><td><table><tr></tr></table></td>"},
    {"cutoff", "pass", "```\na\n```\n"},
    {"cutoff", "pass", "```markdown\n```python\nx = 1\n```\n```"},  // a fence within a fence
    {"cutoff", "pass", "``` is what a fence begins with, and `` ` `` is one back quote."},
    {"cutoff", "pass", "~~struck out~~ and ~~~ waves"},
    {"cutoff", "pass", "  ```--. . , ; .--'''\n   | |   |\n a drawing"},
    {"cutoff", "text.cutoff", "``` {.python}\nx = 1\n"},
    {"cutoff", "pass", "{\"a\": [1, 2]}"},
    {"cutoff", "pass", "[1] See above, and {this"},
    {"cutoff", "pass", "{name} is what the template says"},
    {"cutoff", "pass", "</td></tr></table>\n<table><tr></tr></table>"},
    {"cutoff", "pass", "A `<table>` begins a table; <tableau> is none."},
    {"cutoff", "pass", "It ends in the middle of a"},
};

INSTANTIATE_TEST_SUITE_P(Cuts, OptionalVerdict, testing::ValuesIn(kCuts));

constexpr std::string_view kRefusal = "I'm sorry, but I can't assist with that.";
constexpr std::string_view kPhantom = "Thanks for watching!";
constexpr std::string_view kHole = "Kind regards, [Your Name]";
constexpr std::string_view kCut = "{\"a\": 1, \"b";

TEST(OptionalChecks, TasksSwitchOnWhatTheirTableSays) {
  struct Row {
    std::string_view task, refusal, phantom, hole, cut;
  };
  const Row rows[] = {
      {"asr", "", "text.asr-phantom ", "", ""},
      {"ocr", "", "", "", "text.cutoff(warn) "},
      {"llm", "text.refusal(warn) ", "", "", "text.cutoff(warn) "},
      {"translation", "text.refusal(warn) ", "", "", "text.cutoff(warn) "},
      {"caption", "text.refusal ", "", "text.template(warn) ", ""},
  };
  ASSERT_EQ(std::size(rows), kTaskNames.size());
  for (const Row& row : rows) {
    SCOPED_TRACE(row.task);
    const ArtifactRules rules = made_for(std::string(row.task));
    EXPECT_EQ(judged(kRefusal, rules).codes(), row.refusal);
    EXPECT_EQ(judged(kPhantom, rules).codes(), row.phantom);
    EXPECT_EQ(judged(kHole, rules).codes(), row.hole);
    EXPECT_EQ(judged(kCut, rules).codes(), row.cut);
    EXPECT_EQ(judged("A sound text.", rules).codes(), "");
  }
}

TEST(OptionalChecks, ChecksAddToTheTaskAndFail) {
  ArtifactRules rules = made_for("llm");
  rules.options["checks"] = std::vector<std::string>{"template", "refusal"};
  EXPECT_EQ(judged(kRefusal, rules).codes(), "text.refusal ");
  EXPECT_EQ(judged(kHole, rules).codes(), "text.template ");
  EXPECT_EQ(judged(kCut, rules).codes(), "text.cutoff(warn) ");
  EXPECT_EQ(judged(kPhantom, rules).codes(), "");
}

TEST(OptionalChecks, SeveritiesOfTheRulesHaveTheLastWord) {
  ArtifactRules rules = made_for("llm");
  rules.severities = {{"text.refusal", Severity::kFail}, {"text.cutoff", Severity::kAllowed}};
  EXPECT_EQ(judged(kRefusal, rules).primary(), "text.refusal");
  EXPECT_EQ(judged(kCut, rules).status, Status::kPass);
  EXPECT_TRUE(judged(kCut, rules).has("text.cutoff", Severity::kAllowed));
}

TEST(OptionalChecks, StayBehindTheUsualOnes) {
  const Verdict verdict = judged("```\n<|im_end|>", checking({"cutoff"}));
  EXPECT_EQ(verdict.codes(), "text.special-token text.cutoff ");
}

TEST(OptionalChecks, TrueAnswersAreAskedNothing) {
  ArtifactRules rules = checking({"refusal", "asr-phantom", "template", "cutoff"});
  rules.options["allow_texts"] = std::vector<std::string>{std::string(kRefusal), std::string(kHole)};
  EXPECT_EQ(judged(kRefusal, rules).codes(), "");
  EXPECT_EQ(judged(kHole, rules).codes(), "");
  EXPECT_EQ(judged(kCut, rules).codes(), "text.cutoff ");
}

TEST(OptionalChecks, RefusesWordsThatNobodyKnows) {
  const auto refused = [](const Options& options) {
    const auto chosen = optional_checks(options);
    return chosen ? "nothing" : chosen.error().message + " (" + chosen.error().hint + ")";
  };
  EXPECT_EQ(refused({{"checks", std::vector<std::string>{"cutoff", "refusl"}}}),
            "checks: unknown value \"refusl\" (did you mean 'refusal'?)");
  EXPECT_EQ(refused({{"task", std::string("ars")}}), "task: unknown value \"ars\" (did you mean 'asr'?)");
  EXPECT_EQ(refused({{"task", true}}), "task must be a word ()");
  EXPECT_EQ(refused({{"checks", std::string("cutoff")}}), "checks must be a list of words ()");
  EXPECT_EQ(refused({}), "nothing");
}

TEST(OptionalChecks, ComeInTheirOrderAndOnce) {
  const auto chosen = optional_checks(
      {{"task", std::string("llm")}, {"checks", std::vector<std::string>{"cutoff", "template", "cutoff"}}});
  ASSERT_TRUE(chosen.has_value());
  std::string names;
  for (const SwitchedOn& on : *chosen) {
    names += std::string(on.check->name) + (on.severity == Severity::kWarn ? "(warn) " : " ");
  }
  EXPECT_EQ(names, "refusal(warn) template cutoff ");
}

TEST(OptionalChecks, PhrasesAreFolded) {
  for (const RefusalManner& manner : refusal_manners()) {
    for (const RefusalPhrases phrases : {manner.openers, manner.cannot, manner.work, manner.directly, manner.plainly}) {
      for (const std::string_view phrase : phrases) {
        std::string folded;
        fold_prose(phrase, 1000, folded);
        EXPECT_EQ(folded, phrase);
      }
    }
    EXPECT_FALSE(manner.openers.empty() || manner.cannot.empty() || manner.work.empty());
    EXPECT_EQ(manner.directly.empty(), manner.plainly.empty());
  }
}

// What opens gates without an end must not cost more than a look at each byte.
TEST(OptionalChecks, HostileInputIsLinear) {
  const ArtifactRules rules = checking({"refusal", "asr-phantom", "template", "cutoff"});
  for (const std::string_view unit :
       {"{",        "{{",           "{{a",    "${",        "%(",   "%(name",  "[",       "[Your ",
        "```\n",    "~~~\n```\n",   "<table", "<table ",   "[[1,", "`{name}", "{\"a\":", "sorry, i can't ",
        "thankyou", "\xE2\x99\xAA", "[\"",    "`<table>` "}) {
    SCOPED_TRACE(unit);
    const std::string text = repeat(unit, 1'000'000 / unit.size());
    const std::clock_t begin = std::clock();
    judged(text, rules);
    EXPECT_LT(static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC, 2.0);
  }
}

TEST(OptionalChecks, SameBytesSameObservation) {
  const Type& type = *find_type("text");
  auto check = type.prepare(checking({"refusal", "asr-phantom", "template", "cutoff"}).options, {});
  ASSERT_TRUE(check.has_value());
  const auto codes = [&](std::string_view text) {
    Observation out;
    (*check)->run({as_bytes(text), "a.txt", "txt"}, out);
    std::string all;
    for (const Fault& fault : out.faults) all += std::string(fault.code) + ": " + fault.message + "\n";
    return all;
  };
  const std::string first = codes(kCut) + codes(kRefusal) + codes(kPhantom) + codes(kHole);
  EXPECT_EQ(codes(kCut) + codes(kRefusal) + codes(kPhantom) + codes(kHole), first);
  EXPECT_EQ(std::count(first.begin(), first.end(), '\n'), 4);
}

}  // namespace
}  // namespace bcheck::test
