// SPDX-License-Identifier: Apache-2.0
// How much of an animation or of a document of many pages is decoded: a frame costs a few bytes in the file, and time.
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <string_view>

#include "base/text.h"
#include "bcheck/validator.h"
#include "validators/image/codes.h"

namespace bcheck::image {

class FrameBudget {
 public:
  // All frames together may have eight times the pixels that one may have: 4,000 million by default, which are 1,900
  // frames of 1920 x 1080.
  explicit FrameBudget(std::uint64_t max_pixels) : one_(max_pixels), left_(8 * max_pixels) {}

  // False with image.bomb if that is too much. `pixels` is what the decoder has to make.
  bool take(std::uint64_t pixels, std::string_view what, Observation& out) {
    if (pixels <= one_ && pixels <= left_) {
      left_ -= pixels;
      return true;
    }
    fault_once(out, kBomb, Severity::kFail,
               pixels > one_ ? fmt::format("{} has {} pixels; at most {} are decoded", what, pixels, one_)
                             : fmt::format("with {} there are more than {} pixels in all", what, 8 * one_));
    return false;
  }

 private:
  std::uint64_t one_;
  std::uint64_t left_;
};

}  // namespace bcheck::image
