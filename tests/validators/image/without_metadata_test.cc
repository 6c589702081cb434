// SPDX-License-Identifier: Apache-2.0
#include "validators/image/without_metadata.h"

#include <gtest/gtest.h>

#include <string>

#include "support/make_gif.h"
#include "support/make_jpeg.h"
#include "support/observe_image.h"

namespace bcheck::image {
namespace {

using namespace bcheck::testing;

std::string left_of(const std::string& file) {
  std::string left;
  for (const Bytes part : without_metadata(as_bytes(file))) left += as_text(part);
  return left;
}

std::string inserted(std::string file, std::size_t at, const std::string& what) {
  return file.insert(at, what);
}

// Its length is of two bytes and counts itself.
std::string jpeg_segment(unsigned marker, const std::string& data) {
  const std::size_t length = data.size() + 2;
  std::string out{'\xFF', static_cast<char>(marker), static_cast<char>(length >> 8), static_cast<char>(length & 0xFF)};
  return out + data;
}

TEST(WithoutMetadata, Png) {
  const std::string bare = make_png({16, 16}, texture);
  EXPECT_EQ(left_of(bare), "") << "nothing to take out";
  const std::size_t behind_header = 8 + 25;
  for (const char* const type : {"tEXt", "zTXt", "iTXt", "tIME", "eXIf", "caBX"}) {
    EXPECT_EQ(left_of(inserted(bare, behind_header, png_chunk(type, "seed 17"))), bare) << type;
    EXPECT_EQ(left_of(inserted(bare, bare.size() - 12, png_chunk(type, ""))), bare) << type;
  }
  // What says how the picture is to be seen stays.
  for (const char* const type : {"gAMA", "iCCP", "pHYs", "tRNS"}) {
    EXPECT_EQ(left_of(inserted(bare, behind_header, png_chunk(type, "data"))), "") << type;
  }
  const std::string text = png_chunk("tEXt", "a");
  EXPECT_EQ(left_of(inserted(inserted(bare, behind_header, text + text), 8, "")), bare) << "two of them";
}

TEST(WithoutMetadata, Jpeg) {
  const std::string bare = make_jpeg({16, 16}, texture);
  EXPECT_EQ(left_of(bare), "");
  for (const unsigned marker : {0xFEU, 0xE1U, 0xE3U, 0xEBU, 0xEDU, 0xEFU}) {
    EXPECT_EQ(left_of(inserted(bare, 2, jpeg_segment(marker, "seed 17"))), bare) << marker;
  }
  for (const unsigned marker : {0xE0U, 0xE2U, 0xEEU}) {
    EXPECT_EQ(left_of(inserted(bare, 2, jpeg_segment(marker, "kept"))), "") << marker;
  }
}

TEST(WithoutMetadata, Webp) {
  const auto chunk = [](const std::string& name, const std::string& data) {
    std::string out = name + std::string{static_cast<char>(data.size()), '\0', '\0', '\0'} + data;
    return data.size() % 2 == 0 ? out : out + '\0';
  };
  const auto file = [](const std::string& chunks) { return "RIFF\x20" + std::string(3, '\0') + "WEBP" + chunks; };
  const std::string kept = chunk("VP8X", "0123456789") + chunk("VP8 ", "picture");
  EXPECT_EQ(left_of(file(kept)), "");
  EXPECT_EQ(left_of(file(kept + chunk("EXIF", "one"))), kept);
  EXPECT_EQ(left_of(file(chunk("XMP ", "a") + kept + chunk("EXIF", "four"))), kept);
  std::string unpadded = file(kept + chunk("EXIF", "one"));
  unpadded.pop_back();
  EXPECT_EQ(left_of(unpadded), kept);
}

TEST(WithoutMetadata, NothingOfWhatIsNotAsItShouldBe) {
  EXPECT_EQ(left_of(""), "");
  EXPECT_EQ(left_of("a text"), "");
  EXPECT_EQ(left_of(make_gif()), "");
  const std::string png = inserted(make_png({16, 16}, texture), 33, png_chunk("tEXt", "seed"));
  const std::string jpeg = inserted(make_jpeg({16, 16}, texture), 2, jpeg_segment(0xFE, "seed"));
  const std::string webp = "RIFF    WEBPEXIF" + std::string("\4\0\0\0seedVP8 \2\0\0\0ab", 18);
  ASSERT_NE(left_of(png), "");
  ASSERT_NE(left_of(webp), "");
  for (const std::string& file : {png, webp}) {
    std::size_t none = 0;
    for (std::size_t size = 0; size < file.size(); ++size) none += left_of(file.substr(0, size)).empty() ? 1U : 0U;
    EXPECT_GT(none, file.size() / 2) << "a cut chunk ends it";
  }
  // Of a JPEG what is behind the start of the scan is kept as it is.
  for (std::size_t size = 0; size < jpeg.size(); ++size) {
    const std::string left = left_of(jpeg.substr(0, size));
    EXPECT_TRUE(left.empty() || left == make_jpeg({16, 16}, texture).substr(0, left.size())) << size;
  }
}

}  // namespace
}  // namespace bcheck::image
