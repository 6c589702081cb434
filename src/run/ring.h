// SPDX-License-Identifier: Apache-2.0
// A ring of frames in memory that a worker and the parent share: one writer, one reader, one ring a worker.
//
// The reader keeps its own position and treats everything in the ring as untrusted: a length that does not fit, or
// a position that runs backwards, is an answer (kBroken) and not a fault of memory. A writer that finds the ring
// full waits for the reader; a reader that finds it empty looks again when the writer rings (run/worker_pool.cc).
//
// A writer that finds it empty begins at the start of the memory again: so as much of it is used as the reader is
// behind, and that stays in the processor's caches.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace bcheck {

// Where a worker is within a part of a file, for the case that it dies there. Untrusted like all else.
struct Mark {
  std::uint64_t line = 0;          // of the part, from 0; of an array, the row
  std::uint32_t key = UINT32_MAX;  // place of the key in Plan::order; UINT32_MAX while it is not known
};

class Ring {
 public:
  Ring();  // maps the shared memory; throws std::bad_alloc
  ~Ring();
  Ring(const Ring&) = delete;
  Ring& operator=(const Ring&) = delete;

  // Writer. Blocks while there is no room: a sleeping reader has to be woken before that much is written.
  void write(std::string_view message);
  // Writer, after a write: true if the reader sleeps and is to be woken.
  bool reader_sleeps();

  void mark(const Mark& mark);  // writer
  Mark last_mark() const;       // reader

  enum class Answer { kMessage, kEmpty, kBroken };
  // Reader.
  Answer read(std::string& message);
  // Reader, before it sleeps: after true, reader_sleeps() tells the writer to ring. False: there is a message.
  bool about_to_sleep();
  void awake();

 private:
  struct Shared {
    // What the one writes, what both do, and what the other writes: on cache lines of their own.
    alignas(64) std::atomic<std::uint64_t> written;  // bytes, ever; moved by the writer
    std::atomic<std::uint64_t> base;                 // the position that is at the start of the memory; by the writer
    alignas(64) std::atomic<std::uint32_t> sleeping;
    alignas(64) std::atomic<std::uint64_t> taken;  // bytes, ever; moved by the reader
    alignas(64) std::atomic<std::uint32_t> key;    // the mark; by the writer
    std::atomic<std::uint64_t> line;
  };
  unsigned char* data() const;
  // `at`: from the start of the memory, modulo what it holds.
  void copy_in(std::uint64_t at, std::string_view bytes);
  void copy_out(std::uint64_t at, char* out, std::size_t size) const;

  Shared* shared_;
  std::uint64_t taken_ = 0;  // the reader's own copy
};

}  // namespace bcheck
