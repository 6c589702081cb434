// SPDX-License-Identifier: Apache-2.0
#include "support/make_gif.h"

#include <array>
#include <map>
#include <utility>

namespace bcheck::testing {
namespace {

char as_char(unsigned value) {
  return static_cast<char>(static_cast<unsigned char>(value & 0xff));
}

class CodeWriter {
 public:
  void put(unsigned code, unsigned width) {
    bits_ |= static_cast<unsigned long long>(code) << count_;
    for (count_ += width; count_ >= 8; count_ -= 8, bits_ >>= 8) out_ += as_char(static_cast<unsigned>(bits_));
  }
  std::string finish() {
    if (count_ > 0) out_ += as_char(static_cast<unsigned>(bits_));
    return out_;
  }

 private:
  std::string out_;
  unsigned long long bits_ = 0;
  unsigned count_ = 0;
};

}  // namespace

std::string short_word(unsigned value) {
  return {as_char(value), as_char(value >> 8)};
}

std::string gif_lzw(std::string_view indices, unsigned index_bits, const LzwSpec& spec) {
  const unsigned clear = 1U << index_bits;
  std::map<std::pair<unsigned, unsigned char>, unsigned> table;
  unsigned next = clear + 2;
  unsigned width = index_bits + 1;
  CodeWriter out;
  if (spec.first_clear) out.put(clear, width);
  std::optional<unsigned> prefix;
  bool first = true;  // behind a clear code a decoder enters nothing into its table, so its width lags by one
  const auto put = [&](unsigned code) {
    out.put(code, width);
    if (!first && next < 4096) ++next;
    if (next >= 1U << width && width < 12) ++width;
    first = false;
  };
  for (const char c : indices) {
    const auto index = static_cast<unsigned char>(c);
    if (!prefix) {
      prefix = index;
      continue;
    }
    if (const auto known = table.find({*prefix, index}); known != table.end()) {
      prefix = known->second;
      continue;
    }
    const unsigned own = static_cast<unsigned>(table.size()) + clear + 2;
    if (own < 4096) table[{*prefix, index}] = own;
    put(*prefix);
    prefix = index;
    if (next == 4096 && spec.clear_when_full) {
      put(*prefix);
      prefix.reset();
      out.put(clear, width);
      table.clear();
      next = clear + 2;
      width = index_bits + 1;
      first = true;
    }
  }
  if (prefix) put(*prefix);
  if (spec.end_code) out.put(clear + 1, width);
  return out.finish();
}

std::string sub_blocks(std::string_view data, std::size_t most) {
  std::string out;
  for (; !data.empty(); data.remove_prefix(std::min(most, data.size()))) {
    const std::string_view block = data.substr(0, most);
    out += as_char(static_cast<unsigned>(block.size()));
    out += block;
  }
  return out + '\0';
}

std::string gif_table(unsigned bits) {
  std::string out;
  for (unsigned i = 0; i < 1U << bits; ++i) {
    const unsigned level = i * 255 / ((1U << bits) - 1);
    out += {as_char(level), as_char(255 - level), as_char(level * 7 + 20)};
  }
  return out;
}

std::string gif_screen(unsigned width, unsigned height, unsigned bits, std::string_view version) {
  std::string out = "GIF" + std::string(version) + short_word(width) + short_word(height);
  out += as_char(bits == 0 ? 0 : 0x80 | (bits - 1));
  out += std::string(2, '\0');
  return bits == 0 ? out : out + gif_table(bits);
}

std::string gif_control(unsigned delay, unsigned disposal, std::optional<unsigned> transparent) {
  std::string data{as_char(disposal << 2 | (transparent ? 1 : 0))};
  data += short_word(delay) + as_char(transparent.value_or(0));
  return gif_extension(0xf9, sub_blocks(data));
}

std::string gif_extension(unsigned char label, std::string_view blocks) {
  return "!" + std::string(1, as_char(label)) + std::string(blocks);
}

std::string gif_descriptor(const GifImage& image) {
  std::string out =
      "," + short_word(image.x) + short_word(image.y) + short_word(image.width) + short_word(image.height);
  out += as_char((image.interlaced ? 0x40U : 0U) | (image.table_bits == 0 ? 0U : 0x80U | (image.table_bits - 1)));
  return image.table_bits == 0 ? out : out + gif_table(image.table_bits);
}

std::string gif_indices(const GifImage& image, const IndexAt& at) {
  constexpr std::array<std::pair<unsigned, unsigned>, 4> kPasses{{{0, 8}, {4, 8}, {2, 4}, {1, 2}}};
  std::string out;
  const auto row = [&](unsigned y) {
    for (unsigned x = 0; x < image.width; ++x) out += as_char(at(x, y));
  };
  if (!image.interlaced) {
    for (unsigned y = 0; y < image.height; ++y) row(y);
    return out;
  }
  for (const auto& [first, step] : kPasses) {
    for (unsigned y = first; y < image.height; y += step) row(y);
  }
  return out;
}

std::string gif_image_of(const GifImage& image, std::string_view lzw) {
  return gif_descriptor(image) + as_char(image.index_bits) + sub_blocks(lzw);
}

std::string gif_image(const GifImage& image, const IndexAt& at, const LzwSpec& spec) {
  return gif_image_of(image, gif_lzw(gif_indices(image, at), image.index_bits, spec));
}

unsigned index_texture(unsigned x, unsigned y) {
  return (x * 3 + y * 5 + (x * y) % 7) % 16;
}

std::string make_gif(unsigned width, unsigned height) {
  return gif_screen(width, height, 4) + gif_image({0, 0, width, height}, index_texture) + ";";
}

}  // namespace bcheck::testing
