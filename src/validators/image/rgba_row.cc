// SPDX-License-Identifier: Apache-2.0
#include "validators/image/rgba_row.h"

#include <cstring>
#include <type_traits>

#include "validators/image/row_sums.h"

namespace bcheck::image {
namespace {

template <typename To>
struct Wide {  // from 16 bits in memory
  static To at(const unsigned char* samples, std::size_t i) {
    std::uint16_t sample = 0;
    std::memcpy(&sample, samples + 2 * i, sizeof sample);
    return static_cast<To>(sizeof(To) == 1 ? sample >> 8 : sample);
  }
};

template <typename To>
To widened(std::uint32_t sample) {
  return static_cast<To>(sizeof(To) == 1 ? sample : sample * 257);
}

template <typename To>
struct Narrow {  // from 8 bits
  static To at(const unsigned char* samples, std::size_t i) { return widened<To>(samples[i]); }
};

template <typename To, typename From>
void convert(const Raster& raster, const unsigned char* samples, std::size_t count, To* out) {
  constexpr auto kOpaque = static_cast<To>(~To{0});
  switch (raster.samples) {
    case Samples::kGrey:
    case Samples::kGreyAlpha: {
      const std::size_t step = samples_a_pixel(raster.samples);
      for (std::size_t i = 0; i < count; ++i, out += 4) {
        out[0] = out[1] = out[2] = From::at(samples, step * i);
        out[3] = step == 2 ? From::at(samples, step * i + 1) : kOpaque;
      }
      return;
    }
    case Samples::kRgb:
    case Samples::kRgba: {
      const std::size_t step = samples_a_pixel(raster.samples);
      for (std::size_t i = 0; i < count; ++i, out += 4) {
        for (std::size_t c = 0; c < 3; ++c) out[c] = From::at(samples, step * i + c);
        out[3] = step == 4 ? From::at(samples, step * i + 3) : kOpaque;
      }
      return;
    }
    case Samples::kIndex:
      for (std::size_t i = 0; i < count; ++i, out += 4) {
        const Colour& colour = raster.palette[samples[i]];
        out[0] = widened<To>(colour.red);
        out[1] = widened<To>(colour.green);
        out[2] = widened<To>(colour.blue);
        out[3] = raster.palette_alpha ? widened<To>(colour.alpha) : kOpaque;
      }
      return;
    case Samples::kCmyk:
      for (std::size_t i = 0; i < count; ++i, samples += 4, out += 4) {
        for (std::size_t c = 0; c < 3; ++c) {
          out[c] = widened<To>(divided_by_255(std::uint32_t{samples[c]} * samples[3]));
        }
        out[3] = kOpaque;
      }
      return;
  }
}

template <typename To>
void convert_any(const Raster& raster, const unsigned char* samples, std::size_t count, To* out) {
  raster.bits == 16 ? convert<To, Wide<To>>(raster, samples, count, out)
                    : convert<To, Narrow<To>>(raster, samples, count, out);
}

}  // namespace

void to_rgba8(const Raster& raster, const unsigned char* samples, std::size_t count, unsigned char* out) {
  convert_any(raster, samples, count, out);
}

void to_rgba16(const Raster& raster, const unsigned char* samples, std::size_t count, std::uint16_t* out) {
  convert_any(raster, samples, count, out);
}

}  // namespace bcheck::image
