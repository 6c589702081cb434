// SPDX-License-Identifier: Apache-2.0
// Also tests: image_check.cc, picture_check.cc, trailing.cc
// The type's tables, and which decoder a file goes to.
#include "validators/image/image.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <set>
#include <string>

#include "support/make_jpeg.h"
#include "support/make_png.h"
#include "support/make_tiff.h"
#include "support/make_webp.h"
#include "support/observe_image.h"
#include "validators/image/libraries.h"
#include "validators/magic.h"
#include "validators/registry.h"

namespace bcheck {
namespace {

using namespace bcheck::testing;
using ::testing::HasSubstr;
using namespace std::string_literals;

const Type& type() {
  return *find_type("image");
}

TEST(ImageType, MeasuresOfEveryModelAreInTheTable) {
  std::set<std::string_view> known;
  for (const MeasureInfo& info : type().measures) {
    EXPECT_TRUE(known.insert(info.name).second) << info.name;
    EXPECT_FALSE(info.meaning.empty()) << info.name;
  }
  EXPECT_EQ(type().measures[0].name, "bytes");
  const std::string palette = png_chunk("PLTE", std::string(768, '\0'));
  for (const std::string& bytes :
       {make_png({8, 8, 8, 0}, texture), make_png({8, 8, 8, 6}, texture), make_png({8, 8, 8, 3}, texture, palette),
        make_jpeg({}, texture), make_tiff({}, texture), make_webp({}, texture)}) {
    for (const Measure& measure : observe(bytes).measures) EXPECT_TRUE(known.contains(measure.name)) << measure.name;
  }
  for (const DefaultLimit& limit : type().limits) EXPECT_TRUE(known.contains(limit.measure));
}

TEST(ImageType, CodesAreOfTheFamily) {
  std::set<std::string_view> seen;
  for (const FindingInfo& info : type().findings) {
    EXPECT_TRUE(info.code.starts_with("image.")) << info.code;
    EXPECT_TRUE(seen.insert(info.code).second) << info.code;
    EXPECT_FALSE(info.meaning.empty()) << info.code;
  }
}

TEST(ImageType, DecodersNameTheirVersions) {
  std::map<std::string_view, std::string> versions;
  for (Decoder& decoder : image_decoders()) {
    EXPECT_THAT(decoder.version, ::testing::MatchesRegex("[A-Za-z-]+ [0-9.]+")) << decoder.format;
    versions[decoder.format] = std::move(decoder.version);
  }
  EXPECT_TRUE(versions["jpeg"].starts_with("libjpeg-turbo "));
  EXPECT_TRUE(versions["png"].starts_with("libpng "));
  EXPECT_TRUE(versions["tiff"].starts_with("libtiff "));
  EXPECT_TRUE(versions["webp"].starts_with("libwebp "));
  EXPECT_EQ(versions.contains("jxl"), BCHECK_HAVE_JXL != 0);
  EXPECT_EQ(versions.contains("avif"), BCHECK_HAVE_HEIF != 0);
  EXPECT_EQ(versions.contains("heif"), BCHECK_HAVE_HEIF != 0);
  EXPECT_EQ(versions.contains("exr"), BCHECK_HAVE_OPENEXR != 0);
}

// A picture that nothing here decodes is not sound and not broken: nobody knows.
TEST(ImageType, OtherPicturesStayUnchecked) {
  struct {
    const char* format;
    std::string bytes;
  } const cases[]{
      {"psd", "8BPS\0\1\0\0\0\0\0\0\0\3"s + std::string(60, '\1')},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.format);
    const Format* const known = format_of_content(as_bytes(c.bytes));
    if (known == nullptr || known->name != c.format) continue;  // the signatures are tested where they are
    const Observation seen = observe(c.bytes);
    EXPECT_TRUE(seen.faults.empty());
    EXPECT_THAT(seen.unchecked, HasSubstr(c.format));
    EXPECT_EQ(seen.format, c.format);
  }
}

TEST(ImageType, WhatIsNoPictureFails) {
  for (const std::string& bytes : {"\x93NUMPY\1\0"s + std::string(80, ' '), "\xff\xd8"s, "x"s, std::string(100, '\1'),
                                   "\x89PNG"s, "\x89PNG\r\n"s}) {
    const Observation seen = observe(bytes);
    EXPECT_EQ(failure(seen), "image.bad-signature");
    EXPECT_TRUE(seen.unchecked.empty());
  }
}

TEST(ImageType, HostileBytesAreQuoted) {
  const std::string said = message(observe("\x1b[2J\n\xe2\x80\xae" + std::string(40, 'x')), "image.bad-signature");
  EXPECT_FALSE(said.empty());
  EXPECT_EQ(said.find('\x1b'), std::string::npos);
  EXPECT_EQ(said.find('\n'), std::string::npos);
}

}  // namespace
}  // namespace bcheck
