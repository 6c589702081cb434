// SPDX-License-Identifier: Apache-2.0
// Small pictures for the demo batch and the golden cases: made by integer arithmetic, so the same everywhere.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace bcheck::demo {

struct Picture {
  unsigned width = 0;
  unsigned height = 0;
  std::vector<std::uint8_t> rgb;  // rows from the top, 3 bytes a pixel
};

// kind: "photo" (smooth shapes with grain; another seed is another picture), "black", "white", "flat" (one colour),
// "grey-half" (a photo whose lower half is the grey that libjpeg fills in for data that did not come).
// Throws std::invalid_argument for another kind or an empty picture.
Picture draw(std::string_view kind, unsigned width, unsigned height, std::uint64_t seed);

// A random sequence that is the same everywhere (splitmix64).
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}
  std::uint64_t next();
  unsigned below(unsigned limit) { return static_cast<unsigned>(next() >> 32) % limit; }

 private:
  std::uint64_t state_;
};

}  // namespace bcheck::demo
