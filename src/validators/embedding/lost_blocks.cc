// SPDX-License-Identifier: Apache-2.0
#include "validators/embedding/lost_blocks.h"

#include <cmath>
#include <cstring>

namespace bcheck {
namespace {

constexpr std::uint64_t kBlock = 512;
constexpr double kByChance = -9;  // decimal logarithm of the odds below which zeros are no accident

bool all_zero(const unsigned char* bytes, std::size_t count) {
  return bytes[0] == 0 && std::memcmp(bytes, bytes + 1, count - 1) == 0;
}

}  // namespace

bool LostBlockWatch::open(const ArrayView& array, std::uint64_t offset) {
  array_ = &array;
  offset_ = offset;
  count_ = array.rows * array.dim;
  next_ = border_from(0);
  lost_ = other_ = false;
  // Elements stand across a border where the data begin at an odd place.
  return array.dense() && kBlock % array.element() == 0 && offset % array.element() == 0 &&
         !(offset % kBlock == 0 && array.row_stride % kBlock == 0);
}

// The first place in the data, from that one on, where a block of the file begins.
std::uint64_t LostBlockWatch::border_from(std::uint64_t place) const {
  return place + (kBlock - (offset_ + place) % kBlock) % kBlock;
}

bool LostBlockWatch::is_zero(std::uint64_t element) const {
  return all_zero(array_->data.data() + element * array_->element(), array_->element());
}

LostBlockWatch::Zeros LostBlockWatch::sort_of(const Run& run) const {
  if (run.begin % array_->dim == 0 || run.end % array_->dim == 0) return Zeros::kOfRows;
  const std::uint64_t element = array_->element();
  const bool starts_block = (offset_ + run.begin * element) % kBlock == 0;
  const bool ends_block = (offset_ + run.end * element) % kBlock == 0;
  return starts_block && ends_block ? Zeros::kLost : Zeros::kOther;
}

void LostBlockWatch::look(std::uint64_t row) {
  const std::uint64_t end = (row + 1) * array_->row_stride;
  const std::uint64_t element = array_->element(), size = count_ * element;
  for (; next_ < end; next_ += kBlock) {
    if (other_ || size - next_ < kBlock) continue;
    const unsigned char* const block = array_->data.data() + next_;
    std::uint64_t first = 0;
    std::memcpy(&first, block, sizeof first);
    if (first != 0 || !all_zero(block, kBlock)) continue;
    Run run{next_ / element, (next_ + kBlock) / element};
    while (run.begin > 0 && is_zero(run.begin - 1)) --run.begin;
    while (run.end < count_ && is_zero(run.end)) ++run.end;
    const Zeros sort = sort_of(run);
    lost_ = lost_ || sort == Zeros::kLost;
    other_ = sort == Zeros::kOther;
    next_ = border_from(run.end * element) - kBlock;
  }
}

LostBlocks LostBlockWatch::finish() const {
  LostBlocks lost;
  if (!lost_ || other_) return lost;
  const std::uint64_t element = array_->element();
  std::uint64_t zeros = 0, seen = 0;  // elements outside of what is lost, and of zeros that say nothing
  for (std::uint64_t i = 0; i < count_;) {
    if (!is_zero(i)) {
      ++i;
      ++seen;
      continue;
    }
    Run run{i, i};
    while (run.end < count_ && is_zero(run.end)) ++run.end;
    i = run.end;
    const std::uint64_t length = run.end - run.begin;
    const Zeros sort = sort_of(run);
    if (sort == Zeros::kOfRows) continue;
    if (length * element < kBlock) {
      zeros += length;
      seen += length;
      continue;
    }
    if (sort == Zeros::kOther) return {};
    if (lost.count++ == 0) {
      lost.first_row = run.begin / array_->dim;
      lost.first_column = run.begin % array_->dim;
      lost.first_bytes = length * element;
    }
  }
  if (lost.count == 0 || zeros == 0) return lost;
  const double share = static_cast<double>(zeros) / static_cast<double>(seen);
  return std::log10(share) * static_cast<double>(kBlock / element) > kByChance ? LostBlocks() : lost;
}

}  // namespace bcheck
