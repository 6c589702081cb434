// SPDX-License-Identifier: Apache-2.0
#include "validators/text/subject.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/json_fast.h"
#include "base/text.h"
#include "validators/text/unicode_classes.h"
#include "validators/text/utf8.h"

namespace bcheck {
namespace {

constexpr std::size_t kExcerpt = 60;

bool leaves_no_mark(std::uint32_t c) {
  const CodeClass code_class = class_of(c);
  return is_white(code_class) || code_class == CodeClass::kInvisible;
}

}  // namespace

TextScratch::TextScratch() : json(std::make_unique<FastJson>()) {}
TextScratch::~TextScratch() = default;

std::string_view trim_invisible(std::string_view text) {
  while (!text.empty()) {
    const utf8::CodePoint c = utf8::decode(text, 0);
    if (!leaves_no_mark(c.value)) break;
    text.remove_prefix(c.length);
  }
  while (!text.empty()) {
    const utf8::CodePoint c = utf8::decode_before(text, text.size());
    if (!leaves_no_mark(c.value)) break;
    text.remove_suffix(c.length);
  }
  return text;
}

TextSubject::TextSubject(std::string_view whole, std::size_t offset, const TextProfile& of_it, bool is_true_answer,
                         TextScratch& buffers, Observation& out)
    : text(whole),
      trimmed(trim_invisible(whole)),
      profile(of_it),
      true_answer(is_true_answer),
      scratch(buffers),
      offset_(offset),
      out_(out) {}

bool TextSubject::quoted(std::size_t at) {
  if (profile.of('`') < 2) return false;
  find_quoted();
  return scratch.quoted.contains(at);
}

bool TextSubject::mostly_quoted() {
  if (profile.of('`') < 2) return false;
  find_quoted();
  return scratch.quoted.bytes() > text.size() / 2;
}

void TextSubject::find_quoted() {
  if (!quoted_known_) scratch.quoted.find(text);
  quoted_known_ = true;
}

std::string TextSubject::where(std::size_t at) const {
  const auto line = 1 + std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(at), '\n');
  return fmt::format("byte {} (line {})", offset_ + at, line);
}

std::string TextSubject::excerpt(std::size_t at) const {
  return fmt::format("{}: {}", where(at), quote(text.substr(at), kExcerpt));
}

void TextSubject::counted_fault(std::string_view code, Severity severity, std::uint64_t count, std::string_view noun,
                                std::size_t first) {
  const auto number = static_cast<std::int64_t>(count);
  fault(code, severity, fmt::format("{}, the first at {}", counted(number, noun), excerpt(first)), number);
}

void TextSubject::fault(std::string_view code, Severity severity, std::string message, std::optional<Scalar> measured) {
  out_.fault(code, severity, std::move(message));
  out_.faults.back().measured = std::move(measured);
}

}  // namespace bcheck
