// SPDX-License-Identifier: Apache-2.0
// OpenEXR (version 2 of the file layout): scan lines and tiles, one part or several, half, float and whole samples.
//
// The measures are those of float_stats.h. width and height are those of the data window of the first part, frames
// counts the parts. Deep data are walked and not decoded: such a file is `unchecked`, unless something is wrong with
// it. Blocks compressed by zlib carry its checksum, the other codings have none: a pass reaches no further than
// Coverage::kContent.
#pragma once

#include <string>

#include "bcheck/artifact.h"
#include "bcheck/validator.h"
#include "validators/image/libraries.h"
#include "validators/image/picture_check.h"

namespace bcheck::image {

#if BCHECK_HAVE_OPENEXR
void check_exr(Bytes bytes, PictureCheck& check, Observation& out);
std::string exr_decoder();  // "OpenEXR 3.1.5"
#else
inline constexpr void (*check_exr)(Bytes, PictureCheck&, Observation&) = nullptr;
inline constexpr std::string (*exr_decoder)() = nullptr;
#endif

}  // namespace bcheck::image
