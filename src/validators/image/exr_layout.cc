// SPDX-License-Identifier: Apache-2.0
#include "validators/image/exr_layout.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "base/checked.h"
#include "base/text.h"
#include "validators/image/codes.h"
#include "validators/image/trailing.h"

namespace bcheck::image {
namespace {

constexpr std::uint32_t kSeveralParts = 0x1000;
constexpr std::size_t kVersionEnd = 8;       // magic number and version
constexpr std::size_t kMostParts = 1 << 16;  // a render has dozens
constexpr std::size_t kLongestName = 256;    // with its zero; 255 with the flag for long names

// A string that ends in a zero; nothing if it does not, or is too long for a name.
std::optional<std::string_view> name_at(Bytes bytes, std::size_t at) {
  const std::string_view rest = as_text(bytes).substr(std::min(at, bytes.size()), kLongestName);
  const std::size_t end = rest.find('\0');
  if (end == std::string_view::npos) return std::nullopt;
  return rest.substr(0, end);
}

// Behind the attributes that begin at `at`; nothing with a fault. `compression` grows to that of the part.
std::optional<std::size_t> header_end(Bytes bytes, std::size_t at, unsigned& compression, Observation& out) {
  const auto cut = [&] {
    if (bytes.size() - std::min(at, bytes.size()) < kLongestName) {
      fault_once(out, kTruncated, Severity::kFail, "the file ends inside its header");
    } else {
      fault_once(out, kBadHeader, Severity::kFail, fmt::format("no attribute can be read at byte {}", at));
    }
    return std::nullopt;
  };
  for (;;) {
    const auto name = name_at(bytes, at);
    if (!name) return cut();
    if (name->empty()) return at + 1;
    const auto type = name_at(bytes, at + name->size() + 1);
    if (!type || type->empty()) return cut();
    const std::size_t value = at + name->size() + type->size() + 2;
    const auto size = little_endian<std::int32_t>(bytes, value);
    if (!size) return cut();
    if (*size < 0) {
      fault_once(out, kBadHeader, Severity::kFail, fmt::format("the attribute {} has a negative size", quote(*name)));
      return std::nullopt;
    }
    if (!slice(bytes, value + 4, static_cast<std::uint64_t>(*size))) {
      fault_once(out, kTruncated, Severity::kFail,
                 fmt::format("the attribute {} has {} bytes, and the file ends before", quote(*name), *size));
      return std::nullopt;
    }
    if (*name == "compression" && *size == 1) compression = std::max(compression, unsigned{bytes[value + 4]});
    at = value + 4 + static_cast<std::size_t>(*size);
  }
}

// Bytes of the chunk with its leader, as that says; nothing if the leader is not all there.
std::optional<std::uint64_t> chunk_size(Bytes bytes, std::uint64_t at, bool several_parts, const ExrTable& table) {
  const std::uint64_t place = std::uint64_t{several_parts ? 4U : 0U} + (table.tiled ? 16 : 4);
  if (!table.deep) {
    const auto size = little_endian<std::uint32_t>(bytes, at + place);
    if (!size) return std::nullopt;
    return place + 4 + static_cast<std::uint64_t>(*size);
  }
  const auto counts = little_endian<std::uint64_t>(bytes, at + place);
  const auto samples = little_endian<std::uint64_t>(bytes, at + place + 8);
  if (!counts || !samples) return std::nullopt;
  const auto packed = checked_add(*counts, *samples);
  return packed ? checked_add(*packed, place + 24) : std::nullopt;
}

using Extent = std::pair<std::uint64_t, std::uint64_t>;

void check_order(Bytes bytes, std::uint64_t tables_end, std::vector<Extent>& chunks, Observation& out) {
  std::sort(chunks.begin(), chunks.end());
  std::uint64_t end = tables_end;
  for (const Extent& chunk : chunks) {
    if (chunk.first < end) {
      return fault_once(out, kBadStructure, Severity::kFail,
                        fmt::format("the chunk at byte {} lies in what ends at byte {}", chunk.first, end));
    }
    end = chunk.second;
  }
  if (end > bytes.size()) {
    return fault_once(out, kTruncated, Severity::kFail,
                      fmt::format("the chunk at byte {} ends at byte {}, and the file after {}", chunks.back().first,
                                  end, bytes.size()));
  }
  check_trailing(bytes, static_cast<std::size_t>(end), "the last chunk", out);
}

}  // namespace

std::optional<ExrHeaders> read_exr_headers(Bytes bytes, Observation& out) {
  const auto version = little_endian<std::uint32_t>(bytes, 4);
  if (!version) {
    fault_once(out, kTruncated, Severity::kFail, "the file ends inside its header");
    return std::nullopt;
  }
  ExrHeaders headers;
  headers.several_parts = (*version & kSeveralParts) != 0;
  std::size_t at = kVersionEnd;
  do {
    const auto end = header_end(bytes, at, headers.compression, out);
    if (!end) return std::nullopt;
    // Behind the last header of several stands an empty one.
    if (headers.several_parts && *end == at + 1) {
      at = *end;
      break;
    }
    at = *end;
    if (++headers.parts > kMostParts) {
      fault_once(out, kBomb, Severity::kFail, fmt::format("more than {} parts", kMostParts));
      return std::nullopt;
    }
  } while (headers.several_parts);
  headers.end = at;
  return headers;
}

void check_exr_chunks(Bytes bytes, const ExrHeaders& headers, std::span<const ExrTable> tables, Observation& out) {
  std::uint64_t tables_end = headers.end;
  std::int64_t all = 0;
  for (const ExrTable& table : tables) {
    tables_end += static_cast<std::uint64_t>(table.chunks) * 8;
    all += table.chunks;
    if (tables_end > bytes.size()) {
      return fault_once(out, kTruncated, Severity::kFail, "the file ends inside its table of chunks");
    }
  }
  std::vector<Extent> chunks;
  chunks.reserve(static_cast<std::size_t>(all));
  std::uint64_t at = headers.end;
  for (const ExrTable& table : tables) {
    for (std::int64_t i = 0; i < table.chunks; ++i, at += 8) {
      const std::uint64_t offset = little_endian<std::uint64_t>(bytes, at).value_or(0);
      if (offset == 0) {
        return fault_once(out, kTruncated, Severity::kFail,
                          fmt::format("chunk {} of {} was never written", i + 1, table.chunks));
      }
      if (offset < tables_end) {
        return fault_once(out, kBadStructure, Severity::kFail,
                          fmt::format("chunk {} of {} lies in the header, at byte {}", i + 1, table.chunks, offset));
      }
      const auto size = chunk_size(bytes, offset, headers.several_parts, table);
      if (!size) {
        return fault_once(
            out, kTruncated, Severity::kFail,
            fmt::format("chunk {} of {}, at byte {}, lies behind the end of the file", i + 1, table.chunks, offset));
      }
      const auto end = checked_add(offset, *size);
      if (!end) return fault_once(out, kBadStructure, Severity::kFail, "a chunk of more bytes than can be counted");
      chunks.emplace_back(offset, *end);
    }
  }
  check_order(bytes, tables_end, chunks, out);
}

}  // namespace bcheck::image
