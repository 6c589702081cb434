// SPDX-License-Identifier: Apache-2.0
#include "support/make_bmp.h"

#include <bit>
#include <cstdlib>

#include "support/make_gif.h"

namespace bcheck::testing {
namespace {

constexpr std::size_t kFileHeader = 14;

char as_char(unsigned value) {
  return static_cast<char>(static_cast<unsigned char>(value & 0xff));
}

std::string bitmap_header(const BmpSpec& spec) {
  if (spec.header == 12) {
    return long_word(12) + short_word(static_cast<unsigned>(spec.width)) +
           short_word(static_cast<unsigned>(spec.height)) + short_word(spec.planes) + short_word(spec.bits);
  }
  std::string out = long_word(spec.header) + long_word(static_cast<std::uint32_t>(spec.width)) +
                    long_word(static_cast<std::uint32_t>(spec.height)) + short_word(spec.planes) +
                    short_word(spec.bits) + long_word(spec.compression) + long_word(spec.image_size) + long_word(2835) +
                    long_word(2835) + long_word(spec.colours) + long_word(0);
  for (std::size_t i = 0; i < 4; ++i) out += long_word(i < spec.masks.size() ? spec.masks[i] : 0);
  out += long_word(spec.colour_space);
  out += std::string(112 - out.size(), '\0') + long_word(spec.profile_at) + long_word(spec.profile_size) + long_word(0);
  return out.substr(0, spec.header);
}

std::uint32_t packed(const BmpSpec& spec, const SampleAt& at, unsigned x, unsigned y) {
  static const std::vector<std::uint32_t> k555{0x7c00, 0x3e0, 0x1f};
  static const std::vector<std::uint32_t> k888{0xff0000, 0xff00, 0xff};
  const std::vector<std::uint32_t>& masks = !spec.masks.empty() ? spec.masks : spec.bits == 16 ? k555 : k888;
  std::uint32_t pixel = 0;
  for (unsigned c = 0; c < masks.size(); ++c) {
    if (masks[c] == 0) continue;
    const int shift = std::countr_zero(masks[c]);
    const std::uint64_t most = masks[c] >> shift;
    pixel |= static_cast<std::uint32_t>((at(x, y, c) & 0xff) * most / 255) << shift;
  }
  return pixel;
}

std::string stored_row(const BmpSpec& spec, const SampleAt& at, unsigned y) {
  std::string row;
  unsigned byte = 0;
  unsigned filled = 0;
  for (unsigned x = 0; x < static_cast<unsigned>(spec.width); ++x) {
    if (spec.bits == 24) {
      for (const unsigned n : {2U, 1U, 0U}) row += as_char(at(x, y, n));
    } else if (spec.bits > 8) {
      row += long_word(packed(spec, at, x, y)).substr(0, spec.bits / 8);
    } else {
      byte = byte << spec.bits | (at(x, y, 0) & ((1U << spec.bits) - 1));
      filled += spec.bits;
      if (filled < 8) continue;
      row += as_char(byte);
      byte = filled = 0;
    }
  }
  if (filled > 0) row += as_char(byte << (8 - filled));
  row.resize((row.size() + 3) / 4 * 4);
  return row;
}

}  // namespace

std::string long_word(std::uint32_t value) {
  return short_word(value & 0xffff) + short_word(value >> 16);
}

std::string bmp_of(const BmpSpec& spec, std::string_view pixels) {
  std::string body = bitmap_header(spec);
  if (spec.header < 52) {
    for (const std::uint32_t mask : spec.masks) body += long_word(mask);
  }
  body += spec.palette + std::string(spec.gap, '\0');
  const auto at = static_cast<std::uint32_t>(kFileHeader + body.size());
  const auto size = static_cast<std::uint32_t>(at + pixels.size());
  return "BM" + long_word(spec.file_size.value_or(size)) + long_word(0) + long_word(spec.pixels_at.value_or(at)) +
         body + std::string(pixels);
}

std::string bmp_rows(const BmpSpec& spec, const SampleAt& at) {
  const auto height = static_cast<unsigned>(std::abs(spec.height));
  std::string out;
  for (unsigned y = 0; y < height; ++y) out += stored_row(spec, at, spec.height < 0 ? y : height - 1 - y);
  return out;
}

std::string make_bmp(const BmpSpec& spec, const SampleAt& at) {
  return bmp_of(spec, bmp_rows(spec, at));
}

std::string bmp_palette(unsigned count, unsigned entry) {
  std::string out;
  for (unsigned i = 0; i < count; ++i) {
    const unsigned level = count == 1 ? 0 : i * 255 / (count - 1);
    out += {as_char(level), as_char(255 - level), as_char(level * 7 + 20)};
    if (entry == 4) out += '\0';
  }
  return out;
}

}  // namespace bcheck::testing
