// SPDX-License-Identifier: Apache-2.0
// What a directory of a TIFF says about its picture.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "validators/image/tiff_directory.h"

namespace bcheck::image {

// Sizes are checked as far as the decoder trusts them: nothing is 0, and products stay in 64 bits.
struct TiffPage {
  std::uint64_t at = 0;  // of the directory: how libtiff is told which page
  std::uint32_t width = 0;
  std::uint32_t height = 0;
  std::uint32_t bits = 1;     // a sample, 1 to 64
  std::uint32_t samples = 1;  // a pixel, 1 to 65535
  std::uint32_t format = 1;   // 1 unsigned, 2 signed, 3 floating point, 4 undefined, 5 and 6 complex
  std::uint32_t compression = 1;
  std::optional<std::uint32_t> photometric;
  bool separate = false;  // a plane for each sample
  bool tiled = false;
  std::uint32_t piece_width = 0;     // of a tile; of strips the width of the picture
  std::uint32_t piece_height = 0;    // of a tile; of strips the rows, at most those of the picture
  std::vector<std::uint32_t> extra;  // what each sample after the colours is: 1 and 2 are alpha

  std::uint64_t pieces_across() const { return (std::uint64_t{width} + piece_width - 1) / piece_width; }
  std::uint64_t pieces_down() const { return (std::uint64_t{height} + piece_height - 1) / piece_height; }
  // Strips or tiles that the picture needs, of all planes.
  std::uint64_t pieces() const { return pieces_across() * pieces_down() * (separate ? samples : 1); }
  // Bytes of a row of one piece as it is decoded, without subsampling.
  std::uint64_t piece_row_bytes() const {
    return (std::uint64_t{piece_width} * bits * (separate ? 1 : samples) + 7) / 8;
  }
};

struct TiffPageFault {
  std::string_view code;
  std::string message;
};

struct TiffPageRead {
  TiffPage page;
  std::optional<TiffPageFault> fault;  // then the page is not to be decoded
};

// All values that lie in the file are looked at, also where the directory does not end in it.
TiffPageRead read_tiff_page(const TiffFile& file, const TiffDirectory& directory);

}  // namespace bcheck::image
