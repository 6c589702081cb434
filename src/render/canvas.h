// SPDX-License-Identifier: Apache-2.0
// Drawing into a picture: rectangles, hatching, other pictures, text. What lies outside is not drawn.
#pragma once

#include <cstdint>
#include <string_view>

#include "bcheck/picture.h"

namespace bcheck {

// In pixels, from the top left corner.
struct Box {
  std::uint32_t x = 0;
  std::uint32_t y = 0;
  std::uint32_t width = 0;
  std::uint32_t height = 0;
};

class Canvas {
 public:
  Canvas(std::uint32_t width, std::uint32_t height, Rgb ground);

  void fill(const Box& box, Rgb colour);
  // The border inside the box.
  void frame(const Box& box, std::uint32_t thickness, Rgb colour);
  // Diagonal stripes of both colours.
  void hatch(const Box& box, Rgb one, Rgb other);
  // In the middle of the box, which it fits, enlarged by the largest whole number that it allows.
  void place(const Box& box, const Picture& picture);
  // One line, its top left corner there; each pixel of the font a square of `scale`.
  void text(std::uint32_t x, std::uint32_t y, std::uint32_t scale, Rgb colour, std::string_view line);

  const Picture& picture() const { return picture_; }

 private:
  Picture picture_;
};

}  // namespace bcheck
