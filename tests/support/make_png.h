// SPDX-License-Identifier: Apache-2.0
// PNGs made in code, sound or broken in exactly one way. Written with zlib alone, so that they do not share a mistake
// with the library under test.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace bcheck::testing {

// The n-th sample of the pixel at (x, y), of `depth` bits.
using SampleAt = std::function<unsigned(unsigned x, unsigned y, unsigned n)>;

struct PngSpec {
  unsigned width = 16;
  unsigned height = 16;
  unsigned depth = 8;
  unsigned colour = 2;  // 0 grey, 2 RGB, 3 palette, 4 grey and alpha, 6 RGBA
  bool interlaced = false;
  unsigned filter = 0;  // of every row; 5 = each in turn
};

std::string png_signature();
std::string word(std::uint32_t value);  // big-endian

// Length, type, data and CRC. `crc_error` is xor-ed to the CRC.
std::string png_chunk(std::string_view type, std::string_view data, std::uint32_t crc_error = 0);
std::string png_header(const PngSpec& spec);  // the IHDR chunk

// The filtered scanlines of all passes.
std::string png_scanlines(const PngSpec& spec, const SampleAt& at);
std::string zlib_stream(std::string_view data, int level = 6);

// A whole sound file; `before_data` are chunks between IHDR and IDAT, `after_data` between IDAT and IEND.
std::string make_png(const PngSpec& spec, const SampleAt& at, std::string_view before_data = "",
                     std::string_view after_data = "");
// The same with these compressed data.
std::string png_of_data(const PngSpec& spec, std::string_view compressed, std::string_view before_data = "",
                        std::string_view after_data = "");

// Any picture but a degenerate one: a gradient with some texture.
unsigned texture(unsigned x, unsigned y, unsigned n);

// acTL, fcTL and fdAT.
std::string animation_control(std::uint32_t frames);
std::string frame_control(std::uint32_t sequence, std::uint32_t width, std::uint32_t height, std::uint32_t x = 0,
                          std::uint32_t y = 0, unsigned dispose = 0, unsigned blend = 0);
std::string frame_data(std::uint32_t sequence, std::string_view compressed);

}  // namespace bcheck::testing
