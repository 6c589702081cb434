// SPDX-License-Identifier: Apache-2.0
#include "support/make_png.h"

#include <zlib.h>

#include <algorithm>
#include <array>
#include <cstdlib>

namespace bcheck::testing {
namespace {

constexpr std::array<unsigned, 7> kChannels{1, 0, 3, 1, 2, 0, 4};  // by colour type

struct Pass {
  unsigned x, y, x_step, y_step;
};
constexpr std::array<Pass, 7> kPasses{
    {{0, 0, 8, 8}, {4, 0, 8, 8}, {0, 4, 4, 8}, {2, 0, 4, 4}, {0, 2, 2, 4}, {1, 0, 2, 2}, {0, 1, 1, 2}}};

char as_char(unsigned value) {
  return static_cast<char>(static_cast<unsigned char>(value & 0xff));
}
int as_int(char c) {
  return static_cast<unsigned char>(c);
}

std::string packed_row(const PngSpec& spec, const SampleAt& at, const Pass& pass, unsigned y) {
  std::string row;
  unsigned bits = 0;
  unsigned filled = 0;
  for (unsigned x = pass.x; x < spec.width; x += pass.x_step) {
    for (unsigned n = 0; n < kChannels.at(spec.colour); ++n) {
      const unsigned sample = at(x, y, n);
      if (spec.depth == 16) {
        row += as_char(sample >> 8);
        row += as_char(sample);
        continue;
      }
      bits = bits << spec.depth | (sample & ((1U << spec.depth) - 1));
      filled += spec.depth;
      if (filled == 8) {
        row += as_char(bits);
        bits = filled = 0;
      }
    }
  }
  if (filled > 0) row += as_char(bits << (8 - filled));
  return row;
}

int paeth(int a, int b, int c) {
  const int p = a + b - c;
  const int pa = std::abs(p - a);
  const int pb = std::abs(p - b);
  const int pc = std::abs(p - c);
  if (pa <= pb && pa <= pc) return a;
  return pb <= pc ? b : c;
}

std::string filtered(const std::string& row, const std::string& above, unsigned filter, std::size_t step) {
  std::string out(1, as_char(filter));
  for (std::size_t i = 0; i < row.size(); ++i) {
    const int left = i < step ? 0 : as_int(row[i - step]);
    const int up = above.empty() ? 0 : as_int(above[i]);
    const int corner = i < step || above.empty() ? 0 : as_int(above[i - step]);
    const std::array<int, 5> predictions{0, left, up, (left + up) / 2, paeth(left, up, corner)};
    out += as_char(static_cast<unsigned>(as_int(row[i]) - predictions.at(filter)));
  }
  return out;
}

}  // namespace

std::string png_signature() {
  return "\x89PNG\r\n\x1a\n";
}

std::string word(std::uint32_t value) {
  std::string out;
  for (int shift = 24; shift >= 0; shift -= 8) out += as_char(value >> shift);
  return out;
}

std::string png_chunk(std::string_view type, std::string_view data, std::uint32_t crc_error) {
  std::string body(type);
  body += data;
  const auto crc = crc32(0, reinterpret_cast<const Bytef*>(body.data()), static_cast<uInt>(body.size()));
  return word(static_cast<std::uint32_t>(data.size())) + body + word(static_cast<std::uint32_t>(crc) ^ crc_error);
}

std::string png_header(const PngSpec& spec) {
  std::string data = word(spec.width) + word(spec.height);
  data += as_char(spec.depth);
  data += as_char(spec.colour);
  data += std::string(2, '\0');
  data += as_char(spec.interlaced ? 1 : 0);
  return png_chunk("IHDR", data);
}

std::string png_scanlines(const PngSpec& spec, const SampleAt& at) {
  std::string out;
  const std::size_t step = std::max(1U, kChannels.at(spec.colour) * spec.depth / 8);
  for (std::size_t p = 0; p < (spec.interlaced ? kPasses.size() : 1); ++p) {
    const Pass pass = spec.interlaced ? kPasses.at(p) : Pass{0, 0, 1, 1};
    if (pass.x >= spec.width) continue;
    std::string above;
    unsigned filter = 0;
    for (unsigned y = pass.y; y < spec.height; y += pass.y_step) {
      std::string row = packed_row(spec, at, pass, y);
      out += filtered(row, above, spec.filter == 5 ? filter++ % 5 : spec.filter, step);
      above = std::move(row);
    }
  }
  return out;
}

std::string zlib_stream(std::string_view data, int level) {
  uLongf size = compressBound(static_cast<uLong>(data.size()));
  std::string out(size, '\0');
  compress2(reinterpret_cast<Bytef*>(out.data()), &size, reinterpret_cast<const Bytef*>(data.data()),
            static_cast<uLong>(data.size()), level);
  out.resize(size);
  return out;
}

std::string png_of_data(const PngSpec& spec, std::string_view compressed, std::string_view before_data,
                        std::string_view after_data) {
  return png_signature() + png_header(spec) + std::string(before_data) + png_chunk("IDAT", compressed) +
         std::string(after_data) + png_chunk("IEND", "");
}

std::string make_png(const PngSpec& spec, const SampleAt& at, std::string_view before_data,
                     std::string_view after_data) {
  return png_of_data(spec, zlib_stream(png_scanlines(spec, at)), before_data, after_data);
}

unsigned texture(unsigned x, unsigned y, unsigned n) {
  return (x * 11 + y * 7 + n * 50 + (x * y) % 13) & 0xff;
}

std::string animation_control(std::uint32_t frames) {
  return png_chunk("acTL", word(frames) + word(0));
}

std::string frame_control(std::uint32_t sequence, std::uint32_t width, std::uint32_t height, std::uint32_t x,
                          std::uint32_t y, unsigned dispose, unsigned blend) {
  std::string data = word(sequence) + word(width) + word(height) + word(x) + word(y);
  data += std::string("\0\1\0\12", 4);  // a tenth of a second
  data += as_char(dispose);
  data += as_char(blend);
  return png_chunk("fcTL", data);
}

std::string frame_data(std::uint32_t sequence, std::string_view compressed) {
  return png_chunk("fdAT", word(sequence) + std::string(compressed));
}

}  // namespace bcheck::testing
