// SPDX-License-Identifier: Apache-2.0
// What the checks of all picture formats share: options, and the sinks that measure and hash.
#pragma once

#include <cstdint>
#include <optional>

#include "bcheck/validator.h"
#include "validators/image/jpeg_blocks.h"
#include "validators/image/jpeg_scan.h"
#include "validators/image/pixel_hash.h"
#include "validators/image/pixel_stats.h"
#include "validators/image/png_layout.h"

namespace bcheck::image {

// Pillow warns at 89 and refuses at 179 million pixels, and a sound picture of 212 million was lost that way. A
// picture of 500 million takes seconds to decode; nothing that a batch makes is larger.
inline constexpr std::int64_t kDefaultMaxPixels = 500'000'000;

// One belongs to one worker and is reused from file to file; each file begins it anew.
class PictureCheck {
 public:
  // `fast`: where the format has a cheaper way to the same verdict, measures of samples may be left out.
  PictureCheck(std::uint64_t max_pixels, bool hash, bool fast = false)
      : max_pixels_(max_pixels), both_(stats_, hash_), hashing_(hash), fast_(fast) {}

  std::uint64_t max_pixels() const { return max_pixels_; }
  bool hashing() const { return hashing_; }
  bool fast() const { return fast_; }

  // The rows of the first picture go there as well, of which the check owns nothing. Null: nowhere else.
  void also_to(RowSink* sink) {
    RowSink& measuring = hashing_ ? static_cast<RowSink&>(both_) : stats_;
    sink == nullptr ? watched_.reset() : void(watched_.emplace(measuring, *sink));
  }

  // Where the first picture's rows go, and those of the frames after it.
  RowSink& first_picture() { return watched_ ? *watched_ : hashing_ ? static_cast<RowSink&>(both_) : stats_; }
  RowSink* further_picture() { return hashing_ ? &hash_ : nullptr; }
  PixelStats& stats() { return stats_; }
  PixelHash& hash() { return hash_; }
  JpegBlocks& jpeg_blocks() { return jpeg_blocks_; }
  JpegScan& jpeg_scan() { return jpeg_scan_; }
  PngLayout& png_layout() { return png_layout_; }  // scratch memory

  // Before every file: nothing of the one before may be left, not even after an exception.
  void begin() {
    if (hashing_) hash_.reset();
  }

  // Adds width and height, declared; false with image.bomb if there are more pixels than allowed.
  bool accept_size(std::uint64_t width, std::uint64_t height, Observation& out) const;

  // The digest over all pictures, if it was asked for.
  void report_hash(bool sound, std::string decoder, Observation& out);

 private:
  std::uint64_t max_pixels_;
  PixelStats stats_;
  PixelHash hash_;
  BothSinks both_;
  std::optional<BothSinks> watched_;
  bool hashing_;
  bool fast_;
  JpegBlocks jpeg_blocks_;
  JpegScan jpeg_scan_;
  PngLayout png_layout_;
};

}  // namespace bcheck::image
