// SPDX-License-Identifier: Apache-2.0
// Pictures and vectors as the bytes of files.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "demo/picture.h"

namespace bcheck::demo {

// `level` is zlib's, 0 to 9: another level gives other bytes for the same pixels.
std::string to_png(const Picture& picture, int level = 6);

// A whole PNG of a few bytes that declares as many pixels as it likes.
std::string to_png_bomb(unsigned width, unsigned height);

std::string to_jpeg(const Picture& picture, int quality = 90);

// A NumPy array of format 1.0: float32, little-endian, `values.size() / dim` rows.
std::string to_npy(const std::vector<float>& values, unsigned dim);

// kind: "unit" (random directions of length 1), "nan" (one NaN in the second row), "zero" (the second row is zero),
// "same" (all rows alike), "long" (length 20). Throws std::invalid_argument for another kind.
std::vector<float> vectors(std::string_view kind, unsigned rows, unsigned dim, std::uint64_t seed);

}  // namespace bcheck::demo
