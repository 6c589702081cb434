// SPDX-License-Identifier: Apache-2.0
// Header first, then where everything lies in the file, then the pixels.
//
// The size in the file header is often wrong: 8 of 69 sound files in public collections give less than they have, and
// nothing follows from that. None gives more, and 24 of 24 truncated ones do. 14 of the 69 have something behind the
// pixels: two bytes of padding, or a profile that the header points to.
#include "validators/image/bmp.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <string_view>

#include "base/checked.h"
#include "base/text.h"
#include "validators/image/bmp_header.h"
#include "validators/image/bmp_rle.h"
#include "validators/image/bmp_rows.h"
#include "validators/image/codes.h"
#include "validators/image/jpeg.h"
#include "validators/image/png.h"
#include "validators/image/png_layout.h"
#include "validators/image/trailing.h"

namespace bcheck::image {
namespace {

constexpr std::string_view kDecoder = "bcheck bmp 1";
constexpr std::uint64_t kPadding = 4;  // bytes at the end that mean nothing

// Turns the rows of run-length data into those of the picture.
class UpsideDown final : public BmpRleSink {
 public:
  UpsideDown(const BmpHeader& header, BmpRows& rows, RowSink& sink) : header_(header), rows_(rows), sink_(sink) {}

  void row(std::uint32_t from_bottom, const unsigned char* pixels) override {
    const unsigned char* const samples = header_.bits == 24 ? rows_.samples(pixels) : pixels;
    sink_.row({header_.height - 1 - from_bottom, 0, 1, header_.width}, samples);
  }

 private:
  const BmpHeader& header_;
  BmpRows& rows_;
  RowSink& sink_;
};

class BmpRead {
 public:
  BmpRead(Bytes bytes, PictureCheck& check, Observation& out) : bytes_(bytes), check_(check), out_(out) {}

  void run() {
    if (!read_bmp_header(bytes_, header_, out_)) return;
    if (header_.embedded()) return read_embedded();
    if (!check_.accept_size(header_.width, header_.height, out_) || !has_pixels()) return;
    BmpRows rows(header_);
    out_.add("frames", std::int64_t{1});
    out_.add("channels", std::int64_t{rows.raster().samples == Samples::kRgba ? 4 : 3});
    out_.add("bit_depth", std::int64_t{rows.sample_bits()});
    if (header_.data == BmpData::kRunLength ? decode_run_lengths(rows) : decode_rows(rows)) {
      check_.stats().report(out_);
      if (check_.hashing()) check_.hash().end();
      check_end();
    }
    check_declared_size();
    check_.report_hash(!out_.failed(), std::string(kDecoder), out_);
  }

 private:
  void read_embedded();
  bool has_pixels();
  bool decode_rows(BmpRows& rows);
  bool decode_run_lengths(BmpRows& rows);
  void check_end();
  void check_declared_size();

  void truncated(std::string why) { fault_once(out_, kTruncated, Severity::kFail, std::move(why)); }
  Bytes data() const { return bytes_.subspan(static_cast<std::size_t>(header_.pixels_at)); }

  Bytes bytes_;
  PictureCheck& check_;
  Observation& out_;
  BmpHeader header_;
  std::uint64_t end_ = 0;  // behind the last byte that means something
};

// That they are all in the file; of run-length data only that they begin.
bool BmpRead::has_pixels() {
  const bool rows = header_.data == BmpData::kRows;
  // At most 2^30 rows of 2^32 bytes.
  const std::uint64_t end = header_.pixels_at + (rows ? header_.stride() * header_.height : 1);
  if (end <= bytes_.size()) return true;
  if (header_.pixels_at >= bytes_.size()) {
    truncated(fmt::format("the pixels begin at byte {}, the file has {}", header_.pixels_at, bytes_.size()));
  } else {
    truncated(fmt::format("the pixels end at byte {}, the file has {}: {} of {} rows are whole", end, bytes_.size(),
                          (bytes_.size() - header_.pixels_at) / header_.stride(), header_.height));
  }
  return false;
}

bool BmpRead::decode_rows(BmpRows& rows) {
  RowSink& sink = check_.first_picture();
  sink.begin(rows.raster());
  const std::uint64_t stride = header_.stride();
  for (std::uint32_t y = 0; y < header_.height; ++y) {
    const std::uint64_t stored = header_.top_down ? y : header_.height - 1 - y;
    sink.row({y, 0, 1, header_.width}, rows.samples(data().data() + stored * stride));
  }
  end_ = header_.pixels_at + stride * header_.height;
  return true;
}

bool BmpRead::decode_run_lengths(BmpRows& rows) {
  RowSink& sink = check_.first_picture();
  sink.begin(rows.raster());
  UpsideDown turned(header_, rows, sink);
  const BmpRleDecoded decoded = decode_bmp_rle(data(), header_, turned);
  const std::uint64_t pixels = std::uint64_t{header_.width} * header_.height;
  switch (decoded.end) {
    case BmpRleEnd::kOutside:
      fault_once(out_, kCorruptData, Severity::kFail,
                 fmt::format("the run-length data leave the picture in row {} from the bottom, before byte {}",
                             decoded.row, header_.pixels_at + decoded.used));
      return false;
    case BmpRleEnd::kDataEnd:
      truncated(decoded.skipped == 0 ? "the run-length data end without an end code, behind the last pixel"
                                     : fmt::format("the run-length data end in row {} of {} from the bottom",
                                                   decoded.row, header_.height));
      return false;
    case BmpRleEnd::kEndCode: break;
  }
  if (decoded.skipped > 0) {
    fault_once(out_, kTruncated, Severity::kWarn,
               fmt::format("the run-length data give no value to {} of {} pixels", decoded.skipped, pixels));
  }
  end_ = header_.pixels_at + decoded.used;
  const std::uint64_t declared = std::min<std::uint64_t>(header_.pixels_at + header_.image_size, bytes_.size());
  if (declared > end_) {
    if (declared - end_ > kPadding) {
      fault_once(out_, kExtraData, Severity::kFail,
                 fmt::format("the run-length data go on for {} bytes behind their end code", declared - end_));
    }
    end_ = declared;
  }
  return true;
}

// Up to kPadding bytes may follow whatever the header points to.
void BmpRead::check_end() {
  if (header_.profile_size > 0) {
    const std::uint64_t profile_end = header_.profile_at + header_.profile_size;
    if (profile_end > bytes_.size()) {
      truncated(fmt::format("the colour profile ends at byte {}, the file has {}", profile_end, bytes_.size()));
    }
    end_ = std::max(end_, profile_end);
  }
  if (bytes_.size() <= end_ || bytes_.size() - end_ <= kPadding) return;
  check_trailing(bytes_, static_cast<std::size_t>(end_), "the last pixel", out_);
}

void BmpRead::check_declared_size() {
  if (header_.file_size <= bytes_.size()) return;
  truncated(fmt::format("the header declares {} bytes, the file has {}", header_.file_size, bytes_.size()));
}

// The picture as a whole is a PNG or a JPEG, and is checked as one.
void BmpRead::read_embedded() {
  const bool png = header_.data == BmpData::kPng;
  const std::string_view name = png ? "PNG" : "JPEG";
  const auto picture = slice(bytes_, header_.pixels_at, header_.image_size);
  if (header_.image_size == 0) {
    return out_.fault(kBadHeader, Severity::kFail, fmt::format("the size of the embedded {} is not given", name));
  }
  if (!picture) {
    return truncated(fmt::format("the embedded {} ends at byte {}, the file has {}", name,
                                 header_.pixels_at + header_.image_size, bytes_.size()));
  }
  const std::string_view signature = png ? as_text(Bytes(kPngSignature)) : std::string_view("\xff\xd8\xff");
  if (!as_text(*picture).starts_with(signature)) {
    return out_.fault(kCorruptData, Severity::kFail,
                      fmt::format("the embedded picture does not begin as a {} does", name));
  }
  end_ = header_.pixels_at + header_.image_size;
  check_end();
  check_declared_size();
  (png ? check_png : check_jpeg)(*picture, check_, out_);
  out_.coverage = Coverage::kContent;
  const Scalar width{std::int64_t{header_.width}};
  const Scalar height{std::int64_t{header_.height}};
  if (out_.find("width") != nullptr && (*out_.find("width") != width || *out_.find("height") != height)) {
    out_.fault(kBadHeader, Severity::kFail,
               fmt::format("declares {} x {} pixels, and the embedded {} has another size", header_.width,
                           header_.height, name));
  }
  if (out_.failed()) out_.content_sha256.clear();
}

}  // namespace

void check_bmp(Bytes bytes, PictureCheck& check, Observation& out) {
  out.coverage = Coverage::kContent;
  if (as_text(bytes).starts_with("BA")) {
    return out.fault(kUnsupported, Severity::kFail, "an OS/2 bitmap array: several pictures in one file");
  }
  BmpRead(bytes, check, out).run();
}

}  // namespace bcheck::image
