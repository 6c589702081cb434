// SPDX-License-Identifier: Apache-2.0
#include "validators/image/png_fast.h"

#include <algorithm>
#include <cstdint>
#include <cstring>

#include "validators/image/checksums.h"

namespace bcheck::image {
namespace {

// With the 32 KiB of history that deflate needs it fits the second cache of any machine of today.
constexpr std::size_t kBandBytes = std::size_t{192} << 10;
// Longer rows are rare. The memory, about twice eight of them, is kept from picture to picture.
constexpr std::size_t kMostLineBytes = std::size_t{256} << 10;
// What libpng reads as one chunk, and says nothing of.
constexpr std::uint64_t kMostData = 0x7fffffff;
// Behind the last row a stream has the end of its block and perhaps an empty one. libpng gives up on very many.
constexpr std::uint64_t kMostBehindOutput = 64;
constexpr std::size_t kHistory = Inflate::kWindow;
constexpr std::size_t kBefore = kHistory + PngUnfilter::kReach;
constexpr std::size_t kBehind = Inflate::kSlack + PngUnfilter::kReach;

std::uint64_t line_bytes(const PngHeader& header) {
  return 1 + std::uint64_t{header.width} * header.channels();
}

}  // namespace

bool PngFast::suits(const PngPicture& picture) {
  const PngHeader& header = picture.header;
  if (header.depth != 8 || header.interlaced || line_bytes(header) > kMostLineBytes) return false;
  // libpng turns a transparent colour into alpha.
  if (header.colour != 3 && !picture.transparency.empty()) return false;
  if (header.colour == 3 && picture.palette.empty()) return false;
  std::uint64_t data = 0;
  for (const Bytes part : picture.data) data += part.size();
  return data <= kMostData;
}

bool PngFast::decode(const PngPicture& picture, RowSink& sink) {
  const std::uint32_t height = picture.header.height;
  width_ = picture.header.width;
  line_bytes_ = static_cast<std::size_t>(line_bytes(picture.header));
  const std::size_t groups = std::max<std::size_t>(1, kBandBytes / (PngUnfilter::kGroup * line_bytes_));
  const auto band = static_cast<std::uint32_t>(groups * PngUnfilter::kGroup);
  memory_.resize(std::max(memory_.size(), kBefore + band * line_bytes_ + kBehind));
  unsigned char* const base = memory_.data() + kBefore;

  inflate_.begin(picture.data);
  unfilter_.begin(width_, picture.header.channels());
  sink.begin(png_raster(picture));
  const unsigned char* first = base;
  unsigned char* out = base;
  std::uint32_t adler = kAdlerOfNothing;
  for (std::uint32_t y = 0;;) {
    const std::uint32_t rows = std::min(band, height - y);
    const bool last = y + rows == height;
    unsigned char* const limit = base + rows * line_bytes_;
    // In the last band the byte that would be too many is asked for, so that the stream has to end.
    const Inflate::State state = inflate_.run(first, out, last ? limit + 1 : limit);
    if (state != (last ? Inflate::State::kEnd : Inflate::State::kMore) || (last && out != limit)) return false;
    adler = adler32_of(adler, {base, rows * line_bytes_});
    if (!hand_over(base, y, rows, sink)) return false;
    if (last) break;
    y += rows;
    const auto history = std::min(kHistory, static_cast<std::size_t>(limit - first));
    std::memmove(base - history, limit - history, history + static_cast<std::size_t>(out - limit));
    first = base - history;
    out = base + (out - limit);
  }
  return adler == inflate_.stored_adler() && inflate_.behind_output() <= kMostBehindOutput;
}

bool PngFast::hand_over(const unsigned char* lines, std::uint32_t from, std::uint32_t count, RowSink& sink) {
  for (std::uint32_t y = 0; y < count; y += PngUnfilter::kGroup) {
    const std::uint32_t rows = std::min<std::uint32_t>(PngUnfilter::kGroup, count - y);
    if (!unfilter_.group(lines + y * line_bytes_, rows)) return false;
    for (std::uint32_t i = 0; i < rows; ++i) sink.row({from + y + i, 0, 1, width_}, unfilter_.row(i));
  }
  return true;
}

}  // namespace bcheck::image
