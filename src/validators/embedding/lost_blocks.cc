// SPDX-License-Identifier: Apache-2.0
#include "validators/embedding/lost_blocks.h"

#include <fmt/format.h>

#include <cmath>
#include <cstring>
#include <functional>

namespace bcheck {
namespace {

constexpr std::uint64_t kBlock = 512;
constexpr double kByChance = -9;  // decimal logarithm of the odds below which zeros are no accident

bool all_zero(const unsigned char* bytes, std::size_t count) {
  return bytes[0] == 0 && std::memcmp(bytes, bytes + 1, count - 1) == 0;
}

}  // namespace

std::string place_of(const LostBlocks& lost) {
  return fmt::format("the first of {} bytes, from row {} column {}", lost.first_bytes, lost.first_row,
                     lost.first_column);
}

std::optional<std::uint64_t> offset_in_file(std::string_view format, Bytes file, const ArrayView& array) {
  if (format != "npy" && format != "safetensors") return std::nullopt;
  const Bytes data = array.data;
  const std::less_equal<const unsigned char*> no_later;
  if (file.empty() || data.empty() || !no_later(file.data(), data.data())) return std::nullopt;
  if (!no_later(data.data() + data.size(), file.data() + file.size())) return std::nullopt;
  return static_cast<std::uint64_t>(data.data() - file.data());
}

bool LostBlockWatch::open(const ArrayView& array, std::uint64_t offset) {
  array_ = &array;
  offset_ = offset;
  count_ = array.rows * array.dim;
  next_ = border_from(0);
  lost_ = other_ = false;
  run_ = Run();
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

// Of zeros, all that stand around the zero here.
LostBlockWatch::Run LostBlockWatch::run_around(std::uint64_t element) const {
  Run run{element, element + 1};
  while (run.begin > 0 && is_zero(run.begin - 1)) --run.begin;
  while (run.end < count_ && is_zero(run.end)) ++run.end;
  return run;
}

bool LostBlockWatch::is_long(const Run& run) const {
  return (run.end - run.begin) * array_->element() >= kBlock;
}

LostBlockWatch::Zeros LostBlockWatch::sort_of(const Run& run) const {
  if (run.begin % array_->dim == 0 || run.end % array_->dim == 0) return Zeros::kOfRows;
  const std::uint64_t element = array_->element();
  const bool starts_block = (offset_ + run.begin * element) % kBlock == 0;
  const bool ends_block = (offset_ + run.end * element) % kBlock == 0;
  return starts_block && ends_block ? Zeros::kLost : Zeros::kOther;
}

void LostBlockWatch::count(const Run& run, LostBlocks& lost) const {
  if (lost.count++ > 0) return;
  lost.first_row = run.begin / array_->dim;
  lost.first_column = run.begin % array_->dim;
  lost.first_bytes = (run.end - run.begin) * array_->element();
}

void LostBlockWatch::start(std::uint64_t element) {
  // The block that the element stands in is looked at too.
  const std::uint64_t next = border_from(element * array_->element());
  next_ = next > border_from(0) ? next - kBlock : next;
}

void LostBlockWatch::look_to(std::uint64_t end_element) {
  const std::uint64_t element = array_->element(), end = end_element * element, size = count_ * element;
  for (; next_ < end; next_ += kBlock) {
    if (other_ || size - next_ < kBlock) continue;
    const unsigned char* const block = array_->data.data() + next_;
    std::uint64_t first = 0;
    std::memcpy(&first, block, sizeof first);
    if (first != 0 || !all_zero(block, kBlock)) continue;
    const Run run = run_around(next_ / element);
    const Zeros sort = sort_of(run);
    lost_ = lost_ || sort == Zeros::kLost;
    other_ = sort == Zeros::kOther;
    next_ = border_from(run.end * element) - kBlock;
  }
}

LostBlocks LostBlockWatch::finish() const {
  LostBlocks lost;
  if (!suspects()) return lost;
  const std::uint64_t element = array_->element();
  std::uint64_t zeros = 0, seen = 0;  // elements outside of what is lost, and of zeros that say nothing
  for (std::uint64_t i = 0; i < count_;) {
    if (!is_zero(i)) {
      ++i;
      ++seen;
      continue;
    }
    const Run run = run_around(i);
    i = run.end;
    const std::uint64_t length = run.end - run.begin;
    const Zeros sort = sort_of(run);
    if (sort == Zeros::kOfRows) continue;
    if (!is_long(run)) {
      zeros += length;
      seen += length;
      continue;
    }
    if (sort == Zeros::kOther) return {};
    count(run, lost);
  }
  if (lost.count == 0 || zeros == 0) return lost;
  const double share = static_cast<double>(zeros) / static_cast<double>(seen);
  return std::log10(share) * static_cast<double>(kBlock / element) > kByChance ? LostBlocks() : lost;
}

LostBlocks LostBlockWatch::among(std::uint64_t from, std::uint64_t to) {
  LostBlocks lost;
  for (std::uint64_t i = from; i < to; i = run_.end) {
    while (i < to && !is_zero(i)) ++i;
    if (i == to) break;
    // One that reaches over many rows is not gone through again for each.
    if (i < run_.begin || i >= run_.end) run_ = run_around(i);
    if (is_long(run_) && sort_of(run_) == Zeros::kLost) count(run_, lost);
  }
  return lost;
}

}  // namespace bcheck
