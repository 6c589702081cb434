// SPDX-License-Identifier: Apache-2.0
#include "run/ring.h"

#include <sys/mman.h>
#include <time.h>

#include <algorithm>
#include <cstring>
#include <new>

#include "run/message.h"

namespace bcheck {
namespace {

constexpr std::size_t kCapacity = 2 << 20;  // a power of two, and room for the largest message
constexpr std::size_t kHead = 4096;         // a page of its own
constexpr std::size_t kMapped = kHead + kCapacity;
static_assert(kCapacity >= kLargestFrame + sizeof(std::uint32_t));

}  // namespace

Ring::Ring() {
  void* const memory = ::mmap(nullptr, kMapped, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) throw std::bad_alloc();
  shared_ = new (memory) Shared{};
  mark(Mark());
}

Ring::~Ring() {
  ::munmap(shared_, kMapped);
}

unsigned char* Ring::data() const {
  static_assert(sizeof(Shared) <= kHead);
  return reinterpret_cast<unsigned char*>(shared_) + kHead;
}

void Ring::copy_in(std::uint64_t at, std::string_view bytes) {
  const std::size_t start = at % kCapacity;
  const std::size_t first = std::min(bytes.size(), kCapacity - start);
  std::memcpy(data() + start, bytes.data(), first);
  std::memcpy(data(), bytes.data() + first, bytes.size() - first);
}

void Ring::copy_out(std::uint64_t at, char* out, std::size_t size) const {
  const std::size_t start = at % kCapacity;
  const std::size_t first = std::min(size, kCapacity - start);
  std::memcpy(out, data() + start, first);
  std::memcpy(out + first, data(), size - first);
}

void Ring::write(std::string_view message) {
  const auto size = static_cast<std::uint32_t>(message.size());
  const std::uint64_t at = shared_->written.load(std::memory_order_relaxed);
  const std::uint64_t end = at + sizeof size + size;
  while (end - shared_->taken.load(std::memory_order_acquire) > kCapacity) {
    const timespec moment{0, 200'000};  // the reader only copies: it is rarely behind, and never for long
    ::nanosleep(&moment, nullptr);
  }
  std::uint64_t base = shared_->base.load(std::memory_order_relaxed);
  if (shared_->taken.load(std::memory_order_acquire) == at && base != at) {
    // The reader looks at it only where something is written that it has not taken.
    base = at;
    shared_->base.store(base, std::memory_order_relaxed);
  }
  copy_in(at - base, {reinterpret_cast<const char*>(&size), sizeof size});
  copy_in(at - base + sizeof size, message);
  // Sequentially consistent against about_to_sleep(): either the reader sees this message or reader_sleeps() its sleep.
  shared_->written.store(end);
}

bool Ring::reader_sleeps() {
  return shared_->sleeping.exchange(0) != 0;
}

Ring::Answer Ring::read(std::string& message) {
  const std::uint64_t written = shared_->written.load(std::memory_order_acquire);
  const std::uint64_t waiting = written - taken_;
  if (waiting == 0) return Answer::kEmpty;
  std::uint32_t size = 0;
  if (waiting > kCapacity || waiting < sizeof size) return Answer::kBroken;
  const std::uint64_t at = taken_ - shared_->base.load(std::memory_order_relaxed);
  copy_out(at, reinterpret_cast<char*>(&size), sizeof size);
  if (size > kLargestFrame || size > waiting - sizeof size) return Answer::kBroken;
  message.resize(size);
  copy_out(at + sizeof size, message.data(), size);
  taken_ += sizeof size + size;
  shared_->taken.store(taken_, std::memory_order_release);
  return Answer::kMessage;
}

void Ring::mark(const Mark& mark) {
  shared_->line.store(mark.line, std::memory_order_relaxed);
  shared_->key.store(mark.key, std::memory_order_relaxed);
}

Mark Ring::last_mark() const {
  return {shared_->line.load(std::memory_order_relaxed), shared_->key.load(std::memory_order_relaxed)};
}

bool Ring::about_to_sleep() {
  shared_->sleeping.store(1);
  return shared_->written.load() == taken_;
}

void Ring::awake() {
  shared_->sleeping.store(0, std::memory_order_relaxed);
}

}  // namespace bcheck
