// SPDX-License-Identifier: Apache-2.0
// What is shown and compared of pictures: any bytes give one thumbnail of a size that was asked for, and a distance to
// themselves that is none.
#include <cmath>

#include "support/same_observation.h"
#include "validators/image/pictures.h"
#include "validators/image/without_metadata.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace bcheck;
  using bcheck::testing::require;
  constexpr std::uint64_t kMostPixels = 1 << 16;
  constexpr std::uint32_t kSide = 24;
  const Bytes bytes(data, size);
  const Thumbnail one = image::make_thumbnail(bytes, kSide, kMostPixels);
  const Thumbnail two = image::make_thumbnail(bytes, kSide, kMostPixels);
  require(one.picture.pixels == two.picture.pixels && one.why == two.why && one.whole == two.whole);
  require(one.picture.width <= kSide && one.picture.height <= kSide);
  require(one.picture.pixels.size() == std::size_t{one.picture.width} * one.picture.height);
  require(one.whole == one.why.empty());
  require(!one.whole || one.picture.width > 0);
  // What is compared of it between keys: parts of the file, in their order, and not all of it.
  const unsigned char* left = data;
  std::size_t kept = 0;
  for (const Bytes part : image::without_metadata(bytes)) {
    require(part.data() >= left && !part.empty());
    left = part.data() + part.size();
    kept += part.size();
  }
  require(left <= data + size && (kept == 0 || kept < size));
  const auto apart = image::distance(bytes, bytes, kMostPixels);
  if (!apart) return 0;
  require(apart->same_pixels && apart->psnr && std::isinf(*apart->psnr));
  require(apart->a.dhash == apart->b.dhash && apart->a.dhash.has_value());
  return 0;
}
