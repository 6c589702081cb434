// SPDX-License-Identifier: Apache-2.0
// The scan: every element of an array looked at once, and what that says.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "validators/embedding/array_view.h"
#include "validators/embedding/column_watch.h"
#include "validators/embedding/duplicates.h"
#include "validators/embedding/lost_blocks.h"
#include "validators/embedding/row_reader.h"

namespace bcheck {

// The first few places of something that is counted. Bounded, however often it occurs.
struct FirstPlaces {
  struct Place {
    std::uint64_t row;
    std::uint64_t column;
  };
  static constexpr std::size_t kKept = 5;

  std::uint64_t count = 0;
  std::array<Place, kKept> first{};

  void add(std::uint64_t row, std::uint64_t column = 0) {
    if (count < kKept) first[static_cast<std::size_t>(count)] = {row, column};
    ++count;
  }
};

struct ScanWanted {
  double least = 0;  // places of values outside [least, most] are kept when `range` is set
  double most = 0;
  bool range = false;
  std::optional<std::uint64_t> file_offset;  // of the array's data, where they stand in the file as they are
};

// Norms are Euclidean, in double precision, over the rows without NaN and infinity (zero rows included), and exact
// also where squares would over- or underflow. Rows and columns count from 0.
struct ScanResult {
  FirstPlaces nan, inf;  // elements
  FirstPlaces zero, subnormal,
      constant;            // rows; constant: at least 4 equal elements, neither zero nor with NaN or infinity
  bool zero_tail = false;  // the zero rows are one run at the end
  std::uint64_t finite_rows = 0;
  double norm_min = 0, norm_median = 0, norm_max = 0;  // of finite_rows > 0; median: mean of the middle two
  std::optional<double> nonzero_norm_min;
  std::uint64_t norm_min_row = 0, norm_max_row = 0;
  std::uint64_t norm_outliers = 0;  // finite rows with a norm beyond 5 times the median, or below a fifth of it
  bool any_value = false;           // a finite one; then
  double value_min = 0, value_max = 0;
  FirstPlaces below, above;  // elements outside of the wanted range
  // Columns at the end that are 0 in every row; none where zeros are so common in the other columns that these may be
  // zero by chance (one-hot rows, what a ReLU leaves).
  std::uint64_t zero_tail_dims = 0;
  ConstantColumns constant_columns;
  std::optional<LostBlocks> lost_blocks;  // where `file_offset` and the array allow to tell
  DuplicateRows duplicates;
};

// Reused from array to array; keeps its buffers. Memory beyond the array: 16 bytes a row, a few rows.
class ArrayScanner {
 public:
  // rows and dim of `array` are not 0. One thread; the result does not depend on the processor.
  const ScanResult& scan(const ArrayView& array, const ScanWanted& wanted);

 private:
  void odd_row(std::uint64_t index, const unsigned char* row);  // the slow pass: not finite, or next to zero
  void watch_range(std::uint64_t index, const unsigned char* row);
  void merge_values(double low, double high);
  void add_norm(std::uint64_t index, double norm);
  bool tail_by_chance();
  void finish();

  const ArrayView* array_ = nullptr;
  ScanWanted wanted_;
  ScanResult result_;
  RowReader reader_;
  DuplicateFinder duplicates_;
  LostBlockWatch lost_blocks_;
  std::vector<double> norms_;
  ColumnWatch columns_;
  std::uint64_t last_zero_ = 0;  // the last zero row
};

}  // namespace bcheck
