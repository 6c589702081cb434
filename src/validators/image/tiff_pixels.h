// SPDX-License-Identifier: Apache-2.0
// The samples of one page of a TIFF, by libtiff: the side that can be exchanged for another decoder.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "bcheck/artifact.h"
#include "validators/image/tiff_page.h"

namespace bcheck::image {

// A part of a row as libtiff leaves it: samples of `bits` bits, packed from the high bit of the first byte on, or,
// where they are 16, 24, 32 or 64 bits wide, in the machine's byte order.
struct TiffRowPiece {
  const unsigned char* bytes = nullptr;
  std::uint32_t x = 0;
  std::uint32_t count = 0;  // pixels
  int plane = -1;           // which sample of a pixel they are; -1: all, interleaved
};

class TiffRowSink {
 public:
  virtual ~TiffRowSink() = default;
  // From top to bottom, each row once; its pieces cover it. Valid during the call.
  virtual void row(std::uint32_t y, std::span<const TiffRowPiece> pieces) = 0;
};

struct TiffDecoded {
  bool every_pixel = false;
  std::string_view code;  // empty: sound
  std::string complaint;
};

// More than that is not allocated for one piece, or one row of pieces.
inline constexpr std::uint64_t kMostTiffBand = std::uint64_t{1} << 30;

// Photometric interpretations and compressions that only the library turns into colours: YCbCr, CIE L*a*b*, LogLuv.
// Their rows are 8-bit RGB, interleaved.
bool decodes_to_rgb(const TiffPage& page);

// Whether the library was built with that compression.
bool has_codec(const TiffPage& page);

class TiffDecoder {
 public:
  explicit TiffDecoder(Bytes bytes);  // which outlive it
  ~TiffDecoder();
  TiffDecoder(const TiffDecoder&) = delete;
  TiffDecoder& operator=(const TiffDecoder&) = delete;

  // The page has passed the walk, and its size the limits. Throws std::bad_alloc.
  TiffDecoded decode(const TiffPage& page, TiffRowSink& sink);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

std::string tiff_decoder();  // "libtiff 4.5.0", as it is at run time

}  // namespace bcheck::image
