// SPDX-License-Identifier: Apache-2.0
// GIFs made in code, sound or broken in exactly one way, with an encoder of their own.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace bcheck::testing {

// The index of the pixel at (x, y).
using IndexAt = std::function<unsigned(unsigned x, unsigned y)>;

std::string short_word(unsigned value);  // 16 bits, little-endian

struct LzwSpec {
  bool first_clear = true;
  bool clear_when_full = true;  // otherwise the full table stays in use
  bool end_code = true;
};

// The codes of the indices, packed into bytes, without sub-blocks.
std::string gif_lzw(std::string_view indices, unsigned index_bits, const LzwSpec& spec = {});

// In sub-blocks of `most` bytes, with the terminator.
std::string sub_blocks(std::string_view data, std::size_t most = 255);

// Signature and logical screen, with a global table of 2^bits colours; without one if bits is 0.
std::string gif_screen(unsigned width, unsigned height, unsigned bits, std::string_view version = "89a");

// 2^bits colours that differ in all channels.
std::string gif_table(unsigned bits);

std::string gif_control(unsigned delay, unsigned disposal = 0, std::optional<unsigned> transparent = {});
std::string gif_extension(unsigned char label, std::string_view blocks);  // `blocks` with their terminator

struct GifImage {
  unsigned x = 0;
  unsigned y = 0;
  unsigned width = 16;
  unsigned height = 16;
  unsigned index_bits = 4;  // minimum code size
  bool interlaced = false;
  unsigned table_bits = 0;  // of a local table; 0 = none
};

// The descriptor and the local table, up to the data.
std::string gif_descriptor(const GifImage& image);
// In the order in which they are stored.
std::string gif_indices(const GifImage& image, const IndexAt& at);
std::string gif_image(const GifImage& image, const IndexAt& at, const LzwSpec& spec = {});
// The same with these bytes as LZW data.
std::string gif_image_of(const GifImage& image, std::string_view lzw);

// Any picture but a degenerate one, of 16 colours.
unsigned index_texture(unsigned x, unsigned y);

// A whole file of one frame that fills the screen, with a global table of 16 colours.
std::string make_gif(unsigned width = 16, unsigned height = 16);

}  // namespace bcheck::testing
