// SPDX-License-Identifier: Apache-2.0
// What a reader has to make itself, since the file does not hold it as the scan needs it: elements that were deflated
// or written as text, and the ids beside them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

namespace bcheck {

// Bytes that grow without being set first. What grow() hands out is valid until the next call of grow(), reserve() or
// clear(). Throws std::bad_alloc.
class ElementBuffer {
 public:
  unsigned char* data() { return bytes_.get(); }
  std::size_t size() const { return size_; }

  // Forgets the content and keeps the memory, unless it is so much that it had better be free between two artifacts.
  void clear();
  void reserve(std::size_t capacity);
  // Appends `more` bytes without a value, for the caller to write.
  unsigned char* grow(std::size_t more);
  void shrink(std::size_t size) { size_ = size; }  // at most size()

 private:
  struct Free {
    void operator()(unsigned char* bytes) const { std::free(bytes); }
  };
  static constexpr std::size_t kKept = std::size_t{64} << 20;

  std::unique_ptr<unsigned char, Free> bytes_;
  std::size_t size_ = 0;
  std::size_t capacity_ = 0;
};

// Belongs to whoever calls the readers, and is kept from array to array, so that the next one finds its memory.
struct Decoded {
  ElementBuffer elements;        // ArrayView::data lies here where they do not lie in the artifact
  std::vector<std::string> ids;  // one a row, in their order; empty unless every row has one

  void clear() {
    elements.clear();
    ids.clear();
  }
};

}  // namespace bcheck
