// SPDX-License-Identifier: Apache-2.0
#include "validators/image/png_inflate.h"

#include <fmt/format.h>
#include <zlib.h>

#include <algorithm>
#include <array>
#include <new>
#include <optional>
#include <string>
#include <vector>

#include "base/text.h"
#include "validators/image/codes.h"
#include "validators/image/png_passes.h"

namespace bcheck::image {
namespace {

// More than that of surplus is counted as "more".
constexpr std::uint64_t kMostSurplus = 1 << 16;
constexpr std::uint64_t kPadding = 4;  // surplus bytes that some encoders leave; every decoder ignores them
constexpr unsigned kLastFilter = 4;

class Inflater {
 public:
  Inflater() {
    // 0: the window size of the stream's own header, as libpng does.
    if (inflateInit2(&stream_, 0) != Z_OK) throw std::bad_alloc();
  }
  ~Inflater() { inflateEnd(&stream_); }
  Inflater(const Inflater&) = delete;
  Inflater& operator=(const Inflater&) = delete;

  z_stream& operator*() { return stream_; }
  z_stream* operator->() { return &stream_; }

 private:
  z_stream stream_{};
};

// Where in the scanlines a byte stands, as they come by.
class Scanlines {
 public:
  explicit Scanlines(const PngHeader& header) : header_(header) { begin_pass(0); }

  // The first filter type that no PNG has, in the next `bytes`.
  std::optional<unsigned> bad_filter(Bytes bytes) {
    while (!bytes.empty() && pass_ < pass_count(header_.interlaced)) {
      if (left_ == row_bytes_ && bytes[0] > kLastFilter) return bytes[0];
      const std::size_t step = static_cast<std::size_t>(std::min<std::uint64_t>(left_, bytes.size()));
      bytes = bytes.subspan(step);
      left_ -= step;
      if (left_ == 0) next_row();
    }
    return std::nullopt;
  }

 private:
  void begin_pass(unsigned pass) {
    for (pass_ = pass; pass_ < pass_count(header_.interlaced); ++pass_) {
      const PassSize size = pass_size(header_.width, header_.height, header_.interlaced, pass_);
      if (size.width == 0 || size.height == 0) continue;
      rows_ = size.height;
      row_bytes_ = left_ = 1 + (std::uint64_t{size.width} * header_.bits_a_pixel() + 7) / 8;
      return;
    }
  }
  void next_row() {
    left_ = row_bytes_;
    if (--rows_ == 0) begin_pass(pass_ + 1);
  }

  const PngHeader& header_;
  unsigned pass_ = 0;
  std::uint32_t rows_ = 0;
  std::uint64_t row_bytes_ = 0;
  std::uint64_t left_ = 0;
};

struct Inflated {
  std::uint64_t bytes = 0;    // that came out, at most kMostSurplus more than expected
  std::uint64_t left_in = 0;  // compressed bytes after the end of the stream
  bool ended = false;         // the stream has its end and its checksum
  bool too_long = false;      // and was left behind kMostSurplus
  std::string error;          // of zlib, or a bad filter type
};

Inflated inflate_all(std::span<const Bytes> data, const PngHeader& header, std::uint64_t expected) {
  Inflated result;
  Inflater inflater;
  Scanlines scanlines(header);
  std::vector<unsigned char> buffer(1 << 15);
  for (const Bytes part : data) {  // at most 2^32 - 1 bytes each, as a chunk's length allows
    if (result.ended) {
      result.left_in += part.size();
      continue;
    }
    inflater->next_in = const_cast<unsigned char*>(part.data());  // zlib only reads
    inflater->avail_in = static_cast<uInt>(part.size());
    do {
      inflater->next_out = buffer.data();
      inflater->avail_out = static_cast<uInt>(buffer.size());
      const int code = inflate(&*inflater, Z_NO_FLUSH);
      const std::size_t made = buffer.size() - inflater->avail_out;
      if (const auto filter = scanlines.bad_filter({buffer.data(), made})) {
        result.error = fmt::format("unknown filter type {}", *filter);
        return result;
      }
      result.bytes += made;
      if (code == Z_STREAM_END) {
        result.ended = true;
        result.left_in = inflater->avail_in;
        break;
      }
      if (code == Z_MEM_ERROR) throw std::bad_alloc();
      if (code != Z_OK && code != Z_BUF_ERROR) {
        result.error = inflater->msg != nullptr ? inflater->msg : "a preset dictionary, which PNG does not allow";
        return result;
      }
      if (result.bytes > expected + kMostSurplus) {
        result.too_long = true;
        return result;
      }
    } while (inflater->avail_in > 0 || inflater->avail_out == 0);
  }
  return result;
}

}  // namespace

std::uint64_t scanline_bytes(const PngHeader& header) {
  std::uint64_t bytes = 0;
  for (unsigned pass = 0; pass < pass_count(header.interlaced); ++pass) {
    const PassSize size = pass_size(header.width, header.height, header.interlaced, pass);
    if (size.width == 0 || size.height == 0) continue;
    bytes += size.height * (1 + (std::uint64_t{size.width} * header.bits_a_pixel() + 7) / 8);
  }
  return bytes;
}

bool explain_data(std::span<const Bytes> data, const PngHeader& header, std::string_view what, Observation& out) {
  const std::uint64_t expected = scanline_bytes(header);
  const Inflated got = inflate_all(data, header, expected);
  if (!got.error.empty()) {
    fault_once(out, kCorruptData, Severity::kFail,
               fmt::format("{} are damaged after {} of {} bytes: {}", what, std::min(got.bytes, expected), expected,
                           got.error));
    return true;
  }
  if (got.bytes < expected) {
    fault_once(
        out, kTruncated, Severity::kFail,
        fmt::format("{} end {} after {} of {} bytes", what, got.ended ? "whole, but" : "early,", got.bytes, expected));
    return true;
  }
  if (got.bytes == expected && !got.ended) {
    fault_once(out, kTruncated, Severity::kFail, fmt::format("{} lack the end of their zlib stream", what));
    return true;
  }
  const std::uint64_t surplus_out = got.bytes - expected;
  if (surplus_out == 0 && got.left_in == 0) return false;
  const bool padding = got.ended && got.left_in <= kPadding && surplus_out <= (header.bits_a_pixel() + 7) / 8;
  fault_once(out, kExtraData, padding ? Severity::kWarn : Severity::kFail,
             got.left_in > 0 && surplus_out == 0
                 ? fmt::format("{} go on for {} bytes after the end of their zlib stream", what, got.left_in)
                 : fmt::format("{} hold {}{} bytes more than the picture needs", what, got.too_long ? "over " : "",
                               surplus_out));
  return !padding;
}

}  // namespace bcheck::image
