// SPDX-License-Identifier: Apache-2.0
// A block of zeros in the data of a JPEG, which decodes without a complaint into patterns that no encoder was given.
//
// Huffman codes are handed out from all zeros on (ITU-T T.81, C.2), so zero bits are the first code of the table again
// and again. Where that is a coefficient, as in the tables of the standard, 512 zero bits are more than two blocks of 8
// x 8 whose every coefficient is -1. Where it is the end of a block, zeros are what a picture of one colour consists
// of, and say nothing. In 284 sound files by others with a table of the first sort, the longest run in the data is 8
// bytes; in one of the second sort 874.
#pragma once

#include <cstddef>
#include <optional>

#include "bcheck/artifact.h"
#include "validators/image/jpeg_baseline.h"
#include "validators/image/zero_run.h"

namespace bcheck::image {

// 64 zero bytes or more in a row, from the first byte of the data to `end`, the place behind EOI. `at` is the place in
// the file. Nothing where zeros may be right.
std::optional<ZeroRun> find_lost_block(Bytes bytes, const JpegBaseline& header, std::size_t end);

}  // namespace bcheck::image
