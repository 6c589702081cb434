// SPDX-License-Identifier: Apache-2.0
#include "validators/text/sketch.h"

#include <gtest/gtest.h>

#include <bit>

#include "validators/text/observe.h"

namespace bcheck::test {
namespace {

std::uint64_t sketch_of(std::string_view text) {
  return std::stoull(std::get<std::string>(*judged(text).observation.find("sketch")), nullptr, 16);
}

int distance(std::string_view a, std::string_view b) {
  return std::popcount(sketch_of(a) ^ sketch_of(b));
}

TEST(Sketch, NearAndFarTexts) {
  int farthest_near = 0;
  int nearest_far = 64;
  int sum_near = 0;
  int sum_far = 0;
  constexpr int kTexts = 40;
  for (std::uint32_t seed = 0; seed < kTexts; ++seed) {
    const std::string text = varied(1200, 100 + seed);  // about 200 words
    std::string edited = text;
    const std::size_t word = text.find(' ', 600) + 1;
    edited.replace(word, text.find(' ', word) - word, "elsewhere");
    const int near = distance(text, edited);
    const int far = distance(text, varied(1200, 500 + seed));
    farthest_near = std::max(farthest_near, near);
    nearest_far = std::min(nearest_far, far);
    sum_near += near;
    sum_far += far;
  }
  EXPECT_LE(farthest_near, 12);
  EXPECT_LE(sum_near / kTexts, 6);
  EXPECT_GT(sum_near, 0);
  EXPECT_GE(nearest_far, 16);
  EXPECT_NEAR(sum_far / kTexts, 32, 3);
}

TEST(Sketch, WhatMakesNoDifference) {
  const std::string text = varied(500).substr(1);
  std::string lines = text;
  std::replace(lines.begin(), lines.end(), ' ', '\n');
  EXPECT_EQ(sketch_of(text), sketch_of(lines));
  EXPECT_EQ(sketch_of(text), sketch_of("\xEF\xBB\xBF  " + text + "\r\n\r\n"));
  EXPECT_NE(sketch_of(text), sketch_of(text.substr(8)));
}

// The definition, by the book.
std::uint64_t slowly(std::string text) {
  if (text.size() < 16) text.resize(16, '\0');
  std::array<int, 64> votes{};
  for (std::size_t i = 0; i + 16 <= text.size(); ++i) {
    std::array<std::uint64_t, 2> half{};
    for (std::size_t k = 0; k < 16; ++k) {
      half[k / 8] |= std::uint64_t{static_cast<unsigned char>(text[i + k])} << (k % 8 * 8);
    }
    const std::uint64_t a = half[0] ^ 0xA0761D6478BD642FU;
    const std::uint64_t b = half[1] ^ 0xE7037ED1A0B428DBU;
    // The 128 bits of the product from four products of 32.
    const std::uint64_t low = (a & 0xFFFFFFFF) * (b & 0xFFFFFFFF);
    const std::uint64_t cross = (a >> 32) * (b & 0xFFFFFFFF) + (low >> 32);
    const std::uint64_t other = (a & 0xFFFFFFFF) * (b >> 32) + (cross & 0xFFFFFFFF);
    const std::uint64_t high = (a >> 32) * (b >> 32) + (cross >> 32) + (other >> 32);
    const std::uint64_t hash = (other << 32 | (low & 0xFFFFFFFF)) ^ high;
    for (unsigned bit = 0; bit < 64; ++bit) votes[bit] += (hash >> bit & 1) != 0 ? 1 : -1;
  }
  std::uint64_t value = 0;
  for (unsigned bit = 0; bit < 64; ++bit) value |= std::uint64_t{votes[bit] > 0} << bit;
  return value;
}

TEST(Sketch, IsAsDefined) {
  for (std::size_t n = 1; n < 300; ++n) {
    const std::string text = varied(n, static_cast<std::uint32_t>(n)) + ".";
    Sketch sketch;
    sketch.add(text);
    EXPECT_EQ(sketch.value(), slowly(text)) << n;
  }
  Sketch sketch;
  EXPECT_EQ(sketch.value(), 0U);
  EXPECT_EQ(sketch_text(0xAB), "00000000000000ab");
  EXPECT_EQ(sketch_of("The red chair stood by the window."), slowly("The red chair stood by the window. "));
}

}  // namespace
}  // namespace bcheck::test
