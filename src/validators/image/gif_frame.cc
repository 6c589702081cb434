// SPDX-License-Identifier: Apache-2.0
#include "validators/image/gif_frame.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstring>

#include "base/text.h"
#include "validators/image/codes.h"

namespace bcheck::image {
namespace {

constexpr std::size_t kPixelsAtATime = std::size_t{1} << 14;
constexpr unsigned kMostIndexBits = 8;
constexpr std::uint64_t kPadding = 4;        // bytes behind the end code that only warn
constexpr std::uint64_t kSurplusPixels = 1;  // that only warns

struct Pass {
  std::uint32_t first, step;
};
constexpr std::array<Pass, 4> kPasses{{{0, 8}, {4, 8}, {2, 4}, {1, 2}}};  // GIF89a, appendix E

unsigned largest_index(const unsigned char* indices, std::size_t count, std::optional<unsigned char> transparent) {
  unsigned char largest = 0;
  if (!transparent) {
    for (std::size_t i = 0; i < count; ++i) largest = std::max(largest, indices[i]);
  } else {
    const unsigned char none = *transparent;
    for (std::size_t i = 0; i < count; ++i) {
      largest = std::max(largest, indices[i] == none ? static_cast<unsigned char>(0) : indices[i]);
    }
  }
  return largest;
}

}  // namespace

std::size_t GifFrameDecoder::hand_over(const GifFrame& frame, std::size_t used, GifPainter* painter) {
  std::size_t at = 0;
  for (; used - at >= frame.width && rows_ < frame.height; at += frame.width, ++rows_) {
    const unsigned char* const row = buffer_.data() + at;
    largest_ = std::max(largest_, largest_index(row, frame.width, frame.transparent));
    if (painter != nullptr) painter->row(row_, row);
    row_ += frame.interlaced ? kPasses[pass_].step : 1;
    while (frame.interlaced && row_ >= frame.height && pass_ + 1 < kPasses.size()) row_ = kPasses[++pass_].first;
  }
  if (at > 0) std::memmove(buffer_.data(), buffer_.data() + at, used - at);
  return used - at;
}

// The last word on the data, when the decoder has stopped with that many pixels.
void GifFrameDecoder::judge_end(std::uint64_t pixels, std::uint64_t due, SubBlocks& data, std::string_view name,
                                Observation& out) {
  const std::uint64_t rest = data.skip();
  if (lzw_.state() == LzwState::kBadCode) {
    fault_once(out, kCorruptData, Severity::kFail,
               fmt::format("{}: code {} after {} of {} pixels, which the LZW table does not have", name, lzw_.code(),
                           std::min(pixels, due), due));
  } else if (pixels < due) {
    fault_once(out, kTruncated, Severity::kFail,
               data.cut() ? fmt::format("{}: the file ends after {} of {} pixels", name, pixels, due)
                          : fmt::format("{}: the LZW data end after {} of {} pixels", name, pixels, due));
  } else if (pixels > due) {
    fault_once(out, kExtraData, pixels - due > kSurplusPixels ? Severity::kFail : Severity::kWarn,
               fmt::format("{}: the LZW data hold {}{} more than its {} pixels", name,
                           lzw_.state() == LzwState::kMore ? "at least " : "",
                           counted(static_cast<std::int64_t>(pixels - due), "pixel"), due));
  }
  // Decoders do not miss it, but none of 190 sound files in use is without.
  if (lzw_.state() == LzwState::kDataEnd && pixels == due && !data.cut()) {
    fault_once(out, kTruncated, Severity::kWarn, fmt::format("{}: no end code behind the last pixel", name));
  }
  if (lzw_.state() == LzwState::kEndCode && pixels >= due && rest > 0) {
    fault_once(out, kExtraData, rest > kPadding ? Severity::kFail : Severity::kWarn,
               fmt::format("{}: {} after the end code", name, counted(static_cast<std::int64_t>(rest), "byte")));
  }
  if (data.cut() && pixels >= due) {
    fault_once(out, kTruncated, Severity::kFail,
               fmt::format("{}: the file ends before the data's terminator, behind the last pixel", name));
  }
}

bool GifFrameDecoder::decode(const GifFrame& frame, unsigned code_size, SubBlocks& data, GifPainter* painter,
                             std::string_view name, Observation& out) {
  if (code_size == 0 || code_size > kMostIndexBits) {
    fault_once(out, kCorruptData, Severity::kFail,
               fmt::format("{}: LZW codes for indices of {} bits; from 1 to 8 are possible", name, code_size));
    data.skip();
    return false;
  }
  buffer_.resize(std::max(buffer_.size(), kPixelsAtATime + frame.width + GifLzw::kLongestString));
  row_ = rows_ = pass_ = largest_ = 0;
  lzw_.begin(code_size, data);
  const std::uint64_t due = std::uint64_t{frame.width} * frame.height;
  std::uint64_t pixels = 0;
  std::size_t used = 0;
  // Goes on behind the last pixel as long as that only warns: a bad code may follow.
  while (lzw_.state() == LzwState::kMore && pixels <= due + kSurplusPixels) {
    const std::size_t before = used;
    used = lzw_.decode(buffer_, used);
    pixels += used - before;
    if (rows_ < frame.height) used = hand_over(frame, used, painter);
    if (rows_ == frame.height) used = 0;
  }
  data = lzw_.data();
  judge_end(pixels, due, data, name, out);
  const std::size_t colours = frame.palette.size() / 3;
  if (colours > 0 && largest_ >= colours) {
    fault_once(out, kPaletteIndex, Severity::kWarn,
               fmt::format("{}: pixels use colour {} of a palette of {}; decoders show black, or a grey", name,
                           largest_, colours));
  }
  return pixels >= due;
}

}  // namespace bcheck::image
