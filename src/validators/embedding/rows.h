// SPDX-License-Identifier: Apache-2.0
// An array file row by row, for a batch whose keys each have one row of it: every row is then an artifact of its own,
// for a check that is prepared with format "raw", the dtype() and dim() of here.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "bcheck/artifact.h"
#include "bcheck/validator.h"
#include "validators/embedding/array_view.h"
#include "validators/embedding/column_watch.h"
#include "validators/embedding/decoded.h"
#include "validators/embedding/lost_blocks.h"
#include "validators/embedding/options.h"
#include "validators/embedding/row_reader.h"

namespace bcheck {

// One thread. The bytes of the artifact must outlive the reading. May be opened again and keeps its memory.
class RowSource {
 public:
  // Raises the faults of the container into `out`, also those that leave the rows readable (bytes behind the array);
  // sets its format, and `unchecked` where nothing tells the format or no reader exists for it. False if there is no
  // array to go through; then a fault or `unchecked` says why. What was declared (rows, dim, dtype, norm) is not
  // compared with what is found: that is for the check of each row, and for the caller, who knows the keys.
  bool open(const Artifact& artifact, const EmbeddingOptions& options, Observation& out);

  // Of a list of scores (rank 1 with `score_range` or `rows` declared) one a score, with dim 1; of rank 3 and more the
  // product of all axes but the last.
  std::uint64_t rows() const { return array_.rows; }
  std::uint64_t dim() const { return array_.dim; }
  std::string_view dtype() const { return info_of(array_.dtype).word; }  // the word of option `dtype`: "f32"

  // Its elements, native (little-endian), one behind the other; valid until the next call. index < rows(). Fastest
  // when `index` rises.
  Bytes row(std::uint64_t index);

  // Looks for blocks of the file that were never written (lost_blocks.h) in rows [from, to), all of which are gone
  // through at 8 bytes of each block, and the whole array at each element if some look lost. Before lost_blocks() of
  // these.
  void look_for_lost_blocks(std::uint64_t from, std::uint64_t to);

  // Those that reach into the row; nothing where the array's format and shape do not allow to tell. index < rows().
  std::optional<LostBlocks> lost_blocks(std::uint64_t index);

  // Columns with one value in every row, as far as it has to be read for that: two or three rows, or all of them.
  // Nothing where the rows are too few to tell, or all the same. What row() handed out is not valid any more.
  std::optional<ConstantColumns> constant_columns();

  // Those that stand in the file beside the rows, one a row; empty if there are none.
  std::span<const std::string> ids() const { return decoded_.ids; }

 private:
  ArrayView array_;
  Decoded decoded_;
  RowReader reader_;
  ArrayView in_blocks_;  // as blocks are looked for: a list of scores as one row
  ColumnWatch columns_;
  LostBlockWatch watch_;
  bool watched_ = false;      // blocks can be told
  std::optional<bool> lost_;  // there are some, once that was asked of the whole array
};

}  // namespace bcheck
