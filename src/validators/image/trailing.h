// SPDX-License-Identifier: Apache-2.0
// Bytes after the end of a picture.
#pragma once

#include <string>

#include "bcheck/artifact.h"
#include "bcheck/validator.h"

namespace bcheck::image {

// What they look like: "zeros only", "a line end", "a second picture (JPEG)", "the tail of another PNG",
// "a video (MP4)", "text", "other data". Zeros come from preallocation and recovery, a tail from a longer file
// that was not cut when it was overwritten, a video from phones that append one to a JPEG.
std::string describe_trailing(Bytes rest);

// Adds image.trailing-data for what follows `end`, if anything does. `marker` names the end: "IEND".
void check_trailing(Bytes bytes, std::size_t end, std::string_view marker, Observation& out);

// Nothing but zeros from `from` on, or from before it, and enough of them (16) that no sound file would end so.
bool ends_in_zeros(Bytes bytes, std::size_t from);

}  // namespace bcheck::image
