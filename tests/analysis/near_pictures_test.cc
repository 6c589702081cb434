// SPDX-License-Identifier: Apache-2.0
#include "analysis/near_pictures.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

#include "support/temp_dir.h"

namespace bcheck {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;

struct Side {
  std::int64_t width = 64, height = 48;
  double stddev = 50;
  std::string dhash = "00000000000000ff";
  std::int64_t depth = 8, frames = 1;
};

Outcome picture(const Side& side) {
  Outcome out;
  out.status = Status::kPass;
  out.path = "k";
  out.measures = {{"width", side.width},
                  {"height", side.height},
                  {"frames", side.frames},
                  {"bit_depth", side.depth},
                  {"channel_stddev", side.stddev}};
  if (!side.dhash.empty()) out.measures.push_back({"dhash", side.dhash});
  return out;
}

TEST(PictureMeter, KnowsPicturesOnly) {
  PictureMeter meter({}, {});
  Outcome text;
  text.measures = {{"bytes", std::int64_t{3}}, {"chars", std::int64_t{3}}};
  EXPECT_TRUE(meter.knows(picture({}), picture({})));
  EXPECT_FALSE(meter.knows(picture({}), text));
  EXPECT_FALSE(meter.knows(text, picture({})));
}

TEST(PictureMeter, ByTheHashesOfTheReports) {
  const struct {
    const char* name;
    Side before, after;
    Likeness want;
    const char* told;
  } cases[]{
      {"equal hashes", {}, {}, Likeness::kNear, "0 of 64 bits (by the reports' hashes alone)"},
      {"at the limit", {}, {64, 48, 50, "00000000000ffcff"}, Likeness::kNear, "10 of 64"},
      {"one beyond it", {}, {64, 48, 50, "00000000001ffcff"}, Likeness::kFar, "11 of 64"},
      {"another size", {}, {64, 47, 50}, Likeness::kFar, "64 x 48 and 64 x 47 pixels"},
      {"no structure", {}, {64, 48, 1.9}, Likeness::kUnknown, "the hash says nothing"},
      {"structure of 16 bits", {}, {64, 48, 500, "00000000000000ff", 16}, Likeness::kUnknown, "the hash says nothing"},
      {"an older report", {}, {64, 48, 50, ""}, Likeness::kUnknown, "no dhash"},
      {"a report that was tampered with", {}, {64, 48, 50, "00000000000000fg"}, Likeness::kUnknown, "no dhash"},
      {"animations", {64, 48, 50, "0000000000000000", 8, 3}, {}, Likeness::kUnknown, "an animation"},
  };
  PictureMeter meter({}, {});
  for (const auto& c : cases) {
    SCOPED_TRACE(c.name);
    const auto seen = meter.measure(picture(c.before), picture(c.after));
    ASSERT_TRUE(seen);
    EXPECT_EQ(seen->likeness, c.want);
    EXPECT_THAT(seen->told, HasSubstr(c.told));
    EXPECT_TRUE(seen->by_report);
  }
}

// Answers what it was told, and counts.
class Told final : public PictureReader {
 public:
  Result<PictureDistance> answer = PictureDistance{};
  int asked = 0;

  Result<Thumbnail> thumbnail(Bytes, std::uint32_t) override { return incomplete("not asked for"); }
  Result<PictureDistance> compare(Bytes, Bytes) override {
    ++asked;
    return answer;
  }
};

PictureDistance apart(std::uint64_t hash, std::optional<double> psnr, double stddev = 50) {
  return {{64, 48, stddev, 0}, {64, 48, stddev, hash}, false, psnr};
}

TEST(PictureMeter, ByPixelsHashAndPsnrBothHaveToBeNear) {
  const test::TempDir dir;
  dir.write("k", "bytes");
  const ProductFolder folder = ProductFolder::open(dir.path()).value();
  Told told;
  PictureMeter meter({}, PictureMeter::Products{folder, folder, told});
  PictureDistance same = apart(0, std::numeric_limits<double>::infinity());
  same.same_pixels = true;
  PictureDistance other_size = apart(0, {});
  other_size.b.height = 24;
  const struct {
    const char* name;
    PictureDistance distance;
    Likeness want;
    std::vector<std::pair<std::string_view, double>> distances;
  } cases[]{
      {"the same pixels", same, Likeness::kSameContent, {}},
      {"both near", apart(0x3, 30), Likeness::kNear, {{"hamming", 2}, {"psnr", 30}}},
      {"noise", apart(0, 29.9), Likeness::kFar, {{"hamming", 0}, {"psnr", 29.9}}},
      {"another scene", apart(0x7ff, 31), Likeness::kFar, {{"hamming", 11}, {"psnr", 31}}},
      {"hardly any structure, and hardly any error",
       apart(~0ULL, 40, 1),
       Likeness::kNear,
       {{"hamming", 64}, {"psnr", 40}}},
      {"hardly any structure, and as much error", apart(0, 39, 1), Likeness::kFar, {{"hamming", 0}, {"psnr", 39}}},
      {"another size", other_size, Likeness::kFar, {}},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.name);
    told.answer = c.distance;
    const auto seen = meter.measure(picture({}), picture({}));
    ASSERT_TRUE(seen);
    EXPECT_EQ(seen->likeness, c.want);
    EXPECT_EQ(seen->distances, c.distances);
    EXPECT_FALSE(seen->by_report);
    EXPECT_FALSE(seen->told.empty());
  }
  PictureMeter strict({0, 35}, PictureMeter::Products{folder, folder, told});
  told.answer = apart(0, 34);
  EXPECT_EQ(strict.measure(picture({}), picture({}))->likeness, Likeness::kFar);
  told.answer = apart(1, 36);
  EXPECT_EQ(strict.measure(picture({}), picture({}))->likeness, Likeness::kFar);
  told.answer = apart(0, 36);
  EXPECT_EQ(strict.measure(picture({}), picture({}))->likeness, Likeness::kNear);
}

TEST(PictureMeter, WhatCannotBeLookedAtIsUnknownAndNeverNear) {
  const test::TempDir dir;
  dir.write("k", "bytes");
  const ProductFolder folder = ProductFolder::open(dir.path()).value();
  Told told;
  PictureMeter meter({}, PictureMeter::Products{folder, folder, told});
  told.answer = incomplete("decoding: it crashed (signal 11)");
  const auto crashed = meter.measure(picture({}), picture({}));
  ASSERT_TRUE(crashed);
  EXPECT_EQ(crashed->likeness, Likeness::kUnknown);
  EXPECT_THAT(crashed->told, HasSubstr("signal 11"));
  EXPECT_THAT(crashed->distances, IsEmpty());

  told.asked = 0;
  Outcome gone = picture({});
  gone.path = "gone";
  const auto missing = meter.measure(picture({}), gone);
  ASSERT_TRUE(missing);
  EXPECT_EQ(missing->likeness, Likeness::kUnknown) << "equal hashes in the reports do not replace the products";
  EXPECT_THAT(missing->told, HasSubstr("the new one: it cannot be opened"));
  EXPECT_EQ(told.asked, 0);

  told.answer = tl::unexpected(Error{ErrorKind::kInterrupted, "interrupted", {}});
  const auto interrupted = meter.measure(picture({}), picture({}));
  ASSERT_FALSE(interrupted);
  EXPECT_EQ(interrupted.error().kind, ErrorKind::kInterrupted);
}

}  // namespace
}  // namespace bcheck
