// SPDX-License-Identifier: Apache-2.0
#include "validators/image/bmp_header.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <string>

#include "base/checked.h"
#include "base/text.h"
#include "validators/image/codes.h"

namespace bcheck::image {
namespace {

constexpr std::size_t kFileHeader = 14;
constexpr std::uint32_t kCoreHeader = 12;
constexpr std::uint32_t kInfoHeader = 40;
constexpr std::uint32_t kV2Header = 52;  // with masks
constexpr std::uint32_t kV3Header = 56;  // and with one for alpha
constexpr std::uint32_t kOs2Header = 64;
constexpr std::uint32_t kV4Header = 108;
constexpr std::uint32_t kV5Header = 124;

// Offsets in the bitmap header.
constexpr std::size_t kMasks = 40;
constexpr std::size_t kColourSpace = 56;
constexpr std::size_t kProfileData = 112;
constexpr std::size_t kProfileSize = 116;
constexpr std::uint32_t kProfileEmbedded = 0x4d424544;  // "MBED"
constexpr std::uint32_t kProfileLinked = 0x4c494e4b;    // "LINK"

constexpr std::uint32_t kLongestSide = std::uint32_t{1} << 30;

enum Compression : std::uint32_t {
  kRgb = 0,
  kRle8 = 1,
  kRle4 = 2,
  kBitfields = 3,
  kJpegData = 4,
  kPngData = 5,
  kAlphaBitfields = 6,
  kCmyk = 11,
  kCmykRle4 = 13,
  kOs2Huffman = 3,
  kOs2Rle24 = 4,
};

class Reader {
 public:
  Reader(Bytes bytes, BmpHeader& header, Observation& out) : bytes_(bytes), header_(header), out_(out) {}

  bool run() {
    return read_size() && read_fields() && read_kind() && read_masks() && read_place() && read_palette() &&
           read_profile();
  }

 private:
  bool read_size();
  bool read_fields();
  bool read_kind();
  bool read_masks();
  bool check_masks();
  bool read_place();
  bool read_palette();
  bool read_profile();

  bool refuse(std::string_view code, std::string why) {
    out_.fault(code, Severity::kFail, std::move(why));
    return false;
  }
  bool os2() const {
    return size_ == kCoreHeader ||
           (size_ <= kOs2Header && size_ != kInfoHeader && size_ != kV2Header && size_ != kV3Header);
  }
  // 32 bits of the bitmap header; 0 of a field that a shorter header has not.
  std::uint32_t field(std::size_t at) const {
    if (at + 4 > size_) return 0;
    return little_endian<std::uint32_t>(bytes_, kFileHeader + at).value_or(0);
  }

  Bytes bytes_;
  BmpHeader& header_;
  Observation& out_;
  std::uint32_t size_ = 0;  // of the bitmap header
  std::uint32_t compression_ = 0;
  std::uint32_t colours_ = 0;  // of the palette, as declared; 0 = as many as there can be
  std::size_t palette_at_ = 0;
};

bool Reader::read_size() {
  header_.file_size = little_endian<std::uint32_t>(bytes_, 2).value_or(0);
  header_.pixels_at = little_endian<std::uint32_t>(bytes_, 10).value_or(0);
  const auto size = little_endian<std::uint32_t>(bytes_, kFileHeader);
  if (!size) return refuse(kTruncated, "the file ends inside its header");
  size_ = *size;
  // Of the second OS/2 header any part may be left out behind the first 16 bytes.
  const bool known =
      size_ == kCoreHeader || (size_ >= 16 && size_ <= kOs2Header) || size_ == kV4Header || size_ == kV5Header;
  if (!known) return refuse(kBadHeader, fmt::format("a bitmap header of {} bytes, which none has", size_));
  if (bytes_.size() < kFileHeader + size_) return refuse(kTruncated, "the file ends inside its header");
  palette_at_ = kFileHeader + size_;
  return true;
}

bool Reader::read_fields() {
  std::int64_t width = 0;
  std::int64_t height = 0;
  unsigned planes = 0;
  if (size_ == kCoreHeader) {
    width = *little_endian<std::uint16_t>(bytes_, 18);
    height = *little_endian<std::uint16_t>(bytes_, 20);
    planes = *little_endian<std::uint16_t>(bytes_, 22);
    header_.bits = *little_endian<std::uint16_t>(bytes_, 24);
    header_.entry = 3;
  } else {
    width = *little_endian<std::int32_t>(bytes_, 18);
    height = *little_endian<std::int32_t>(bytes_, 22);
    planes = *little_endian<std::uint16_t>(bytes_, 26);
    header_.bits = *little_endian<std::uint16_t>(bytes_, 28);
    compression_ = field(16);
    header_.image_size = field(20);
    colours_ = field(32);
  }
  header_.top_down = height < 0;
  if (height < 0) height = -height;
  if (width <= 0 || height == 0 || width > kLongestSide || height > kLongestSide) {
    return refuse(kBadHeader, fmt::format("{} x {} pixels, which no bitmap has", width, height));
  }
  header_.width = static_cast<std::uint32_t>(width);
  header_.height = static_cast<std::uint32_t>(height);
  if (planes != 1) {
    out_.fault(kBadHeader, Severity::kWarn,
               fmt::format("{} planes where a bitmap has 1; decoders do not look at that", planes));
  }
  return true;
}

bool Reader::read_kind() {
  const unsigned bits = header_.bits;
  const auto wrong = [&] {
    return refuse(kBadHeader, fmt::format("{} bits a pixel with compression {}", bits, compression_));
  };
  if (os2() && compression_ == kOs2Huffman) return refuse(kUnsupported, "an OS/2 bitmap with Huffman coding");
  if (compression_ >= kCmyk && compression_ <= kCmykRle4) return refuse(kUnsupported, "a CMYK bitmap");
  if (bits == 64 && compression_ == kRgb) return refuse(kUnsupported, "64 bits a pixel");
  if (compression_ == kRle8 || compression_ == kRle4 || (os2() && compression_ == kOs2Rle24)) {
    if (bits != (compression_ == kRle8 ? 8U : compression_ == kRle4 ? 4U : 24U)) return wrong();
    if (header_.top_down) return refuse(kBadHeader, "run-length data from the top down, which is not allowed");
    header_.data = BmpData::kRunLength;
    return true;
  }
  switch (compression_) {
    case kRgb:
      if (bits == 1 || bits == 2 || bits == 4 || bits == 8 || bits == 16 || bits == 24 || bits == 32) return true;
      return wrong();
    case kBitfields:
    case kAlphaBitfields: return bits == 16 || bits == 32 ? true : wrong();
    case kJpegData:
    case kPngData:
      header_.data = compression_ == kPngData ? BmpData::kPng : BmpData::kJpeg;
      header_.bits = 0;
      return true;
    default: return wrong();
  }
}

bool Reader::read_masks() {
  if (header_.bits != 16 && header_.bits != 32) return true;
  if (compression_ == kRgb) {
    header_.masks = header_.bits == 16 ? std::array<std::uint32_t, 4>{0x7c00, 0x3e0, 0x1f, 0}
                                       : std::array<std::uint32_t, 4>{0xff0000, 0xff00, 0xff, 0};
    return true;
  }
  // In the header from its second version on, behind it before; there only one compression has one for alpha.
  const bool inside = size_ >= kV2Header;
  const std::size_t count = inside ? (size_ >= kV3Header ? 4 : 3) : compression_ == kAlphaBitfields ? 4 : 3;
  const auto masks = slice(bytes_, kFileHeader + kMasks, 4 * count);
  if (!masks) return refuse(kTruncated, "the file ends inside its masks");
  for (std::size_t i = 0; i < count; ++i) header_.masks[i] = *little_endian<std::uint32_t>(*masks, 4 * i);
  if (!inside) palette_at_ += masks->size();
  return check_masks();
}

bool Reader::check_masks() {
  std::uint32_t all = 0;
  for (const std::uint32_t mask : header_.masks) {
    const std::uint32_t run = mask == 0 ? 0 : mask >> std::countr_zero(mask);
    if ((run & (run + 1)) != 0) return refuse(kBadHeader, fmt::format("a mask with gaps: {:08x}", mask));
    if ((mask & all) != 0) return refuse(kBadHeader, fmt::format("a mask that overlaps another: {:08x}", mask));
    all |= mask;
  }
  if (header_.bits == 16 && all > 0xffff) {
    return refuse(kBadHeader, "a mask for more bits than the 16 of a pixel");
  }
  if ((header_.masks[0] | header_.masks[1] | header_.masks[2]) == 0) {
    return refuse(kBadHeader, "masks without a colour");
  }
  return true;
}

bool Reader::read_place() {
  if (header_.pixels_at < palette_at_) {
    return refuse(kBadHeader, fmt::format("the pixels begin at byte {}, inside the header, which ends at {}",
                                          header_.pixels_at, palette_at_));
  }
  return true;
}

bool Reader::read_palette() {
  const std::uint64_t room = (header_.pixels_at - palette_at_) / header_.entry;
  const bool needed = header_.bits > 0 && header_.bits <= 8;
  if (colours_ > room) {
    std::string why =
        fmt::format("a palette of {}, with room for {} before the pixels", counted(colours_, "colour"), room);
    if (needed) return refuse(kBadHeader, std::move(why));
    out_.fault(kBadHeader, Severity::kWarn, std::move(why));
  }
  if (!needed) return true;
  const std::uint64_t most = std::uint64_t{1} << header_.bits;
  const std::uint64_t count = std::min({room, most, colours_ == 0 ? most : colours_});
  if (count == 0) return refuse(kBadHeader, "there is no palette");
  const auto palette = slice(bytes_, palette_at_, count * header_.entry);
  if (!palette) return refuse(kTruncated, "the file ends inside its palette");
  header_.palette = *palette;
  return true;
}

bool Reader::read_profile() {
  if (size_ < kV5Header) return true;
  const std::uint32_t space = field(kColourSpace);
  if (space != kProfileEmbedded && space != kProfileLinked) return true;
  header_.profile_at = std::uint64_t{kFileHeader} + field(kProfileData);
  header_.profile_size = field(kProfileSize);
  return true;
}

}  // namespace

bool read_bmp_header(Bytes bytes, BmpHeader& header, Observation& out) {
  header = {};
  return Reader(bytes, header, out).run();
}

}  // namespace bcheck::image
