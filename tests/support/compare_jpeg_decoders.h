// SPDX-License-Identifier: Apache-2.0
// One JPEG through our own decoder of scans and through libjpeg at an eighth: what the first accepts the second accepts
// without a word, ends at the same byte, and has the same averages.
#pragma once

#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "validators/image/jpeg_baseline.h"
#include "validators/image/jpeg_pixels.h"
#include "validators/image/jpeg_scan.h"

namespace bcheck::testing {

class Averages final : public image::RowSink {
 public:
  void begin(const image::Raster& raster) override {
    raster_ = raster;
    samples_.clear();
    rows_in_order_ = true;
    next_ = 0;
  }
  void row(const image::RowPart& part, const unsigned char* samples) override {
    rows_in_order_ = rows_in_order_ && part.y == next_++ && part.x == 0 && part.step == 1;
    samples_.insert(samples_.end(), samples, samples + part.count);
  }
  bool whole() const {
    return rows_in_order_ && !samples_.empty() && samples_.size() == std::size_t{raster_.width} * raster_.height;
  }
  friend bool operator==(const Averages& a, const Averages& b) {
    return a.raster_.width == b.raster_.width && a.raster_.height == b.raster_.height &&
           a.raster_.samples == b.raster_.samples && a.raster_.bits == b.raster_.bits && a.samples_ == b.samples_;
  }

 private:
  image::Raster raster_;
  std::vector<unsigned char> samples_;
  bool rows_in_order_ = true;
  std::uint32_t next_ = 0;
};

struct BothJpegDecoders {
  image::JpegScan scan;
  Averages own;
  Averages library;
  bool accepted = false;  // by our own, the last file

  // Empty if they agree; else in what they do not.
  std::string difference(std::string_view jpeg) {
    const Bytes bytes = as_bytes(jpeg);
    accepted = false;
    const auto header = image::read_jpeg_baseline(bytes);
    if (!header) return {};
    const auto end = scan.decode(bytes, *header, own);
    if (!end) return {};
    accepted = true;
    const auto other =
        image::decode_jpeg(bytes, std::numeric_limits<std::uint64_t>::max(), library, image::JpegSize::kEighth);
    if (!other.complaints.empty()) return other.complaints[0].message;
    if (!other.suited || !other.every_pixel || !other.ended) return "libjpeg has not the whole picture";
    if (other.end != *end) return "they end at different places";
    if (!own.whole()) return "rows are missing";
    if (!(own == library)) return "other averages";
    return {};
  }
};

}  // namespace bcheck::testing
