// SPDX-License-Identifier: Apache-2.0
#include "validators/image/jpeg_lost_block.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "support/image_cases.h"
#include "support/make_jpeg.h"
#include "support/observe_image.h"

namespace bcheck {
namespace {

using namespace bcheck::testing;
using ::testing::HasSubstr;

constexpr unsigned kSos = 0xda;

std::size_t longest_zeros(const std::string& bytes, std::size_t from) {
  std::size_t longest = 0, now = 0;
  for (std::size_t at = from; at < bytes.size(); ++at) {
    now = bytes[at] == 0 ? now + 1 : 0;
    longest = std::max(longest, now);
  }
  return longest;
}

unsigned grain(unsigned x, unsigned y, unsigned n) {
  return (x * 3 + y * 2 + n * 30 + (x * 7919 + y * 104729 + n * 31) % 97) % 256;
}

// By both ways to measure, with a hole of the shortest length at every place.
TEST(JpegLostBlock, IsFoundAnywhere) {
  for (const unsigned restart : {0U, 20U}) {
    JpegSpec spec;
    spec.width = spec.height = 320;
    spec.restart_interval = restart;
    const std::string whole = make_jpeg(spec, grain);
    const std::size_t scan = find_marker(whole, kSos) + 14;
    const auto exact = image_check();
    const auto fast = image_check({{"measures", std::string("fast")}});
    ASSERT_EQ(failure(observe(*exact, whole)), "");
    for (std::size_t at = scan; at + 64 <= whole.size() - 2; at += 997) {
      std::string lost = whole;
      lost.replace(at, 64, 64, '\0');
      EXPECT_NE(failure(observe(*exact, lost)), "") << restart << ' ' << at;
      EXPECT_NE(failure(observe(*fast, lost)), "") << restart << ' ' << at;
    }
  }
}

// The decoder has nothing to say of a hole that happens to end where a block does.
TEST(JpegLostBlock, IsSaidWithItsPlace) {
  const std::string whole = make_jpeg({320, 320}, grain);
  const std::size_t scan = find_marker(whole, kSos) + 14;
  int said = 0;
  for (std::size_t at = scan + 100; at + 70 < whole.size(); at += 501) {
    std::string lost = whole;
    lost.replace(at, 64, 64, '\0');
    const std::string words = message(observe(lost), "image.corrupt-data");
    if (words.find("a block that was lost") == std::string::npos) continue;
    EXPECT_THAT(words, HasSubstr("zero bytes in a row at byte "));
    ++said;
  }
  EXPECT_GT(said, 0);
}

// With tables of their own, zeros are the end of a block again and again: a picture of one colour.
TEST(JpegLostBlock, IsNotSeenInPicturesOfOneColour) {
  JpegSpec spec;
  spec.width = spec.height = 1024;
  spec.optimised = true;
  spec.subsampled = false;
  const std::string page =
      make_jpeg(spec, [](unsigned x, unsigned y, unsigned n) { return x < 64 && y < 64 ? grain(x, y, n) / 2 : 255; });
  ASSERT_GT(longest_zeros(page, find_marker(page, kSos) + 14), 64U);
  EXPECT_EQ(failure(observe(page)), "");
}

// At every quality and with every kind of picture there are tables of the standard, and no zeros.
TEST(JpegLostBlock, SoundPicturesHaveNone) {
  const auto flat = [](unsigned, unsigned, unsigned) { return 200U; };
  const auto checks = [](unsigned x, unsigned y, unsigned) { return (x + y) % 2 == 0 ? 255U : 0U; };
  const auto slope = [](unsigned x, unsigned y, unsigned n) { return (x + y * (n + 1)) / 8 % 256; };
  const auto dim = [](unsigned x, unsigned y, unsigned) { return 128 + (x * 31 + y * 17) % 3; };
  for (const int quality : {1, 10, 50, 75, 95, 100}) {
    for (const auto& at : {SampleAt(grain), SampleAt(flat), SampleAt(checks), SampleAt(slope), SampleAt(dim)}) {
      JpegSpec spec;
      spec.width = spec.height = 200;
      spec.quality = quality;
      const std::string file = make_jpeg(spec, at);
      EXPECT_LT(longest_zeros(file, find_marker(file, kSos) + 14), 9U) << quality;
      EXPECT_THAT(message(observe(file), "image.corrupt-data"), "") << quality;
    }
  }
}

// Zeros outside of the data are none of its: of a comment, and of what follows the end.
TEST(JpegLostBlock, LooksAtTheDataAlone) {
  const std::string whole = make_jpeg({}, grain);
  EXPECT_EQ(failure(observe(with_segment(whole, jpeg_segment(0xfe, std::string(500, '\0'))))), "");
  EXPECT_EQ(failure(observe(whole + std::string(500, '\0'))), "image.trailing-data");
  const std::string comment = jpeg_segment(0xfe, std::string(500, '\0'));  // behind the data, where it may stand
  EXPECT_EQ(failure(observe(whole.substr(0, whole.size() - 2) + comment + "\xff\xd9")), "");
}

}  // namespace
}  // namespace bcheck
