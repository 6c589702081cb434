// SPDX-License-Identifier: Apache-2.0
// One character that fills the text: what comes of NaN in a model (token 0 is "!" in many vocabularies).
//
// In 146,908 sound samples there was none. Laughter (U+314B 28 times, U+54C8 16 times) holds other letters and stays
// below a run of 64.
#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "validators/text/checks.h"
#include "validators/text/utf8.h"

namespace bcheck {
namespace {

constexpr std::uint64_t kFewestVisible = 8;
constexpr std::uint64_t kSharePercent = 95;
constexpr std::uint64_t kLongRun = 64;   // where it is half of the text
constexpr std::uint64_t kEndless = 256;  // anywhere

bool fills(const TextProfile& p) {
  return p.visible >= kFewestVisible && 100 * p.dominant_count >= kSharePercent * p.visible;
}

bool runs_on(const TextProfile& p) {
  return p.longest_run >= kEndless || (p.longest_run >= kLongRun && 2 * p.longest_run >= p.chars);
}

// What is lost in decoding has a finding of its own.
bool is_lost(std::uint32_t c) {
  const CodeClass code_class = class_of(c);
  return code_class == CodeClass::kReplacement || code_class == CodeClass::kPrivate;
}

// Where the first run of that length begins. Runs of the characters that rule lines are as long as they like.
std::size_t run_of(std::string_view text, std::uint64_t length) {
  std::uint32_t last = 0;
  std::uint64_t run = 0;
  std::size_t begin = 0;
  for (std::size_t at = 0; at < text.size();) {
    const utf8::CodePoint c = utf8::decode(text, at);
    if (c.value != last || run == 0) {
      begin = at;
      run = 0;
    }
    last = c.value;
    if (++run == length && is_visible(class_of(c.value)) &&
        (c.value >= 0x80 || std::string_view("-=_*.#~").find(static_cast<char>(c.value)) == std::string_view::npos)) {
      return begin;
    }
    at += c.length;
  }
  return 0;
}

std::string_view character_at(std::string_view text, std::size_t at) {
  return text.substr(at, utf8::decode(text, at).length);
}

}  // namespace

bool may_repeat_char(const TextProfile& profile) {
  return fills(profile) || runs_on(profile);
}

void check_repeat_char(TextSubject& subject) {
  const TextProfile& p = subject.profile;
  if (fills(p)) {
    if (is_lost(p.dominant)) return;
    std::string character;
    append_utf8(character, p.dominant);
    const std::size_t first = subject.text.find(character);
    subject.fault("text.repeat-char", Severity::kFail,
                  fmt::format("{} of {} are {}, the first at {}", p.dominant_count,
                              counted(static_cast<std::int64_t>(p.visible), "visible character"), quote(character),
                              subject.where(first)));
    return;
  }
  const std::size_t first = run_of(subject.text, p.longest_run);
  const std::string_view character = character_at(subject.text, first);
  if (is_lost(utf8::decode(subject.text, first).value)) return;
  subject.fault("text.repeat-char", Severity::kFail,
                fmt::format("{} stands {} times in a row, {}% of the text, from {}", quote(character), p.longest_run,
                            100 * p.longest_run / p.chars, subject.where(first)));
}

}  // namespace bcheck
