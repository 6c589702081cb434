// SPDX-License-Identifier: Apache-2.0
// The header of NumPy's .npy, for files of their own and for the members of an .npz.
#pragma once

#include <cstdint>

#include "bcheck/artifact.h"
#include "bcheck/validator.h"
#include "validators/embedding/array_view.h"
#include "validators/embedding/options.h"

namespace bcheck {

// So many bytes at the start hold every header that is read: magic, version, length, and at most 64 KiB of text.
inline constexpr std::uint64_t kMostNpyPrefix = 12 + 65536;

// Fills in shape, dtype and order of `array`, and where its data begins. False: it is no header of an array of numbers,
// and a fault says why; the shape is there all the same if only the type is none of numbers.
bool read_npy_header(Bytes start, const EmbeddingOptions& options, ArrayView& array, std::uint64_t& data_offset,
                     Observation& out);

}  // namespace bcheck
