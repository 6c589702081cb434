// SPDX-License-Identifier: Apache-2.0
// The content of one member of a ZIP archive, piece by piece, under its size and its checksum.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "validators/container/zip.h"

namespace bcheck {

// Reused from member to member. Memory: a window of 32 KiB and a little. Never hands out more than the declared size,
// whatever the member inflates to.
class ZipStream {
 public:
  ZipStream();
  ~ZipStream();
  ZipStream(const ZipStream&) = delete;
  ZipStream& operator=(const ZipStream&) = delete;

  // The entry and what it points to must outlive the reading.
  void open(const ZipEntry& entry);

  // The next bytes, into `out`, which has room for `size`; fewer only at the end of the member or where it is damaged.
  std::size_t read(unsigned char* out, std::size_t size);

  // The rest is read and forgotten; then whether the whole member is sound.
  std::optional<ZipProblem> finish();

 private:
  struct Inflation;

  std::size_t inflate_some(unsigned char* out, std::size_t size);
  bool has_more();

  const ZipEntry* entry_ = nullptr;
  std::unique_ptr<Inflation> inflation_;
  std::uint64_t read_ = 0;  // bytes of content
  std::uint32_t crc_ = 0;
  bool ended_ = false;  // the code is complete
  std::string damage_;
};

}  // namespace bcheck
