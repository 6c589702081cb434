// SPDX-License-Identifier: Apache-2.0
#include "base/utf8.h"

#include <gtest/gtest.h>

#include <string>

#include "base/text.h"

namespace bcheck {
namespace {

using namespace std::string_literals;

// The slow reading of text.h is the second opinion.
bool slowly_utf8(std::string_view bytes) {
  while (!bytes.empty()) {
    const std::size_t length = utf8_sequence(bytes);
    if (length == 0) return false;
    bytes.remove_prefix(length);
  }
  return true;
}

TEST(Utf8, AgreesWithTheSequenceReaderOnEveryShortText) {
  // Every pair of bytes, at the start and over the border of a vector register.
  for (const std::size_t before : {0U, 31U, 63U}) {
    for (unsigned a = 0; a < 256; ++a) {
      for (unsigned b = 0; b < 256; ++b) {
        const std::string text = std::string(before, 'x') + static_cast<char>(a) + static_cast<char>(b);
        ASSERT_EQ(is_utf8(text), slowly_utf8(text)) << before << ' ' << a << ' ' << b;
      }
    }
  }
}

TEST(Utf8, IsStrict) {
  struct Row {
    std::string text;
    bool valid;
  };
  const Row rows[] = {
      {"", true},
      {"\0"s, true},
      {"\xF4\x8F\xBF\xBF", true},   // U+10FFFF
      {"\xEF\xBF\xBF", true},       // U+FFFF, no character and yet well-formed
      {"\xF4\x90\x80\x80", false},  // above it
      {"\xED\xA0\x80", false},      // a surrogate
      {"\xC0\x80", false},          // overlong NUL
      {"\xE0\x9F\xBF", false},      // overlong
      {"\xF0\x8F\xBF\xBF", false},  // overlong
      {"\xE2\x82", false},          // cut
      {"\x80", false},              // continuation alone
      {"\xF8\x88\x80\x80\x80", false},
  };
  for (const Row& row : rows) EXPECT_EQ(is_utf8(row.text), row.valid) << escaped(row.text);
}

}  // namespace
}  // namespace bcheck
