// SPDX-License-Identifier: Apache-2.0
// The text begins by declining: an apology or the model's own name, that something cannot be done, and what it is.
//
// Only the first sentence that says anything is looked at, and all parts must stand in it: "I'm sorry, but I can't hear
// you over the rain" lacks the work that is declined, and "As an AI researcher I cannot" the model. A refusal in the
// middle of a text is reported speech, or an answer that was given after all.
#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "validators/text/ascii.h"
#include "validators/text/folded.h"
#include "validators/text/optional_checks.h"
#include "validators/text/refusal_phrases.h"

namespace bcheck {
namespace {

constexpr std::size_t kSentence = 240;  // bytes of a first sentence
constexpr std::size_t kNear = 60;       // bytes between "cannot" and the work

// The length of the opener that the text begins with, as whole words; 0 without one.
std::size_t opener_length(std::string_view text, RefusalPhrases openers) {
  std::size_t longest = 0;
  for (const std::string_view opener : openers) {
    if (!text.starts_with(opener) || opener.size() <= longest) continue;
    const bool whole =
        opener.size() == text.size() || !ascii::is_alnum(opener.back()) || !ascii::is_alnum(text[opener.size()]);
    if (whole) longest = opener.size();
  }
  return longest;
}

bool holds_any(std::string_view text, RefusalPhrases phrases) {
  return std::any_of(phrases.begin(), phrases.end(),
                     [&](std::string_view phrase) { return text.find(phrase) != std::string_view::npos; });
}

constexpr std::string_view kEnds[]{". ", "!", "?", "\u3002", "\uFF01", "\uFF1F", ": "};

// Up to the first end of a sentence.
std::string_view first_sentence(std::string_view text) {
  std::size_t end = std::min(text.size(), kSentence);
  for (const std::string_view mark : kEnds) end = std::min(end, text.find(mark));
  return text.substr(0, end);
}

std::string_view without_ends(std::string_view text) {
  for (bool cut = true; cut;) {
    cut = false;
    for (const std::string_view mark : kEnds) {
      if (!text.starts_with(mark)) continue;
      text.remove_prefix(mark.size());
      cut = true;
    }
  }
  return text.substr(std::min(text.find_first_not_of(' '), text.size()));
}

bool declines(std::string_view sentence, const RefusalManner& manner) {
  for (const std::string_view phrase : manner.cannot) {
    for (std::size_t at = sentence.find(phrase); at != std::string_view::npos; at = sentence.find(phrase, at + 1)) {
      const std::size_t first = !manner.verb_last ? at : at > kNear ? at - kNear : 0;
      const std::size_t last = at + phrase.size() + kNear;
      if (holds_any(sentence.substr(first, last - first), manner.work)) return true;
    }
  }
  return false;
}

bool is_refusal(std::string_view text, const RefusalManner& manner) {
  if (const std::size_t direct = opener_length(text, manner.directly); direct != 0) {
    if (holds_any(first_sentence(text).substr(0, direct + kNear), manner.plainly)) return true;
  }
  const std::size_t opener = opener_length(text, manner.openers);
  if (opener == 0) return false;
  // "Sorry. I can't ...": the apology may be a sentence of its own. An opener that says "cannot" itself is asked again.
  const std::string_view sentence = first_sentence(text);
  if (declines(sentence, manner)) return true;
  const bool apology_alone = sentence.size() <= opener + 40;
  return apology_alone && declines(first_sentence(without_ends(text.substr(sentence.size()))), manner);
}

}  // namespace

void check_refusal(TextSubject& s) {
  constexpr std::size_t kLooked = 2 * kSentence;
  std::string& folded = s.scratch.folded;
  fold_prose(s.trimmed, kLooked, folded);
  // Of Markdown and quotation only the marks are passed over.
  const std::size_t begin = std::min(folded.find_first_not_of("\"'*_# >"), folded.size());
  const std::string_view text = std::string_view(folded).substr(begin);
  const auto manners = refusal_manners();
  const bool refuses = std::any_of(manners.begin(), manners.end(), [&](const auto& m) { return is_refusal(text, m); });
  if (refuses)
    s.fault("text.refusal", Severity::kFail, fmt::format("it begins by declining: {}", quote(s.trimmed, 60)));
}

}  // namespace bcheck
