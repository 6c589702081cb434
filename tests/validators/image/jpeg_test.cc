// SPDX-License-Identifier: Apache-2.0
// Also tests: jpeg_header.cc, jpeg_pixels.cc
// Every fault of a JPEG, made in code.
#include "validators/image/jpeg.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <string>
#include <vector>

#include "support/image_cases.h"
#include "support/make_jpeg.h"
#include "support/observe_image.h"

namespace bcheck {
namespace {

using namespace bcheck::testing;
using ::testing::HasSubstr;
using namespace std::string_literals;

constexpr unsigned kSof0 = 0xc0, kSof2 = 0xc2, kDht = 0xc4, kSos = 0xda;

JpegSpec progressive() {
  JpegSpec spec;
  spec.progressive = true;
  return spec;
}

std::string without_end(const std::string& jpeg) {
  return jpeg.substr(0, jpeg.size() - 2);
}
std::string with_byte(std::string jpeg, std::size_t at, int value) {
  jpeg.at(at) = static_cast<char>(static_cast<unsigned char>(value));
  return jpeg;
}
// The frame header of baseline files: marker, length, precision, height, width.
std::string with_frame(const std::string& jpeg, unsigned at, int value) {
  return with_byte(jpeg, find_marker(jpeg, kSof0) + at, value);
}
std::size_t scan_at(const std::string& jpeg) {
  return find_marker(jpeg, kSos) + 14;
}

TEST(Jpeg, SoundPicturesOfEveryKindPass) {
  for (const JpegModel model :
       {JpegModel::kGrey, JpegModel::kYcc, JpegModel::kRgb, JpegModel::kCmyk, JpegModel::kYcck}) {
    for (const bool in_scans : {false, true}) {
      for (const bool arithmetic : {false, true}) {
        for (const unsigned restart : {0U, 3U}) {
          SCOPED_TRACE(::testing::Message() << static_cast<int>(model) << in_scans << arithmetic << restart);
          JpegSpec spec;
          spec.width = 61;  // no multiple of a block
          spec.model = model;
          spec.progressive = in_scans;
          spec.arithmetic = arithmetic;
          spec.restart_interval = restart;
          const Observation seen = observe(make_jpeg(spec, texture));
          EXPECT_TRUE(seen.faults.empty()) << seen.faults[0].message;
          EXPECT_EQ(number(seen, "width"), 61);
          EXPECT_EQ(number(seen, "height"), 48);
          EXPECT_EQ(number(seen, "bit_depth"), 8);
          EXPECT_EQ(seen.coverage, Coverage::kContent);
          EXPECT_EQ(seen.format, "jpeg");
        }
      }
    }
  }
  JpegSpec spec;
  spec.separate_scans = true;
  EXPECT_TRUE(observe(make_jpeg(spec, texture)).faults.empty());
}

TEST(Jpeg, Truncated) {
  JpegSpec arithmetic;
  arithmetic.arithmetic = true;
  JpegSpec scans;
  scans.separate_scans = true;
  const std::string whole = make_jpeg({}, texture);
  const std::string in_scans = make_jpeg(progressive(), texture);
  const std::string separate = make_jpeg(scans, texture);
  const std::string coded = make_jpeg(arithmetic, texture);
  const std::string end = "\xff\xd9";
  const std::string zeros = without_end(whole);
  expect_all({
      {"half", whole.substr(0, whole.size() / 2), "image.truncated", "of 3 rows of blocks of scan 1"},
      {"header", whole.substr(0, 200), "image.truncated", "inside its header"},
      {"two bytes", whole.substr(0, 2) + "\xff", "image.truncated", "header"},
      {"one byte short", whole.substr(0, whole.size() - 1), "image.truncated", "EOI"},
      {"no end marker", without_end(whole), "image.truncated", "the picture is all there"},
      {"zeros for the end marker", zeros + std::string(100'000, '\0'), "image.truncated", ""},
      {"zeros for the last tenth", whole.substr(0, whole.size() * 9 / 10) + std::string(whole.size() / 10, '\0'),
       "image.truncated", ""},
      {"progressive half", in_scans.substr(0, in_scans.size() / 2), "image.truncated", "of scan"},
      {"progressive without its end marker", without_end(in_scans), "image.truncated", "the picture is all there"},
      {"progressive cut between scans and closed", in_scans.substr(0, find_marker(in_scans, kSos, 4)) + end,
       "image.truncated", "scans are missing: after 4"},
      {"progressive cut between scans", in_scans.substr(0, find_marker(in_scans, kSos, 4)), "image.truncated", ""},
      {"scans cut and closed", separate.substr(0, find_marker(separate, kSos, 1)) + end, "image.truncated",
       "scans of some components"},
      {"arithmetic half", coded.substr(0, coded.size() / 2), "image.truncated", "of 3 rows"},
  });
}

TEST(Jpeg, DamagedData) {
  const std::string whole = make_jpeg({64, 48, JpegModel::kYcc, 90, false, false, false}, texture);
  const std::size_t middle = (scan_at(whole) + whole.size()) / 2;
  std::string hole = whole;
  hole.replace(middle, 200, 200, '\0');
  JpegSpec restarts;
  restarts.restart_interval = 2;
  const std::string restarted = make_jpeg(restarts, texture);
  expect_all({
      {"200 bytes cut out", whole.substr(0, middle) + whole.substr(middle + 200), "image.corrupt-data", "libjpeg: "},
      {"200 bytes repeated", whole.substr(0, middle) + whole.substr(middle - 200), "image.corrupt-data", "extraneous"},
      {"bytes after the scan", without_end(whole) + "abcd\xff\xd9", "image.corrupt-data", "extraneous"},
      {"restart marker lost", std::string(restarted).erase(find_marker(restarted, 0xd1), 2), "image.corrupt-data", ""},
      {"table damaged", with_byte(whole, find_marker(whole, kDht) + 5, 0xff), "image.corrupt-data", "Huffman"},
      {"hole of zeros", hole, "image.corrupt-data", ""},
  });
}

TEST(Jpeg, WhatIsNoFaultOnlyWarns) {
  const std::string whole = make_jpeg({}, texture);
  const std::size_t tables = find_marker(whole, 0xdb);
  const std::string stray = whole.substr(0, tables) + "12345" + whole.substr(tables);
  expect_all({
      {"stray bytes in the header", stray, kPass, "5 extraneous", "image.stray-header-bytes"},
      {"odd scan parameters", with_byte(whole, scan_at(whole) - 2, 0), kPass, "SOS", "image.odd-scan-parameters"},
      {"unknown colour transform",
       with_segment(make_jpeg({64, 48, JpegModel::kRgb}, texture), jpeg_segment(0xee, "Adobe\0\144\0\0\0\0\7"s)), kPass,
       "transform", "image.odd-metadata"},
      {"comment, profile, private data",
       with_segment(whole,
                    jpeg_segment(0xfe, "x") + jpeg_segment(0xe2, "ICC_PROFILE\0\1\1abc"s) + jpeg_segment(0xed, "x")),
       kPass, ""},
  });
}

TEST(Jpeg, SentInTextMode) {
  std::string text = with_segment(make_jpeg({}, texture), jpeg_segment(0xfe, "\n\n\n\n"));
  for (std::size_t at = text.find('\n'); at != std::string::npos; at = text.find('\n', at + 2)) text.insert(at, "\r");
  EXPECT_EQ(failure(observe(text)), "image.corrupt-data");
}

TEST(Jpeg, HeadersAndKinds) {
  const std::string whole = make_jpeg({}, texture);
  const std::string frame = "\10\377\377\377\377\3\1\42\0\2\21\1\3\21\1"s;
  const std::string huge =
      "\xff\xd8" + jpeg_segment(kSof0, frame) + jpeg_segment(kSos, "\3\1\0\2\21\3\21\0\77\0"s) + "\xff\xd9";
  const std::string thin = "\xff\xd8" + jpeg_segment(kSof0, "\10\377\377\0\10\1\1\21\0"s) + "\xff\xd9";
  expect_all({
      {"height 0", with_frame(with_frame(whole, 5, 0), 6, 0), "image.bad-header", "DNL"},
      {"width 0", with_frame(with_frame(whole, 7, 0), 8, 0), "image.bad-header", "0 x 48"},
      {"7 bits", with_frame(whole, 4, 7), "image.bad-header", "7 bits"},
      {"12 bits", with_frame(whole, 4, 12), "image.unsupported", "12 bits"},
      {"lossless", with_frame(whole, 1, 0xc3), "image.unsupported", "lossless"},
      {"JPEG-LS", with_frame(whole, 1, 0xf7), "image.unsupported", "JPEG-LS"},
      {"hierarchical", with_frame(whole, 1, 0xc5), "image.unsupported", "hierarchical"},
      {"2 components", with_frame(whole, 9, 2), "image.unsupported", "2 components"},
      {"65535 x 65535", huge, "image.bomb", "65535 x 65535"},
      {"65535 rows of 8 pixels", thin, "image.bomb", "65500"},
      {"no frame", "\xff\xd8\xff\xd9", "image.not-decodable", "libjpeg: "},
      {"a segment longer than the file", "\xff\xd8\xff\xe1\x30\x30\xff\xd9", "image.not-decodable",
       "longer than the file"},
      {"scan before frame", "\xff\xd8" + whole.substr(find_marker(whole, kSos)), "image.not-decodable",
       "SOS before SOF"},
      {"two frames", std::string(whole).insert(find_marker(whole, kSos), whole.substr(find_marker(whole, kSof0), 19)),
       "image.not-decodable", "two SOF"},
  });
}

TEST(Jpeg, TrailingDataIsDescribed) {
  const std::string whole = make_jpeg({}, texture);
  expect_all({
      {"a zero", whole + "\0"s, "image.trailing-data", "1 byte after the end marker (EOI)"},
      {"line end", whole + "\r\n", "image.trailing-data", "a line end"},
      {"twice", whole + whole, "image.trailing-data", "a second picture (JPEG)"},
      {"motion photo", whole + "\0\0\0\30ftypmp42"s, "image.trailing-data", "a video (MP4)"},
      {"progressive", make_jpeg(progressive(), texture) + "x", "image.trailing-data", "text"},
  });
}

TEST(Jpeg, HeaderOfGigapixelsIsRefusedAtOnce) {
  const std::string frame = "\10\377\377\377\377\3\1\42\0\2\21\1\3\21\1"s;
  const std::string junk = "\xff\xd8" + jpeg_segment(kSof2, frame) + std::string(160, 'x');
  auto best = std::chrono::steady_clock::duration::max();  // of several, as the machine may have other work
  for (int i = 0; i < 5; ++i) {
    const auto started = std::chrono::steady_clock::now();
    EXPECT_EQ(failure(observe(junk)), "image.bomb");
    best = std::min(best, std::chrono::steady_clock::now() - started);
  }
  EXPECT_LT(best, std::chrono::milliseconds(10));
}

// Each scan of a few bytes is a pass over the whole picture, and a sequential one may be repeated without a warning.
TEST(Jpeg, ScansWithoutEndAreRefused) {
  JpegSpec spec;
  spec.separate_scans = true;
  const std::string whole = without_end(make_jpeg(spec, texture));
  const std::string last = whole.substr(find_marker(whole, kSos, 2));
  const auto repeated = [&](int times) {
    std::string bytes = whole;
    for (int i = 0; i < times; ++i) bytes += last;
    return bytes + "\xff\xd9";
  };
  expect_all({
      {"20 scans more", repeated(20), kPass, ""},
      {"600 scans more", repeated(600), "image.bomb", "more than 500 scans"},
  });
}

// A decoder that is reused would take the tables of the file before.
TEST(Jpeg, TablesAreNotInheritedFromTheFileBefore) {
  const std::string whole = make_jpeg({}, texture);
  std::string bare = whole;
  for (std::size_t at = find_marker(bare, kDht); at != std::string::npos; at = find_marker(bare, kDht)) {
    const auto high = static_cast<unsigned char>(bare[at + 2]);
    const auto low = static_cast<unsigned char>(bare[at + 3]);
    bare.erase(at, 2 + std::size_t{high} * 256 + low);
  }
  const auto check = image_check();
  EXPECT_FALSE(observe(*check, whole).failed());
  const std::string alone = failure(observe(bare));
  EXPECT_EQ(failure(observe(*check, bare)), alone);
}

TEST(Jpeg, BothColourConventionsOfCmyk) {
  // Little ink: a light picture in either convention.
  JpegSpec adobe{64, 48, JpegModel::kCmyk};
  const auto light = [](unsigned x, unsigned, unsigned) { return 225 + x % 20; };
  const auto inverted = [](unsigned x, unsigned, unsigned) { return 30 - x % 20; };
  const double luma = number(observe(make_jpeg(adobe, light)), "mean_luma");
  EXPECT_GT(luma, 200);
  adobe.adobe_marker = false;
  EXPECT_NEAR(number(observe(make_jpeg(adobe, inverted)), "mean_luma"), luma, 1);
}

TEST(Jpeg, GreyTailIsSuspect) {
  const auto half = [](unsigned x, unsigned y, unsigned n) { return y < 24 ? texture(x, y, n) : 128; };
  const Observation seen = observe(make_jpeg({64, 48, JpegModel::kYcc, 95, false, false, false}, half));
  EXPECT_FALSE(seen.failed());
  EXPECT_THAT(message(seen, "image.suspect-grey-tail"), HasSubstr("the last 24 of 48 rows"));
}

}  // namespace
}  // namespace bcheck
