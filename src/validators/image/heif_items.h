// SPDX-License-Identifier: Apache-2.0
// The items of an AVIF or HEIF file and where they lie: its boxes `iinf` and `iloc` (ISO/IEC 14496-12, 8.11.3
// and 8.11.6).
//
// The boxes of a file can tile it although its pictures do not lie in it: the last box may reach "to the end", wherever
// that is now, and a copy that lost a block in front has every offset wrong. libheif reads an item only when it is
// asked for it; here all are looked at.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "bcheck/artifact.h"
#include "bcheck/validator.h"

namespace bcheck::image {

struct HeifItem {
  std::uint64_t id = 0;
  std::string_view type;       // its coding, 4 characters; empty if the file does not say
  std::vector<Bytes> extents;  // its data, part by part; empty where they are of another file, or made of other items
};

// Adds image.truncated where a part of an item lies behind the end of the file (or of the box that holds it), and
// image.bad-structure where the list itself cannot be read. `meta` is the body of the box of that name. In the order of
// the list; those before the fault.
std::vector<HeifItem> read_heif_items(Bytes bytes, Bytes meta, Observation& out);

bool has_coding(std::span<const HeifItem> items, std::string_view type);

// The first coding of an item that is registered for pictures (mp4ra.org) and is neither AV1 nor HEVC: libheif may know
// nothing of it, and takes such an item for no picture at all. Empty if there is none.
std::string_view other_coding(std::span<const HeifItem> items);

}  // namespace bcheck::image
