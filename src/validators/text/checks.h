// SPDX-License-Identifier: Apache-2.0
// The checks of text: one row each, in the order of importance, since the first fault that fails names the artifact.
//
// A check is a gate and a function. The gate looks at the profile alone, and closes for almost every sound text, so
// that what is not there costs nothing; the function reads the text, in linear time, and says what it found. A new
// check is one function, one row here, and a row in the type's table of findings.
#pragma once

#include <span>
#include <string_view>

#include "validators/text/subject.h"

namespace bcheck {

struct TextCheck {
  std::string_view name;
  bool (*gate)(const TextProfile&);
  void (*run)(TextSubject&);
};

std::span<const TextCheck> text_checks();

// terminal.cc: terminal codes and seven-bit encodings
void check_seven_bit(TextSubject&);
void check_ansi(TextSubject&);
// error_json.cc, error_html.cc, error_text.cc: an error in the place of the text
void check_error_json(TextSubject&);
void check_error_html(TextSubject&);
void check_error_text(TextSubject&);
// reasoning.cc: thinking without an answer
void check_reasoning_only(TextSubject&);
// placeholder.cc: what programs write where there is no text
void check_placeholder(TextSubject&);
// special_tokens.cc: control tokens of language models
void check_special_tokens(TextSubject&);
// tokenizer_bytes.cc: the alphabets in which tokenizers keep their pieces
void check_tokenizer_bytes(TextSubject&);
// mojibake.cc: text that was decoded with the wrong set of characters
void check_mojibake(TextSubject&);
// escaped_text.cc: text that was escaped once too often
void check_escaped_text(TextSubject&);
void check_surrogate_escapes(TextSubject&);
// dumps.cc: encoded bytes in place of text
void check_base64(TextSubject&);
void check_hexdump(TextSubject&);
// lost_letters.cc: letters that were lost on the way
void check_question_marks(TextSubject&);
void check_cid(TextSubject&);
void check_private_use(TextSubject&);
void check_noncharacters(TextSubject&);
void check_no_content(TextSubject&);
// repeat_char.cc, repeat_loop.cc: the same without end
bool may_repeat_char(const TextProfile&);
void check_repeat_char(TextSubject&);
void check_repeat_loop(TextSubject&);
// token_salad.cc: pieces of many scripts glued together
bool has_many_scripts(const TextProfile&);
void check_token_salad(TextSubject&);

}  // namespace bcheck
