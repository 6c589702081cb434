// SPDX-License-Identifier: Apache-2.0
// The checks of text that are off until the rules switch them on: what they look for is a fault in some jobs and the
// wanted answer in others.
//
//   refusal      the text begins with "I cannot help with that", in the words of several languages. Chat and safety
//                sets hold such answers on purpose. 0.001 % of 146,908 sound samples begin so.
//   asr-phantom  the whole text is what speech recognition makes of silence: "Thanks for watching!", credits of
//                subtitlers. A transcript of a real video ends with the same words, so a part of it never counts.
//   template     a hole of a template that nothing was put into: {name}, ${price}, [Your Name]. Programs and manuals
//                are full of them (30 % of sound code, 13 % of Markdown, 0.01 % of prose).
//   cutoff       a code fence that is never closed, JSON that begins and does not end, more <table than </table. That
//                a text ends in the middle of a sentence is no sign (19 % of sound texts do): the record's own
//                finish_reason tells that better, see docs/records.md.
//
// `task` says what the texts are made for, and switches on what is never wanted there, with the severity of the
// evidence: fail where no product of that task says so, warn where it may.
//
//   task         fail          warn       why
//   asr          asr-phantom              nobody's whole speech is a subtitler's credit; what people do say by itself,
//                                         such as "Thank you.", only warns wherever the check is on
//   ocr                        cutoff     pages come as Markdown and HTML, and a page may end inside a table
//   llm                        refusal    a refusal may be the right answer, and is always worth counting;
//                              cutoff     asked for a part of a document, a model may well stop there
//   translation                refusal    the source may have said so; a cut source makes a cut translation
//                              cutoff     (template is off: holes of the source are kept on purpose)
//   caption      refusal       template   no picture shows a refusal; it may show a sign with a hole in it
//
// `checks` adds to that, and what it names fails. The severities of the rules (fail, warn, allow) have the last word.
#pragma once

#include <array>
#include <string_view>
#include <vector>

#include "bcheck/error.h"
#include "bcheck/validator.h"
#include "validators/text/checks.h"

namespace bcheck {

struct SwitchedOn {
  const TextCheck* check;
  Severity severity;  // kWarn: nothing that it finds fails
};

// The words of the options `checks`, in the order of importance, and `task`.
inline constexpr std::array<std::string_view, 4> kOptionalCheckNames{"refusal", "asr-phantom", "template", "cutoff"};
inline constexpr std::array<std::string_view, 5> kTaskNames{"asr", "ocr", "llm", "translation", "caption"};

// What the options switch on, in the order of importance, each once.
Result<std::vector<SwitchedOn>> optional_checks(const Options& options);

// refusal.cc, asr_phantom.cc, template_holes.cc, cutoff.cc
void check_refusal(TextSubject&);
void check_asr_phantom(TextSubject&);
void check_template(TextSubject&);
void check_cutoff(TextSubject&);

}  // namespace bcheck
