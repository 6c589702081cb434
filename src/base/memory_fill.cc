// SPDX-License-Identifier: Apache-2.0
#include "base/memory_fill.h"

#include <malloc.h>

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <cstring>

#if defined(__SANITIZE_ADDRESS__)
#define BCHECK_SANITIZED_MEMORY 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define BCHECK_SANITIZED_MEMORY 1
#endif
#endif
#ifndef BCHECK_SANITIZED_MEMORY
#define BCHECK_SANITIZED_MEMORY 0
#endif

#if BCHECK_SANITIZED_MEMORY
extern "C" int __sanitizer_install_malloc_and_free_hooks(void (*)(const volatile void*, std::size_t),
                                                         void (*)(const volatile void*));
#endif

namespace bcheck {
namespace {

unsigned char byte_now = 0;  // 0: whatever is there

#if BCHECK_SANITIZED_MEMORY

// From 128 KiB on, with what it puts around a block, the sanitizer takes new pages. These are zero, which is the same
// each time too, and it does not clear them once more after this where zeros are asked for.
constexpr std::size_t kMost = 120'000;

void fill_new(const volatile void* memory, std::size_t size) {
  if (byte_now != 0 && size <= kMost) std::memset(const_cast<void*>(memory), byte_now, size);
}

void nothing(const volatile void*) {}

void fill_with(unsigned char byte) {
  static const int kInstalled = __sanitizer_install_malloc_and_free_hooks(fill_new, nothing);
  byte_now = kInstalled == 0 ? 0 : byte;
}

#else

void fill_with(unsigned char byte) {
  byte_now = byte;
#ifdef M_PERTURB
  ::mallopt(M_PERTURB, byte == 0 ? 0 : byte ^ 0xff);  // it fills with the complement
#endif
}

#endif

}  // namespace

MemoryFill::MemoryFill(unsigned char byte) : before_(byte_now) {
  fill_with(byte);
}

MemoryFill::~MemoryFill() {
  fill_with(before_);
}

bool MemoryFill::works() {
  static const bool kWorks = [] {
    constexpr std::size_t kSize = 40'000;  // more than is kept for small requests
    constexpr unsigned char kByte = 0xa5;
    const MemoryFill fill(kByte);
    auto* const memory = static_cast<volatile unsigned char*>(std::malloc(kSize));
    if (memory == nullptr) return false;
    const bool all = std::all_of(memory, memory + kSize, [](unsigned char byte) { return byte == kByte; });
    std::free(const_cast<unsigned char*>(memory));
    return all;
  }();
  return kWorks;
}

}  // namespace bcheck
