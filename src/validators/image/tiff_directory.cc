// SPDX-License-Identifier: Apache-2.0
#include "validators/image/tiff_directory.h"

#include <algorithm>
#include <array>
#include <limits>

#include "base/checked.h"

namespace bcheck::image {
namespace {

enum Type : unsigned { kByte = 1, kShort = 3, kLong = 4, kUndefined = 7, kIfd = 13, kLong8 = 16, kIfd8 = 18 };

std::optional<TiffEntry> read_entry(const TiffFile& file, std::uint64_t at) {
  if (!slice(file.bytes, at, file.entry_size())) return std::nullopt;
  TiffEntry entry;
  entry.tag = static_cast<unsigned>(*file.number(at, 2));
  entry.type = static_cast<unsigned>(*file.number(at + 2, 2));
  entry.count = *file.number(at + 4, file.offset_size());
  entry.size =
      checked_multiply(entry.count, tiff_type_size(entry.type)).value_or(std::numeric_limits<std::uint64_t>::max());
  const std::uint64_t field = at + 4 + file.offset_size();
  entry.at = entry.size <= file.offset_size() ? field : *file.number(field, file.offset_size());
  entry.in_file = slice(file.bytes, entry.at, entry.size).has_value();
  return entry;
}

}  // namespace

std::optional<std::uint64_t> TiffFile::number(std::uint64_t at, std::uint64_t size) const {
  const auto widened = [](auto value) -> std::optional<std::uint64_t> {
    if (!value) return std::nullopt;
    return std::uint64_t{*value};
  };
  switch (size) {
    case 1: return widened(little_endian<std::uint8_t>(bytes, at));
    case 2:
      return widened(big_endian ? bcheck::big_endian<std::uint16_t>(bytes, at)
                                : little_endian<std::uint16_t>(bytes, at));
    case 4:
      return widened(big_endian ? bcheck::big_endian<std::uint32_t>(bytes, at)
                                : little_endian<std::uint32_t>(bytes, at));
    case 8:
      return widened(big_endian ? bcheck::big_endian<std::uint64_t>(bytes, at)
                                : little_endian<std::uint64_t>(bytes, at));
    default: return std::nullopt;
  }
}

std::uint64_t tiff_type_size(unsigned type) {
  constexpr std::array<std::uint64_t, 19> kSizes{0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8, 4, 0, 0, 8, 8, 8};
  return type < kSizes.size() ? kSizes[type] : 0;
}

std::optional<std::uint64_t> TiffEntry::value(const TiffFile& file, std::uint64_t i) const {
  const bool whole_number = type == kByte || type == kShort || type == kLong || type == kUndefined || type == kIfd ||
                            type == kLong8 || type == kIfd8;
  if (!whole_number || !in_file || i >= count) return std::nullopt;
  const std::uint64_t each = tiff_type_size(type);
  return file.number(at + i * each, each);
}

const TiffEntry* TiffDirectory::find(unsigned tag) const {
  const auto found = std::find_if(entries.begin(), entries.end(), [&](const TiffEntry& e) { return e.tag == tag; });
  return found == entries.end() ? nullptr : &*found;
}

TiffDirectory read_tiff_directory(const TiffFile& file, std::uint64_t at) {
  TiffDirectory directory;
  directory.at = at;
  const std::uint64_t count_size = file.big ? 8 : 2;
  const std::optional<std::uint64_t> count = file.number(at, count_size);
  if (!count) return directory;
  directory.announced = *count;
  if (*count > kMostTiffEntries) return directory;
  std::uint64_t from = at + count_size;
  for (std::uint64_t i = 0; i < *count; ++i, from += file.entry_size()) {
    const std::optional<TiffEntry> entry = read_entry(file, from);
    if (!entry) return directory;
    directory.entries.push_back(*entry);
  }
  const std::optional<std::uint64_t> next = file.number(from, file.offset_size());
  if (!next) return directory;
  directory.next = *next;
  directory.end = from + file.offset_size();
  directory.whole = true;
  return directory;
}

}  // namespace bcheck::image
