// SPDX-License-Identifier: Apache-2.0
// Text for people and machines: quoting of hostile names, base64, numbers, suggestions.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace bcheck {

// In double quotes, with all escaped that could forge a log line or drive a terminal or a CI system: controls, bad
// UTF-8, separators, bidirectional overrides, invisible marks, "##[". Cut to `most` characters of input with "..." at
// the end.
std::string quote(std::string_view bytes, std::size_t most = 200);

// The same without the quotes; those that stand in it stay as they are.
std::string escaped(std::string_view bytes, std::size_t most = 200);

// Valid UTF-8: each byte that is not part of a valid sequence becomes U+FFFD.
std::string lossy_utf8(std::string_view bytes);

// Length in bytes (1 to 4) of the valid UTF-8 sequence at the start of `bytes`; 0 if there is none. Strict: no
// overlong forms, no surrogates, nothing above U+10FFFF.
std::size_t utf8_sequence(std::string_view bytes);

// Appends the UTF-8 of a code point up to U+10FFFF. A surrogate is written as its three bytes, which are no UTF-8.
void append_utf8(std::string& out, char32_t c);

std::string base64(std::string_view bytes);
std::optional<std::string> from_base64(std::string_view text);  // strict: canonical padding, no blanks

// A double as JSON writes it, with at most 9 significant digits, the same in every locale. The value is finite.
void append_number(std::string& out, double value);
void append_number(std::string& out, std::int64_t value);

// The double that 9 significant digits leave of `value`; infinities and NaN stay.
double rounded(double value);

// The whole text as a whole number in base 10, without sign tricks, blanks or leading "+".
std::optional<std::int64_t> whole_number(std::string_view text);

// The candidate most like `word`, if one is like enough to be meant (by edit distance); empty otherwise.
std::string_view closest(std::string_view word, std::span<const std::string_view> candidates);

// "did you mean 'x'?" with the closest candidate, or "one of: a, b, c" when none is close.
std::string suggestion(std::string_view word, std::span<const std::string_view> candidates);

// "1,234,567"
std::string grouped(std::int64_t number);

// "12.3 MB", powers of 1000.
std::string human_bytes(std::uint64_t bytes);

// "1 key", "2 keys".
std::string counted(std::int64_t number, std::string_view noun);

std::string lower_ascii(std::string_view text);

// "jpeg" of "a.b/photo.JPEG": of the last name of a path, in lower case, without the dot. A leading dot is part of the
// name. Empty if there is none.
std::string extension_of(std::string_view path);

}  // namespace bcheck
