// SPDX-License-Identifier: Apache-2.0
// The picture formats: a new one is a row of the table in formats.cc, a source and a test.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "bcheck/artifact.h"
#include "bcheck/validator.h"
#include "validators/image/picture_check.h"

namespace bcheck::image {

struct PictureFormat {
  std::string_view name;  // of validators/magic.h

  // Bytes have the format's signature. Null: this build has no decoder, so such a picture is `unchecked`.
  void (*check)(Bytes bytes, PictureCheck& check, Observation& out);

  // The library that decodes, with the version that runs: "libpng 1.6.39". Null where the decoder is our own.
  std::string (*decoder)();
};

// Sorted by name.
std::span<const PictureFormat> picture_formats();

// Null if it is no picture format.
const PictureFormat* picture_format(std::string_view name);

}  // namespace bcheck::image
