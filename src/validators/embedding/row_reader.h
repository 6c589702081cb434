// SPDX-License-Identifier: Apache-2.0
// The rows of an array in one form, whatever its order: native (little-endian) elements one behind the other.
#pragma once

#include <cstdint>
#include <vector>

#include "validators/embedding/array_view.h"

namespace bcheck {

// Rows of a C-order little-endian array are handed out in place; big-endian ones are swapped into a buffer, and
// Fortran order is turned in tiles of rows, so that memory is read in its own order. The buffers hold at most
// `tile_bytes` or one row, whichever is more, and are kept from array to array.
class RowReader {
 public:
  static constexpr std::size_t kTileBytes = std::size_t{1} << 20;

  // `view` must outlive the reading. For rows far from each other a tile of 0 bytes, that is one row, is best.
  void open(const ArrayView& view, std::size_t tile_bytes = kTileBytes);

  // Valid until the next call of row(), and for tiles fastest when `index` rises. index < rows, dim > 0.
  const unsigned char* row(std::uint64_t index);

 private:
  void fill_tile(std::uint64_t first);
  std::uint64_t fortran_offset(std::uint64_t row) const;

  const ArrayView* view_ = nullptr;
  std::size_t tile_bytes_ = kTileBytes;
  std::vector<unsigned char> tile_;
  std::vector<std::uint64_t> offsets_;  // of the rows of the tile
  std::vector<unsigned char> swapped_;
  std::uint64_t tile_first_ = 0;
  std::uint64_t tile_rows_ = 0;  // rows in the tile now
};

}  // namespace bcheck
