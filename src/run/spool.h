// SPDX-License-Identifier: Apache-2.0
// Where outcomes wait for the merge: an unlinked temporary file, written in large pieces and read by mapping, so
// that memory does not grow with the batch.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/files.h"
#include "bcheck/error.h"

namespace bcheck {

class Spool {
 public:
  ~Spool();
  Spool() = default;
  Spool(Spool&& other) noexcept;
  Spool& operator=(Spool&&) = delete;

  // In $TMPDIR, or /tmp.
  static Result<Spool> open();

  // The offset at which the bytes stand. An error of writing is told by finish().
  std::uint64_t append(std::string_view bytes);

  // Nothing can be appended after it.
  Result<void> finish();
  // What stands there will be asked for soon, if it is anything.
  void soon(std::uint64_t offset) const { __builtin_prefetch(mapped_ + offset); }
  // Valid until the next call: pages that were read are given back from time to time.
  std::string_view at(std::uint64_t offset, std::size_t size);

 private:
  std::string directory_;
  Fd fd_;
  std::string buffer_;
  std::uint64_t size_ = 0;
  int error_ = 0;
  char* mapped_ = nullptr;
  std::size_t touched_ = 0;
};

}  // namespace bcheck
