// SPDX-License-Identifier: Apache-2.0
#include "run/same_content.h"

#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <iterator>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "base/hash.h"
#include "support/make_png.h"

namespace bcheck {
namespace {

using namespace std::string_literals;

constexpr SipKey kSecret{1, 2};

// As a check of that type measures them.
std::vector<Measure> measures(std::string_view name, std::int64_t value) {
  return {{"bytes", std::int64_t{1}}, {name, value}};
}

ContentMark text(ContentMarker& marker, std::string_view bytes, std::int64_t chars, Status status = Status::kPass) {
  return marker.of(bytes, status, measures("chars", chars));
}
ContentMark vector(ContentMarker& marker, std::string_view bytes, std::int64_t dim, Status status = Status::kPass) {
  return marker.of(bytes, status, measures("dim", dim));
}
ContentMark other(ContentMarker& marker, std::string_view bytes, Status status = Status::kPass) {
  return marker.of(bytes, status, measures("width", 3));
}

TEST(SameContent, AHashThatIsKnownIsMadeOnceAndNotTakenForATextsOwn) {
  ContentMarker marker(kSecret);
  const std::string bytes = "[1, 2, 3]  " + std::string(80, 'x');
  const std::uint64_t hash = siphash(bytes, kSecret);
  const auto with_hash = [&](std::string_view measure) {
    return marker.of(bytes, Status::kPass, measures(measure, 3), hash);
  };
  EXPECT_EQ(with_hash("dim"), vector(marker, bytes, 3));
  EXPECT_EQ(with_hash("width"), other(marker, bytes));
  EXPECT_EQ(with_hash("chars"), text(marker, bytes, 3));
  EXPECT_NE(with_hash("chars").hash, hash);
}

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
  const ContentMark first = text(marker, same[0], 9);
  EXPECT_EQ(first.kind, ContentKind::kText);
  EXPECT_EQ(first.extent, 9U);
  for (const std::string& one : same) EXPECT_EQ(text(marker, one, 9), first) << one;
}

TEST(SameContent, AnythingElseDoes) {
  ContentMarker marker(kSecret);
  const ContentMark first = text(marker, "two words", 9);
  for (const std::string_view one :
       {"twowords", "two words.", "Two words", "two word", "two  word s", "two\xC2words", "two\xE2\x80words",
        "two\xE2\x80\x8Bwords", "two\xE3\x80\x81words", "two\xC3\xA0words"}) {
    EXPECT_NE(text(marker, one, 9), first) << one;
  }
  EXPECT_NE(text(marker, "two words", 10), first);
}

// The fast way and the slow one are one: what needs no collapsing has the mark of what is collapsed to it.
TEST(SameContent, WhatIsCollapsedAlreadyHasTheSameMark) {
  ContentMarker marker(kSecret);
  for (const std::string_view one : {"a", "a b", "some words, and a few more of them; 1234567890!"}) {
    EXPECT_EQ(text(marker, one, 1), text(marker, std::string(one) + "\n", 1)) << one;
    EXPECT_EQ(text(marker, one, 1), text(marker, " " + std::string(one), 1)) << one;
  }
}

// One byte at a time, by the definition.
std::string slowly(std::string_view bytes) {
  const std::string_view wide[] = {"\xC2\xA0",     "\xE2\x80\x80", "\xE2\x80\x81", "\xE2\x80\x82",
                                   "\xE2\x80\x83", "\xE2\x80\x84", "\xE2\x80\x85", "\xE2\x80\x86",
                                   "\xE2\x80\x87", "\xE2\x80\x88", "\xE2\x80\x89", "\xE2\x80\x8A",
                                   "\xE2\x80\xA8", "\xE2\x80\xA9", "\xE2\x80\xAF", "\xE3\x80\x80"};
  std::string out;
  while (!bytes.empty()) {
    std::size_t white = static_cast<unsigned char>(bytes[0]) <= 0x20;
    for (const std::string_view one : wide) white = bytes.starts_with(one) ? one.size() : white;
    if (white == 0) out += bytes[0];
    if (white != 0 && !out.empty() && out.back() != ' ') out += ' ';
    bytes.remove_prefix(white == 0 ? 1 : white);
  }
  if (!out.empty() && out.back() == ' ') out.pop_back();
  return out;
}

// Sixteen bytes go at once where there is no run: every piece at every place of a block.
TEST(SameContent, BlocksAreCollapsedAsSingleBytesAre) {
  ContentMarker marker(kSecret);
  const auto chars = measures("chars", 9);
  const auto expect_same = [&](const std::string& bytes) {
    const auto mark = marker.shared(bytes, Status::kPass, chars, {});
    ASSERT_TRUE(mark);
    const Digest digest = sha256(as_bytes(slowly(bytes)));
    std::array<std::uint64_t, 2> want{};
    for (std::size_t i = 0; i < 16; ++i) want[i / 8] = want[i / 8] << 8 | digest[i];
    EXPECT_EQ(mark->digest, want) << ::testing::PrintToString(bytes);
  };
  const std::string pieces[] = {" ",
                                "  ",
                                "\t\n",
                                "\0"s,
                                "\xC2\xA0",
                                "\xC2\xA1",
                                "\xE2\x80",
                                "\xE2\x80\x80",
                                "\xE2\x80\x8A",
                                "\xE2\x80\x8B",
                                "\xE2\x80\xA7",
                                "\xE2\x80\xA8",
                                "\xE2\x80\xA9",
                                "\xE2\x80\xAF",
                                "\xE2\x80\xB0",
                                "\xE2\x81\x80",
                                "\xE3\x80\x80",
                                "\xE3\x80\x81",
                                "\xE3\x81\x80",
                                "a",
                                "\xE4\xB8\x80",
                                "\x20\xE3\x80\x80\x20"};
  for (const std::string& piece : pieces) {
    for (std::size_t before = 0; before < 36; ++before) {
      for (const std::size_t behind : {0U, 1U, 2U, 3U, 17U, 40U}) {
        expect_same(std::string(before, 'x') + piece + std::string(behind, 'y'));
        expect_same(std::string(before, 'x') + piece + " " + std::string(behind, 'y') + " ");
      }
    }
  }
  std::mt19937 random(5);
  for (int round = 0; round < 3000; ++round) {
    std::string bytes;
    for (auto n = 1 + random() % 60; n > 0; --n) {
      bytes += random() % 3 == 0 ? pieces[random() % std::size(pieces)] : std::string(random() % 12, 'w');
    }
    if (!bytes.empty()) expect_same(bytes);
  }
}

// A file of which a SHA-256 is known is the same as one of which none was made, as of what does not pass.
TEST(SameContent, AFileIsKnownByItsHash) {
  ContentMarker marker(kSecret);
  const std::string bytes(64, 'a');
  const auto sha256_of = [](const std::string& of) { return hex(sha256(as_bytes(of))); };
  const ContentMark known = marker.of_file(bytes, Status::kPass, {}, sha256_of(bytes));
  EXPECT_EQ(known.kind, ContentKind::kOther);
  EXPECT_EQ(known, marker.of_file(bytes, Status::kFail, {}, ""));
  EXPECT_NE(known, marker.of_file(bytes + "a", Status::kPass, {}, sha256_of(bytes + "a")));
  EXPECT_EQ(marker.of_file(bytes.substr(1), Status::kPass, {}, sha256_of(bytes.substr(1))).kind, ContentKind::kLabel);

  const auto vector_of = measures("dim", 16);
  EXPECT_EQ(marker.of_file(bytes, Status::kPass, vector_of, sha256_of(bytes)).kind, ContentKind::kVector);
  EXPECT_EQ(marker.of_file(bytes, Status::kFail, vector_of, ""), ContentMark());

  // A text is compared by its words, whatever its bytes are.
  const auto words = measures("chars", 9);
  EXPECT_EQ(marker.of_file("two words\n", Status::kPass, words, sha256_of("two words\n")),
            marker.of_file("two  words", Status::kPass, words, sha256_of("two  words")));
}

TEST(SameContent, BytesAreComparedAsTheyAre) {
  ContentMarker marker(kSecret);
  const std::string bytes(64, 'a');
  EXPECT_EQ(other(marker, bytes), other(marker, bytes));
  EXPECT_NE(other(marker, bytes), other(marker, bytes + " "));
  EXPECT_EQ(other(marker, bytes).kind, ContentKind::kOther);
  EXPECT_EQ(other(marker, bytes.substr(1)).kind, ContentKind::kLabel);
  EXPECT_EQ(other(marker, bytes.substr(1)), other(marker, bytes.substr(1)));
  EXPECT_NE(other(marker, "{\"a\":1}"), other(marker, "{\"a\":2}"));
  EXPECT_EQ(vector(marker, "a b", 8), (ContentMark{siphash("a b", kSecret), 8, ContentKind::kVector}));
  EXPECT_NE(vector(marker, "a b", 8), vector(marker, "a b", 9));
}

// Whatever its text says, with the hash of the bytes known or not, in the run and between shards.
TEST(SameContent, APictureIsComparedWithoutItsMetadata) {
  ContentMarker marker(kSecret);
  const auto with_text = [](const std::string& text) {
    std::string file = testing::make_png({16, 16}, testing::texture);
    return text.empty() ? file : file.insert(33, testing::png_chunk("tEXt", text));
  };
  const std::vector<Measure> size{{"bytes", std::int64_t{1}}, {"width", std::int64_t{16}}, {"height", std::int64_t{9}}};
  const auto mark = [&](const std::string& file, Status status = Status::kPass) {
    return marker.of_file(file, status, size, status == Status::kPass ? hex(sha256(as_bytes(file))) : "");
  };
  const ContentMark bare = mark(with_text(""));
  EXPECT_EQ(bare.kind, ContentKind::kPicture);
  EXPECT_EQ(bare.extent, 16U << 16 | 9U);
  EXPECT_EQ(mark(with_text("seed 1")), bare);
  EXPECT_EQ(mark(with_text("seed 2")), bare);
  EXPECT_NE(
      mark(testing::make_png({16, 16}, [](unsigned x, unsigned y, unsigned n) { return testing::texture(y, x, n); })),
      bare);
  EXPECT_EQ(*marker.shared(with_text("seed 1"), Status::kPass, size, std::string(64, '1')),
            *marker.shared(with_text(""), Status::kPass, size, hex(sha256(as_bytes(with_text(""))))));
  // One that fails is known by its bytes.
  EXPECT_EQ(mark(with_text("seed 1"), Status::kFail).kind, ContentKind::kOther);
  EXPECT_NE(mark(with_text("seed 1"), Status::kFail), mark(with_text("seed 2"), Status::kFail));
  for (const std::int64_t side : {std::int64_t{65536}, std::int64_t{0}, std::int64_t{-1}}) {
    const std::vector<Measure> odd{{"width", side}, {"height", std::int64_t{9}}};
    EXPECT_EQ(marker.of_file(with_text(""), Status::kPass, odd, "").extent, 0U) << side;
  }
}

TEST(SameContent, TrueAnswersAreNotCompared) {
  ContentMarker marker(kSecret);
  ArtifactRules rules;
  EXPECT_EQ(ContentMarker::answers_of(rules), nullptr);
  rules.options["allow_texts"] = std::vector<std::string>{" It is not in the passage.\n", "none"};
  marker.expect(ContentMarker::answers_of(rules));
  EXPECT_EQ(text(marker, "It is not in the passage.", 25), ContentMark());
  EXPECT_EQ(text(marker, "  It is not in  the passage. ", 25), ContentMark());
  EXPECT_EQ(text(marker, "It is in the passage.", 21).kind, ContentKind::kText);
  EXPECT_FALSE(marker.shared("none\n", Status::kPass, measures("chars", 4), {}));
  marker.expect(nullptr);
  EXPECT_EQ(text(marker, "none", 4).kind, ContentKind::kText);
}

TEST(SameContent, NothingIsNotTheSameAsNothing) {
  ContentMarker marker(kSecret);
  EXPECT_EQ(other(marker, ""), ContentMark());
  EXPECT_EQ(text(marker, "", 0), ContentMark());
}

TEST(SameContent, BrokenTextsAndVectorsAreNotCompared) {
  ContentMarker marker(kSecret);
  for (const Status status : {Status::kFail, Status::kError}) {
    EXPECT_EQ(text(marker, "a", 1, status), ContentMark());
    EXPECT_EQ(vector(marker, "a", 1, status), ContentMark());
    EXPECT_EQ(other(marker, "a", status), ContentMark());
  }
  const std::string bytes(64, 'a');
  EXPECT_EQ(other(marker, bytes, Status::kFail), other(marker, bytes));
  EXPECT_EQ(other(marker, bytes, Status::kError), ContentMark());
}

TEST(SameContent, MarksThatAreSharedDependOnNoSecret) {
  ContentMarker one(kSecret);
  ContentMarker two(SipKey{2, 1});
  const auto chars = measures("chars", 9);
  const auto mark = one.shared("two words", Status::kPass, chars, {});
  ASSERT_TRUE(mark);
  EXPECT_EQ(mark->kind, ContentKind::kText);
  EXPECT_EQ(mark->extent, 9U);
  // printf 'two words' | sha256sum
  EXPECT_EQ(mark->digest, (std::array<std::uint64_t, 2>{0xa03f1d611645eb53U, 0xad16c1af546ca079U}));
  EXPECT_EQ(two.shared(" two \n words", Status::kPass, chars, {}), mark);
  EXPECT_EQ(two.shared(" two \n words", Status::kPass, chars, std::string(64, '1')), mark)
      << "the hash of the bytes is not that of the words";
  EXPECT_NE(two.shared("two wordz", Status::kPass, chars, {}), mark);
}

TEST(SameContent, AKnownHashOfTheBytesSavesMakingItAgain) {
  ContentMarker marker(kSecret);
  const std::string bytes(64, 'a');
  const auto width = measures("width", 3);
  const auto made = marker.shared(bytes, Status::kPass, width, {});
  EXPECT_EQ(marker.shared(bytes, Status::kPass, width, hex(sha256(as_bytes(bytes)))), made);
  const auto told =
      marker.shared(bytes, Status::kPass, width, "0123456789abcdef00000000000000ff" + std::string(32, '0'));
  EXPECT_EQ(told->digest, (std::array<std::uint64_t, 2>{0x0123456789abcdefU, 0xffU}));
}

TEST(SameContent, WhatIsNotComparedHasNoSharedMarkEither) {
  ContentMarker marker(kSecret);
  EXPECT_FALSE(marker.shared("", Status::kPass, {}, {}));
  EXPECT_FALSE(marker.shared("short", Status::kFail, {}, {}));
  EXPECT_FALSE(marker.shared("a text", Status::kFail, measures("chars", 6), {}));
  EXPECT_FALSE(marker.shared(std::string(64, 'a'), Status::kError, {}, {}));
}

TEST(SameContent, AnotherSecretGivesOtherMarks) {
  ContentMarker one(kSecret);
  ContentMarker two(SipKey{2, 1});
  EXPECT_NE(text(one, "two words", 9), text(two, "two words", 9));
  const std::string bytes(64, 'a');
  EXPECT_NE(other(one, bytes), other(two, bytes));
}

}  // namespace
}  // namespace bcheck
