// SPDX-License-Identifier: Apache-2.0
// Pictures outside of the validators: small ones to look at, and how far two are apart.
//
// validators/image decodes them, run/pictures.h does so in a process of its own, and the command line hands that to the
// rooms that compare (analysis) and show (render), which know no decoder.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "bcheck/artifact.h"
#include "bcheck/error.h"

namespace bcheck {

struct Rgb {
  unsigned char red = 0;
  unsigned char green = 0;
  unsigned char blue = 0;

  bool operator==(const Rgb&) const = default;
};

// Rows from the top, without padding: pixels.size() = width * height. Either both sides are above 0, or neither is.
struct Picture {
  std::uint32_t width = 0;
  std::uint32_t height = 0;
  std::vector<Rgb> pixels;

  Rgb& at(std::uint32_t x, std::uint32_t y) { return pixels[std::size_t{y} * width + x]; }
  const Rgb& at(std::uint32_t x, std::uint32_t y) const { return pixels[std::size_t{y} * width + x]; }
};

// The first frame of a picture, at most so large, over a light chequered ground where it is transparent.
struct Thumbnail {
  Picture picture;           // empty if not one pixel could be decoded
  std::uint32_t width = 0;   // of the whole picture, as declared; 0 if that could not be read
  std::uint32_t height = 0;  // likewise
  bool whole = false;        // every pixel came; those that did not are magenta stripes
  std::string why;           // not whole: what was wrong, in the validator's words
};

// Levels are of 8 bits a sample: 0 to 255.
struct PictureFacts {
  std::uint32_t width = 0;
  std::uint32_t height = 0;
  double stddev = 0;                   // the measure channel_stddev, of 16 bits a sample divided by 257
  std::optional<std::uint64_t> dhash;  // the measure of that name; nothing if a report does not have it
};

// How far two pictures are apart: the first frames, decoded. Colour profiles and orientations are not applied.
struct PictureDistance {
  PictureFacts a;
  PictureFacts b;
  bool same_pixels = false;  // of one size, and R, G, B and alpha of every pixel are equal (no alpha = opaque)
  // 10 log10(255^2 / MSE) in dB, where MSE is the mean of the squared differences, in levels, over R, G and B of every
  // pixel, and over alpha too if one of the two is not opaque. Infinite for the same pixels. Nothing where the sizes
  // differ: there is no definition without resizing one of them.
  std::optional<double> psnr;
};

// Reads files that anybody may have made: whatever their bytes, a call comes back within its bounds of time and memory.
class PictureReader {
 public:
  virtual ~PictureReader() = default;

  // `side` is the most pixels of its longer side, 1 to kMostThumbnail; smaller pictures stay as they are. What is no
  // picture or a damaged one is no error: `why` tells. An error says that it could not be looked at.
  virtual Result<Thumbnail> thumbnail(Bytes bytes, std::uint32_t side) = 0;

  // An error says why they could not be compared: one of them is damaged, an animation, or too large.
  virtual Result<PictureDistance> compare(Bytes a, Bytes b) = 0;
};

inline constexpr std::uint32_t kMostThumbnail = 1024;

}  // namespace bcheck
