// SPDX-License-Identifier: Apache-2.0
// What came back: the entries of an output, listed once before anything is read.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace bcheck {

enum class EntryKind : unsigned char {
  kFile,
  kLink,   // a symbolic link; resolved when it is opened, beneath the output only
  kOther,  // FIFO, socket, device: never opened
};

struct Entry {
  std::string_view path;  // relative to the output, no leading "./", raw bytes
  std::uint64_t inode = 0;
  EntryKind kind = EntryKind::kFile;
};

// A directory that could not be read to its end: what is missing below it is not known to be missing.
struct Unlisted {
  std::string path;
  std::string why;
};

struct Listing {
  Listing() = default;
  Listing(Listing&&) = default;
  Listing& operator=(Listing&&) = default;
  Listing(const Listing&) = delete;
  Listing& operator=(const Listing&) = delete;

  std::vector<std::vector<char>> arena;  // the names; never touched again
  std::vector<Entry> entries;            // sorted by path bytes
  std::vector<Unlisted> unlisted;        // sorted by path
};

}  // namespace bcheck
