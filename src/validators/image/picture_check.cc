// SPDX-License-Identifier: Apache-2.0
#include "validators/image/picture_check.h"

#include <fmt/format.h>

#include <limits>
#include <utility>

#include "base/checked.h"
#include "base/text.h"
#include "validators/image/codes.h"

namespace bcheck::image {

bool PictureCheck::accept_size(std::uint64_t width, std::uint64_t height, Observation& out) const {
  out.add("width", static_cast<std::int64_t>(width));
  out.add("height", static_cast<std::int64_t>(height));
  const std::uint64_t pixels = checked_multiply(width, height).value_or(std::numeric_limits<std::uint64_t>::max());
  if (pixels <= max_pixels_) return true;
  Fault fault{kBomb,
              Severity::kFail,
              fmt::format("declares {} x {} pixels; at most {} are decoded", width, height,
                          grouped(static_cast<std::int64_t>(max_pixels_))),
              {},
              {}};
  if (pixels <= static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max())) {
    fault.measured = static_cast<std::int64_t>(pixels);
  }
  fault.expected = Bound{{}, static_cast<double>(max_pixels_), {}};
  out.faults.push_back(std::move(fault));
  return false;
}

void PictureCheck::report_hash(bool sound, std::string decoder, Observation& out) {
  if (!hashing_) return;
  std::string digest = hash_.finish();
  if (!sound) return;
  if (digest.empty()) {
    return fault_once(out, kNoContentHash, Severity::kWarn,
                      "an interlaced picture too large to be put in order for content_sha256");
  }
  out.content_sha256 = std::move(digest);
  out.content_decoder = std::move(decoder);
}

}  // namespace bcheck::image
