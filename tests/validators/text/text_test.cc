// SPDX-License-Identifier: Apache-2.0
// Also tests: checks.cc, dumps.cc, error_html.cc, error_json.cc, error_object.cc, error_phrases.cc, error_text.cc
// Also tests: escaped_text.cc
// Also tests: lost_letters.cc, placeholder.cc, reasoning.cc, special_tokens.cc, terminal.cc
// Also tests: text_check.cc, tokenizer_bytes.cc
// The type as a whole: every finding with what raises it, and what looks like it and must pass.
#include <gtest/gtest.h>

#include <ctime>
#include <set>

#include "base/hash.h"
#include "validators/text/observe.h"

namespace bcheck::test {
namespace {

struct Case {
  std::string_view code;  // of the first finding that fails; "pass"
  std::string text;
};

class TextVerdict : public testing::TestWithParam<Case> {};

TEST_P(TextVerdict, First) {
  const Verdict verdict = judged(GetParam().text);
  EXPECT_EQ(verdict.primary(), GetParam().code) << verdict.codes() << "\n" << GetParam().text.substr(0, 200);
  EXPECT_EQ(verdict.status == Status::kPass, GetParam().code == "pass");
}

const Case kNothing[]{
    {"text.empty", ""},
    {"text.empty", "\xEF\xBB\xBF"},
    {"text.whitespace-only", " \t\r\n\f\v"},
    {"text.whitespace-only", "\u0085\u00A0\u1680\u2000\u200A\u2028\u2029\u202F\u205F\u3000"},
    {"text.whitespace-only", "\xEF\xBB\xBF \n"},
    {"text.invisible-only", "\u200B"},
    {"text.invisible-only", " \u200B \u00AD\u034F\u061C\u115F\u1160\u17B4\u17B5\u180B\u200F\u202E\u2060\u206F"},
    {"text.invisible-only", "\u2800\u3164\uFE0F\uFFA0\uFFF9"},
    {"text.invisible-only", "\xEF\xBB\xBF\uFEFF"},
    {"text.invisible-only", "\U000E0068\U000E0069\U000E007F"},
    {"text.invisible-only", "\uFFFE\uFFFF"},
    {"pass", "\u2801"},
    {"pass", "a\u200B"},
    {"pass", "\xEF\xBB\xBFtext behind a mark"},
    {"pass", "one\fpage\r\n"},
    {"pass", "\u0645\u06CC\u200C\u062E\u0648\u0627\u0647\u0645"},
};
INSTANTIATE_TEST_SUITE_P(Nothing, TextVerdict, testing::ValuesIn(kNothing));

const Case kControls[]{
    {"text.nul-bytes", "Hello\0world"s},
    {"text.nul-bytes", "A text that was begun." + std::string(400, '\0')},
    {"text.binary", std::string(5, '\0')},
    {"text.binary", "%PDF-1.4 is how it begins, in plain letters"},
    {"text.binary", "Here it comes:\n%PDF-1.4\n1 0 obj\nstartxref\n0\n%%EOF\n"},
    {"text.control-chars", "a \x07 bell"},
    {"text.control-chars", "bold\x08\x08old"},
    {"text.control-chars", "delete \x7F here"},
    {"text.control-chars", "C1 \u0080 here"},
    {"text.control-chars", "next line \u0085 here"},
    {"text.control-chars", "a vertical\vtab"},
    {"text.control-chars", "a lone \x1B escape"},
    {"text.ansi-escape", "\x1B[31mred\x1B[0m"},
    {"text.ansi-escape", "\x1B]0;title\x07text"},
    {"text.enc-7bit", "\x1B$B$3$s$K$A\x1B(B"},
    {"text.replacement-char", "gr\uFFFDn"},
    {"pass", "Colours are \\x1b[31m (red) and \\x1b[0m, written here as text for the reader of it."},
    {"pass", "tab\tnewline\nfeed\fend"},
};
INSTANTIATE_TEST_SUITE_P(Controls, TextVerdict, testing::ValuesIn(kControls));

const Case kLost[]{
    {"text.question-marks", "??????, ??? ????"},
    {"text.question-marks", "?? ???? ??????? ?? ?????? (2023)?"},
    {"pass", "?????"},
    {"pass", "Really?????? You did that, and nobody said a word?"},
    {"pass", "\uFF1F\uFF1F\uFF1F\uFF1F\uFF1F\uFF1F"},
    {"text.pua", "\uF0B7\uF020\uF054\uF068"},
    {"pass", "an icon \uF0B7 in a longer sentence"},
    {"text.cid-garbage", "(cid:1)(cid:22)(cid:333)"},
    {"pass", "(cid:1) and (cid:2)"},
    {"pass", "`(cid:1)(cid:22)(cid:333)`"},
    {"pass", "(cid:x)(cid:)(cid:12345678)"},
};
INSTANTIATE_TEST_SUITE_P(Lost, TextVerdict, testing::ValuesIn(kLost));

const Case kPlaceholders[]{
    {"text.placeholder", "None"},
    {"text.placeholder", " NULL\n"},
    {"text.placeholder", "NaN"},
    {"text.placeholder", "n/a"},
    {"text.placeholder", "{}"},
    {"text.placeholder", "\"\""},
    {"text.placeholder", "[object Object]"},
    {"text.placeholder", "NO_TEXT"},
    {"text.placeholder", "<generator object answer at 0x7f3a5c01d2e0>"},
    {"text.placeholder", "<__main__.Answer object at 0x7F12>\n"},
    {"text.placeholder", "[no text]"},
    {"text.placeholder", "[BLANK_AUDIO]"},
    {"text.placeholder", "(silence)"},
    {"text.placeholder", "[MISSING_PAGE_FAIL:12]\n[MISSING_PAGE_EMPTY:13]"},
    {"text.placeholder", "<!-- image -->\n<!-- formula-not-decoded -->"},
    {"text.placeholder", "nan, nan, nan"},
    {"text.placeholder", "Lorem ipsum dolor sit amet."},
    {"text.placeholder", "\u200BNone\u200B"},
    {"pass", "None of the above."},
    {"pass", "Nan is my grandmother."},
    {"pass", "[music playing]"},
    {"pass", "[silence] and then a voice"},
    {"pass", "The caption says lorem ipsum."},
    {"pass", "<!-- image --> A red boat."},
    {"pass", "True"},
    {"pass", "0"},
};
INSTANTIATE_TEST_SUITE_P(Placeholders, TextVerdict, testing::ValuesIn(kPlaceholders));

const Case kTokens[]{
    {"text.special-token", "Paris.<|im_end|>"},
    {"text.special-token", "Paris.<|reserved_special_token_7|>"},
    {"text.special-token", "<|en|><|0.00|> Hello <|2.40|>"},
    {"text.special-token", "a<\uFF5Cend\u2581of\u2581sentence\uFF5C>"},
    {"text.special-token", "north <unused12> gate"},
    {"text.special-token", "fill <extra_id_0> here"},
    {"text.special-token", "\uAC00 <0xEA><0xB0>"},
    {"text.special-token", "<start_of_turn>model"},
    {"text.special-token", "one <pad> two"},
    {"text.special-token", "[CLS] hello [SEP]"},
    {"text.special-token", "[INST] hi [/INST]"},
    {"text.special-token", "<<SYS>>\nhi\n<</SYS>>"},
    {"text.special-token", "<s> hello"},
    {"text.special-token", "hello</s>"},
    {"text.special-token", "```\ncode<|endoftext|>"},
    {"text.special-token", "a ` b <|endoftext|>"},
    {"text.special-token", "a ` b\n\nc <|endoftext|> ` d"},
    {"pass", "`<|endoftext|>` ends a text."},
    {"pass", "``<|endoftext|> ` `` ends a text."},
    {"pass", "```\n<|endoftext|>\n```\nis a token."},
    {"pass", "<|ufo|> joined the channel"},
    {"pass", "x <| g |> h"},
    {"pass", "<s>old</s> new"},
    {"pass", "new <s>old</s>"},
    {"pass", "E<0x7B> is a brace"},
    {"pass", "NetBIOS <0x1c> lookups"},
    {"pass", "<mask id=\"m\"> and <filename>"},
    {"pass", "<0x1> <0xGG> <unused> <extra_id_>"},
    {"pass", "[1] [x] [ ] [INSTALL]"},
    {"text.tokenizer-bytes", "Hello\u0120world,\u0120this\u0120is\u0120it."},
    {"text.tokenizer-bytes", "\u2581This\u2581is\u2581it."},
    {"text.tokenizer-bytes", "un ##believ ##able re ##sult"},
    {"text.tokenizer-bytes", "\u00E5\u013D\u00BE\u00E4\u00B9\u00A6\u00E9\u00A6\u0128"},
    {"pass", "\u0120ie\u0121 \u0120or\u0121 u \u0120iljan marru G\u0127awdex."},
    {"pass", "load \u2581\u2582\u2583\u2582\u2581\u2581\u2581"},
    {"pass", "## One\n## Two\n## Three"},
    {"pass", "Zażółć gęślą jaźń, łódź."},
    {"text.reasoning-only", "<think>\nThe user asks"},
    {"text.reasoning-only", "<think>Yes.</think>\n\u200B"},
    {"text.reasoning-only", "The user asks this. </think>\n"},
    {"pass", "<think>Yes.</think>\nThe answer is 4."},
    {"pass", "The tag <think> opens it."},
};
INSTANTIATE_TEST_SUITE_P(Tokens, TextVerdict, testing::ValuesIn(kTokens));

const Case kEscapes[]{
    {"text.escaped-text", "\\u4f60\\u597d"},
    {"text.escaped-text", "\\u4f60"},
    {"text.escaped-text", "\\xe4\\xbd\\xa0"},
    {"text.escaped-text", "\\344\\275\\240"},
    {"text.escaped-text", "%E4%BD%A0%E5%A5%BD"},
    {"text.escaped-text", "b'The answer is \\xe2\\x80\\x9cyes\\xe2\\x80\\x9d'"},
    {"text.escaped-text", "First\\nSecond\\nThird\\nFourth"},
    {"text.escaped-text", "one line\\ntwo lines\\nthree lines\\nand more"},
    {"text.escaped-text", "It&#39;s late &amp; dark."},
    {"pass", "The escape \\u4f60 stands for one character in a longer text."},
    {"pass", "`\\u4f60\\u597d`"},
    {"pass", "https://example.org/?q=%E4%BD%A0%E5%A5%BD"},
    {"pass", "100%"},
    {"pass", "$\\nabla \\cdot \\mathbf{n} \\neq \\nu \\notin N$"},
    {"pass", "C:\\new\\names\\notes\\nine.txt"},
    {"pass", "First\\nSecond\\n"},
    {"pass", "First\\nSecond\\nThird\nFourth"},
    {"pass", "print(\"\\n\", \"\\n\", \"\\n\", sep='\\n')"},
    {"pass", "<p>It&#39;s late &amp; dark.</p>"},
    {"pass", "R&D, AT&T; one &amp; only"},
    {"text.surrogate-escape", "Great job \\ud83d and more words to fill the line"},
    {"text.surrogate-escape", "The tail of it is \\ude00"},
    {"text.surrogate-escape", "Twice the first half \\ud83d\\ud83d in a row"},
    {"pass", "A whole one \\ud83d\\ude00 in some longer text"},
    {"pass", "A whole one \\\\ud83d\\\\ude00 in some longer text"},
    {"pass", "The half `\\ud83d` is no character of its own."},
    {"pass", "The pattern [\\ud800-\\udbff] matches the first half of one."},
};
INSTANTIATE_TEST_SUITE_P(Escapes, TextVerdict, testing::ValuesIn(kEscapes));

const Case kErrors[]{
    {"text.error-text", "Traceback (most recent call last):\n" + std::string(2000, 'x')},
    {"text.error-text", "CUDA out of memory. Tried to allocate 2.00 GiB"},
    {"text.error-text", "RuntimeError: device-side assert"},
    {"text.error-text", "requests.exceptions.ReadTimeout: read"},
    {"text.error-text", "java.lang.NullPointerException\n\tat Main.main(Main.java:3)"},
    {"text.error-text", "Error code: 429 - {'error': 'x'}"},
    {"text.error-text", "HTTP Error 503: Service Unavailable"},
    {"text.error-text", "502 Bad Gateway"},
    {"text.error-text", "HTTP/1.1 404 Not Found\n"},
    {"text.error-text", "Too Many Requests\n"},
    {"text.error-text", "[ERROR] rate limiting is in effect"},
    {"text.error-text", "\u274C Error: request timed out"},
    {"text.error-text", "{'error': {'message': 'x'}}"},
    {"text.error-text", "upstream connect error or disconnect/reset before headers"},
    {"text.error-text", "\u9519\u8BEF\uFF1A\u8BF7\u6C42\u8FC7\u4E8E\u9891\u7E41"},
    {"text.error-text", "\u30A8\u30E9\u30FC\uFF1A\u30EA\u30AF\u30A8\u30B9\u30C8\u304C\u591A\u3059\u304E\u307E\u3059"},
    {"text.error-text", "<?xml version=\"1.0\"?>\n<Error><Code>AccessDenied</Code></Error>"},
    {"pass", "502 Bad Gateway is what a proxy says when the server behind it gives no answer."},
    {"pass", "Error handling in Go is explicit."},
    {"pass", "Error: the new single of the band, is out now."},
    {"pass", "Rate limit exceeded errors mean that you should wait."},
    {"pass", "404 ways to cook an egg"},
    {"pass", "CUDA errors are reported late."},
    {"pass", "500"},
    {"pass", "code = 400"},
    {"pass", "Forbidden love"},
    {"pass", "RuntimeError: " + varied(600)},
    {"pass", "Look:\nTraceback (most recent call last):\n  File \"a.py\""},
    {"pass", "```\nTraceback (most recent call last):\n```\nmeans trouble."},
    {"pass", "\u9519\u8BEF\uFF1A\u5730\u7403\u4E0D\u662F\u5E73\u7684\u3002"},
    {"text.error-json", "{\"error\": {\"message\": \"limit\", \"code\": 429}}"},
    {"text.error-json", "{\"errors\": [\"x\"], \"data\": null}"},
    {"text.error-json", "[{\"error\": {\"code\": 400}}]"},
    {"text.error-json", "data: {\"error\": \"overloaded\"}"},
    {"text.error-json", "{\"object\": \"error\", \"message\": \"x\"}"},
    {"text.error-json", "{\"success\": false}"},
    {"text.error-json", "{\"statusCode\": 500, \"message\": \"x\"}"},
    {"text.error-json", "{\"status\": \"503\", \"msg\": \"x\"}"},
    {"text.error-json", "{\"detail\": \"Not Found\"}"},
    {"text.error-json", "{\"code\": \"rate_limit\", \"message\": \"slow down\", \"request_id\": \"1\"}"},
    {"pass", "{\"error\": 0.031}"},
    {"pass", "{\"error\": null, \"text\": \"sound\"}"},
    {"pass", "{\"error\": \"\", \"text\": \"sound\"}"},
    {"pass", "{\"status\": 200, \"message\": \"sound\"}"},
    {"pass", "{\"message\": \"hello\", \"to\": \"you\"}"},
    {"pass", "[{\"error\": \"x\"}, {\"error\": \"y\"}]"},
    {"pass", "{\"success\": true, \"error\": null}"},
    {"text.error-html", "<html><head><title>502 Bad Gateway</title></head></html>"},
    {"text.error-html", "<!DOCTYPE html><html lang=en><title>Error 429 (Too Many Requests)!!1</title><p>Sorry.</p>"},
    {"text.error-html", "<!-- x --><html><head><title>example.org | 522: Connection timed out</title></head></html>"},
    {"text.error-html", "<!doctype html><title>Just a moment...</title>"},
    {"text.error-html", "<html><body><h1>Service <b>Unavailable</b></h1></body></html>"},
    {"text.error-html", "<html><body>503 Service Unavailable<br>try later</body></html>"},
    {"text.error-html", "<HTML><HEAD><TITLE>ERROR: The requested URL could not be retrieved</TITLE></HEAD></HTML>"},
    {"pass", "<!DOCTYPE html><title>My garden</title><h1>My garden</h1><p>404 beans.</p>"},
    {"pass", "<html><title>500 Days of Summer</title></html>"},
    {"pass", "<html><title>What is a 502 Bad Gateway?</title></html>"},
    {"pass", "<html><body><p>Beans and tomatoes.</p></body></html>"},
    {"pass", "The page <title>502 Bad Gateway</title> is an error page."},
};
INSTANTIATE_TEST_SUITE_P(Errors, TextVerdict, testing::ValuesIn(kErrors));

// Bytes that look random and are the same everywhere.
std::string random_bytes(std::size_t n) {
  std::string out;
  std::uint32_t state = 12345;
  for (std::size_t i = 0; i < n; ++i) out += static_cast<char>((state = state * 1664525 + 1013904223) >> 24);
  return out;
}

std::string encoded(std::size_t bytes, std::string_view alphabet) {
  std::string out;
  for (const char c : random_bytes(bytes)) out += alphabet[static_cast<unsigned char>(c) % alphabet.size()];
  return out;
}

constexpr std::string_view kBase64 = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

std::string in_lines(std::string_view text, std::size_t width, std::string_view end) {
  std::string out;
  for (std::size_t at = 0; at < text.size(); at += width) out += std::string(text.substr(at, width)) + std::string(end);
  return out;
}

const Case kDumps[]{
    {"text.base64", encoded(300, kBase64)},
    {"text.base64", "data:image/png;base64," + encoded(300, kBase64)},
    {"text.base64", in_lines(encoded(600, kBase64), 60, "\r\n")},
    {"pass", encoded(60, kBase64)},
    {"pass", "Here it is: " + encoded(80, kBase64) + " and then come" + varied(180)},
    {"pass", in_lines(encoded(600, kBase64), 8, "\n")},
    {"pass", encoded(300, "abcdefghijklmnopqrstuvwxyz")},
    {"text.hexdump", encoded(256, "0123456789abcdef")},
    {"text.hexdump", in_lines(encoded(256, "0123456789ABCDEF"), 2, " ")},
    {"text.hexdump", in_lines(in_lines(encoded(256, "0123456789abcdef"), 2, ":"), 48, "\n")},
    {"pass", encoded(126, "0123456789abcdef")},
    {"pass", encoded(128, "0123456789abcdef")},  // one SHA-512
    {"pass", in_lines(encoded(300, "0123456789"), 2, " ")},
    {"pass", in_lines(encoded(256, "0123456789abcdef"), 2, " words of another kind between ")},
    {"pass", uuids(20)},
};
INSTANTIATE_TEST_SUITE_P(Dumps, TextVerdict, testing::ValuesIn(kDumps));

const Case kSound[]{
    {"pass", "Yes"},
    {"pass", "42"},
    {"pass", "\u5426"},
    {"pass", "\U0001F44D"},
    {"pass", "C#"},
    {"pass", "\uC624\uB298\uC740 \uB9D1\uC74C \u314B\u314B\u314B\u314B"},
    {"pass", "| city | zip |\n|---|---|\n| Springfield | N/A |\n"},
    {"pass", "def f(x):\n    return {\"a\": None, \"b\": [1, 2]}[x]\n"},
    {"pass", "NESTL\u00C9\u00AE et \u00CELE-DE-FRANCE\u00AE"},
    {"pass", "Dear {name}, your order {{ id }} costs ${price}."},
};
INSTANTIATE_TEST_SUITE_P(Sound, TextVerdict, testing::ValuesIn(kSound));

TEST(Text, WarnsAndPasses) {
  struct Row {
    std::string_view code;
    std::string_view text;
  };
  for (const Row& row :
       {Row{"text.no-content", "..."}, Row{"text.no-content", "| | |\n|---|---|\n"},
        Row{"text.noncharacter", "bad \uFFFE char"}, Row{"text.noncharacter", "bad \uFDD0 char"},
        Row{"text.pua", "an icon \uF0B7 in a longer sentence"}, Row{"text.enc-7bit", "~{VPND~} and ~{VPND~}"},
        Row{"text.enc-7bit", "+U4FTwQ- and +U4FTwQ- again"}}) {
    SCOPED_TRACE(row.text);
    const Verdict verdict = judged(row.text);
    EXPECT_EQ(verdict.status, Status::kPass) << verdict.codes();
    EXPECT_TRUE(verdict.has(row.code, Severity::kWarn)) << verdict.codes();
  }
  for (const std::string_view text : {"?", "\u266A", "\u2014"})
    EXPECT_TRUE(judged(text).has("text.no-content", Severity::kWarn));
  for (const std::string_view text : {"\u2714", "\u2803", "\u2167", "\u0661", "x"})
    EXPECT_EQ(judged(text).codes(), "") << text;
  for (const std::string_view text : {"~{VPND~} alone", "1.0+git20200824-1 and 2.0+git20200824-1",
                                      "-Wc++14-x -Wc++17-x", "+49-30-1234 or +49-40-1234"}) {
    EXPECT_EQ(judged(text).codes(), "") << text;
  }
}

TEST(Text, LimitsMoveThresholds) {
  ArtifactRules rules;
  rules.limits = {{"replacement_chars", {{}, 2, {}}}, {"nul", {{}, 1, {}}}, {"chars", {5, 20, {}}}};
  EXPECT_EQ(judged("gr\uFFFDn und \uFFFD", rules).primary(), "pass");
  EXPECT_EQ(judged("\uFFFD\uFFFD\uFFFD five", rules).primary(), "text.replacement-char");
  EXPECT_EQ(judged("four", rules).primary(), "text.too-short");
  EXPECT_EQ(judged("\u4E00\u4E00\u4E00\u4E00\u4E00", rules).primary(), "pass");
  EXPECT_EQ(judged("a text of more than 20", rules).primary(), "text.too-long");
}

TEST(Text, RefusesOptionsThatMeanNothing) {
  const Type& type = *find_type("text");
  for (const std::string& bad : {""s, " \n"s, "\xFF"s}) {
    Options options;
    options["allow_texts"] = std::vector<std::string>{"None", bad};
    const auto check = type.prepare(options, {});
    ASSERT_FALSE(check.has_value()) << bad;
    EXPECT_EQ(check.error().kind, ErrorKind::kBadQuestion);
    EXPECT_NE(check.error().message.find("allow_texts"), std::string::npos);
  }
}

// Allowed is not examined: what is no UTF-8 stays unchecked, a text that is only cut is checked inside.
TEST(Text, AllowedEncodingsAreNotPassedUnseen) {
  for (const std::string& text : {"a\0b\0c\0d\0"s, "caf\xE9 cr\xE8me"s, std::string(8, '\0')}) {
    EXPECT_FALSE(judged(text).observation.unchecked.empty());
  }
  const Verdict cut = judged("A sound text that is cut \xE4\xBD");
  EXPECT_TRUE(cut.observation.unchecked.empty());
  EXPECT_EQ(cut.codes(), "text.utf8-trunc ");
  EXPECT_TRUE(judged("cut and leaking<|im_end|> \xE4\xBD").has("text.special-token"));
}

TEST(Text, ContentHashIgnoresMarkAndLineEnds) {
  const auto hash = [](std::string_view text) { return judged(text, {}, {true}).observation.content_sha256; };
  const std::string canonical = hex(sha256(as_bytes("one\ntwo\n")));
  EXPECT_EQ(hash("one\ntwo\n"), canonical);
  EXPECT_EQ(hash("one\r\ntwo\r\n"), canonical);
  EXPECT_EQ(hash("\xEF\xBB\xBFone\r\ntwo\n"), canonical);
  EXPECT_NE(hash("one\rtwo\n"), canonical);
  EXPECT_NE(hash("one\ntwo"), canonical);
  EXPECT_EQ(judged("one\n").observation.content_sha256, "");
  // A pair of CR LF over the border of two chunks.
  const std::string padding(64 * 1024 - 1, 'x');
  EXPECT_EQ(hash(padding + "\r\n" + padding + "\r\nend"), hex(sha256(as_bytes(padding + "\n" + padding + "\nend"))));
}

TEST(Text, EveryCutOfAValidText) {
  const std::string whole = "a\u00E9\u4F60\U0001F600 b\u00DF\u0928\U00020000!";
  for (std::size_t n = 0; n <= whole.size(); ++n) {
    SCOPED_TRACE(n);
    const bool at_border = n == whole.size() || (static_cast<unsigned char>(whole[n]) & 0xC0) != 0x80;
    EXPECT_EQ(judged(whole.substr(0, n)).primary(), n == 0 ? "text.empty" : at_border ? "pass" : "text.utf8-trunc");
    const std::string tail = whole.substr(n);
    EXPECT_EQ(judged(tail).primary(), tail.empty() ? "text.empty" : at_border ? "pass" : "text.utf8-trunc");
  }
}

TEST(Text, SameBytesSameObservation) {
  const Type& type = *find_type("text");
  auto check = *type.prepare({}, {true});
  const std::vector<std::string> texts{"<|im_end|> `a`", "{\"error\": \"x\"}", "",
                                       "caf\xE9",        "a `<pad>` b",        std::string(70000, 'z')};
  std::vector<Observation> fresh;
  for (const std::string& text : texts) {
    Observation out;
    (*type.prepare({}, {true}))->run({as_bytes(text), "a", ""}, out);
    fresh.push_back(std::move(out));
  }
  Observation out;
  for (int round = 0; round < 2; ++round) {
    for (std::size_t i = texts.size(); i-- > 0;) {
      out.clear();
      check->run({as_bytes(texts[i]), "a", ""}, out);
      EXPECT_EQ(out.content_sha256, fresh[i].content_sha256);
      ASSERT_EQ(out.faults.size(), fresh[i].faults.size());
      for (std::size_t f = 0; f < out.faults.size(); ++f) EXPECT_EQ(out.faults[f].message, fresh[i].faults[f].message);
      ASSERT_EQ(out.measures.size(), fresh[i].measures.size());
      for (std::size_t m = 0; m < out.measures.size(); ++m)
        EXPECT_EQ(out.measures[m].value, fresh[i].measures[m].value);
    }
  }
}

// A megabyte of what a scanner may be slow on: seconds where one pass over the rest follows each byte.
TEST(Text, HostileInputIsLinear) {
  for (const std::string_view unit : {"<",        "[",
                                      "&",        "\\",
                                      "\x1B",     "A",
                                      "\"",       "`",
                                      "+",        "~{",
                                      "<|",       "%",
                                      "\\u",      "\x1B]",
                                      "<!--",     "(cid:",
                                      " ##a",     "`a``b```c",
                                      "{\"a\":",  "[null] ",
                                      "a\u0120",  "\u2581",
                                      "ab",       "<think>",
                                      "\xFF",     "\xED\xA0\x80",
                                      "\\ud83d`", "` \n\n",
                                      "+AOk",     "~{AA",
                                      "\\n",      "b'\\x",
                                      "<s>",      "</s>"}) {
    SCOPED_TRACE(unit);
    const auto seconds = [&](std::size_t bytes) {
      const std::string text = repeat(unit, bytes / unit.size());
      const std::clock_t begin = std::clock();
      judged(text);
      return static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
    };
    EXPECT_LT(seconds(1'000'000), 2.0);
  }
}

TEST(Text, TablesAreComplete) {
  const Type& type = *find_type("text");
  std::set<std::string_view> codes;
  for (const FindingInfo& finding : type.findings) {
    EXPECT_TRUE(finding.code.starts_with("text.") || finding.code.starts_with("file."));
    EXPECT_TRUE(codes.insert(finding.code).second) << finding.code;
  }
  for (const MeasureInfo& measure : type.measures) {
    for (const std::string_view code : {measure.low_code, measure.high_code}) {
      EXPECT_TRUE(code.empty() || !code.starts_with("text.") || codes.contains(code)) << code;
    }
  }
  const Verdict verdict = judged("sound");
  for (const MeasureInfo& measure : type.measures) {
    if (measure.name == "bytes" || measure.name == "expected_script_share") continue;  // not always
    EXPECT_NE(verdict.observation.find(measure.name), nullptr) << measure.name;
  }
  EXPECT_EQ(verdict.observation.coverage, Coverage::kContent);
  EXPECT_EQ(verdict.observation.format, "utf-8 text");
}

TEST(Text, Measures) {
  const Verdict verdict = judged("\xEF\xBB\xBFTwo words, \u4F60\u597D\u200B\nand  \u0301 more!!!!\n--------");
  EXPECT_EQ(verdict.whole("chars"), 39);
  EXPECT_EQ(verdict.whole("visible"), 31);
  EXPECT_EQ(verdict.whole("letters"), 18);
  EXPECT_EQ(verdict.whole("words"), 7);
  EXPECT_EQ(verdict.whole("lines"), 3);
  EXPECT_EQ(verdict.whole("longest_run"), 4);
  EXPECT_EQ(verdict.whole("invisible"), 1);
}

}  // namespace
}  // namespace bcheck::test
