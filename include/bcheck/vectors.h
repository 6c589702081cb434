// SPDX-License-Identifier: Apache-2.0
// Two array files of vectors, and how far they are apart.
//
// validators/embedding decodes them, run/vectors.h does so in a process of its own, and the command line hands that to
// the room that compares (analysis), which knows no decoder.
#pragma once

#include <cstdint>
#include <string_view>

#include "bcheck/artifact.h"
#include "bcheck/error.h"

namespace bcheck {

// An array file, and what the report says of it: empty and 0 where that is not known. What reads otherwise than the
// report says (columns or members that the rules chose) is not compared.
struct VectorFile {
  Bytes bytes;
  std::string_view extension;  // lower case, without the dot
  std::string_view format;     // "npy", "raw"
  std::string_view dtype;      // "f32"
  std::int64_t rows = 0;
  std::int64_t dim = 0;
};

// Two rows are near within both.
struct RowLimits {
  double cosine_distance = 1e-3;  // 1 - cosine, at most
  double norm = 1e-2;             // | |new| - |old| | / |old|, at most
};

// Of rows of the same number in both. Where the shapes differ nothing but these is measured.
struct VectorDistance {
  std::uint64_t old_rows = 0, old_dim = 0;
  std::uint64_t new_rows = 0, new_dim = 0;

  std::uint64_t equal = 0;   // rows with the same numbers, -0 and +0 being the same
  std::uint64_t broken = 0;  // rows with NaN or infinity in either, or that are zero in one alone: never near
  std::uint64_t far = 0;     // rows outside of the limits, broken ones too
  // Of all rows that are not broken: 1 - cosine as half the squared distance of the unit vectors, which does not
  // cancel; and the relative difference of the norms.
  double cosine_median = 0, cosine_99 = 0, cosine_most = 0;
  double norm_most = 0;
  double largest = 0;           // difference of two elements
  std::uint64_t worst_row = 0;  // of the old file, with the largest cosine distance

  // Of the far rows that were looked at (at most 256 of them): those that are nearer to another row of the old file
  // than to their own, within the limits.
  std::uint64_t moved = 0;
  std::int64_t shift = 0;                       // all of them by so many rows; 0: not all by the same
  std::uint64_t moved_row = 0, moved_from = 0;  // the first: this new row is that old one

  bool one_shape() const { return old_rows == new_rows && old_dim == new_dim; }
};

class VectorReader {
 public:
  virtual ~VectorReader() = default;

  // An error says in a clause why they could not be compared: one of them is damaged, or of a format that no reader
  // knows.
  virtual Result<VectorDistance> compare(const VectorFile& before, const VectorFile& after,
                                         const RowLimits& limits) = 0;
};

}  // namespace bcheck
