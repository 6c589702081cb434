// SPDX-License-Identifier: Apache-2.0
#include "validators/embedding/scan.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "validators/embedding/row_kernel.h"

namespace bcheck {
namespace {

constexpr std::uint64_t kLeastConstantDim = 4;
// Sums of squares below this may have lost terms to underflow: the square of the smallest normal double is far below.
constexpr double kTinySquares = 1e-280;
constexpr double kOutlier = 5;
constexpr double kByChance = -9;  // decimal logarithm of the odds below which zeros are no accident

bool is_zero(Dtype dtype, const unsigned char* element) {
  return bits_at(dtype, element) == 0;
}

// All elements have the same bits: each equals its neighbour.
bool is_constant(const unsigned char* row, std::size_t count, std::size_t element) {
  return std::memcmp(row, row + element, (count - 1) * element) == 0;
}

}  // namespace

void ArrayScanner::merge_values(double low, double high) {
  // + 0.0 makes -0 +0, so that the order of equal zeros does not show.
  result_.value_min = (result_.any_value ? std::min(result_.value_min, low) : low) + 0.0;
  result_.value_max = (result_.any_value ? std::max(result_.value_max, high) : high) + 0.0;
  result_.any_value = true;
}

void ArrayScanner::add_norm(std::uint64_t index, double norm) {
  if (norms_.empty() || norm < result_.norm_min) {
    result_.norm_min = norm;
    result_.norm_min_row = index;
  }
  if (norms_.empty() || norm > result_.norm_max) {
    result_.norm_max = norm;
    result_.norm_max_row = index;
  }
  if (norm > 0 && (!result_.nonzero_norm_min || norm < *result_.nonzero_norm_min)) result_.nonzero_norm_min = norm;
  norms_.push_back(norm);
}

void ArrayScanner::odd_row(std::uint64_t index, const unsigned char* row) {
  const Dtype dtype = array_->dtype;
  const std::size_t element = array_->element();
  double largest = 0;
  bool finite = true;
  for (std::uint64_t column = 0; column < array_->dim; ++column) {
    const double x = value_at(dtype, row + column * element);
    if (std::isnan(x)) result_.nan.add(index, column);
    if (std::isinf(x)) result_.inf.add(index, column);
    if (!std::isfinite(x)) {
      finite = false;
      continue;
    }
    merge_values(x, x);
    largest = std::max(largest, std::fabs(x));
  }
  if (!finite) return;
  if (largest == 0) {
    result_.zero_tail = result_.zero.count == 0 || (result_.zero_tail && last_zero_ + 1 == index);
    last_zero_ = index;
    result_.zero.add(index);
    return add_norm(index, 0);
  }
  double squares = 0;  // scaled by the largest, so that nothing over- or underflows that matters
  for (std::uint64_t column = 0; column < array_->dim; ++column) {
    const double x = value_at(dtype, row + column * element) / largest;
    squares += x * x;
  }
  if (largest < info_of(dtype).smallest_normal) result_.subnormal.add(index);
  if (array_->dim >= kLeastConstantDim && is_constant(row, static_cast<std::size_t>(array_->dim), element)) {
    result_.constant.add(index);
  }
  add_norm(index, largest * std::sqrt(squares));
}

void ArrayScanner::watch_range(std::uint64_t index, const unsigned char* row) {
  for (std::uint64_t column = 0; column < array_->dim; ++column) {
    const double x = value_at(array_->dtype, row + column * array_->element());
    if (x < wanted_.least) result_.below.add(index, column);
    if (x > wanted_.most) result_.above.add(index, column);
  }
}

const ScanResult& ArrayScanner::scan(const ArrayView& array, const ScanWanted& wanted) {
  array_ = &array;
  wanted_ = wanted;
  result_ = ScanResult();
  norms_.clear();
  norms_.reserve(static_cast<std::size_t>(array.rows));
  columns_.open(array);
  last_zero_ = 0;
  reader_.open(array);
  duplicates_.start(array.rows);
  const bool in_blocks = wanted.file_offset && lost_blocks_.open(array, *wanted.file_offset);
  const RowKernel kernel = row_kernel(array.dtype);
  const std::size_t dim = static_cast<std::size_t>(array.dim);
  const std::size_t element = array.element();
  const double smallest = info_of(array.dtype).smallest_normal;
  const double tiny = std::max(kTinySquares, static_cast<double>(dim) * smallest * smallest);
  for (std::uint64_t index = 0; index < array.rows; ++index) {
    const unsigned char* const row = reader_.row(index);
    const RowFacts facts = kernel(row, dim);
    duplicates_.add(facts.hash);
    columns_.look(index, row);
    if (in_blocks) lost_blocks_.look_to((index + 1) * array.dim);
    if (!std::isfinite(facts.squares) || facts.squares < tiny) {
      odd_row(index, row);
      if (wanted.range) watch_range(index, row);
      continue;
    }
    add_norm(index, std::sqrt(facts.squares));
    merge_values(facts.low, facts.high);
    if (wanted.range && (facts.low < wanted.least || facts.high > wanted.most)) watch_range(index, row);
    if (dim >= kLeastConstantDim && is_constant(row, dim, element)) result_.constant.add(index);
  }
  if (in_blocks) result_.lost_blocks = lost_blocks_.finish();
  finish();
  return result_;
}

// If elements were zero independently of each other, as often as those before the tail are: the odds of that tail.
// Zero rows say nothing. Only asked where there is a tail, so almost never.
bool ArrayScanner::tail_by_chance() {
  const std::uint64_t tail_start = columns_.tail_start();
  const std::size_t element = array_->element();
  std::uint64_t zeros = 0, rows = 0;
  reader_.open(*array_);
  for (std::uint64_t index = 0; index < array_->rows; ++index) {
    const unsigned char* const row = reader_.row(index);
    std::uint64_t here = 0;
    for (std::uint64_t column = 0; column < tail_start; ++column) {
      here += is_zero(array_->dtype, row + column * element) ? 1U : 0U;
    }
    if (here == tail_start) continue;
    zeros += here;
    ++rows;
  }
  if (zeros == 0) return false;
  const double share = static_cast<double>(zeros) / (static_cast<double>(rows) * static_cast<double>(tail_start));
  const double tail = static_cast<double>(rows) * static_cast<double>(array_->dim - tail_start);
  return std::log10(share) * tail > kByChance;
}

void ArrayScanner::finish() {
  const std::uint64_t rows = array_->rows;
  result_.zero_tail = result_.zero_tail && last_zero_ + 1 == rows && result_.zero.count < rows;
  result_.zero_tail_dims = array_->dim - columns_.tail_start();
  if (columns_.tail_start() > 0 && result_.zero_tail_dims > 0 && tail_by_chance()) result_.zero_tail_dims = 0;
  result_.constant_columns = columns_.constant();
  result_.finite_rows = norms_.size();
  result_.duplicates = duplicates_.finish(*array_);
  if (norms_.empty()) return;
  const auto middle = norms_.begin() + static_cast<std::ptrdiff_t>(norms_.size() / 2);
  std::nth_element(norms_.begin(), middle, norms_.end());
  result_.norm_median = *middle;
  if (norms_.size() % 2 == 0) {
    const double below = *std::max_element(norms_.begin(), middle);
    result_.norm_median = below + (*middle - below) / 2;
  }
  const double median = result_.norm_median;
  result_.norm_outliers = static_cast<std::uint64_t>(std::count_if(
      norms_.begin(), norms_.end(), [&](double norm) { return norm > kOutlier * median || norm * kOutlier < median; }));
}

}  // namespace bcheck
