// SPDX-License-Identifier: Apache-2.0
// Where the items of an AVIF or HEIF file lie: its box `iloc` (ISO/IEC 14496-12, 8.11.3).
//
// The boxes of a file can tile it although its pictures do not lie in it: the last box may reach "to the end", wherever
// that is now, and a copy that lost a block in front has every offset wrong. libheif reads an item only when it is
// asked for it; here all are looked at.
#pragma once

#include <string_view>

#include "bcheck/artifact.h"
#include "bcheck/validator.h"

namespace bcheck::image {

// Adds image.truncated where a part of an item lies behind the end of the file (or of the box that holds it), and
// image.bad-structure where the list itself cannot be read. `meta` is the body of the box of that name.
void check_heif_items(Bytes bytes, Bytes meta, Observation& out);

// The first coding of an item that is registered for pictures (mp4ra.org) and is neither AV1 nor HEVC: libheif may know
// nothing of it, and takes such an item for no picture at all. Empty if there is none.
std::string_view other_coding(Bytes meta);

}  // namespace bcheck::image
