// SPDX-License-Identifier: Apache-2.0
#include "validators/text/checks.h"

namespace bcheck {
namespace {

bool has(const TextProfile& p, char c) {
  return p.of(c) > 0;
}

// THE list.
constexpr TextCheck kChecks[]{
    {"seven-bit", [](const TextProfile& p) { return has(p, '\x1B') || has(p, '~') || has(p, '+'); }, check_seven_bit},
    {"ansi", [](const TextProfile& p) { return has(p, '\x1B'); }, check_ansi},
    {"error-json", [](const TextProfile& p) { return has(p, '{'); }, check_error_json},
    {"error-html", [](const TextProfile& p) { return has(p, '<'); }, check_error_html},
    {"error-text", [](const TextProfile&) { return true; }, check_error_text},
    {"reasoning-only", [](const TextProfile& p) { return has(p, '<') || has(p, '[') || p.non_ascii() > 0; },
     check_reasoning_only},
    {"placeholder", [](const TextProfile&) { return true; }, check_placeholder},
    {"special-tokens", [](const TextProfile& p) { return has(p, '<') || has(p, '['); }, check_special_tokens},
    {"tokenizer-bytes", [](const TextProfile& p) { return p.of('#') >= 6 || p.non_ascii() > 1; },
     check_tokenizer_bytes},
    {"mojibake", [](const TextProfile& p) { return p.non_ascii() > 1; }, check_mojibake},
    {"escaped-text", [](const TextProfile& p) { return has(p, '\\') || has(p, '%') || p.of('&') > 1; },
     check_escaped_text},
    {"surrogate-escapes", [](const TextProfile& p) { return has(p, '\\'); }, check_surrogate_escapes},
    {"question-marks", [](const TextProfile& p) { return p.of('?') >= 6; }, check_question_marks},
    {"cid", [](const TextProfile& p) { return p.of('(') >= 3 && p.of(':') >= 3; }, check_cid},
    {"base64", [](const TextProfile& p) { return p.bytes >= 64; }, check_base64},
    {"hexdump", [](const TextProfile& p) { return p.bytes >= 128; }, check_hexdump},
    {"repeat-char", may_repeat_char, check_repeat_char},
    {"repeat-loop", [](const TextProfile& p) { return p.chars >= 24; }, check_repeat_loop},
    {"token-salad", has_many_scripts, check_token_salad},
    {"private-use", [](const TextProfile& p) { return p.of(CodeClass::kPrivate) > 0; }, check_private_use},
    {"noncharacters", [](const TextProfile& p) { return p.of(CodeClass::kNoncharacter) > 0; }, check_noncharacters},
    {"no-content",
     [](const TextProfile& p) {
       return p.of(CodeClass::kLetter) + p.of(CodeClass::kNumber) + p.of(CodeClass::kEmoji) == 0;
     },
     check_no_content},
};

}  // namespace

std::span<const TextCheck> text_checks() {
  return kChecks;
}

}  // namespace bcheck
