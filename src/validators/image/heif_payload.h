// SPDX-License-Identifier: Apache-2.0
// What the coded data of AVIF and HEIF items cannot contain. Decoders of video conceal: they make a picture of
// anything, of a block that a copy never wrote as well. The codings have no checksums, but neither ever has many zeros.
//
// HEVC (ITU-T H.265, 7.4.2): in a NAL unit two zero bytes are followed by nothing below 3; encoders put a 3 between. So
// three bytes lost are seen wherever they lie in a unit, and a lost length leaves units that do not fill their item.
// AV1 (its specification, 8.2): nothing forbids it, but the data are those of an arithmetic coder, in which 64 zeros do
// not happen: in 48 files of libaom 3.6, from 0.3 kB to 4.4 MB and up to 8192 x 8192, of one colour, white with a word,
// lines, gradients, edges, noise and photo-like, some with alpha, the longest run is 3. No encoder is known that pads a
// tile with as many, which the specification would let it do.
#pragma once

#include <cstdint>
#include <span>

#include "bcheck/artifact.h"
#include "bcheck/validator.h"
#include "validators/image/heif_items.h"

namespace bcheck::image {

// Adds image.corrupt-data where an item's data break the rule of its coding, and image.bad-structure where the NAL
// units of HEVC do not fill their item. `meta` is the body of that box, which says how the units are laid out. Items
// that lie one over another are looked at until twice the size of the file has been read: the decoder sees them all.
void check_heif_payload(std::span<const HeifItem> items, Bytes meta, std::uint64_t file_size, Observation& out);

}  // namespace bcheck::image
