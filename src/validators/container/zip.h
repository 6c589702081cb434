// SPDX-License-Identifier: Apache-2.0
// The directory of a ZIP archive, and whether the archive is one: what every format that is a ZIP inside stands on.
//
// Format: APPNOTE.TXT 6.3.10 (PKWARE). Stricter than usual readers wherever two of them could see different members:
// each local header must agree with its entry in the directory, members must not overlap, no name may stand twice.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "bcheck/artifact.h"

namespace bcheck {

enum class ZipFault : unsigned char {
  kDamaged,        // cut, or parts of it contradict each other; also a compression method other than deflate
  kEncrypted,      // a member is
  kNameUnsafe,     // absolute, with a drive, a backslash, a NUL, or a part ".."
  kDuplicateName,  // two members have one name
  kSizeMismatch,   // a member has another size than is said
  kCrc,            // a member's content differs from its checksum
};

struct ZipProblem {
  ZipFault fault;
  std::string message;  // bytes of names only quoted
};

struct ZipEntry {
  std::string_view name;  // as it stands in the file, raw bytes
  bool deflated = false;  // else stored
  std::uint32_t crc = 0;
  std::uint64_t compressed = 0;  // bytes
  std::uint64_t size = 0;        // bytes once inflated
  std::uint64_t local = 0;       // offset of its local header
  Bytes data;                    // `compressed` bytes
  std::uint64_t behind = 0;      // where they end in the file

  bool is_folder() const { return name.ends_with('/'); }
};

// Reused from archive to archive; keeps its memory: about 100 bytes an entry, and no more than twice the archive.
class ZipDirectory {
 public:
  // Everything but the content of the members is checked: nothing if it is sound. `file` must outlive the entries.
  std::optional<ZipProblem> read(Bytes file);

  std::span<const ZipEntry> entries() const { return entries_; }  // in the order of the directory
  const ZipEntry* find(std::string_view name) const;              // null if there is none

 private:
  struct End {
    std::uint64_t entries = 0, size = 0, offset = 0;  // of the central directory
    std::uint64_t behind = 0;                         // where its end records begin
  };
  bool find_end(Bytes file, End& end);
  bool read_zip64_end(Bytes file, std::uint64_t locator, End& end);
  bool read_entries(Bytes file, const End& end);
  bool read_local(Bytes file, std::uint64_t limit, unsigned flags, ZipEntry& entry);
  bool check_names();
  bool check_overlap();
  bool fail(ZipFault fault, std::string message);

  std::vector<ZipEntry> entries_;
  std::vector<std::size_t> order_;
  std::optional<ZipProblem> problem_;
};

}  // namespace bcheck
