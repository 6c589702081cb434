// SPDX-License-Identifier: Apache-2.0
// One directory (IFD) of a TIFF, as the file has it: entries and their values, in either byte order, classic or Big.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "bcheck/artifact.h"

namespace bcheck::image {

// The file and how its numbers are written.
struct TiffFile {
  Bytes bytes;
  bool big_endian = false;
  bool big = false;  // BigTIFF: 64-bit offsets

  std::uint64_t offset_size() const { return big ? 8 : 4; }
  std::uint64_t entry_size() const { return big ? 20 : 12; }
  // A number of 1, 2, 4 or 8 bytes; nothing if it is not all in the file.
  std::optional<std::uint64_t> number(std::uint64_t at, std::uint64_t size) const;
};

// Bytes of one value of that field type; 0: no such type.
std::uint64_t tiff_type_size(unsigned type);

struct TiffEntry {
  unsigned tag = 0;
  unsigned type = 0;
  std::uint64_t count = 0;
  std::uint64_t at = 0;    // of the values, in the file
  std::uint64_t size = 0;  // of all values, bytes; 0 of an unknown type
  bool in_file = false;    // all of it

  // The i-th value where the type is a whole number without sign; nothing otherwise.
  std::optional<std::uint64_t> value(const TiffFile& file, std::uint64_t i = 0) const;
};

struct TiffDirectory {
  std::uint64_t at = 0;
  std::uint64_t announced = 0;     // entries, by the directory's own count
  std::vector<TiffEntry> entries;  // those in the file, in its order
  std::uint64_t end = 0;           // behind the offset of the next directory
  std::uint64_t next = 0;          // its offset; 0: none
  bool whole = false;              // all of it is in the file

  // The first entry with that tag, as libtiff takes it; null if there is none.
  const TiffEntry* find(unsigned tag) const;
};

// libtiff reads no directory with more.
inline constexpr std::uint64_t kMostTiffEntries = 4096;

// Reads none of the entries if more than kMostTiffEntries are announced.
TiffDirectory read_tiff_directory(const TiffFile& file, std::uint64_t at);

}  // namespace bcheck::image
