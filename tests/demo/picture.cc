// SPDX-License-Identifier: Apache-2.0
#include "demo/picture.h"

#include <algorithm>
#include <array>
#include <stdexcept>
#include <string>

namespace bcheck::demo {
namespace {

// A triangle wave of period 512 between 0 and 255.
int wave(unsigned at) {
  const unsigned phase = at % 512;
  return static_cast<int>(phase < 256 ? phase : 511 - phase);
}

Picture photo(unsigned width, unsigned height, std::uint64_t seed) {
  Random random(seed);
  struct Wave {
    unsigned across, down, start;
  };
  std::array<std::array<Wave, 2>, 3> waves;
  for (auto& channel : waves) {
    for (Wave& w : channel) w = {1 + random.below(1200) / width, 1 + random.below(1200) / height, random.below(512)};
  }
  Picture picture{width, height, {}};
  picture.rgb.reserve(std::size_t{3} * width * height);
  for (unsigned y = 0; y < height; ++y) {
    for (unsigned x = 0; x < width; ++x) {
      const int grain = static_cast<int>(random.below(17)) - 8;
      for (const auto& channel : waves) {
        int sum = 0;
        for (const Wave& w : channel) sum += wave(x * w.across + y * w.down + w.start);
        picture.rgb.push_back(static_cast<std::uint8_t>(std::clamp(sum / 2 + grain, 0, 255)));
      }
    }
  }
  return picture;
}

Picture filled(unsigned width, unsigned height, std::array<std::uint8_t, 3> colour) {
  Picture picture{width, height, {}};
  for (std::size_t i = 0; i < std::size_t{3} * width * height; ++i) picture.rgb.push_back(colour[i % 3]);
  return picture;
}

}  // namespace

std::uint64_t Random::next() {
  std::uint64_t z = state_ += 0x9E3779B97F4A7C15;
  z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9;
  z = (z ^ z >> 27) * 0x94D049BB133111EB;
  return z ^ z >> 31;
}

Picture draw(std::string_view kind, unsigned width, unsigned height, std::uint64_t seed) {
  if (width == 0 || height == 0 || width > 65500 || height > 65500) throw std::invalid_argument("no such size");
  if (kind == "photo") return photo(width, height, seed);
  if (kind == "black") return filled(width, height, {0, 0, 0});
  if (kind == "white") return filled(width, height, {255, 255, 255});
  if (kind == "flat") return filled(width, height, {90, 120, 160});
  if (kind == "grey-half") {
    Picture picture = photo(width, height, seed);
    std::fill(picture.rgb.begin() + static_cast<std::ptrdiff_t>(picture.rgb.size() / 2), picture.rgb.end(),
              std::uint8_t{128});
    return picture;
  }
  throw std::invalid_argument("no such picture: " + std::string(kind));
}

}  // namespace bcheck::demo
