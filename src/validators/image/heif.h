// SPDX-License-Identifier: Apache-2.0
// AVIF and HEIF (ISO/IEC 23008-12, AVIF 1.1): still pictures, collections of them, thumbnails and auxiliary pictures.
//
// Neither has a checksum, and the coders of video that they use conceal what they cannot read: of the bytes changed
// inside the coded data few are noticed. A pass reaches no further than Coverage::kContent. Tracks (image sequences)
// are not decoded by libheif; such a file is `unchecked`, unless something else is wrong with it.
#pragma once

#include <string>

#include "bcheck/artifact.h"
#include "bcheck/validator.h"
#include "validators/image/libraries.h"
#include "validators/image/picture_check.h"

namespace bcheck::image {

#if BCHECK_HAVE_HEIF
void check_heif(Bytes bytes, PictureCheck& check, Observation& out);
std::string heif_decoder();  // "libheif 1.15.1", of the headers: the library is loaded with the first such picture
#else
inline constexpr void (*check_heif)(Bytes, PictureCheck&, Observation&) = nullptr;
inline constexpr std::string (*heif_decoder)() = nullptr;
#endif

}  // namespace bcheck::image
