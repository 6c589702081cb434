// SPDX-License-Identifier: Apache-2.0
// Pictures for the rooms that compare and show, decoded where a crash costs one picture (run/isolated.h).
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "bcheck/picture.h"
#include "run/isolated.h"

namespace bcheck {

struct PictureSettings {
  IsolationLimits limits = {};
  std::uint64_t shown_pixels = 500'000'000;     // the most that a picture to be shown may declare
  std::uint64_t compared_pixels = 100'000'000;  // likewise of one to be compared, which takes 4 or 8 bytes a pixel
  // Asked before every picture; true ends with ErrorKind::kInterrupted. May be empty.
  std::function<bool()> stop = {};
};

std::unique_ptr<PictureReader> isolated_pictures(PictureSettings settings = {});

// A PNG of 8 bits a sample, RGB. Of a picture that bcheck drew; it is not empty.
std::string png_of(const Picture& picture);

}  // namespace bcheck
