// SPDX-License-Identifier: Apache-2.0
// Whether an output still moves: for file systems that show a file later than it was written, and for batches that say
// DONE before their last write is through.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "bcheck/report.h"
#include "bcheck/source.h"

namespace bcheck {

// Of names, sizes and times of all entries: two looks that give the same saw the same. `newest_ns` is the latest mtime.
struct Look {
  std::uint64_t print = 0;
  std::int64_t newest_ns = 0;

  bool operator==(const Look&) const = default;
};
Look look_at(const Listing& listing, int root);

std::int64_t now_ns();  // since 1970

std::optional<Room> room_of(int root);  // nothing where the file system does not say

// "42.1 MB of 1.0 TB free": nearly full, so that half-written products are likely; empty otherwise. Less than a
// hundredth of the bytes and less than 10 GB, or less than a hundredth of the inodes.
std::string nearly_full(const Room& room);

}  // namespace bcheck
