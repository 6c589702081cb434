// SPDX-License-Identifier: Apache-2.0
// ZIP archives made in code, member by member, each part of which can be made to lie.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace bcheck {

struct ZipMember {
  std::string name;
  std::string content;
  bool deflated = false;
  bool zip64 = false;       // sizes in the extra field of its local header, as numpy writes it
  bool descriptor = false;  // sizes and checksum behind the data, as a writer of a stream does

  // Lies; absent = the truth.
  std::uint16_t flags = 0;                         // or-ed to both headers
  std::optional<std::uint16_t> method = {};        // in both
  std::optional<std::uint32_t> crc = {};           // in both
  std::optional<std::uint32_t> size = {};          // in both
  std::optional<std::uint32_t> central_size = {};  // in the directory alone
  std::optional<std::string> local_name = {};      // of the same length or another
  std::optional<std::string> code = {};            // what stands in place of the content, compressed or not
};

struct ZipLayout {
  bool zip64_end = false;  // all ones in the end record, the truth in the ZIP64 records
  std::string comment = {};
  std::string before_directory = {};
  std::optional<std::uint16_t> entries = {};
  std::int32_t move_second = 0;  // added to where the directory says the second member is
};

std::string make_zip(const std::vector<ZipMember>& members, const ZipLayout& layout = {});

std::string deflate_raw(const std::string& content);
std::uint32_t crc32_of(const std::string& content);

}  // namespace bcheck
