// SPDX-License-Identifier: Apache-2.0
#include "validators/image/bmp_rows.h"

#include <algorithm>
#include <bit>
#include <cstring>

#include "validators/image/palette.h"

namespace bcheck::image {

BmpRows::BmpRows(const BmpHeader& header) : header_(header) {
  raster_.width = header.width;
  raster_.height = header.height;
  raster_.interlaced = header.data == BmpData::kRunLength;  // comes from the bottom up
  if (header.bits <= 8) {
    raster_.samples = Samples::kIndex;
    sample_bits_ = header.bits;
    set_palette(header.palette, header.entry, ColourOrder::kBgr, raster_);
  } else if (header.bits == 24) {
    raster_.samples = Samples::kRgb;
  } else {
    set_channels();
  }
  samples_ = samples_a_pixel(raster_.samples);
  row_.resize(std::size_t{header.width} * samples_ * raster_.bits / 8);
}

void BmpRows::set_channels() {
  raster_.samples = header_.masks[3] == 0 ? Samples::kRgb : Samples::kRgba;
  unsigned widest = 0;
  for (std::size_t c = 0; c < channels_.size(); ++c) {
    const std::uint32_t mask = header_.masks[c];
    if (mask == 0) continue;
    Channel& channel = channels_[c];
    channel.shift = static_cast<unsigned>(std::countr_zero(mask));
    channel.most = mask >> channel.shift;
    widest = std::max(widest, static_cast<unsigned>(std::popcount(mask)));
    for (std::uint32_t v = 0; v <= std::min(channel.most, 255U); ++v) {
      channel.to_eight[v] = static_cast<unsigned char>((v * 255 + channel.most / 2) / channel.most);
    }
  }
  sample_bits_ = std::min(widest, 16U);
  raster_.bits = widest > 8 ? 16 : 8;
}

void BmpRows::unpack_indices(const unsigned char* stored) {
  const unsigned bits = header_.bits;
  const unsigned mask = (1U << bits) - 1;
  const unsigned a_byte = 8 / bits;
  for (std::uint32_t x = 0; x < header_.width; x += a_byte) {
    const unsigned byte = *stored++;
    const unsigned count = std::min(a_byte, header_.width - x);
    for (unsigned i = 0; i < count; ++i) {
      row_[x + i] = static_cast<unsigned char>(byte >> (8 - bits * (i + 1)) & mask);
    }
  }
}

void BmpRows::swap_colours(const unsigned char* stored) {
  unsigned char* out = row_.data();
  for (std::uint32_t x = 0; x < header_.width; ++x, stored += 3, out += 3) {
    out[0] = stored[2];
    out[1] = stored[1];
    out[2] = stored[0];
  }
}

template <typename Pixel>
void BmpRows::take_channels(const unsigned char* stored) {
  unsigned char* out = row_.data();
  for (std::uint32_t x = 0; x < header_.width; ++x, stored += sizeof(Pixel)) {
    Pixel pixel = 0;
    std::memcpy(&pixel, stored, sizeof pixel);  // little-endian, as the platforms are
    for (std::size_t c = 0; c < samples_; ++c) {
      const Channel& channel = channels_[c];
      const std::uint32_t value = (pixel >> channel.shift) & channel.most;
      if (raster_.bits == 8) {
        *out++ = channel.to_eight[value];
        continue;
      }
      const std::uint64_t most = std::max(channel.most, 1U);
      const auto wide = static_cast<std::uint16_t>((std::uint64_t{value} * 65535 + most / 2) / most);
      std::memcpy(out, &wide, sizeof wide);
      out += sizeof wide;
    }
  }
}

const unsigned char* BmpRows::samples(const unsigned char* stored) {
  switch (header_.bits) {
    case 8: return stored;
    case 16: take_channels<std::uint16_t>(stored); break;
    case 24: swap_colours(stored); break;
    case 32: take_channels<std::uint32_t>(stored); break;
    default: unpack_indices(stored); break;
  }
  return row_.data();
}

}  // namespace bcheck::image
