// SPDX-License-Identifier: Apache-2.0
#include "render/canvas.h"

#include <gtest/gtest.h>

namespace bcheck {
namespace {

constexpr Rgb kGround{1, 1, 1};
constexpr Rgb kInk{200, 100, 50};
constexpr Rgb kOther{9, 9, 9};

std::size_t inked(const Canvas& canvas) {
  std::size_t count = 0;
  for (const Rgb& pixel : canvas.picture().pixels) count += pixel == kInk ? 1U : 0U;
  return count;
}

TEST(Canvas, FillsExactlyTheBox) {
  Canvas canvas(10, 8, kGround);
  canvas.fill({2, 3, 4, 2}, kInk);
  EXPECT_EQ(inked(canvas), 8U);
  EXPECT_EQ(canvas.picture().at(2, 3), kInk);
  EXPECT_EQ(canvas.picture().at(5, 4), kInk);
  EXPECT_EQ(canvas.picture().at(6, 4), kGround);
}

TEST(Canvas, WhatLiesOutsideIsNotDrawn) {
  for (const Box& box : {Box{8, 6, 100, 100}, Box{8, 6, 0xffffffff, 0xffffffff}}) {
    Canvas canvas(10, 8, kGround);
    canvas.fill(box, kInk);
    canvas.hatch(box, kInk, kInk);
    EXPECT_EQ(inked(canvas), 4U);
  }
  Canvas canvas(10, 8, kGround);
  canvas.fill({10, 0, 5, 5}, kInk);
  canvas.fill({0xfffffff0, 0xfffffff0, 5, 5}, kInk);
  canvas.text(9, 7, 1, kGround, "W");
  EXPECT_EQ(inked(canvas), 0U);
}

TEST(Canvas, AFrameIsInsideItsBox) {
  Canvas canvas(20, 20, kGround);
  canvas.frame({2, 2, 10, 8}, 2, kInk);
  EXPECT_EQ(inked(canvas), 10U * 8 - 6 * 4);
  EXPECT_EQ(canvas.picture().at(2, 2), kInk);
  EXPECT_EQ(canvas.picture().at(11, 9), kInk);
  EXPECT_EQ(canvas.picture().at(4, 4), kGround);
}

TEST(Canvas, HatchingHasBothColours) {
  Canvas canvas(32, 32, kGround);
  canvas.hatch({0, 0, 32, 32}, kInk, kOther);
  EXPECT_EQ(inked(canvas), 512U);
  EXPECT_EQ(canvas.picture().at(0, 0), kInk);
  EXPECT_EQ(canvas.picture().at(8, 0), kOther);
  EXPECT_EQ(canvas.picture().at(4, 4), kOther) << "diagonal";
}

TEST(Canvas, PlacesAPictureInTheMiddleAndEnlargesItByWholeNumbers) {
  Picture two{2, 1, {kInk, kOther}};
  Canvas canvas(20, 20, kGround);
  canvas.place({0, 0, 20, 20}, two);  // ten times
  EXPECT_EQ(inked(canvas), 100U);
  EXPECT_EQ(canvas.picture().at(0, 4), kGround);
  EXPECT_EQ(canvas.picture().at(0, 5), kInk);
  EXPECT_EQ(canvas.picture().at(9, 14), kInk);
  EXPECT_EQ(canvas.picture().at(10, 14), kOther);
  Canvas small(20, 20, kGround);
  small.place({5, 5, 3, 3}, two);  // once
  EXPECT_EQ(small.picture().at(5, 6), kInk);
  EXPECT_EQ(inked(small), 1U);
  small.place({0, 0, 1, 1}, two);  // does not fit
  small.place({0, 0, 9, 9}, Picture());
  EXPECT_EQ(inked(small), 1U);
}

TEST(Canvas, TextIsTheFontsPixels) {
  Canvas canvas(40, 40, kGround);
  canvas.text(1, 2, 1, kInk, "L");
  EXPECT_EQ(inked(canvas), 11U);
  EXPECT_EQ(canvas.picture().at(1, 2), kInk);
  EXPECT_EQ(canvas.picture().at(5, 8), kInk);
  EXPECT_EQ(canvas.picture().at(5, 2), kGround);
  Canvas large(40, 40, kGround);
  large.text(1, 2, 3, kInk, "L");
  EXPECT_EQ(inked(large), 99U);
  Canvas second(40, 40, kGround);
  second.text(0, 0, 2, kInk, " L");
  EXPECT_EQ(second.picture().at(12, 0), kInk) << "a blank is as wide as a letter";
}

}  // namespace
}  // namespace bcheck
