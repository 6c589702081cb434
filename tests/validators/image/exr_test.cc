// SPDX-License-Identifier: Apache-2.0
// Also tests: exr_layout.cc, exr_pixels.cc
// OpenEXR, as far as this build has its core library.
#include "validators/image/exr.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>
#include <string>
#include <vector>

#include "judge/limits.h"
#include "support/image_cases.h"
#include "support/make_exr.h"
#include "support/observe_image.h"
#include "validators/registry.h"

namespace bcheck {
namespace {

using namespace bcheck::testing;
using ::testing::HasSubstr;
using namespace std::string_literals;

#define SKIP_WITHOUT_OPENEXR() \
  if (!BCHECK_HAVE_OPENEXR) GTEST_SKIP() << "this build has no OpenEXR"

ExrSpec with(const std::function<void(ExrSpec&)>& change) {
  ExrSpec spec;
  change(spec);
  return spec;
}

std::vector<ExrSpec> kinds() {
  return {
      ExrSpec(),
      with([](ExrSpec& s) { s.sample = ExrSample::kHalf; }),
      with([](ExrSpec& s) { s.sample = ExrSample::kUint; }),
      with([](ExrSpec& s) { s.zip = true; }),
      with([](ExrSpec& s) { s.tile = 5; }),
      with([](ExrSpec& s) { s.parts = 3; }),
      with([](ExrSpec& s) { s.parts = 2, s.tile = 8, s.sample = ExrSample::kHalf; }),
      with([](ExrSpec& s) { s.x = -7, s.y = 100; }),
      with([](ExrSpec& s) {
        s.channels = {"A", "B", "G", "R", "Z"};
      }),
  };
}

// Of failures alone: pictures of numbers have other measures than expect_all() asks for.
void expect_code(const std::string& name, const std::string& bytes, std::string_view code, std::string_view words) {
  SCOPED_TRACE(name);
  const Observation seen = observe(bytes);
  EXPECT_EQ(failure(seen), code);
  EXPECT_THAT(message(seen, code), HasSubstr(std::string(words)));
}

TEST(Exr, SoundPicturesOfEveryKindPass) {
  SKIP_WITHOUT_OPENEXR();
  std::size_t number_of_kind = 0;
  for (const ExrSpec& spec : kinds()) {
    SCOPED_TRACE(number_of_kind++);
    const Observation seen = observe(make_exr(spec, exr_texture));
    EXPECT_TRUE(seen.faults.empty()) << seen.faults[0].message;
    EXPECT_EQ(seen.unchecked, "");
    EXPECT_EQ(seen.format, "exr");
    EXPECT_EQ(seen.coverage, Coverage::kContent);
    EXPECT_EQ(number(seen, "width"), 16);
    EXPECT_EQ(number(seen, "height"), 12);
    EXPECT_EQ(number(seen, "frames"), spec.parts);
    EXPECT_EQ(number(seen, "channels"), static_cast<double>(spec.channels.size()));
    EXPECT_EQ(number(seen, "bit_depth"), spec.sample == ExrSample::kHalf ? 16 : 32);
    EXPECT_EQ(number(seen, "nan"), 0);
    EXPECT_EQ(number(seen, "value_min"), 0);
    EXPECT_EQ(number(seen, "value_max"), spec.sample == ExrSample::kUint ? 1 : 63 / 32.0);
    EXPECT_EQ(seen.find("mean_luma"), nullptr);
  }
}

TEST(Exr, DeviationInNativeUnits) {
  SKIP_WITHOUT_OPENEXR();
  const auto stripes = [](int x, int, std::size_t c) { return c == 2 && x % 2 == 1 ? 3.0 : 1.0; };
  const Observation seen = observe(make_exr(ExrSpec(), stripes));
  EXPECT_EQ(number(seen, "value_stddev"), 1);
  EXPECT_NEAR(number(seen, "relative_range"), 2.0 / 3, 1e-9);
}

TEST(Exr, NanAndInfinityInAnyPartAndChannel) {
  SKIP_WITHOUT_OPENEXR();
  const double infinity = std::numeric_limits<double>::infinity();
  for (const ExrSpec& kind : kinds()) {
    if (kind.sample == ExrSample::kUint) continue;
    ExrSpec spec = kind;
    spec.channels = {"B", "G", "R", "Z"};
    const auto odd = [&](int x, int y, std::size_t c) {
      if (x == 9 && y == 11 && c == 3) return std::numeric_limits<double>::quiet_NaN();
      if (x < 2 && y == 3 && c == 0) return x == 0 ? infinity : -infinity;
      return exr_texture(x, y, c);
    };
    const Observation seen = observe(make_exr(spec, odd));
    EXPECT_EQ(failure(seen), "");
    EXPECT_EQ(number(seen, "nan"), spec.parts);
    EXPECT_EQ(number(seen, "inf"), 2 * spec.parts);
    EXPECT_EQ(number(seen, "value_max"), 63 / 32.0);
    ASSERT_EQ(seen.places.size(), 2U);
    EXPECT_THAT(seen.places[0].second,
                HasSubstr("channel \"Z\" at (" + std::to_string(spec.tile > 0 ? 9 : spec.x + 9)));
  }
}

// From bytes to the verdict, by the default limits.
TEST(Exr, DefaultLimitsJudgeThem) {
  SKIP_WITHOUT_OPENEXR();
  const auto verdict = [](const std::string& bytes) {
    const Observation seen = observe(bytes);
    std::vector<Finding> findings;
    const ArtifactRules rules;
    const Status status = judge({seen.measures, {}, seen.places}, {*find_type("image"), rules}, findings);
    return std::string(name_of(status)) + (findings.empty() ? "" : " " + findings[0].code + ": " + findings[0].message);
  };
  const auto flat = [](double value) { return [value](int, int, std::size_t) { return value; }; };
  const auto nan_at_3_4 = [](int x, int y, std::size_t c) {
    return x == 3 && y == 4 && c == 0 ? std::numeric_limits<double>::quiet_NaN() : exr_texture(x, y, c);
  };
  EXPECT_EQ(verdict(make_exr(ExrSpec(), exr_texture)), "pass");
  EXPECT_THAT(verdict(make_exr(ExrSpec(), flat(0))), HasSubstr("fail image.degenerate-black: the picture is black"));
  EXPECT_THAT(verdict(make_exr(ExrSpec(), flat(0.5))), HasSubstr("fail image.degenerate-flat: the picture is of one"));
  EXPECT_EQ(verdict(make_exr(ExrSpec(), nan_at_3_4)),
            "fail image.nan: nan is 1, at most 0 expected; the first in channel \"B\" at (3, 4)");
}

TEST(Exr, Truncated) {
  SKIP_WITHOUT_OPENEXR();
  const ExrSpec spec;
  const std::string whole = make_exr(spec, exr_texture);
  std::string unwritten = whole;
  unwritten.replace(exr_table(spec) + 8 * 5, 8, 8, '\0');
  expect_code("half", whole.substr(0, whole.size() / 2), "image.truncated", "behind the end");
  expect_code("one byte short", whole.substr(0, whole.size() - 1), "image.truncated", "the file after");
  expect_code("its table", whole.substr(0, exr_table(spec) + 20), "image.truncated", "table");
  expect_code("its header", whole.substr(0, exr_table(spec) - 30), "image.truncated", "header");
  expect_code("an attribute", whole.substr(0, 90), "image.truncated", "");
  expect_code("a chunk that was never written", unwritten, "image.truncated", "chunk 6 of 12 was never written");
}

TEST(Exr, NoCutIsAPass) {
  SKIP_WITHOUT_OPENEXR();
  for (const ExrSpec& spec : kinds()) {
    const std::string whole = make_exr(spec, exr_texture);
    const auto check = image_check();
    for (std::size_t length = 8; length < whole.size(); length += 29) {
      EXPECT_TRUE(observe(*check, whole.substr(0, length)).failed()) << length;
    }
  }
}

TEST(Exr, DamagedFiles) {
  SKIP_WITHOUT_OPENEXR();
  const ExrSpec spec;
  const std::string whole = make_exr(spec, exr_texture);
  const std::size_t table = exr_table(spec), data = table + 8 * exr_chunks(spec);
  std::string line = whole, low = whole, twice = whole, attribute = whole, window = whole;
  line[data] = 3;                                           // says to be another line
  low.replace(table, 8, "\x10\0\0\0\0\0\0\0"s);             // in the header
  twice.replace(table + 8, 8, whole.substr(table, 8));      // the first chunk again
  attribute[whole.find("compression") + 12 + 12 + 4] = 77;  // no compression of that number
  window.replace(whole.find("dataWindow") + 11 + 6 + 4, 16, "\5\0\0\0\5\0\0\0\1\0\0\0\1\0\0\0"s);
  expect_code("another line", line, "image.corrupt-data", "");
  expect_code("a chunk in the header", low, "image.bad-structure", "in the header");
  expect_code("a chunk twice", twice, "image.bad-structure", "lies in what ends");
  expect_code("no such compression", attribute, "image.bad-header", "");
  expect_code("an empty window", window, "image.bad-header", "");
  expect_code("bytes behind", whole + "xyz", "image.trailing-data", "3 bytes");
  expect_code("bytes put in", std::string(whole).insert(data + 100, 20, '\1'), "image.bad-structure", "");
  EXPECT_TRUE(observe(std::string(whole).erase(data + 100, 20)).failed());
  EXPECT_EQ(number(observe(whole + "xyz"), "nan"), 0);  // is measured all the same
  const std::string zipped = make_exr(with([](ExrSpec& s) { s.zip = true, s.width = 64; }), exr_texture);
  std::string flipped = zipped;
  flipped[zipped.size() - 3] = static_cast<char>(~flipped[zipped.size() - 3]);  // of the checksum of the last line
  expect_code("deflated data", flipped, "image.corrupt-data", "");
}

// Colours of every second column and line: half of the chunks have nothing of them.
TEST(Exr, ColoursOfFewerSamples) {
  SKIP_WITHOUT_OPENEXR();
  for (const ExrSample kind : {ExrSample::kHalf, ExrSample::kFloat}) {
    for (const bool zip : {false, true}) {
      const ExrSpec spec = with([&](ExrSpec& s) {
        s.channels = {"BY", "RY", "Y"};
        s.sampling = 2;
        s.sample = kind;
        s.zip = zip;
        s.width = 64;
        s.height = 48;
      });
      const auto at = [](int x, int y, std::size_t c) {
        if (c == 0 && x == 30 && y == 40) return std::numeric_limits<double>::quiet_NaN();
        if (c == 2 && x == 63 && y == 47) return 7.5;
        return c == 2 && x == 62 && y == 46 ? -3.25 : exr_texture(x, y, c);
      };
      const Observation seen = observe(make_exr(spec, at));
      EXPECT_EQ(failure(seen), "");
      if (kind == ExrSample::kHalf) {  // the library takes them for as many as those of the first channel
        EXPECT_THAT(seen.unchecked, HasSubstr("fewer samples"));
        continue;
      }
      EXPECT_EQ(seen.unchecked, "");
      EXPECT_EQ(number(seen, "nan"), 1);
      EXPECT_EQ(number(seen, "value_max"), 7.5);
      EXPECT_EQ(number(seen, "value_min"), -3.25);
    }
  }
}

// One chunk that ends too soon, of each compression but the lossy ones that this library may not know. Of two of them
// it says that it had no memory. What follows the last block of a B44 chunk is not looked at, and a block has 3 or 14
// bytes.
TEST(Exr, ChunkOfEachCompressionEndsTooSoon) {
  SKIP_WITHOUT_OPENEXR();
  constexpr std::size_t kLeastB44 = std::size_t{3} * 4 * 3;  // channels of four blocks
  for (unsigned compression = 0; compression <= 7; ++compression) {
    const ExrSpec spec = with([&](ExrSpec& s) {
      s.compression = compression;
      s.sample = ExrSample::kHalf;
      s.height = 1;
    });
    const std::string whole = make_exr(spec, exr_texture);
    const std::size_t data = exr_table(spec) + 8 + 8;       // behind its offset, its line and its length
    EXPECT_EQ(failure(observe(whole)), "") << compression;  // bytes that would not become fewer stand as they are
    for (std::size_t length = 1; length < whole.size() - data; ++length) {
      std::string cut = whole.substr(0, data + length);
      cut[data - 4] = static_cast<char>(length);
      const std::string seen = failure(observe(cut));
      if (compression >= 6 && seen.empty()) {
        EXPECT_GE(length, kLeastB44) << compression;
      } else {
        EXPECT_EQ(seen, "image.corrupt-data") << compression << ' ' << length;
      }
    }
    if (compression > 0) continue;
    std::string less = whole.substr(0, data + 50), more = whole + "abc";
    less[data - 4] = 50;
    more[data - 4] = static_cast<char>(whole.size() - data + 3);
    expect_code("less", less, "image.corrupt-data", "take 96 bytes, it has 50");
    expect_code("more", more, "image.corrupt-data", "99");
  }
}

TEST(Exr, WhatTheLibraryCannotDoIsUnchecked) {
  SKIP_WITHOUT_OPENEXR();
  const Observation deep = observe(make_exr(with([](ExrSpec& s) { s.deep = true; }), exr_texture));
  EXPECT_EQ(failure(deep), "");
  EXPECT_THAT(deep.unchecked, HasSubstr("deep"));
}

TEST(Exr, TooLargeIsNotDecoded) {
  SKIP_WITHOUT_OPENEXR();
  const std::string whole = make_exr(ExrSpec(), exr_texture);
  EXPECT_EQ(failure(observe(whole, {{"max_pixels", std::int64_t{16 * 11}}})), "image.bomb");
  const std::string many = make_exr(with([](ExrSpec& s) { s.parts = 9; }), exr_texture);  // 27 channels of 16 allowed
  EXPECT_EQ(failure(observe(many, {{"max_pixels", std::int64_t{16 * 12}}})), "image.bomb");
  std::string vast = whole;
  vast.replace(whole.find("dataWindow") + 11 + 6 + 4 + 8, 8, "\xff\xff\xff\x7f\xff\xff\xff\x7f"s);
  EXPECT_TRUE(observe(vast).failed());
}

}  // namespace
}  // namespace bcheck
