// SPDX-License-Identifier: Apache-2.0
#include "run/same_content.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

namespace bcheck {
namespace {

using namespace std::string_literals;

constexpr SipKey kSecret{1, 2};

TEST(SameContent, WhiteSpaceMakesNoOtherText) {
  const std::string same[] = {
      "two words",
      " two words",
      "two words\n",
      "\t two \r\n words \n\n",
      "two\xC2\xA0words",                   // no-break space
      "two\xE2\x80\x89words",               // thin space
      "two\xE2\x80\xA8words",               // line separator
      "\xE3\x80\x80two\xE3\x80\x80 words",  // ideographic space
      "two\0words"s,
  };
  ContentMarker marker(kSecret);
  const ContentMark first = marker.of_text(same[0], 9);
  EXPECT_NE(first, ContentMark());
  for (const std::string& text : same) EXPECT_EQ(marker.of_text(text, 9), first) << text;
}

TEST(SameContent, AnythingElseDoes) {
  ContentMarker marker(kSecret);
  const ContentMark first = marker.of_text("two words", 9);
  for (const std::string_view text :
       {"twowords", "two words.", "Two words", "two word", "two  word s", "two\xC2words", "two\xE2\x80words",
        "two\xE2\x80\x8Bwords", "two\xE3\x80\x81words", "two\xC3\xA0words"}) {
    EXPECT_NE(marker.of_text(text, 9), first) << text;
  }
  EXPECT_NE(marker.of_text("two words", 10), first);
}

TEST(SameContent, BytesAreComparedAsTheyAre) {
  const ContentMarker marker(kSecret);
  EXPECT_EQ(marker.of_bytes("a b"), marker.of_bytes("a b"));
  EXPECT_NE(marker.of_bytes("a b"), marker.of_bytes("a  b"));
  EXPECT_EQ(marker.of_bytes("a b").chars, 0U);
}

TEST(SameContent, NothingIsNotTheSameAsNothing) {
  ContentMarker marker(kSecret);
  EXPECT_EQ(marker.of_bytes(""), ContentMark());
  EXPECT_EQ(marker.of_text("", 0), ContentMark());
  EXPECT_EQ(marker.of_text(" \n\xC2\xA0", 3), ContentMark());
}

TEST(SameContent, AnotherSecretGivesOtherMarks) {
  ContentMarker one(kSecret);
  ContentMarker other(SipKey{2, 1});
  EXPECT_NE(one.of_text("two words", 9), other.of_text("two words", 9));
  EXPECT_NE(one.of_bytes("x"), other.of_bytes("x"));
}

}  // namespace
}  // namespace bcheck
