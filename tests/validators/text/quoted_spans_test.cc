// SPDX-License-Identifier: Apache-2.0
#include "validators/text/quoted_spans.h"

#include <gtest/gtest.h>

#include <string>

namespace bcheck {
namespace {

// The text with every byte outside of spans as it is, and "_" for those inside.
std::string marked(std::string_view text) {
  QuotedSpans spans;
  spans.find("`an earlier text` that ``must`` leave nothing behind");
  spans.find(text);
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) out += spans.contains(i) && text[i] != '`' ? '_' : text[i];
  return out;
}

TEST(QuotedSpans, FollowsCommonMark) {
  struct Row {
    std::string_view text;
    std::string_view marked;
  };
  for (const Row& row : {Row{"", ""}, Row{"abc", "abc"}, Row{"a `b` c", "a `_` c"}, Row{"a ``b`c`` d", "a ``_`_`` d"},
                         Row{"a `b c", "a `b c"}, Row{"`a``b`", "`_``_`"}, Row{"a ```b\n\nc``` d", "a ```____``` d"},
                         Row{"a `b\n\nc` d", "a `b\n\nc` d"}, Row{"a `b\nc` d", "a `___` d"},
                         Row{"`` a ` b `c` `` d", "``___`___`_`_`` d"}, Row{"```x", "```x"},
                         Row{"`a` b `c`", "`_` b `_`"}, Row{"`a", "`a"}, Row{"a`", "a`"}, Row{"``", "``"}}) {
    EXPECT_EQ(marked(row.text), row.marked);
  }
}

}  // namespace
}  // namespace bcheck
