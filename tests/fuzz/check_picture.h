// SPDX-License-Identifier: Apache-2.0
// For fuzz targets of pictures: any bytes give one observation, the same after any other file and whatever lies in new
// memory, and only a sound picture gets every measure.
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/memory_fill.h"
#include "support/observe_image.h"
#include "support/same_observation.h"
#include "validators/image/formats.h"
#include "validators/registry.h"

inline void check_picture(const std::uint8_t* data, std::size_t size) {
  using namespace bcheck;
  using namespace bcheck::testing;
  // So few pixels that the fuzzer is not busy with decoding.
  static const Options kOptions{{"max_pixels", std::int64_t{1} << 16}};
  static const auto kReused = image_check(kOptions, true);
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  const auto observed = [&](unsigned char filled) {
    const MemoryFill fill(filled);
    return observe(*kReused, bytes);
  };
  const Observation first = observed(0x55), again = observed(0xaa);
  const Observation fresh = observe(bytes, kOptions, true);
  require_same(first, again);
  require_same(first, fresh);
  require_known(first, *find_type("image"));
  require(first.format.empty() || image::picture_format(first.format) != nullptr);
  if (!first.failed() && first.unchecked.empty()) {
    require(first.find("width") != nullptr && first.find("bit_depth") != nullptr);
    require(first.find("nan") != nullptr ||
            (first.find("mean_luma") != nullptr && first.find("channel_stddev") != nullptr));
    require(!first.content_sha256.empty() || !first.faults.empty());
  } else {
    require(first.content_sha256.empty());
  }
}
