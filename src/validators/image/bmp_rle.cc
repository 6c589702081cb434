// SPDX-License-Identifier: Apache-2.0
#include "validators/image/bmp_rle.h"

#include <algorithm>
#include <array>
#include <optional>

#include "base/checked.h"

namespace bcheck::image {
namespace {

// Behind a zero where a count would be.
constexpr unsigned kEndOfRow = 0;
constexpr unsigned kEndOfBitmap = 1;
constexpr unsigned kDelta = 2;  // larger values count pixels that follow as they are

class RunLengths {
 public:
  RunLengths(Bytes data, const BmpHeader& header, BmpRleSink& sink)
      : data_(data),
        bits_(header.bits),
        bytes_(header.bits == 24 ? 3 : 1),
        width_(header.width),
        height_(header.height),
        sink_(sink),
        row_(std::size_t{header.width} * bytes_) {}

  BmpRleDecoded run() {
    BmpRleDecoded decoded;
    std::optional<BmpRleEnd> end;
    while (!end) end = step();
    decoded.end = *end;
    decoded.used = at_;
    decoded.row = std::min(y_, height_ - 1);
    if (decoded.end == BmpRleEnd::kEndCode) move_to(height_);
    decoded.skipped = std::uint64_t{width_} * height_ - written_;
    return decoded;
  }

 private:
  // One code; nothing if another follows.
  std::optional<BmpRleEnd> step() {
    const auto code = slice(data_, at_, 2);
    if (!code) return BmpRleEnd::kDataEnd;
    const unsigned count = (*code)[0];
    const unsigned value = (*code)[1];
    if (count > 0) return encoded(count);
    at_ += 2;
    switch (value) {
      case kEndOfRow:
        if (y_ == height_) return BmpRleEnd::kOutside;
        x_ = 0;
        move_to(y_ + 1);
        return std::nullopt;
      case kEndOfBitmap: return BmpRleEnd::kEndCode;
      case kDelta: return jump();
      default: return literal(value);
    }
  }

  std::optional<BmpRleEnd> encoded(unsigned count) {
    const auto values = slice(data_, at_ + 1, bytes_);
    if (!values) return BmpRleEnd::kDataEnd;
    at_ += 1 + bytes_;
    if (!fits(count)) return BmpRleEnd::kOutside;
    unsigned char* out = row_.data() + x_ * bytes_;
    if (bits_ == 4) {
      const unsigned both = (*values)[0];
      const std::array<unsigned, 2> pair{both >> 4, both & 15};
      for (unsigned i = 0; i < count; ++i) *out++ = static_cast<unsigned char>(pair[i % 2]);
    } else {
      for (unsigned i = 0; i < count; ++i) out = std::copy(values->begin(), values->end(), out);
    }
    advance(count);
    return std::nullopt;
  }

  std::optional<BmpRleEnd> literal(unsigned count) {
    const std::size_t length = bits_ == 4 ? (count + 1) / 2 : count * bytes_;
    const auto values = slice(data_, at_, length);
    if (!values) return BmpRleEnd::kDataEnd;
    at_ = std::min(at_ + length + length % 2, data_.size());  // padded to whole words
    if (!fits(count)) return BmpRleEnd::kOutside;
    unsigned char* const out = row_.data() + x_ * bytes_;
    if (bits_ == 4) {
      for (unsigned i = 0; i < count; ++i) {
        out[i] = static_cast<unsigned char>(i % 2 == 0 ? (*values)[i / 2] >> 4 : (*values)[i / 2] & 15);
      }
    } else {
      std::copy(values->begin(), values->end(), out);
    }
    advance(count);
    return std::nullopt;
  }

  std::optional<BmpRleEnd> jump() {
    const auto by = slice(data_, at_, 2);
    if (!by) return BmpRleEnd::kDataEnd;
    at_ += 2;
    if ((*by)[0] > width_ - x_ || (*by)[1] > height_ - y_) return BmpRleEnd::kOutside;
    x_ += (*by)[0];
    move_to(y_ + (*by)[1]);
    return std::nullopt;
  }

  bool fits(unsigned count) const { return y_ < height_ && count <= width_ - x_; }
  void advance(unsigned count) {
    x_ += count;
    written_ += count;
  }

  // Hands over the rows below, of which only the first may hold anything.
  void move_to(std::uint32_t row) {
    for (; y_ < row; ++y_) {
      sink_.row(y_, row_.data());
      std::fill(row_.begin(), row_.end(), static_cast<unsigned char>(0));
    }
  }

  Bytes data_;
  unsigned bits_;
  std::size_t bytes_;  // of a pixel in a row
  std::uint32_t width_;
  std::uint32_t height_;
  BmpRleSink& sink_;
  std::vector<unsigned char> row_;
  std::size_t at_ = 0;
  std::uint32_t x_ = 0;
  std::uint32_t y_ = 0;
  std::uint64_t written_ = 0;
};

}  // namespace

BmpRleDecoded decode_bmp_rle(Bytes data, const BmpHeader& header, BmpRleSink& sink) {
  return RunLengths(data, header, sink).run();
}

}  // namespace bcheck::image
