// SPDX-License-Identifier: Apache-2.0
#include "validators/image/jpeg_baseline.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "support/make_jpeg.h"

namespace bcheck {
namespace {

using namespace bcheck::testing;
using namespace std::string_literals;

constexpr unsigned kSof0 = 0xc0, kDht = 0xc4, kSos = 0xda, kDqt = 0xdb;

std::string replaced(std::string jpeg, std::size_t at, int value) {
  jpeg.at(at) = static_cast<char>(static_cast<unsigned char>(value));
  return jpeg;
}
std::string at_marker(const std::string& jpeg, unsigned marker, std::size_t offset, int value) {
  return replaced(jpeg, find_marker(jpeg, marker) + offset, value);
}

TEST(JpegBaseline, ReadsWhatAScanNeeds) {
  JpegSpec spec;
  spec.width = 300;
  spec.height = 21;
  spec.restart_interval = 517;
  const std::string jpeg = make_jpeg(spec, texture);
  const auto header = image::read_jpeg_baseline(as_bytes(jpeg));
  ASSERT_TRUE(header);
  EXPECT_EQ(header->width, 300U);
  EXPECT_EQ(header->height, 21U);
  EXPECT_EQ(header->restart_interval, 517U);
  ASSERT_EQ(header->components, 3U);
  EXPECT_EQ(header->component[0].across, 2U);
  EXPECT_EQ(header->component[0].down, 2U);
  EXPECT_EQ(header->component[1].across, 1U);
  EXPECT_EQ(header->component[2].ac_table, 1U);
  EXPECT_EQ(header->luma_step, 3U);  // 16 at quality 90 (T.81, table K.1)
  EXPECT_EQ(header->scan, find_marker(jpeg, kSos) + 14);
  EXPECT_EQ(header->dc[0].size(), 16U + 12);
  EXPECT_EQ(header->ac[1].size(), 16U + 162);
  EXPECT_TRUE(header->ac[2].empty());
}

TEST(JpegBaseline, WhatIsPlain) {
  const std::string whole = make_jpeg({}, texture);
  const std::string bare = std::string(whole).erase(2, 18);  // without JFIF
  JpegSpec rgb;
  rgb.model = JpegModel::kRgb;
  const std::string adobe = make_jpeg(rgb, texture);  // libjpeg writes Adobe's mark for RGB
  JpegSpec grey;
  grey.model = JpegModel::kGrey;
  grey.across = grey.down = 3;
  const std::string sos = whole.substr(find_marker(whole, kSos), 14);
  const struct {
    const char* name;
    std::string bytes;
    bool plain;
  } cases[]{
      {"as it was written", whole, true},
      {"extended", at_marker(whole, kSof0, 1, 0xc1), true},
      {"grey of any sampling", make_jpeg(grey, texture), true},
      {"comment and private data", with_segment(whole, jpeg_segment(0xfe, "") + jpeg_segment(0xef, "x")), true},
      {"without JFIF", bare, true},
      {"Adobe's YCbCr", with_segment(bare, jpeg_segment(0xee, "Adobe\0\144\0\0\0\0\1"s)), true},
      {"a table once more", with_segment(whole, whole.substr(find_marker(whole, kDqt), 69)), true},

      {"empty", "", false},
      {"SOI alone", "\xff\xd8", false},
      {"no SOI", whole.substr(2), false},
      {"progressive", at_marker(whole, kSof0, 1, 0xc2), false},
      {"arithmetic", at_marker(whole, kSof0, 1, 0xc9), false},
      {"a fill byte", std::string(whole).insert(find_marker(whole, kDqt), "\xff"), false},
      {"stray bytes", std::string(whole).insert(find_marker(whole, kDqt), "x"), false},
      {"a segment of no length", std::string(whole).insert(2, "\xff\xfe\0\1"s), false},
      {"a segment longer than the file", std::string(whole).insert(2, "\xff\xfe\xff\xff"), false},
      {"12 bits", at_marker(whole, kSof0, 4, 12), false},
      {"no height", at_marker(at_marker(whole, kSof0, 5, 0), kSof0, 6, 0), false},
      {"no width", at_marker(at_marker(whole, kSof0, 7, 0), kSof0, 8, 0), false},
      {"too high", at_marker(at_marker(whole, kSof0, 5, 0xff), kSof0, 6, 0xff), false},
      {"too wide", at_marker(at_marker(whole, kSof0, 7, 0xff), kSof0, 8, 0xff), false},
      {"4 components", at_marker(whole, kSof0, 9, 4), false},
      {"a component twice", at_marker(whole, kSof0, 13, 1), false},
      {"sampling 0", at_marker(whole, kSof0, 11, 0x02), false},
      {"sampling 5", at_marker(whole, kSof0, 11, 0x25), false},
      {"a fraction", at_marker(at_marker(whole, kSof0, 11, 0x32), kSof0, 14, 0x21), false},
      {"finer chroma", at_marker(whole, kSof0, 14, 0x41), false},
      {"more blocks than an MCU may have", at_marker(whole, kSof0, 11, 0x44), false},
      {"a quantiser that is not there", at_marker(whole, kSof0, 12, 3), false},
      {"quantiser 4", at_marker(whole, kSof0, 12, 4), false},
      {"quantiser of 16 bits", at_marker(whole, kDqt, 4, 0x10), false},
      {"a DQT cut", with_segment(whole, jpeg_segment(kDqt, "\0\1\2"s)), false},
      {"two frames", std::string(whole).insert(find_marker(whole, kSos), whole.substr(find_marker(whole, kSof0), 19)),
       false},
      {"scan before frame", "\xff\xd8" + whole.substr(find_marker(whole, kSos)), false},
      {"table 4", at_marker(whole, kDht, 4, 4), false},
      {"class 2", at_marker(whole, kDht, 4, 0x20), false},
      {"a DHT cut", with_segment(whole, jpeg_segment(kDht, "\0\1\2"s)), false},
      {"more values than there are", at_marker(whole, kDht, 5, 200), false},
      {"a table that is not there", at_marker(whole, kSos, 6, 0x20), false},
      {"table 15", at_marker(whole, kSos, 6, 0x0f), false},
      {"another component", at_marker(whole, kSos, 5, 9), false},
      {"components in another order", at_marker(at_marker(whole, kSos, 7, 3), kSos, 9, 2), false},
      {"fewer components", at_marker(whole, kSos, 4, 2), false},
      {"a band", at_marker(whole, kSos, 11, 1), false},
      {"an odd end of the band", at_marker(whole, kSos, 12, 0), false},
      {"an approximation", at_marker(whole, kSos, 13, 1), false},
      {"DRI of 3 bytes", with_segment(whole, jpeg_segment(0xdd, "\0\1\0"s)), false},
      {"DNL", with_segment(whole, jpeg_segment(0xdc, "\0\1"s)), false},
      {"arithmetic conditions", with_segment(whole, jpeg_segment(0xcc, "\0\1"s)), false},
      {"EOI in the header", std::string(whole).insert(find_marker(whole, kDqt), "\xff\xd9"), false},
      {"JFIF 2", replaced(whole, 11, 2), false},
      {"Adobe's RGB", adobe, false},
      {"an unknown transform", with_segment(bare, jpeg_segment(0xee, "Adobe\0\144\0\0\0\0\7"s)), false},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.name);
    EXPECT_EQ(image::read_jpeg_baseline(as_bytes(c.bytes)).has_value(), c.plain);
  }
}

TEST(JpegBaseline, IdsOfRgbAreNotPlain) {
  JpegSpec spec;
  std::string jpeg = std::string(make_jpeg(spec, texture)).erase(2, 18);
  const char ids[]{'R', 'G', 'B'};
  for (std::size_t c = 0; c < 3; ++c) {
    jpeg[find_marker(jpeg, kSof0) + 10 + 3 * c] = ids[c];
    jpeg[find_marker(jpeg, kSos) + 5 + 2 * c] = ids[c];
  }
  EXPECT_FALSE(image::read_jpeg_baseline(as_bytes(jpeg)));
  jpeg[find_marker(jpeg, kSof0) + 10] = 'Q';
  jpeg[find_marker(jpeg, kSos) + 5] = 'Q';
  EXPECT_TRUE(image::read_jpeg_baseline(as_bytes(jpeg)));
}

TEST(JpegBaseline, CutAnywhereItIsNone) {
  const std::string whole = make_jpeg({}, texture);
  const auto header = image::read_jpeg_baseline(as_bytes(whole));
  ASSERT_TRUE(header);
  for (std::size_t size = 0; size < header->scan; ++size) {
    EXPECT_FALSE(image::read_jpeg_baseline(as_bytes(std::string_view(whole).substr(0, size)))) << size;
  }
  EXPECT_TRUE(image::read_jpeg_baseline(as_bytes(std::string_view(whole).substr(0, header->scan))));
}

}  // namespace
}  // namespace bcheck
