// SPDX-License-Identifier: Apache-2.0
// The pixels of a BMP: from rows as they are stored to samples as raster.h has them.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "validators/image/bmp_header.h"
#include "validators/image/raster.h"

namespace bcheck::image {

// Up to 8 bits a pixel are indices, 24 are RGB, 16 and 32 are RGB or, with a mask for it, RGBA: of 8 bits a sample if
// no mask has more, otherwise of 16. A sample of n bits is scaled to them as v (2^8 - 1) / (2^n - 1), rounded. The
// fourth byte of a pixel that no mask claims is padding, whatever it holds.
class BmpRows {
 public:
  explicit BmpRows(const BmpHeader& header);

  const Raster& raster() const { return raster_; }
  unsigned sample_bits() const { return sample_bits_; }  // of the widest sample as it is stored, or of an index

  // `stored` is a row without its padding. The samples are valid until the next call, or as long as `stored` is.
  const unsigned char* samples(const unsigned char* stored);

 private:
  struct Channel {
    unsigned shift = 0;
    std::uint32_t most = 0;                     // the largest value; 0 = there is no mask
    std::array<unsigned char, 256> to_eight{};  // of up to 8 bits
  };

  void set_channels();
  void unpack_indices(const unsigned char* stored);
  void swap_colours(const unsigned char* stored);
  template <typename Pixel>
  void take_channels(const unsigned char* stored);

  const BmpHeader& header_;
  Raster raster_;
  unsigned sample_bits_ = 8;
  std::size_t samples_ = 0;  // a pixel
  std::array<Channel, 4> channels_;
  std::vector<unsigned char> row_;
};

}  // namespace bcheck::image
