// SPDX-License-Identifier: Apache-2.0
// What programs write where there is no text: a null value that was printed, an empty container, the mark of an OCR
// or speech engine for nothing, an object that was printed in place of its text, filler.
//
// Always the whole text: "None of the above." is an answer. Whoever means "None" says so with the option allow_texts.
#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "base/text.h"
#include "validators/text/ascii.h"
#include "validators/text/checks.h"

namespace bcheck {
namespace {

// In lower case. Bare words stand here only where nobody would answer with them.
constexpr std::string_view kWhole[]{"none",
                                    "null",
                                    "nil",
                                    "nan",
                                    "undefined",
                                    "undef",
                                    "nonetype",
                                    "n/a",
                                    "#n/a",
                                    "#na",
                                    "\\n",
                                    "<na>",
                                    "<nil>",
                                    "<null>",
                                    "<none>",
                                    "<nan>",
                                    "<undefined>",
                                    "<class 'nonetype'>",
                                    "(null)",
                                    "(nil)",
                                    "(none)",
                                    "(undefined)",
                                    "[null]",
                                    "[none]",
                                    "[nan]",
                                    "[undefined]",
                                    "{null}",
                                    "{none}",
                                    "`none`",
                                    "`null`",
                                    "none none",
                                    "null null",
                                    "-nan",
                                    "nan%",
                                    "nat",
                                    "[object object]",
                                    "[object undefined]",
                                    "[object null]",
                                    "[object promise]",
                                    "#value!",
                                    "#ref!",
                                    "#name?",
                                    "#div/0!",
                                    "#null!",
                                    "#num!",
                                    "{}",
                                    "[]",
                                    "()",
                                    "\"\"",
                                    "''",
                                    "{{}}",
                                    "[{}]",
                                    "[[]]",
                                    "[\"\"]",
                                    "['']",
                                    "<>",
                                    "no text",
                                    "no text found",
                                    "no text detected",
                                    "no text found.",
                                    "no text detected.",
                                    "no_text",
                                    "no content",
                                    "no output",
                                    "no response",
                                    "no transcript",
                                    "no speech",
                                    "no speech detected",
                                    "no speech detected.",
                                    "no audio",
                                    "empty page!!",
                                    "empty page",
                                    "placeholder",
                                    "your text here",
                                    "insert text here",
                                    "[your text here]",
                                    "[insert text here]",
                                    "\u672A\u68C0\u6D4B\u5230\u6587\u5B57",
                                    "\u672A\u8BC6\u522B\u5230\u6587\u5B57",
                                    "\u30C6\u30AD\u30B9\u30C8\u306A\u3057"};

// Words that are a stand-in when they stand in brackets or carry underscores, as no prose writes them: [silence],
// <no_speech>, NO_OUTPUT. Compared with "_" and "-" as spaces.
constexpr std::string_view kMarked[]{"blank audio",
                                     "blank",
                                     "blank page",
                                     "empty",
                                     "empty page",
                                     "silence",
                                     "no speech",
                                     "no speech detected",
                                     "no audio",
                                     "no text",
                                     "no text found",
                                     "no text detected",
                                     "no content",
                                     "no output",
                                     "no response",
                                     "no answer",
                                     "no data",
                                     "no result",
                                     "no results",
                                     "no transcript",
                                     "no transcription",
                                     "no caption",
                                     "invalid",
                                     "invalid utf 8",
                                     "error",
                                     "placeholder",
                                     "image",
                                     "text",
                                     "picture",
                                     "figure",
                                     "missing",
                                     "missing text",
                                     "missing page",
                                     "null",
                                     "none",
                                     "undefined",
                                     "nan",
                                     "not available",
                                     "unavailable",
                                     "unknown",
                                     "no value",
                                     "failed"};

constexpr std::string_view kFiller = "lorem ipsum";

// A comment of a document converter ("<!-- image -->"), or a word of kMarked in brackets, at the start of `text`: its
// length, 0 if there is none.
std::size_t mark_length(std::string_view text) {
  constexpr std::size_t kLongest = 64;
  if (text.starts_with("<!--")) {
    const std::size_t end = text.substr(0, kLongest).find("-->");
    const auto plain = [](char c) { return ascii::is_alnum(c) || c == ' ' || c == '-' || c == '_'; };
    if (end == std::string_view::npos ||
        !std::all_of(text.begin() + 4, text.begin() + static_cast<std::ptrdiff_t>(end), plain))
      return 0;
    return end + 3;
  }
  const char open = text.front();
  const char close = open == '[' ? ']' : open == '(' ? ')' : open == '<' ? '>' : open == '{' ? '}' : '\0';
  if (close == '\0') return 0;
  const std::size_t end = text.substr(0, kLongest).find(close);
  if (end == std::string_view::npos) return 0;
  std::string word = lower_ascii(ascii::trim_blank(text.substr(1, end - 1)));
  std::replace_if(
      word.begin(), word.end(), [](char c) { return c == '_' || c == '-'; }, ' ');
  // [MISSING_PAGE_EMPTY:3], [MISSING_PAGE_FAIL:7] of nougat
  if (word.starts_with("missing page")) return end + 1;
  return std::find(std::begin(kMarked), std::end(kMarked), word) != std::end(kMarked) ? end + 1 : 0;
}

bool only_marks(std::string_view text) {
  while (!text.empty()) {
    const std::size_t length = mark_length(text);
    if (length == 0) return false;
    text = trim_invisible(text.substr(length));
  }
  return true;
}

// NO_TEXT, no_speech_detected: one identifier.
bool is_marked_identifier(std::string_view text) {
  if (text.find('_') == std::string_view::npos) return false;
  std::string word = lower_ascii(text);
  std::replace(word.begin(), word.end(), '_', ' ');
  return std::find(std::begin(kMarked), std::end(kMarked), word) != std::end(kMarked);
}

// "nan nan nan", "null, null".
bool only_nulls(std::string_view text) {
  constexpr std::string_view kNulls[]{"nan", "null", "none", "undefined"};
  constexpr std::size_t kLongestNull = kNulls[3].size();
  while (!text.empty()) {
    const std::string_view head = text.substr(0, kLongestNull + 1);
    const std::size_t end = std::min(head.find_first_of(" \t\r\n,;"), head.size());
    if (end > kLongestNull) return false;
    const auto is_word = [&](std::string_view null) { return ascii::equals_folded(text.substr(0, end), null); };
    if (end != 0 && std::none_of(std::begin(kNulls), std::end(kNulls), is_word)) return false;
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return true;
}

// How Python prints what has no text of its own, with the place in memory: "<generator object answer at 0x7f3a5c0>",
// "<tensor at 0x55e0>", "<__main__.Answer object at 0x7f12>".
bool is_printed_object(std::string_view text) {
  constexpr std::string_view kAt = " at 0x";
  constexpr std::size_t kLongest = 200;
  if (text.size() > kLongest || !text.starts_with('<') || !text.ends_with('>')) return false;
  const std::size_t at = text.rfind(kAt);
  if (at == std::string_view::npos) return false;
  const std::string_view address = text.substr(at + kAt.size(), text.size() - 1 - at - kAt.size());
  return !address.empty() && address.find_first_not_of("0123456789abcdefABCDEF") == std::string_view::npos;
}

bool is_placeholder(std::string_view text) {
  constexpr std::size_t kLongest = 64;
  if (ascii::starts_folded(text, kFiller)) return true;
  if (text.size() <= kLongest) {
    const std::string lower = lower_ascii(text);
    if (std::find(std::begin(kWhole), std::end(kWhole), lower) != std::end(kWhole)) return true;
    if (is_marked_identifier(text)) return true;
  }
  return is_printed_object(text) || only_marks(text) || only_nulls(text);
}

}  // namespace

void check_placeholder(TextSubject& s) {
  if (!is_placeholder(s.trimmed)) return;
  s.fault("text.placeholder", Severity::kFail, fmt::format("a stand-in and no text: {}", quote(s.trimmed, 60)));
}

}  // namespace bcheck
