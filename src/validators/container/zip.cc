// SPDX-License-Identifier: Apache-2.0
#include "validators/container/zip.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/checked.h"
#include "base/text.h"

namespace bcheck {
namespace {

constexpr std::uint32_t kEndMagic = 0x06054b50, kZip64EndMagic = 0x06064b50, kZip64LocatorMagic = 0x07064b50;
constexpr std::uint32_t kCentralMagic = 0x02014b50, kLocalMagic = 0x04034b50;
constexpr std::uint64_t kEndSize = 22, kZip64EndSize = 56, kZip64LocatorSize = 20, kCentralSize = 46, kLocalSize = 30;
constexpr std::uint64_t kMostComment = 0xFFFF;
constexpr std::uint32_t kElsewhere = 0xFFFFFFFF;  // the field stands in the ZIP64 extra
constexpr unsigned kEncrypted = 1, kDescriptor = 1 << 3, kStrongEncryption = 1 << 6, kMasked = 1 << 13;
constexpr std::uint16_t kStored = 0, kDeflated = 8, kZip64Extra = 1;
// Deflate codes at most 258 bytes in two bits and a little: no content is more than 1,032 times its code.
constexpr std::uint64_t kMostRatio = 1032;

// Numbers of a record of which the caller knows that it is all there.
struct Record {
  Bytes bytes;

  std::uint16_t u16(std::uint64_t at) const { return little_endian<std::uint16_t>(bytes, at).value_or(0); }
  std::uint32_t u32(std::uint64_t at) const { return little_endian<std::uint32_t>(bytes, at).value_or(0); }
  std::uint64_t u64(std::uint64_t at) const { return little_endian<std::uint64_t>(bytes, at).value_or(0); }
};

std::string shown(std::string_view name) {
  return quote(name, 80);
}

// Replaces, in their fixed order, the fields that are all ones by what the ZIP64 extra has for them. False if it has
// not enough.
bool widen(Bytes extra, std::span<std::uint64_t* const> fields) {
  const bool wanted = std::any_of(fields.begin(), fields.end(), [](auto* field) { return *field == kElsewhere; });
  for (std::uint64_t at = 0; wanted && at + 4 <= extra.size();) {
    const Record record{extra};
    const auto body = slice(extra, at + 4, record.u16(at + 2));
    if (!body) return false;
    if (record.u16(at) != kZip64Extra) {
      at += 4 + body->size();
      continue;
    }
    std::uint64_t place = 0;
    for (std::uint64_t* const field : fields) {
      if (*field != kElsewhere) continue;
      const auto wide = little_endian<std::uint64_t>(*body, place);
      if (!wide) return false;
      *field = *wide;
      place += 8;
    }
    return true;
  }
  return !wanted;
}

bool is_unsafe(std::string_view name) {
  if (name.empty() || name.front() == '/' || name.find('\\') != std::string_view::npos ||
      name.find('\0') != std::string_view::npos || (name.size() >= 2 && name[1] == ':')) {
    return true;
  }
  for (std::size_t at = 0; at <= name.size();) {
    const std::size_t slash = std::min(name.find('/', at), name.size());
    if (name.substr(at, slash - at) == "..") return true;
    at = slash + 1;
  }
  return false;
}

}  // namespace

bool ZipDirectory::fail(ZipFault fault, std::string message) {
  problem_ = ZipProblem{fault, std::move(message)};
  return false;
}

std::optional<ZipProblem> ZipDirectory::read(Bytes file) {
  entries_.clear();
  problem_.reset();
  End end;
  if (!find_end(file, end) || !read_entries(file, end) || !check_names() || !check_overlap()) {
    entries_.clear();
  }
  return std::move(problem_);
}

const ZipEntry* ZipDirectory::find(std::string_view name) const {
  const auto at = std::find_if(entries_.begin(), entries_.end(), [&](const ZipEntry& e) { return e.name == name; });
  return at == entries_.end() ? nullptr : &*at;
}

bool ZipDirectory::find_end(Bytes file, End& end) {
  const Record all{file};
  const std::uint64_t size = file.size();
  std::uint64_t at = size < kEndSize ? size : size - kEndSize;
  const std::uint64_t lowest = at - std::min(at, kMostComment);
  // The record whose comment ends with the file; from behind, as the comment could hold the bytes of another.
  for (;; --at) {
    if (size >= kEndSize && all.u32(at) == kEndMagic && all.u16(at + 20) == size - at - kEndSize) break;
    if (at == lowest) {
      return fail(ZipFault::kDamaged, "the archive has no directory at its end: it was cut, or is none");
    }
  }
  if (all.u16(at + 4) != all.u16(at + 6) || (all.u16(at + 4) != 0 && all.u16(at + 4) != 0xFFFF)) {
    return fail(ZipFault::kDamaged, "a part of an archive in several files");
  }
  end = {all.u16(at + 10), all.u32(at + 12), all.u32(at + 16), at};
  const std::uint64_t here = all.u16(at + 8);
  if (here != end.entries) return fail(ZipFault::kDamaged, "the end record counts its entries in two ways");
  if (at >= kZip64LocatorSize && all.u32(at - kZip64LocatorSize) == kZip64LocatorMagic) {
    if (!read_zip64_end(file, at - kZip64LocatorSize, end)) return false;
  }
  // The directory ends where the end records begin, so nothing stands between that no reader looks at.
  if (checked_add(end.offset, end.size) != end.behind) {
    return fail(ZipFault::kDamaged,
                fmt::format("the directory of {} bytes at {} does not end where its end record is, at "
                            "{}: bytes were lost or added",
                            end.size, end.offset, end.behind));
  }
  if (end.entries > end.size / kCentralSize) {
    return fail(ZipFault::kDamaged, fmt::format("{} entries in a directory of {} bytes", end.entries, end.size));
  }
  return true;
}

bool ZipDirectory::read_zip64_end(Bytes file, std::uint64_t locator, End& end) {
  const Record all{file};
  const std::uint64_t at = all.u64(locator + 8);
  const auto record = slice(file, at, kZip64EndSize);
  if (!record || all.u32(at) != kZip64EndMagic) {
    return fail(ZipFault::kDamaged, "the ZIP64 end record is not where its locator says");
  }
  const auto behind = checked_add(at + 12, all.u64(at + 4));
  if (behind != locator) return fail(ZipFault::kDamaged, "the ZIP64 end record does not end at its locator");
  const End narrow = end;
  end = {all.u64(at + 32), all.u64(at + 40), all.u64(at + 48), at};
  const auto agrees = [](std::uint64_t small, std::uint64_t ones, std::uint64_t large) {
    return small == ones || small == large;
  };
  if (!agrees(narrow.entries, 0xFFFF, end.entries) || !agrees(narrow.size, kElsewhere, end.size) ||
      !agrees(narrow.offset, kElsewhere, end.offset) || all.u64(at + 24) != end.entries) {
    return fail(ZipFault::kDamaged, "the two end records disagree");
  }
  return true;
}

bool ZipDirectory::read_entries(Bytes file, const End& end) {
  const Bytes directory = file.subspan(static_cast<std::size_t>(end.offset), static_cast<std::size_t>(end.size));
  const Record all{directory};
  std::uint64_t at = 0;
  for (std::uint64_t i = 0; i < end.entries; ++i) {
    if (!slice(directory, at, kCentralSize) || all.u32(at) != kCentralMagic) {
      return fail(ZipFault::kDamaged, fmt::format("entry {} of {} is not in the directory", i + 1, end.entries));
    }
    const std::uint64_t name_size = all.u16(at + 28), extra_size = all.u16(at + 30), comment_size = all.u16(at + 32);
    const auto name = slice(directory, at + kCentralSize, name_size);
    const auto extra = slice(directory, at + kCentralSize + name_size, extra_size);
    if (!name || !extra || !slice(directory, at + kCentralSize + name_size + extra_size, comment_size)) {
      return fail(ZipFault::kDamaged, fmt::format("entry {} of {} leaves the directory", i + 1, end.entries));
    }
    ZipEntry entry;
    entry.name = as_text(*name);
    entry.crc = all.u32(at + 16);
    entry.compressed = all.u32(at + 20);
    entry.size = all.u32(at + 24);
    entry.local = all.u32(at + 42);
    std::uint64_t* const fields[] = {&entry.size, &entry.compressed, &entry.local};
    if (!widen(*extra, fields)) {
      return fail(ZipFault::kDamaged, fmt::format("member {} has no ZIP64 sizes", shown(entry.name)));
    }
    const unsigned flags = all.u16(at + 8);
    const std::uint16_t method = all.u16(at + 10);
    if ((flags & (kEncrypted | kStrongEncryption | kMasked)) != 0) {
      return fail(ZipFault::kEncrypted, fmt::format("member {} is encrypted", shown(entry.name)));
    }
    if (method != kStored && method != kDeflated) {
      return fail(ZipFault::kDamaged,
                  fmt::format("member {} is compressed by method {}; 0 (stored) and 8 (deflate) are read",
                              shown(entry.name), method));
    }
    entry.deflated = method == kDeflated;
    if (!read_local(file, end.offset, flags, entry)) return false;
    entries_.push_back(entry);
    at += kCentralSize + name_size + extra_size + comment_size;
  }
  if (at != end.size) {
    return fail(ZipFault::kDamaged,
                fmt::format("{} bytes of the directory belong to none of its {} entries", end.size - at, end.entries));
  }
  return true;
}

// `limit` is where the directory begins. Sets the data of the entry.
bool ZipDirectory::read_local(Bytes file, std::uint64_t limit, unsigned flags, ZipEntry& entry) {
  const Bytes members = file.first(static_cast<std::size_t>(limit));
  const auto fixed = slice(members, entry.local, kLocalSize);
  if (!fixed || Record{*fixed}.u32(0) != kLocalMagic) {
    return fail(ZipFault::kDamaged, fmt::format("member {} is not where the directory says", shown(entry.name)));
  }
  const Record local{*fixed};
  const std::uint64_t name_size = local.u16(26), extra_size = local.u16(28);
  const std::uint64_t start = entry.local + kLocalSize + name_size + extra_size;
  const auto name = slice(members, entry.local + kLocalSize, name_size);
  const auto extra = slice(members, entry.local + kLocalSize + name_size, extra_size);
  if (!name || !extra || as_text(*name) != entry.name) {
    return fail(ZipFault::kDamaged, fmt::format("member {} has another name in front of its data", shown(entry.name)));
  }
  const unsigned own_flags = local.u16(6);
  if (local.u16(8) != (entry.deflated ? kDeflated : kStored) ||
      ((own_flags ^ flags) & (kEncrypted | kDescriptor)) != 0) {
    return fail(ZipFault::kDamaged,
                fmt::format("member {}: its two headers disagree on how it is stored", shown(entry.name)));
  }
  std::uint64_t size = local.u32(22), compressed = local.u32(18);
  std::uint64_t* const fields[] = {&size, &compressed};
  // A writer that streams knows neither and leaves them to the directory.
  const bool known = (flags & kDescriptor) == 0;
  if (known && (!widen(*extra, fields) || local.u32(14) != entry.crc)) {
    return fail(ZipFault::kDamaged,
                fmt::format("member {}: its two headers disagree on its checksum or sizes", shown(entry.name)));
  }
  if (known && (size != entry.size || compressed != entry.compressed)) {
    return fail(ZipFault::kSizeMismatch,
                fmt::format("member {} has {} bytes by the directory and {} by its own header ({} and {} compressed)",
                            shown(entry.name), entry.size, size, entry.compressed, compressed));
  }
  const auto data = slice(members, start, entry.compressed);
  if (!data) {
    return fail(ZipFault::kDamaged, fmt::format("member {} has {} bytes that reach into the directory",
                                                shown(entry.name), entry.compressed));
  }
  entry.data = *data;
  entry.behind = start + entry.compressed;
  const auto most = checked_multiply(entry.compressed, kMostRatio);
  if (entry.deflated ? most && entry.size > *most : entry.size != entry.compressed) {
    return fail(ZipFault::kSizeMismatch,
                fmt::format("member {} cannot have {} bytes out of {}{}", shown(entry.name), entry.size,
                            entry.compressed, entry.deflated ? " deflated ones" : ""));
  }
  return true;
}

bool ZipDirectory::check_names() {
  order_.resize(entries_.size());
  for (std::size_t i = 0; i < order_.size(); ++i) order_[i] = i;
  std::sort(order_.begin(), order_.end(),
            [&](std::size_t a, std::size_t b) { return entries_[a].name < entries_[b].name; });
  for (std::size_t i = 0; i < order_.size(); ++i) {
    const std::string_view name = entries_[order_[i]].name;
    if (is_unsafe(name)) {
      return fail(ZipFault::kNameUnsafe, fmt::format("the name {} leads out of where it is unpacked", shown(name)));
    }
    if (i > 0 && entries_[order_[i - 1]].name == name) {
      return fail(ZipFault::kDuplicateName,
                  fmt::format("two members are called {}; readers disagree which of them holds", shown(name)));
    }
  }
  return true;
}

// Members share no byte. Between two of them may lie what a descriptor or an alignment needs.
bool ZipDirectory::check_overlap() {
  std::sort(order_.begin(), order_.end(),
            [&](std::size_t a, std::size_t b) { return entries_[a].local < entries_[b].local; });
  for (std::size_t i = 1; i < order_.size(); ++i) {
    const ZipEntry &before = entries_[order_[i - 1]], &entry = entries_[order_[i]];
    if (entry.local >= before.behind) continue;
    return fail(ZipFault::kDamaged,
                fmt::format("members {} and {} lie on each other", shown(before.name), shown(entry.name)));
  }
  return true;
}

}  // namespace bcheck
