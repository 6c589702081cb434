// SPDX-License-Identifier: Apache-2.0
#include "render/canvas.h"

#include <algorithm>

#include "render/bitmap_font.h"

namespace bcheck {
namespace {

// The part of the box that is on the picture.
Box clipped(const Box& box, const Picture& picture) {
  Box out = box;
  out.x = std::min(box.x, picture.width);
  out.y = std::min(box.y, picture.height);
  out.width = std::min(box.width, picture.width - out.x);
  out.height = std::min(box.height, picture.height - out.y);
  return out;
}

}  // namespace

Canvas::Canvas(std::uint32_t width, std::uint32_t height, Rgb ground) {
  picture_.width = width;
  picture_.height = height;
  picture_.pixels.assign(std::size_t{width} * height, ground);
}

void Canvas::fill(const Box& box, Rgb colour) {
  const Box part = clipped(box, picture_);
  for (std::uint32_t y = part.y; y < part.y + part.height; ++y)
    std::fill_n(&picture_.at(part.x, y), part.width, colour);
}

void Canvas::frame(const Box& box, std::uint32_t thickness, Rgb colour) {
  const std::uint32_t across = std::min({thickness, box.width / 2, box.height / 2});
  fill({box.x, box.y, box.width, across}, colour);
  fill({box.x, box.y + box.height - across, box.width, across}, colour);
  fill({box.x, box.y, across, box.height}, colour);
  fill({box.x + box.width - across, box.y, across, box.height}, colour);
}

void Canvas::hatch(const Box& box, Rgb one, Rgb other) {
  constexpr std::uint32_t kStripe = 8;
  const Box part = clipped(box, picture_);
  for (std::uint32_t y = part.y; y < part.y + part.height; ++y) {
    for (std::uint32_t x = part.x; x < part.x + part.width; ++x) {
      picture_.at(x, y) = (x + y) / kStripe % 2 == 0 ? one : other;
    }
  }
}

void Canvas::place(const Box& box, const Picture& picture) {
  if (picture.width == 0 || picture.width > box.width || picture.height > box.height) return;
  const std::uint32_t scale = std::min(box.width / picture.width, box.height / picture.height);
  const std::uint32_t left = box.x + (box.width - scale * picture.width) / 2;
  const std::uint32_t top = box.y + (box.height - scale * picture.height) / 2;
  for (std::uint32_t y = 0; y < picture.height; ++y) {
    for (std::uint32_t x = 0; x < picture.width; ++x) {
      fill({left + x * scale, top + y * scale, scale, scale}, picture.at(x, y));
    }
  }
}

void Canvas::text(std::uint32_t x, std::uint32_t y, std::uint32_t scale, Rgb colour, std::string_view line) {
  for (std::size_t length = 0; !line.empty(); line.remove_prefix(length), x += scale * kAdvance) {
    const Glyph& glyph = glyph_of(line, length);
    for (std::uint32_t row = 0; row < kGlyphHeight; ++row) {
      for (std::uint32_t column = 0; column < kGlyphWidth; ++column) {
        if ((glyph[row] >> (kGlyphWidth - 1 - column) & 1U) == 0) continue;
        fill({x + column * scale, y + row * scale, scale, scale}, colour);
      }
    }
  }
}

}  // namespace bcheck
