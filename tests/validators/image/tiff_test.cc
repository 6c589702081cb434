// SPDX-License-Identifier: Apache-2.0
// Also tests: tiff_deflate.cc, tiff_directory.cc, tiff_layout.cc, tiff_page.cc, tiff_pixels.cc
// Every fault of a TIFF, made in code: exactly one thing is wrong with each file.
#include "validators/image/tiff.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <string>
#include <vector>

#include "support/image_cases.h"
#include "support/make_jpeg.h"
#include "support/make_png.h"
#include "support/make_tiff.h"

namespace bcheck {
namespace {

using namespace bcheck::testing;
using namespace std::string_literals;

const TiffSpec kGrey{};

TiffSpec rgb() {
  TiffSpec spec;
  spec.samples = 3;
  spec.photometric = 2;
  return spec;
}

TiffPagePlan page() {
  return tiff_page(kGrey, texture);
}

std::string with(unsigned tag, std::vector<std::uint64_t> values, unsigned type = 3) {
  TiffPagePlan plan = page();
  plan.set(tag, std::move(values), type);
  return tiff_file({plan});
}

std::string without(unsigned tag) {
  TiffPagePlan plan = page();
  plan.drop(tag);
  return tiff_file({plan});
}

TEST(Tiff, SoundPicturesOfEveryFormPass) {
  for (const bool big : {false, true}) {
    for (const bool big_endian : {false, true}) {
      for (const unsigned compression : {1U, 8U, 32773U}) {
        for (const bool separate : {false, true}) {
          for (const unsigned tile : {0U, 16U}) {
            SCOPED_TRACE(::testing::Message() << big << big_endian << " " << compression << separate << " " << tile);
            TiffSpec spec = rgb();
            spec.width = 37;
            spec.height = 21;
            spec.compression = compression;
            spec.separate = separate;
            spec.tile = tile;
            const TiffForm form{big_endian, big};
            const Observation seen = observe(make_tiff(spec, texture, form), {}, true);
            EXPECT_TRUE(seen.faults.empty()) << seen.faults[0].message;
            EXPECT_EQ(number(seen, "width"), 37);
            EXPECT_EQ(number(seen, "height"), 21);
            EXPECT_EQ(number(seen, "frames"), 1);
            EXPECT_EQ(number(seen, "channels"), 3);
            EXPECT_EQ(number(seen, "bit_depth"), 8);
            EXPECT_EQ(seen.coverage, Coverage::kContent);
            EXPECT_EQ(seen.format, "tiff");
            // The same pixels, however they are stored: as a PNG has them.
            EXPECT_EQ(seen.content_sha256, observe(make_png({37, 21, 8, 2}, texture), {}, true).content_sha256);
          }
        }
      }
    }
  }
}

TEST(Tiff, EveryCutFails) {
  const auto check = image_check();
  TiffPagePlan linked = page();
  linked.sub_tag = 34665;
  linked.sub_fields = {{36867, 7, {'0', '2', '3', '0'}}, {33434, 4, {1, 2, 3}}};
  for (const TiffForm& form : {TiffForm{}, TiffForm{true, false}, TiffForm{false, true}, TiffForm{true, true}}) {
    TiffSpec spec = kGrey;
    spec.compression = 8;
    for (const std::string& whole :
         {make_tiff(spec, texture, form), tiff_file({linked}, form), tiff_file({page(), page()}, form)}) {
      ASSERT_EQ(failure(observe(*check, whole)), "");
      for (std::size_t length = 8; length < whole.size(); ++length) {
        ASSERT_EQ(failure(observe(*check, whole.substr(0, length))), "image.truncated") << length;
      }
    }
  }
}

TEST(Tiff, FaultsOfTheFile) {
  const std::string whole = tiff_file({page()});
  const auto at_byte = [&](std::size_t at, char byte) {
    std::string bytes = whole;
    bytes.at(at) = byte;
    return bytes;
  };
  TiffPagePlan unlisted = page();
  unlisted.list_pieces = false;
  TiffPagePlan few = page();
  few.pieces.pop_back();
  TiffPagePlan outside = page();
  outside.list_pieces = false;
  outside.set(273, {8, 8, 8, 100'000'000}, 4);
  outside.set(279, {256, 256, 256, 256}, 4);
  TiffPagePlan lengths = outside;
  lengths.set(273, {8, 8, 8, 8}, 4);
  lengths.set(279, {256, 256, 256}, 4);
  TiffPagePlan lie = outside;
  lie.set(273, {8, 8, 8, 8}, 4);
  lie.set(279, {256, 256, 256, 0xfffffff0}, 4);
  TiffPagePlan uneven = tiff_page(rgb(), texture);
  uneven.set(258, {5, 6, 5});
  std::string zeros = whole;
  zeros.replace(zeros.size() - 150, 150, 150, '\0');
  expect_all({
      {"4 bytes more", whole + "abcd", kPass, ""},
      {"5 bytes more", whole + "abcde", "image.trailing-data", "5 bytes"},
      {"zeros more", whole + std::string(512, '\0'), "image.trailing-data", "zeros only"},
      {"another", whole + make_png({}, texture), "image.trailing-data", "a second picture (PNG)"},
      {"zeros at the end", zeros, "image.truncated", "zeros"},
      {"no directory", at_byte(4, '\0').replace(4, 4, 4, '\0'), "image.missing-chunk", "no directory"},
      {"no width", without(256), "image.missing-chunk", "no width"},
      {"width 0", with(256, {0}), "image.bad-header", "0 x 32"},
      {"height 0", with(257, {0}), "image.bad-header", "32 x 0"},
      {"no samples", with(277, {0}), "image.bad-header", "0 samples"},
      {"a million samples", with(277, {1'000'000}, 4), "image.bad-header", "1000000 samples"},
      {"0 bits", with(258, {0}), "image.bad-header", "0 bits"},
      {"0 rows a strip", with(278, {0}), "image.bad-header", "0 rows"},
      {"tiles of 0", with(322, {0}), "image.missing-chunk", "size of its tiles"},
      {"type that does not exist", with(262, {1}, 4099), "image.corrupt-data", "type 4099"},
      {"one value of subsampling", with(530, {1}), "image.corrupt-data", "subsampling"},
      {"no strips", tiff_file({unlisted}), "image.missing-chunk", "no strips"},
      {"a strip too few", tiff_file({few}), "image.bad-structure", "needs 4 strips and lists 3"},
      {"a strip outside", tiff_file({outside}), "image.truncated", "strip 4"},
      {"a length too few", tiff_file({lengths}), "image.bad-structure", "lengths"},
      {"a strip of 4 GiB", tiff_file({lie}), "image.truncated", "4294967280"},
      {"samples of different depth", tiff_file({uneven}), "image.unsupported", "different depth"},
      {"unknown compression", with(259, {4711}), "image.unsupported", "4711"},
      {"unknown colours", with(262, {777}), "image.unsupported", "777"},
      {"complex numbers", with(339, {5}), "image.unsupported", "format 5"},
      {"128 bits", with(258, {128}), "image.unsupported", "128 bits"},
      {"unknown tags", with(60'000, {1, 2, 3}), kPass, ""},
      {"a type for unknown tags", with(60'000, {1}, 77), kPass, ""},
  });
}

TEST(Tiff, Directories) {
  const std::string loop = tiff_file({page(), page(), page()}, {false, false, 1});
  const std::string self = tiff_file({page()}, {false, false, 0});
  TiffPagePlan sub = page();
  sub.sub_tag = 330;
  sub.sub_fields = {{256, 3, {8}}, {257, 3, {8}}};
  TiffPagePlan broken = sub;
  broken.sub_fields = {{256, 3, {8}}, {257, 3, {8}}, {273, 4, {99'999'999}}, {279, 4, {10}}};
  // A directory below itself: its SubIFD is where the first page is.
  const std::string once = tiff_file({page()});
  const auto first = static_cast<unsigned char>(once[4]) + 256U * static_cast<unsigned char>(once[5]);
  std::string inward;
  for (std::uint64_t guess = first; inward.empty() && guess < first + 200; ++guess) {
    const std::string candidate = with(330, {guess}, 4);
    const auto at = static_cast<unsigned char>(candidate[4]) + 256U * static_cast<unsigned char>(candidate[5]);
    if (at == guess) inward = candidate;
  }
  std::string many = once;
  many[first] = '\xff';
  many[first + 1] = '\x7f';
  expect_all({
      {"loop", loop, "image.bad-structure", "page 4"},
      {"loop to itself", self, "image.bad-structure", "loop"},
      {"SubIFD", tiff_file({sub}), kPass, ""},
      {"SubIFD outside", tiff_file({broken}), "image.truncated", "SubIFD of page 1"},
      {"below itself", inward, "image.bad-structure", "loop"},
      {"32767 entries", many, "image.bad-header", "32767 entries"},
  });
  EXPECT_NE(observe(loop).find("mean_luma"), nullptr);  // measured, as the rules may allow it
  EXPECT_EQ(number(observe(tiff_file({page(), page()})), "frames"), 2);
}

TEST(Tiff, CompressedData) {
  TiffSpec spec = kGrey;
  spec.compression = 8;
  const TiffPagePlan deflated = tiff_page(spec, texture);
  spec.compression = 32773;
  const TiffPagePlan packed = tiff_page(spec, texture);
  const auto changed = [](TiffPagePlan plan, const std::string& piece) {
    plan.pieces[2] = piece;
    return tiff_file({plan});
  };
  const std::string piece = deflated.pieces[2];
  std::string adler = piece;
  adler.back() = static_cast<char>(adler.back() ^ 1);
  std::string damaged = piece;
  damaged[piece.size() / 2] = static_cast<char>(damaged[piece.size() / 2] ^ 0x55);
  std::string zeros = piece;
  zeros.replace(zeros.size() - 12, 12, 12, '\0');
  expect_all({
      {"sound", tiff_file({deflated}), kPass, ""},
      {"Adler-32", changed(deflated, adler), "image.corrupt-data", "data check"},
      {"no Adler-32", changed(deflated, piece.substr(0, piece.size() - 4)), "image.corrupt-data", "end of its zlib"},
      {"zeros at the end", changed(deflated, zeros), "image.corrupt-data", ""},
      {"damaged", changed(deflated, damaged), "image.corrupt-data", ""},
      {"half", changed(deflated, piece.substr(0, piece.size() / 2)), "image.corrupt-data", "libtiff"},
      {"no zlib stream", changed(deflated, "hello, world"), "image.corrupt-data", ""},
      {"too few rows", changed(deflated, zlib_stream(std::string(100, 'x'))), "image.corrupt-data", "libtiff"},
      {"bytes after the stream", changed(deflated, piece + "ab"), kPass, ""},
      {"a stream that does not end", changed(deflated, zlib_stream(std::string(1 << 20, 'x'))), "image.extra-data",
       "more than its 256 bytes"},
      {"PackBits, half", changed(packed, packed.pieces[2].substr(0, 100)), "image.corrupt-data", "libtiff"},
      {"raw, half", changed(page(), std::string(100, 'x')), "image.corrupt-data", "libtiff"},
  });
}

TiffPagePlan of_one_strip(const TiffSpec& spec, const std::string& strip) {
  TiffPagePlan plan = tiff_page(spec, texture);
  plan.pieces = {strip};
  plan.set(278, {spec.height}, 4);
  return plan;
}

// libtiff itself only warns of what its JPEG decoder complains of.
TEST(Tiff, JpegInside) {
  TiffSpec spec = kGrey;
  spec.compression = 7;
  const std::string grey = make_jpeg({32, 32, JpegModel::kGrey}, texture);
  const std::string colour = make_jpeg({32, 32, JpegModel::kYcc}, texture);
  std::string hole = grey;
  hole.replace(grey.size() - 300, 200, 200, '\0');
  TiffSpec ycc = rgb();
  ycc.compression = 7;
  ycc.photometric = 6;
  expect_all({
      {"grey", tiff_file({of_one_strip(spec, grey)}), kPass, ""},
      {"YCbCr", tiff_file({of_one_strip(ycc, colour)}), kPass, ""},
      {"half", tiff_file({of_one_strip(spec, grey.substr(0, grey.size() / 2))}), "image.corrupt-data", "JPEG"},
      {"a hole", tiff_file({of_one_strip(spec, hole)}), "image.corrupt-data", "JPEG"},
      {"no JPEG", tiff_file({of_one_strip(spec, "hello, world")}), "image.corrupt-data", "JPEG"},
  });
  EXPECT_NEAR(number(observe(tiff_file({of_one_strip(ycc, colour)})), "mean_luma"),
              number(observe(colour), "mean_luma"), 0.01);
}

TEST(Tiff, Fax) {
  TiffSpec spec = kGrey;
  spec.bits = 1;
  spec.photometric = 0;
  spec.compression = 4;
  // White lines are one bit each; then the end of the block, 000000000001 twice.
  const std::string white = "\xff\xff\xff\xff\x00\x10\x01"s;
  const Observation seen = observe(tiff_file({of_one_strip(spec, white)}));
  EXPECT_EQ(failure(seen), "");
  EXPECT_EQ(number(seen, "mean_luma"), 255);
  EXPECT_EQ(failure(observe(tiff_file({of_one_strip(spec, "\xff\xff\x00\x05\x77\x31\x00"s)}))), "image.corrupt-data");
}

// What only the library turns into colours.
TEST(Tiff, YcbcrWithoutJpeg) {
  TiffSpec spec = rgb();
  spec.photometric = 6;
  for (const unsigned tile : {0U, 16U}) {
    spec.tile = tile;
    TiffPagePlan plan = tiff_page(spec, [](unsigned x, unsigned, unsigned n) { return n == 0 ? 8 * x : 128; });
    plan.set(530, {1, 1});
    const Observation seen = observe(tiff_file({plan}));
    EXPECT_EQ(failure(seen), "");
    EXPECT_EQ(number(seen, "channels"), 3);
    EXPECT_NEAR(number(seen, "mean_luma"), 124, 1);
    EXPECT_EQ(number(seen, "sample_min"), 0);
  }
}

TEST(Tiff, FurtherPagesAreDecoded) {
  TiffSpec spec = kGrey;
  spec.compression = 8;
  TiffPagePlan second = tiff_page(spec, texture);
  second.pieces[0] = second.pieces[0].substr(0, 40);
  const Observation seen = observe(tiff_file({page(), second}));
  EXPECT_EQ(failure(seen), "image.corrupt-data");
  EXPECT_THAT(message(seen, "image.corrupt-data"), ::testing::HasSubstr("page 2"));
  EXPECT_NE(seen.find("mean_luma"), nullptr);
  const auto hash = [](const std::string& bytes) { return observe(bytes, {}, true).content_sha256; };
  EXPECT_NE(hash(tiff_file({page(), page()})), hash(tiff_file({page()})));
}

TEST(Tiff, BombsAreRefused) {
  const Options few{{"max_pixels", std::int64_t{32 * 32}}};
  EXPECT_EQ(failure(observe(tiff_file({page()}), few)), "");
  EXPECT_EQ(failure(observe(with(256, {33}), few)), "image.bomb");
  EXPECT_EQ(failure(observe(tiff_file(std::vector<TiffPagePlan>(9, page())), few)), "image.bomb");
  EXPECT_EQ(failure(observe(with(257, {0xffffffff}, 4))), "image.bomb");
  TiffPagePlan tiles = page();
  tiles.set(322, {0x7ffffff0}, 4);
  tiles.set(323, {0x7ffffff0}, 4);
  EXPECT_EQ(failure(observe(tiff_file({tiles}))), "image.bomb");
  EXPECT_EQ(failure(observe(with(256, {1 << 25}, 4))), "image.bomb");
  TiffPagePlan samples = page();
  samples.set(277, {65535});
  samples.set(258, {8});
  samples.set(257, {1'000'000}, 4);
  samples.set(278, {1'000'000}, 4);
  EXPECT_EQ(failure(observe(tiff_file({samples}))), "image.bomb");
}

// A few hundred kilobytes of directories that share everything cost no more than they are.
TEST(Tiff, HostileDirectoriesCostLittle) {
  TiffPagePlan plan = page();
  plan.set(60'000, std::vector<std::uint64_t>(100, 8), 4);
  const auto begin = std::chrono::steady_clock::now();
  const Observation seen = observe(tiff_file(std::vector<TiffPagePlan>(500, plan), {false, false, 499}));
  EXPECT_EQ(failure(seen), "image.bad-structure");
  // Each SubIFD is the same place: 20,000 times.
  EXPECT_NE(failure(observe(with(330, std::vector<std::uint64_t>(200'000, 8), 4))), "");
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(20));
}

TEST(Tiff, NothingIsInheritedFromTheFileBefore) {
  const std::vector<std::string> files{tiff_file({page()}), tiff_file({page()}).substr(0, 700),
                                       make_tiff(rgb(), texture), with(259, {4711}), make_png({}, texture)};
  const auto reused = image_check({}, true);
  for (const std::string& before : files) {
    for (const std::string& file : files) {
      observe(*reused, before);
      const Observation seen = observe(*reused, file);
      const Observation fresh = observe(file, {}, true);
      EXPECT_EQ(failure(seen), failure(fresh));
      EXPECT_EQ(seen.content_sha256, fresh.content_sha256);
      EXPECT_EQ(seen.measures.size(), fresh.measures.size());
    }
  }
}

}  // namespace
}  // namespace bcheck
