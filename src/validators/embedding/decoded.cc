// SPDX-License-Identifier: Apache-2.0
#include "validators/embedding/decoded.h"

#include <algorithm>
#include <cstdint>
#include <new>

#include "base/checked.h"

namespace bcheck {

void ElementBuffer::clear() {
  size_ = 0;
  if (capacity_ <= kKept) return;
  bytes_.reset();
  capacity_ = 0;
}

void ElementBuffer::reserve(std::size_t capacity) {
  if (capacity <= capacity_) return;
  if (capacity > PTRDIFF_MAX) throw std::bad_alloc();  // no object is larger
  // realloc moves pages of large blocks instead of copying them, and never has two of them.
  void* const moved = std::realloc(bytes_.get(), capacity);
  if (moved == nullptr) throw std::bad_alloc();
  static_cast<void>(bytes_.release());
  bytes_.reset(static_cast<unsigned char*>(moved));
  capacity_ = capacity;
}

unsigned char* ElementBuffer::grow(std::size_t more) {
  const auto wanted = checked_add(size_, more);
  if (!wanted) throw std::bad_alloc();
  if (*wanted > capacity_) reserve(std::max<std::size_t>(*wanted, capacity_ + capacity_ / 2));
  unsigned char* const start = bytes_.get() + size_;
  size_ = *wanted;
  return start;
}

}  // namespace bcheck
