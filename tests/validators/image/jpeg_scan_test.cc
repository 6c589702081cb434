// SPDX-License-Identifier: Apache-2.0
// Our own decoder of scans against libjpeg: on sound pictures of every plain kind the same to the bit, and on damaged
// ones never a picture that libjpeg does not have.
#include "validators/image/jpeg_scan.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <random>
#include <string>
#include <vector>

#include "support/compare_jpeg_decoders.h"
#include "support/make_jpeg.h"
#include "support/observe_image.h"
#include "validators/image/jpeg_bits.h"

namespace bcheck {
namespace {

using namespace bcheck::testing;

// With detail in every block, and some that are flat.
unsigned grain(unsigned x, unsigned y, unsigned n) {
  return x / 8 % 3 == 2 ? 90 + n : (x * 37 + y * 61 + n * 31 + (x * y) % 29 * 15) % 256;
}

struct Sampling {
  unsigned across, down;
};
constexpr Sampling kSamplings[]{{1, 1}, {2, 1}, {1, 2}, {2, 2}, {4, 1}, {1, 4}, {4, 2}};

JpegSpec spec_of(unsigned width, unsigned height, Sampling sampling) {
  JpegSpec spec;
  spec.width = width;
  spec.height = height;
  spec.across = sampling.across;
  spec.down = sampling.down;
  return spec;
}

void expect_accepted(BothJpegDecoders& both, const std::string& jpeg) {
  EXPECT_EQ(both.difference(jpeg), "");
  EXPECT_TRUE(both.accepted);
}

TEST(JpegScan, SizesAndSamplings) {
  BothJpegDecoders both;
  for (const Sampling sampling : kSamplings) {
    for (unsigned size = 1; size <= 33; ++size) {
      SCOPED_TRACE(::testing::Message() << sampling.across << "x" << sampling.down << " " << size);
      expect_accepted(both, make_jpeg(spec_of(size, 34 - size, sampling), grain));
      expect_accepted(both, make_jpeg(spec_of(size, size, sampling), grain));
    }
  }
}

TEST(JpegScan, QualitiesAndTables) {
  BothJpegDecoders both;
  for (int quality = 1; quality <= 100; ++quality) {
    for (const bool optimised : {false, true}) {
      for (const JpegModel model : {JpegModel::kGrey, JpegModel::kYcc}) {
        SCOPED_TRACE(::testing::Message() << quality << optimised << static_cast<int>(model));
        JpegSpec spec = spec_of(40, 24, kSamplings[static_cast<unsigned>(quality) % 4]);
        spec.quality = quality;
        spec.optimised = optimised;
        spec.model = model;
        expect_accepted(both, make_jpeg(spec, grain));
        expect_accepted(both, make_jpeg(spec, [](unsigned x, unsigned y, unsigned) { return (x + y) % 2 * 255; }));
        expect_accepted(both, make_jpeg(spec, [](unsigned, unsigned y, unsigned) { return y / 8 % 2 * 255; }));
      }
    }
  }
}

TEST(JpegScan, RestartIntervals) {
  BothJpegDecoders both;
  for (const Sampling sampling : kSamplings) {
    for (const JpegModel model : {JpegModel::kGrey, JpegModel::kYcc}) {
      for (const unsigned interval : {1U, 2U, 3U, 5U, 6U, 7U, 8U, 1000U}) {
        SCOPED_TRACE(::testing::Message() << sampling.across << "x" << sampling.down << " " << interval);
        JpegSpec spec = spec_of(50, 35, sampling);
        spec.model = model;
        spec.restart_interval = interval;
        const std::string jpeg = make_jpeg(spec, grain);
        expect_accepted(both, jpeg);
        expect_accepted(both, jpeg + "what follows is not its business");
        // A marker of another number.
        if (const std::size_t at = find_marker(jpeg, 0xd0); at != std::string::npos) {
          std::string other = jpeg;
          other[at + 1] = '\xd3';
          EXPECT_EQ(both.difference(other), "");
          EXPECT_FALSE(both.accepted);
        }
      }
    }
  }
}

TEST(JpegScan, ALargePicture) {
  BothJpegDecoders both;
  JpegSpec spec = spec_of(1000, 700, {2, 2});
  for (const int quality : {30, 90, 100}) {
    spec.quality = quality;
    expect_accepted(both, make_jpeg(spec, grain));
  }
}

TEST(JpegScan, OtherKindsAreNotTaken) {
  BothJpegDecoders both;
  std::vector<JpegSpec> specs(6);
  specs[0].progressive = true;
  specs[1].arithmetic = true;
  specs[2].model = JpegModel::kRgb;
  specs[3].model = JpegModel::kCmyk;
  specs[4].model = JpegModel::kYcck;
  specs[5].separate_scans = true;
  for (const JpegSpec& spec : specs) {
    EXPECT_EQ(both.difference(make_jpeg(spec, grain)), "");
    EXPECT_FALSE(both.accepted) << &spec - specs.data();
  }
}

std::vector<std::string> small_ones() {
  std::vector<std::string> out;
  for (const Sampling sampling : {Sampling{1, 1}, {2, 1}, {2, 2}}) {
    JpegSpec spec = spec_of(20, 17, sampling);
    spec.optimised = true;  // so that the tables are small, and damage hits the data
    spec.quality = 60;
    out.push_back(make_jpeg(spec, grain));
    spec.restart_interval = 1;
    spec.model = sampling.down == 2 ? JpegModel::kYcc : JpegModel::kGrey;
    out.push_back(make_jpeg(spec, grain));
  }
  return out;
}

TEST(JpegScan, EverySingleByteDamaged) {
  BothJpegDecoders both;
  std::size_t accepted = 0, refused = 0, picture = 0;
  for (const std::string& whole : small_ones()) {
    const bool every_value = ++picture == 4;
    expect_accepted(both, whole);
    for (std::size_t at = 2; at < whole.size(); ++at) {
      std::string bytes = whole;
      for (unsigned other = 0; other < 256; ++other) {
        const unsigned changed = other ^ static_cast<unsigned char>(whole[at]);
        if (!every_value && !std::has_single_bit(changed) && other != 0 && changed != 255 && other != 255) continue;
        bytes[at] = static_cast<char>(static_cast<unsigned char>(other));
        ASSERT_EQ(both.difference(bytes), "") << "byte " << at << " is " << other;
        ++(both.accepted ? accepted : refused);
      }
    }
  }
  // Neither is rare: most of what the data may be is a picture, another one.
  EXPECT_GT(accepted, 10'000U);
  EXPECT_GT(refused, 10'000U);
}

TEST(JpegScan, CutInsertedRepeated) {
  BothJpegDecoders both;
  std::mt19937 random(1);
  for (const std::string& whole : small_ones()) {
    for (std::size_t at = 0; at < whole.size(); ++at) {
      const std::string head = whole.substr(0, at), tail = whole.substr(at);
      const char any = static_cast<char>(static_cast<unsigned char>(random()));
      const std::vector<std::string> damaged{
          head,
          head + "\xff\xd9",
          head + std::string(tail.size(), '\0'),
          head + tail.substr(1),
          head + tail.substr(std::min<std::size_t>(tail.size(), 9)),
          head + '\0' + tail,
          head + '\xff' + tail,
          head + any + tail,
          head + head.substr(at / 2) + tail,
          head + "\xff\xd0" + tail,
          head + "\xff\xd9" + tail,
      };
      for (std::size_t i = 0; i < damaged.size(); ++i) {
        ASSERT_EQ(both.difference(damaged[i]), "") << at << " " << i;
      }
      EXPECT_EQ(both.difference(head), "");
      EXPECT_FALSE(both.accepted) << "cut at " << at;
    }
  }
}

// What libjpeg forgives, and what a decoder that is sure of itself need not.
TEST(JpegScan, NothingMayBeLeftBeforeAMarker) {
  BothJpegDecoders both;
  const std::string whole = make_jpeg(spec_of(64, 48, {2, 2}), grain);
  const std::string end = "\xff\xd9";
  const std::string body = whole.substr(0, whole.size() - 2);
  for (const std::string& before : {std::string("\x12"), std::string("\xff\x00", 2), std::string("\xff"),
                                    std::string("\xff\xd0"), std::string("\xff\xfe\x00\x02", 4)}) {
    EXPECT_EQ(both.difference(body + before + end), "");
    EXPECT_FALSE(both.accepted) << before.size();
  }
  // The bits that fill the last byte may be any.
  for (unsigned fill = 0; fill < 2; ++fill) {
    std::string bytes = whole;
    bytes[whole.size() - 3] = static_cast<char>(bytes[whole.size() - 3] ^ static_cast<char>(fill));
    EXPECT_EQ(both.difference(bytes), "");
  }
}

// A decoder is used for file after file, and each has its own tables.
TEST(JpegScan, TablesOfTheFileBeforeAreNotTaken) {
  BothJpegDecoders both;
  std::vector<std::string> files;
  for (const bool optimised : {false, true}) {
    for (const int quality : {20, 95}) {
      JpegSpec spec = spec_of(40, 40, {2, 2});
      spec.optimised = optimised;
      spec.quality = quality;
      files.push_back(make_jpeg(spec, grain));
    }
  }
  std::string broken = files[0];
  broken[find_marker(broken, 0xc4) + 5] = '\xff';  // as many codes as cannot be
  for (int round = 0; round < 2; ++round) {
    for (const std::string& file : files) {
      expect_accepted(both, file);
      EXPECT_EQ(both.difference(broken), "");
      EXPECT_FALSE(both.accepted);
    }
  }
}

// What a check reports does not say who decoded: fill bytes before a marker, of which libjpeg says nothing, are not
// plain, and a comment as long is.
TEST(JpegScan, MeasuresAreThoseOfTheLibrary) {
  BothJpegDecoders both;
  const Options fast{{"measures", std::string("fast")}};
  for (const Sampling sampling : kSamplings) {
    const std::string whole = make_jpeg(spec_of(330, 321, sampling), grain);
    std::string plain = whole, padded = whole;
    plain.insert(find_marker(whole, 0xdb), std::string("\xff\xfe\0\3x", 5));
    padded.insert(find_marker(whole, 0xdb), std::string(5, '\xff'));
    expect_accepted(both, plain);
    EXPECT_EQ(both.difference(padded), "");
    ASSERT_FALSE(both.accepted);
    const Observation a = observe(plain, fast), b = observe(padded, fast);
    EXPECT_TRUE(a.faults.empty() && b.faults.empty());
    EXPECT_EQ(number(a, "block_luma"), number(b, "block_luma"));
    EXPECT_EQ(number(a, "block_stddev"), number(b, "block_stddev"));
    EXPECT_EQ(failure(observe(plain + "xyz", fast)), "image.trailing-data");
    EXPECT_EQ(message(observe(plain + "xyz", fast), "image.trailing-data"),
              message(observe(padded + "xyz", fast), "image.trailing-data"));
  }
}

TEST(JpegBits, StuffedZerosAndMarkers) {
  const std::vector<unsigned char> data{0x80, 0xff, 0x00, 0x7f, 0xff, 0xd9, 0x55, 0x55, 0x55, 0x55, 0x55, 0x55};
  image::JpegBits bits{Bytes(data)};
  image::refill(bits);
  EXPECT_EQ(bits.count, 24);
  EXPECT_EQ(bits.bits, 0x80ff7f0000000000);
  EXPECT_EQ(bits.at - data.data(), 4);
  image::consume(bits, 25);
  image::refill(bits);
  EXPECT_EQ(bits.count, -1);
  EXPECT_EQ(bits.bits, 0U);
  EXPECT_EQ(bits.at - data.data(), 4);
}

TEST(JpegBits, AnyStepGivesTheSameBits) {
  std::vector<unsigned char> data;
  std::vector<unsigned> expected;  // bytes
  std::mt19937 random(2);
  for (int i = 0; i < 2000; ++i) {
    const unsigned byte = random() % 5 == 0 ? 0xff : random() % 256;
    data.push_back(static_cast<unsigned char>(byte));
    if (byte == 0xff) data.push_back(0);
    expected.push_back(byte);
  }
  image::JpegBits bits{Bytes(data)};
  for (std::size_t at = 0; at < 8 * expected.size();) {
    image::refill(bits);
    const auto left = 8 * expected.size() - at;
    ASSERT_GE(bits.count, static_cast<int>(std::min<std::size_t>(56, left)));
    for (std::size_t i = 0; i < std::min<std::size_t>(56, left); ++i) {
      ASSERT_EQ(bits.bits >> (63 - i) & 1, expected[(at + i) / 8] >> (7 - (at + i) % 8) & 1) << at << " " << i;
    }
    const auto step = static_cast<unsigned>(std::min<std::size_t>(1 + random() % image::kMostJpegBits, left));
    image::consume(bits, step);
    at += step;
  }
  image::refill(bits);
  EXPECT_EQ(bits.count, 0);
  EXPECT_EQ(bits.at, bits.end);
}

}  // namespace
}  // namespace bcheck
