// SPDX-License-Identifier: Apache-2.0
// What new memory holds: a chosen byte instead of what happened to lie there. A library that hands over memory that it
// never wrote then does so in the same way each time, and in another way where the byte is another one.
#pragma once

namespace bcheck {

// While it lives, for the whole process; they nest. Blocks that the C library keeps for the next small request may
// still hold what they held. Not for several threads at a time.
class MemoryFill {
 public:
  explicit MemoryFill(unsigned char byte);  // not 0
  ~MemoryFill();
  MemoryFill(const MemoryFill&) = delete;
  MemoryFill& operator=(const MemoryFill&) = delete;

  // False with an allocator that cannot do it, one that was preloaded for example.
  static bool works();

 private:
  unsigned char before_;
};

}  // namespace bcheck
