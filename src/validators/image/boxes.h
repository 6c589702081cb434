// SPDX-License-Identifier: Apache-2.0
// Boxes of the ISO base media format (ISO/IEC 14496-12, 4.2): what AVIF, HEIF and the containers of JPEG XL are made
// of.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "bcheck/artifact.h"
#include "bcheck/validator.h"

namespace bcheck::image {

struct Box {
  std::string_view type;   // 4 printable bytes
  std::size_t at = 0;      // where its header begins
  std::uint64_t size = 0;  // declared, header included; of a box that reaches to the end, what is left
  bool whole = false;      // all of it is there
  Bytes body;              // without the header; what there is of it
};

// The box at `at`; nothing where no header of one stands: fewer than 8 bytes, a type that is no word, a size below that
// of the header.
std::optional<Box> box_at(Bytes bytes, std::size_t at);

// The boxes side by side in `bytes`, as far as they are whole.
std::vector<Box> boxes_in(Bytes bytes);

// The first of that type, or null.
const Box* find_box(std::span<const Box> boxes, std::string_view type);

// The boxes of a file, which tile it. `needed` are the types without which it is no picture, first the one with which
// a file begins; `known` others that may
// stand beside them. Adds image.truncated where a known box is longer than the file, image.trailing-data for what
// follows the last box once the needed ones are there, image.bad-structure for what is no box before that. A box of
// an unknown type is passed over where it fits into the file.
std::vector<Box> read_file_boxes(Bytes bytes, std::span<const std::string_view> needed,
                                 std::span<const std::string_view> known, Observation& out);

}  // namespace bcheck::image
